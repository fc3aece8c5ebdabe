//! Dimension-order routing on a mesh: a packet goes along one dimension to the right column or row,
//! then along the other dimension. This routing is free of deadlock because no turn leads back into
//! the first dimension (Dally and Seitz 1987).

use super::coordinates::Positions;
use crate::noc::topology::mesh::{EAST, LOCAL, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;
use std::hint::select_unpredictable;

/// The two ports along one dimension of the mesh.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ports {
    /// `up` is the port towards higher columns or rows, `down` the port towards lower ones.
    pub up: usize,
    pub down: usize,
}

/// The ports along the first dimension that packets travel, and along the second one.
pub(super) const fn ports(order: DimensionOrder) -> [Ports; 2] {
    let along_row = Ports {
        up: EAST,
        down: WEST,
    };
    let along_column = Ports {
        up: SOUTH,
        down: NORTH,
    };
    match order {
        DimensionOrder::Yx => [along_column, along_row],
        _ => [along_row, along_column],
    }
}

/// Dimension-order routing on a mesh. If `ROWS_FIRST` is true, packets go along rows first,
/// otherwise along columns first. It is a constant so that the compiler can evaluate tests of it.
#[derive(Debug, Clone)]
pub struct Mesh<const ROWS_FIRST: bool> {
    positions: Positions,
}

impl<const ROWS_FIRST: bool> Mesh<ROWS_FIRST> {
    const ORDER: DimensionOrder = match ROWS_FIRST {
        true => DimensionOrder::Xy,
        false => DimensionOrder::Yx,
    };
    const PORTS: [Ports; 2] = ports(Self::ORDER);

    /// Routing on a mesh of at most 256 columns.
    pub fn new(topology: &Topology, columns: usize) -> Self {
        Mesh {
            positions: Positions::new(topology, columns, Self::ORDER),
        }
    }

    /// The port by which a packet to endpoint `target` leaves `router`.
    #[inline]
    pub fn port(&self, router: usize, target: usize) -> usize {
        let [first, second] = Self::PORTS;
        let (here, there) = (
            self.positions.routers[router],
            self.positions.endpoints[target],
        );
        // Packets may turn at any router, so the host would often mispredict a branch.
        let select = select_unpredictable::<usize>;
        let along_first = select(there.first > here.first, first.up, first.down);
        let along_second = select(there.second > here.second, second.up, second.down);
        let in_line = select(
            there.second != here.second,
            along_second,
            there.port as usize,
        );
        select(there.first != here.first, along_first, in_line)
    }

    /// The ports (a bit for each) by which a packet leaves `router` on its way to all tiles in a
    /// rectangle. `firsts` contains the lowest and the highest coordinate of the rectangle in the
    /// first dimension, `seconds` those in the second dimension. The packet has entered by port
    /// `from`, and does not turn back.
    pub fn branches(&self, router: usize, from: usize, firsts: [u8; 2], seconds: [u8; 2]) -> u8 {
        let [first, second] = Self::PORTS;
        let here = self.positions.routers[router];
        let along = |ports: Ports, here: u8, [least, most]: [u8; 2]| {
            u8::from(here < most && from != ports.up) << ports.up
                | u8::from(here > least && from != ports.down) << ports.down
        };
        let is_in = |here: u8, [least, most]: [u8; 2]| (least..=most).contains(&here);
        let mut branches = 0;
        if from != second.up && from != second.down {
            branches |= along(first, here.first, firsts);
        }
        if is_in(here.first, firsts) {
            branches |= along(second, here.second, seconds);
            branches |= u8::from(is_in(here.second, seconds)) << LOCAL;
        }
        branches
    }
}
