//! XY on a mesh: first along the row to the right column, then along the column. Free of deadlock,
//! because no turn leads from a column back into a row (Dally and Seitz 1987).

use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;
use std::hint::select_unpredictable;

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
        // Traffic turns anywhere, so branches would be guessed wrongly.
        let select = select_unpredictable::<usize>;
        let along_row = select(there.column > here.column, EAST, WEST);
        let along_column = select(there.row > here.row, SOUTH, NORTH);
        let in_column = select(there.row != here.row, along_column, there.port as usize);
        select(there.column != here.column, along_row, in_column)
    }
}
