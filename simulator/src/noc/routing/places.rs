//! Where switches and endpoints are in a grid, as dimension-order routing sees them.

use crate::config;
use crate::noc::topology::Topology;

#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Along the dimension that is gone first: the column for XY, the row for YX.
    pub first: u8,
    /// Along the other one.
    pub second: u8,
    /// For an endpoint, its port there.
    pub port: u8,
}

#[derive(Debug, Clone)]
pub struct Places {
    pub switches: Vec<Place>,
    pub endpoints: Vec<Place>,
}

impl Places {
    /// In a grid of so many columns (at most 256).
    pub fn new(topology: &Topology, columns: usize, order: config::Routing) -> Places {
        let place = |port: usize| {
            let switch = port / topology.ports;
            let (column, row) = ((switch % columns) as u8, (switch / columns) as u8);
            let (first, second) = match order {
                config::Routing::Xy => (column, row),
                config::Routing::Yx => (row, column),
            };
            Place {
                first,
                second,
                port: (port % topology.ports) as u8,
            }
        };
        Places {
            switches: (0..topology.switches)
                .map(|switch| place(switch * topology.ports))
                .collect(),
            endpoints: topology.endpoints.iter().map(|&port| place(port)).collect(),
        }
    }
}
