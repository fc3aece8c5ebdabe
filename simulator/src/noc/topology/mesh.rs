//! The 2D mesh: routers row by row, a tile on each, further endpoints on some.

use super::Topology;

/// The port of the tile.
pub const LOCAL: usize = 0;
/// Towards higher columns.
pub const EAST: usize = 1;
pub const WEST: usize = 2;
/// Towards higher rows.
pub const SOUTH: usize = 3;
pub const NORTH: usize = 4;
/// The first of the extra ports, for memory controllers and further interfaces of tiles; only there
/// if the chip has any.
pub const FURTHER: usize = 5;

/// Endpoint t is tile t; endpoint tiles + i is on router `further[i]`.
pub fn mesh(columns: usize, rows: usize, further: &[u32]) -> Topology {
    let routers = columns * rows;
    let mut used = vec![FURTHER; routers];
    let places: Vec<usize> = (further.iter())
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
    for (&router, place) in further.iter().zip(places) {
        topology.attach(router as usize * ports + place);
    }
    topology
}
