//! The 2D mesh: routers row by row, a tile on each, memory controllers on some.

use super::Topology;

/// The port of the tile.
pub const LOCAL: usize = 0;
/// Towards higher columns.
pub const EAST: usize = 1;
pub const WEST: usize = 2;
/// Towards higher rows.
pub const SOUTH: usize = 3;
pub const NORTH: usize = 4;
/// The extra port of a memory controller; only there if the chip has any.
pub const MEMORY: usize = 5;

/// Endpoint t is tile t; endpoint tiles + i is the memory controller on router `memory[i]`.
pub fn mesh(columns: usize, rows: usize, memory: &[u32]) -> Topology {
    let routers = columns * rows;
    let ports = if memory.is_empty() { 5 } else { 6 };
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
    for &router in memory {
        topology.attach(router as usize * ports + MEMORY);
    }
    topology
}
