//! The positions of routers and endpoints in a grid, for dimension-order routing.

use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;

#[derive(Debug, Clone, Copy)]
pub struct Coordinates {
    /// Coordinate in the dimension that packets travel first: the column for XY, the row for YX.
    pub first: u8,
    /// Coordinate in the other dimension.
    pub second: u8,
    /// The port that connects an endpoint to its router.
    pub port: u8,
}

#[derive(Debug, Clone)]
pub struct Positions {
    pub routers: Vec<Coordinates>,
    pub endpoints: Vec<Coordinates>,
}

impl Positions {
    /// The positions in a grid of at most 256 columns.
    pub fn new(topology: &Topology, columns: usize, order: DimensionOrder) -> Positions {
        let coordinates = |port: usize| {
            let router = port / topology.ports;
            let (column, row) = ((router % columns) as u8, (router / columns) as u8);
            let (first, second) = match order {
                DimensionOrder::Yx => (row, column),
                _ => (column, row),
            };
            Coordinates {
                first,
                second,
                port: (port % topology.ports) as u8,
            }
        };
        Positions {
            routers: (0..topology.routers)
                .map(|router| coordinates(router * topology.ports))
                .collect(),
            endpoints: topology
                .endpoints
                .iter()
                .map(|&port| coordinates(port))
                .collect(),
        }
    }
}
