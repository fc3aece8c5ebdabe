//! Figures that follow from a traffic pattern without a simulation: number of hops, latency, and an
//! upper bound of the load.

use super::options::{Options, TrafficError};
use super::pattern::Pattern;
use crate::config::ChipConfig;
use crate::noc::{Flit, Network, Service};
use std::collections::HashMap;

/// If packets go by way of random routers, the figures are averages over the possible routes. If
/// there are more routes than about this number, only every n-th route counts.
const MOST_ROUTES: usize = 1 << 24;

#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Average number of links between routers that a packet crosses.
    pub hops: f64,
    /// Average latency, in cycles, of a packet in an otherwise empty network.
    pub zero_load: f64,
    /// An upper bound of the rate in flits per node and cycle. At this rate, some link carries a
    /// flit in every cycle: a link between routers, or the link of a node. If heads choose their
    /// routes, only the links of nodes count. If packets go by way of a random router, the loads of
    /// links are averages.
    pub bound: f64,
}

impl Expectation {
    pub fn new(chip: &ChipConfig, options: &Options) -> Result<Expectation, TrafficError> {
        options.check()?;
        let pattern = Pattern::of(chip, options)?;
        let network = Network::new(&chip.network_parameters());
        let nodes = chip.tiles() as usize;
        let mut loads = vec![0.0; network.outputs()];
        // In an empty network, the latency of a packet depends only on the kinds of links along its
        // route.
        let mut alone: HashMap<Vec<usize>, u64> = HashMap::new();
        let kinds = network.kinds_of_links(&chip.other_links());
        let mut route = vec![];
        let adaptive = chip.network.routing.is_adaptive();
        let ports = network.outputs() / chip.routers() as usize;
        let (mut hops, mut latency) = (0.0, 0.0);
        for source in 0..nodes {
            for (target, share) in pattern.shares(source) {
                let middles = network.middles(source, target);
                let each = (middles.len() * nodes * nodes).div_ceil(MOST_ROUTES);
                let spread = middles.iter().skip((source + target) % each).step_by(each);
                let share = share / spread.len() as f64;
                for &middle in spread {
                    route.clear();
                    network.follow_by(source, target, middle, |output| {
                        let (kind, cycles) = kinds[output];
                        // The last output leads to the target.
                        let between = network.neighbour(output / ports, output % ports).is_some();
                        if !(adaptive && between) {
                            loads[output] += share * f64::from(cycles);
                        }
                        route.push(kind);
                    });
                    let known = alone.get(&route).copied();
                    let cycles = known.unwrap_or_else(|| {
                        let ends = (source, target);
                        let cycles = cycles_alone(&network, ends, middle, options.packet);
                        alone.insert(route.clone(), cycles);
                        cycles
                    });
                    hops += share * (route.len() - 1) as f64;
                    latency += share * cycles as f64;
                }
            }
        }
        Ok(Expectation {
            hops: hops / nodes as f64,
            zero_load: latency / nodes as f64,
            bound: 1.0 / loads.into_iter().fold(1.0, f64::max),
        })
    }
}

/// The latency in cycles of a packet in an empty network, from the cycle in which its head is
/// handed over to the cycle in which its target takes its last flit. Simulates this packet.
pub(super) fn cycles_alone(
    network: &Network,
    (source, target): (usize, usize),
    middle: Option<usize>,
    flits: u8,
) -> u64 {
    let mut network = network.clone();
    network.use_middle(middle);
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
