//! The topology of a graph of routers and links that a chip file lists.

use super::Topology;
use crate::noc::Graph;

/// The topology of a graph that a chip file lists. Endpoint t is tile t. Endpoint tiles + i is at
/// router `further[i]`. A router's ports are, in this order: those of its tiles, those of its links
/// in the order of the file, and those of its further endpoints.
pub fn drawn(graph: &Graph, further: &[u32]) -> Topology {
    let routers = graph.routers as usize;
    let mut used = vec![0; routers];
    let used_by = graph.tiles.iter().chain(graph.links.iter().flatten());
    for &router in used_by.chain(further) {
        used[router as usize] += 1;
    }
    let ports = used.iter().copied().max().unwrap_or(0);
    let mut topology = Topology::new(routers, ports);
    let mut next: Vec<usize> = (0..routers).map(|router| router * ports).collect();
    let mut port = |router: u32| {
        next[router as usize] += 1;
        next[router as usize] - 1
    };
    for &router in &graph.tiles {
        topology.attach(port(router));
    }
    for &[one, other] in &graph.links {
        topology.join(port(one), port(other));
    }
    for &router in further {
        topology.attach(port(router));
    }
    topology
}
