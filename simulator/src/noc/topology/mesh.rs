//! The 2D mesh: routers numbered row by row, with a tile at each router and further endpoints at
//! some.

use super::Topology;

/// The port of the router's tile.
pub const LOCAL: usize = 0;
/// The ports towards the router in the next higher column, and in the next lower one.
pub const EAST: usize = 1;
pub const WEST: usize = 2;
/// The ports towards the router in the next higher row, and in the next lower one.
pub const SOUTH: usize = 3;
pub const NORTH: usize = 4;
/// The first extra port of a router, for memory controllers and further interfaces of tiles.
/// Routers have extra ports only if the chip has such endpoints.
pub const FURTHER: usize = 5;

/// A mesh. Endpoint t is tile t, and endpoint tiles + i is on router `further[i]`.
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
