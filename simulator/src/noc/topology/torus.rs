//! The 2D torus: a mesh whose rows and columns are closed to rings. A ring of two routers has only
//! one link, because a second one would join the same two routers.

use super::mesh::{mesh, EAST, NORTH, SOUTH, WEST};
use super::Topology;

/// A torus. Endpoints and ports are as on a mesh.
pub fn torus(columns: usize, rows: usize, further: &[u32]) -> Topology {
    let mut topology = mesh(columns, rows, further);
    let ports = topology.ports;
    let last_row = (rows - 1) * columns;
    for row in (0..rows).filter(|_| columns > 2) {
        let first = row * columns;
        topology.join((first + columns - 1) * ports + EAST, first * ports + WEST);
    }
    for column in (0..columns).filter(|_| rows > 2) {
        topology.join((last_row + column) * ports + SOUTH, column * ports + NORTH);
    }
    topology
}
