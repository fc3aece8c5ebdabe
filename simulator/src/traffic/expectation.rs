//! Figures that follow from a pattern without a run: hops, latency, the bound of the load.

use super::options::{Options, TrafficError};
use super::pattern::Pattern;
use crate::config::ChipConfig;
use crate::noc::{Flit, Network, Service};

#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Average number of links between routers that a packet crosses.
    pub hops: f64,
    /// Average latency of a packet that is alone in the network, in cycles.
    pub zero_load: f64,
    /// The rate at which some link, or the link into or out of some node, would carry a flit in
    /// every cycle. No higher rate can be sustained. In flits per node and cycle.
    pub bound: f64,
}

impl Expectation {
    pub fn new(chip: &ChipConfig, options: &Options) -> Result<Expectation, TrafficError> {
        options.check()?;
        let pattern = Pattern::of(chip, options)?;
        let network = Network::new(&chip.network_parameters());
        let nodes = chip.tiles() as usize;
        let mut loads = vec![0.0; network.outputs()];
        // The latencies, by distance: the latency of a packet that is alone depends on nothing
        // else.
        let mut alone: Vec<Option<u64>> = vec![];
        let (mut hops, mut latency) = (0.0, 0.0);
        for source in 0..nodes {
            for (target, share) in pattern.shares(source) {
                let mut outputs = 0;
                network.follow(source, target, |output| {
                    loads[output] += share;
                    outputs += 1;
                });
                if outputs >= alone.len() {
                    alone.resize(outputs + 1, None);
                }
                let cycles = *alone[outputs]
                    .get_or_insert_with(|| cycles_alone(&network, source, target, options.packet));
                hops += share * (outputs - 1) as f64;
                latency += share * cycles as f64;
            }
        }
        Ok(Expectation {
            hops: hops / nodes as f64,
            zero_load: latency / nodes as f64,
            bound: 1.0 / loads.into_iter().fold(1.0, f64::max),
        })
    }
}

/// Sends a packet through an empty network in cycle 0. Returns the cycles until its last flit is
/// taken.
pub(super) fn cycles_alone(network: &Network, source: usize, target: usize, flits: u8) -> u64 {
    let mut network = network.clone();
    let mut sent = 0;
    for cycle in 0.. {
        network.step(cycle);
        if network.front(target).is_some() && network.take(target).is_last() {
            return cycle;
        }
        if sent < flits && network.ready(source, Service::BEST_EFFORT) {
            network.inject(
                source,
                Flit::of_packet(0, target as u16, sent, flits, Service::BEST_EFFORT),
            );
            sent += 1;
        }
    }
    unreachable!("a packet that is alone arrives")
}
