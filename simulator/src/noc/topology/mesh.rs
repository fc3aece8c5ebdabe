//! The 2D mesh: switches row by row, a tile on each, memory controllers on some.

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

/// Endpoint t is tile t; endpoint tiles + i is the memory controller on switch `memory[i]`.
pub fn mesh(columns: usize, rows: usize, memory: &[u32]) -> Topology {
    let switches = columns * rows;
    let ports = if memory.is_empty() { 5 } else { 6 };
    let mut topology = Topology::new(switches, ports);
    for switch in 0..switches {
        topology.attach(switch * ports + LOCAL);
        if switch % columns + 1 < columns {
            topology.join(switch * ports + EAST, (switch + 1) * ports + WEST);
        }
        if switch + columns < switches {
            topology.join(switch * ports + SOUTH, (switch + columns) * ports + NORTH);
        }
    }
    for &switch in memory {
        topology.attach(switch as usize * ports + MEMORY);
    }
    topology
}
