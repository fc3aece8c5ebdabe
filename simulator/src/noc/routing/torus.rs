//! Dimension-order routing on a torus: a packet goes along one dimension to the right column or
//! row, in the shorter direction, then along the other dimension.
//!
//! On a ring of links, packets could wait for each other in a circle. To prevent this, every link
//! has two virtual channels (Dally and Seitz 1987, section 4.2). The dateline is the link between
//! the highest coordinate and 0. A packet that must still pass the dateline waits for channel 0,
//! any other packet for channel 1. So packets in channel 0 wait for each other only up to the
//! dateline, and then for channel 1. Packets in channel 1 wait for each other only up to the end of
//! the ring. This excludes a circle.

use super::coordinates::Positions;
use super::mesh::{ports, Ports};
use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;

/// A step along a ring of routers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Whether the step leads to the next higher coordinate (or from the highest one to 0).
    pub up: bool,
    /// The virtual channel at the end of the link.
    pub channel: usize,
}

/// The first step from one coordinate to another, in a ring of `size` routers. If both directions
/// are equally long, packets from even coordinates go up and packets from odd coordinates go down,
/// so that both directions carry equal loads. After its first step, a packet keeps its direction,
/// because that direction is then the shorter one.
pub fn step(from: u8, to: u8, size: u8) -> Step {
    let (high, low) = (from.max(to), from.min(to));
    let (direct, around) = (high - low, size - (high - low));
    let goes_around = match direct.cmp(&around) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => (to > from) != from.is_multiple_of(2),
    };
    Step {
        up: (to > from) != goes_around,
        channel: usize::from(!goes_around),
    }
}

#[derive(Debug, Clone)]
pub struct Torus {
    positions: Positions,
    /// For the first and the second dimension, the ports and the size of the rings.
    dimensions: [(Ports, u8); 2],
}

impl Torus {
    /// Routing on a torus of at most 255 columns and rows.
    pub fn new(
        topology: &Topology,
        (columns, rows): (usize, usize),
        order: DimensionOrder,
    ) -> Torus {
        let [first, second] = ports(order);
        let (columns, rows) = (columns as u8, rows as u8);
        let sizes = match order {
            DimensionOrder::Yx => [rows, columns],
            _ => [columns, rows],
        };
        Torus {
            positions: Positions::new(topology, columns as usize, order),
            dimensions: [(first, sizes[0]), (second, sizes[1])],
        }
    }

    /// The port by which a packet to endpoint `target` leaves `router`, and the virtual channel at
    /// the end of the link.
    #[inline]
    pub fn route(&self, router: usize, target: usize) -> (usize, usize) {
        let here = self.positions.routers[router];
        let there = self.positions.endpoints[target];
        let along = |dimension: usize, from: u8, to: u8| {
            let (ports, size) = self.dimensions[dimension];
            let step = step(from, to, size);
            (if step.up { ports.up } else { ports.down }, step.channel)
        };
        if here.first != there.first {
            along(0, here.first, there.first)
        } else if here.second != there.second {
            along(1, here.second, there.second)
        } else {
            (there.port as usize, 0)
        }
    }
}
