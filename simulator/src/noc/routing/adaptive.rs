//! Adaptive routing on a mesh: a packet's head chooses among the ports that lead nearer to the
//! target. A turn model forbids some turns, so that no circle can be formed from the other turns.
//! Such routing needs no additional virtual channel.
//!
//! Packets from one endpoint to another may overtake each other.

use super::coordinates::Positions;
use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;
use std::hint::select_unpredictable;

/// The turn model: which turns packets must not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turns {
    /// Turns to the west are forbidden: a packet goes west first (Glass and Ni 1992).
    WestFirst,
    /// In even columns, turns from east to north or south are forbidden. In odd columns, turns from
    /// north or south to west are forbidden (Chiu 2000).
    OddEven,
}

#[derive(Debug, Clone)]
pub struct Adaptive {
    turns: Turns,
    positions: Positions,
}

impl Adaptive {
    /// Adaptive routing on a mesh of at most 256 columns; none if `order` is not a turn model.
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

    /// The two ports by which a packet to endpoint `target` may leave `router`. The packet has
    /// entered by port `from`. The two ports are equal if the packet has no choice.
    #[inline(always)]
    pub fn ports(&self, router: usize, from: usize, target: usize) -> [usize; 2] {
        let (here, there) = (
            self.positions.routers[router],
            self.positions.endpoints[target],
        );
        let (column, to) = (here.first, there.first);
        let (east, in_row) = (to > column, there.second == here.second);
        let is_odd = |column: u8| column % 2 == 1;
        // Heads go in any direction, so the host would often mispredict branches.
        let (may_go_across, may_go_along) = match self.turns {
            Turns::WestFirst => (true, east),
            // A packet that has come in by port WEST goes east, and may turn only in odd columns.
            Turns::OddEven => (
                !east | in_row | is_odd(to) | (to.wrapping_sub(column) > 1),
                (east & (is_odd(column) | (from != WEST))) | (!east & !is_odd(column)),
            ),
        };
        let may_go_along = may_go_along & !in_row;
        let select = select_unpredictable::<usize>;
        let across = select(east, EAST, WEST);
        let along = select(there.second > here.second, SOUTH, NORTH);
        let only = select(in_row, there.port.into(), along);
        let one = select(may_go_across | !may_go_along, across, along);
        let one = select(to == column, only, one);
        [one, select((to != column) & may_go_along, along, one)]
    }
}
