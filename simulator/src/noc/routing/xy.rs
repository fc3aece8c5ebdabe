//! XY on a mesh: first along the row to the right column, then along the column. Free of deadlock,
//! because no turn leads from a column back into a row (Dally and Seitz 1987).

use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;

#[derive(Debug, Clone, Copy)]
struct Place {
    column: u8,
    row: u8,
    /// For an endpoint, its port there.
    port: u8,
}

#[derive(Debug, Clone)]
pub struct Xy {
    switches: Vec<Place>,
    endpoints: Vec<Place>,
}

impl Xy {
    /// For a mesh of so many columns (at most 256).
    pub fn new(topology: &Topology, columns: usize) -> Xy {
        let place = |port: usize| Place {
            column: (port / topology.ports % columns) as u8,
            row: (port / topology.ports / columns) as u8,
            port: (port % topology.ports) as u8,
        };
        Xy {
            switches: (0..topology.switches)
                .map(|s| place(s * topology.ports))
                .collect(),
            endpoints: topology.endpoints.iter().map(|&port| place(port)).collect(),
        }
    }

    /// The port of `switch` on which a packet to `target`, an endpoint, leaves it.
    #[inline]
    pub fn port(&self, switch: usize, target: usize) -> usize {
        let (here, there) = (self.switches[switch], self.endpoints[target]);
        if there.column != here.column {
            if there.column > here.column {
                EAST
            } else {
                WEST
            }
        } else if there.row != here.row {
            if there.row > here.row {
                SOUTH
            } else {
                NORTH
            }
        } else {
            there.port as usize
        }
    }
}
