//! The 2D mesh: routers are numbered row by row. Each router has a tile, and some have additional
//! endpoints.

use super::Topology;

/// The port of the router's tile.
pub const LOCAL: usize = 0;
/// The port towards the router in the next higher column (`EAST`), and in the next lower one
/// (`WEST`).
pub const EAST: usize = 1;
pub const WEST: usize = 2;
/// The port towards the router in the next higher row (`SOUTH`), and in the next lower one
/// (`NORTH`).
pub const SOUTH: usize = 3;
pub const NORTH: usize = 4;
/// The first additional port of a router, for memory controllers and further interfaces of tiles.
/// Routers have additional ports only if the chip has such endpoints.
pub const FURTHER: usize = 5;

/// A mesh. Endpoint t is tile t. Endpoint tiles + i is at router `further[i]`.
pub fn mesh(columns: usize, rows: usize, further: &[u32]) -> Topology {
    let routers = columns * rows;
    let mut used = vec![FURTHER; routers];
    let extra: Vec<usize> = (further.iter())
        .map(|&router| {
            let next = &mut used[router as usize];
            *next += 1;
            *next - 1
        })
        .collect();
    let ports = used.iter().copied().max().unwrap_or(FURTHER);
    let mut topology = Topology::new(routers, ports);
    for router in 0..routers {
        topology.attach(router * ports + LOCAL);
        if router % columns + 1 < columns {
            topology.join(router * ports + EAST, (router + 1) * ports + WEST);
        }
        if router + columns < routers {
            topology.join(router * ports + SOUTH, (router + columns) * ports + NORTH);
        }
    }
    for (&router, port) in further.iter().zip(extra) {
        topology.attach(router as usize * ports + port);
    }
    topology
}
