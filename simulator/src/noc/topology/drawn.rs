//! Switches and links as a chip file draws them.

use super::Topology;
use crate::config::Drawn;

/// Endpoint t is tile t; endpoint tiles + i is the memory controller on switch `memory[i]`. The
/// ports of a switch are, in this order: its tiles, its links as they are listed, its controllers.
pub fn drawn(drawn: &Drawn, memory: &[u32]) -> Topology {
    let switches = drawn.switches as usize;
    let mut used = vec![0; switches];
    let places = drawn.tiles.iter().chain(drawn.links.iter().flatten());
    for &switch in places.chain(memory) {
        used[switch as usize] += 1;
    }
    let ports = used.iter().copied().max().unwrap_or(0);
    let mut topology = Topology::new(switches, ports);
    let mut next: Vec<usize> = (0..switches).map(|switch| switch * ports).collect();
    let mut port = |switch: u32| {
        next[switch as usize] += 1;
        next[switch as usize] - 1
    };
    for &switch in &drawn.tiles {
        topology.attach(port(switch));
    }
    for &[one, other] in &drawn.links {
        topology.join(port(one), port(other));
    }
    for &switch in memory {
        topology.attach(port(switch));
    }
    topology
}
