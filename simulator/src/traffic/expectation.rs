//! Figures that follow from a pattern without a simulation: hops, latency, the highest possible
//! load.

use super::options::{Options, TrafficError};
use super::pattern::Pattern;
use crate::config::ChipConfig;
use crate::noc::{Flit, Network, Service};
use std::collections::HashMap;

/// If packets go by way of random routers, the figures are averages over routes, but at most over
/// about this many. If there are more routes, every n-th one counts.
const MOST_ROUTES: usize = 1 << 24;

#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Average number of links between routers that a packet crosses.
    pub hops: f64,
    /// Average latency of a packet that is alone in the network, in cycles.
    pub zero_load: f64,
    /// An upper bound of the rate, in flits per node and cycle. At this rate some link between
    /// routers, or the link of some node, carries a flit in every cycle. If heads choose their
    /// routes, only the links of nodes count. If packets go by way of a random router, the loads
    /// are averages over the random routers.
    pub bound: f64,
}

impl Expectation {
    pub fn new(chip: &ChipConfig, options: &Options) -> Result<Expectation, TrafficError> {
        options.check()?;
        let pattern = Pattern::of(chip, options)?;
        let network = Network::new(&chip.network_parameters());
        let nodes = chip.tiles() as usize;
        let mut loads = vec![0.0; network.outputs()];
        // The latency of a packet that is alone depends only on the kinds of links along its route.
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

/// Sends a packet through an empty network from cycle 0 on. Returns the number of cycles until the
/// target takes the packet's last flit.
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
