//! Dimension order on a mesh: first along one dimension to the right place, then along the other.
//! Free of deadlock, because no turn leads back into the first dimension (Dally and Seitz 1987).

use super::places::{Place, Places};
use crate::config;
use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;
use std::hint::select_unpredictable;

/// The two ports along a dimension.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ports {
    /// Towards higher columns or rows.
    pub up: usize,
    pub down: usize,
}

/// The ports along the first and the second dimension.
pub(super) fn ports(order: config::Routing) -> [Ports; 2] {
    let along_row = Ports {
        up: EAST,
        down: WEST,
    };
    let along_column = Ports {
        up: SOUTH,
        down: NORTH,
    };
    match order {
        config::Routing::Xy => [along_row, along_column],
        config::Routing::Yx => [along_column, along_row],
    }
}

#[derive(Debug, Clone)]
pub struct Mesh {
    places: Places,
    first: Ports,
    second: Ports,
}

impl Mesh {
    /// For a mesh of so many columns (at most 256).
    pub fn new(topology: &Topology, columns: usize, order: config::Routing) -> Mesh {
        let [first, second] = ports(order);
        Mesh {
            places: Places::new(topology, columns, order),
            first,
            second,
        }
    }

    /// The port of `switch` on which a packet to `target`, an endpoint, leaves it.
    #[inline]
    pub fn port(&self, switch: usize, target: usize) -> usize {
        let here: Place = self.places.switches[switch];
        let there = self.places.endpoints[target];
        // Traffic turns anywhere, so branches would be guessed wrongly.
        let select = select_unpredictable::<usize>;
        let first = select(there.first > here.first, self.first.up, self.first.down);
        let second = select(there.second > here.second, self.second.up, self.second.down);
        let then = select(there.second != here.second, second, there.port as usize);
        select(there.first != here.first, first, then)
    }
}
