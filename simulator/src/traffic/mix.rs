//! Priorities in synthetic traffic. Each node has a separate packet source for each priority.

use super::options::{Options, Share};
use super::source::Source;
use crate::config::ChipConfig;
use crate::noc::{Network, Service};
use std::cmp::Reverse;

/// A priority that sources use.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// The QoS field of the source's packets.
    pub field: u8,
    pub service: Service,
    /// Fraction of all packets that have this priority.
    pub share: f64,
    /// The priority level to which the chip's arbiters map the QoS field. If the chip has fewer
    /// levels than there are priorities here, several of them have equal ranks.
    rank: u32,
    /// The traffic class of these packets in the network (see `Network::class`).
    class: usize,
}

#[derive(Debug, Clone)]
pub struct Mix {
    /// The priorities, the highest first; at least one.
    pub levels: Vec<Level>,
}

impl Mix {
    pub fn new(chip: &ChipConfig, network: &Network, options: &Options) -> Mix {
        let unmarked = [Share {
            level: 0,
            share: 1.0,
        }];
        let shares = match options.priorities.as_slice() {
            [] => &unmarked,
            given => given,
        };
        let all: f64 = shares.iter().map(|each| each.share).sum();
        let level = |each: &Share| {
            let service = Service::level(each.level);
            Level {
                field: each.level,
                service,
                share: each.share / all,
                rank: u32::from(each.level) * chip.network.levels / 8,
                class: network.class(service),
            }
        };
        let mut levels: Vec<Level> = shares.iter().map(level).collect();
        levels.sort_by_key(|level| Reverse(level.field));
        Mix { levels }
    }

    /// Chooses the source of a node that hands over a flit in this cycle. `sources` contains the
    /// node's sources in the order of the levels.
    #[inline]
    pub fn turn(
        &self,
        sources: &[Source],
        network: &Network,
        node: usize,
        cycle: u64,
    ) -> Option<usize> {
        if let [source] = sources {
            let able = source.has_packet(cycle) && network.ready(node, self.levels[0].service);
            return able.then_some(0);
        }
        self.of_highest_level(sources, network, node, cycle)
    }

    /// Chooses the source with the highest level that can send a flit. The chip may treat several
    /// levels as equal. Among these, chooses the source whose packet was generated first. A source
    /// cannot start a packet while another source is handing over one of its traffic class.
    fn of_highest_level(
        &self,
        sources: &[Source],
        network: &Network,
        node: usize,
        cycle: u64,
    ) -> Option<usize> {
        let is_blocked = |index: usize| {
            let same = |other: usize| self.levels[other].class == self.levels[index].class;
            (0..sources.len()).any(|other| other != index && sources[other].sent > 0 && same(other))
        };
        let able = |&index: &usize| {
            sources[index].has_packet(cycle)
                && network.ready(node, self.levels[index].service)
                && !is_blocked(index)
        };
        let order = |&index: &usize| (Reverse(self.levels[index].rank), sources[index].born());
        (0..sources.len()).filter(able).min_by_key(order)
    }
}
