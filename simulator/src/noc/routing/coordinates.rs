//! Where routers and endpoints are in a grid, as dimension-order routing sees them.

use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;

#[derive(Debug, Clone, Copy)]
pub struct Coordinates {
    /// Along the dimension that is gone first: the column for XY, the row for YX.
    pub first: u8,
    /// Along the other one.
    pub second: u8,
    /// For an endpoint, its port there.
    pub port: u8,
}

#[derive(Debug, Clone)]
pub struct Positions {
    pub routers: Vec<Coordinates>,
    pub endpoints: Vec<Coordinates>,
}

impl Positions {
    /// In a grid of so many columns (at most 256).
    pub fn new(topology: &Topology, columns: usize, order: DimensionOrder) -> Positions {
        let coordinates = |port: usize| {
            let router = port / topology.ports;
            let (column, row) = ((router % columns) as u8, (router / columns) as u8);
            let (first, second) = match order {
                DimensionOrder::Xy => (column, row),
                DimensionOrder::Yx => (row, column),
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
