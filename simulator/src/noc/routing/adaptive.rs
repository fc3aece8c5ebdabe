//! Adaptive routing on a mesh: a packet's head chooses among the ports that lead nearer to the
//! target. Some turns are forbidden, so that the others close no circle. These turn models need no
//! further virtual channel.
//!
//! Packets from one endpoint to another may overtake each other.

use super::coordinates::Positions;
use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;

/// The turns that packets do not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turns {
    /// Turns to the west are forbidden: a packet goes west first (Glass and Ni 1992).
    WestFirst,
    /// Turns from east to north or south are forbidden in even columns, and turns from there to
    /// west in odd ones (Chiu 2000).
    OddEven,
}

#[derive(Debug, Clone)]
pub struct Adaptive {
    turns: Turns,
    positions: Positions,
}

impl Adaptive {
    /// The routing of this name on a mesh of at most 256 columns, if it is adaptive.
    pub fn of(order: DimensionOrder, topology: &Topology, columns: usize) -> Option<Adaptive> {
        Some(Adaptive {
            turns: match order {
                DimensionOrder::WestFirst => Turns::WestFirst,
                DimensionOrder::OddEven => Turns::OddEven,
                _ => return None,
            },
            positions: Positions::new(topology, columns, DimensionOrder::Xy),
        })
    }

    /// The ports by which a packet to `target`, an endpoint, may leave `router` if it has come by
    /// the port `from`. If the packet has no choice, both are the same.
    pub fn ports(&self, router: usize, from: usize, target: usize) -> [usize; 2] {
        let (here, there) = (
            self.positions.routers[router],
            self.positions.endpoints[target],
        );
        let (column, to) = (here.first, there.first);
        let along = if there.second > here.second {
            SOUTH
        } else {
            NORTH
        };
        let (in_column, in_row) = (to == column, there.second == here.second);
        if in_column {
            let only = if in_row { there.port.into() } else { along };
            return [only; 2];
        }
        let across = if to > column { EAST } else { WEST };
        let is_odd = |column: u8| column % 2 == 1;
        let (may_go_across, may_go_along) = match (self.turns, to > column) {
            (Turns::WestFirst, east) => (true, east),
            // A packet that goes east has come in from the west.
            (Turns::OddEven, true) => (
                in_row || is_odd(to) || to - column > 1,
                is_odd(column) || from != WEST,
            ),
            (Turns::OddEven, false) => (true, !is_odd(column)),
        };
        match (may_go_across, may_go_along && !in_row) {
            (true, true) => [across, along],
            (false, true) => [along; 2],
            _ => [across; 2],
        }
    }
}
