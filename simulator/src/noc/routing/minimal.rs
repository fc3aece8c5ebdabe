//! Minimal adaptive routing on a mesh or torus. A packet's head chooses among all ports that lead
//! nearer to the target, in *adaptive* virtual channels. If no adaptive channel is free, the head
//! waits for an *escape* channel of dimension-order routing (Duato 1993).
//!
//! Packets do not deadlock if two conditions hold: the extended dependencies of the escape channels
//! form no circle (`routing::dependencies`), and no packet keeps an escape channel while it waits
//! behind another packet in an adaptive channel. To satisfy the second condition, a packet takes an
//! adaptive channel only if the channel's buffer is empty, or has free slots for all flits of the
//! packet (Ma, Enright Jerger and Wang 2012).
//!
//! Packets from one endpoint to another may overtake each other.

use super::coordinates::Positions;
use super::torus::step;
use super::Routing;
use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;
use std::hint::select_unpredictable;

#[derive(Debug, Clone)]
pub struct Minimal {
    positions: Positions,
    /// Number of columns and rows of a torus. None on a mesh.
    rings: Option<(u8, u8)>,
    pub escape: Box<Routing>,
    /// The group of adaptive channels.
    pub group: usize,
}

impl Minimal {
    /// Routing on a grid of at most 255 columns and rows. `escape` has the routes in the escape
    /// channels.
    pub fn new(
        topology: &Topology,
        (columns, rows): (usize, usize),
        is_torus: bool,
        escape: Routing,
    ) -> Minimal {
        Minimal {
            positions: Positions::new(topology, columns, DimensionOrder::Xy),
            rings: is_torus.then_some((columns as u8, rows as u8)),
            group: escape.channels_per_class(),
            escape: Box::new(escape),
        }
    }

    /// The two ports of `router` that lead nearer to endpoint `target`. They are equal if there is
    /// only one such port.
    #[inline(always)]
    pub fn ports(&self, router: usize, target: usize) -> [usize; 2] {
        let here = self.positions.routers[router];
        let there = self.positions.endpoints[target];
        let (goes_east, goes_south) = match self.rings {
            None => (there.first > here.first, there.second > here.second),
            Some((columns, rows)) => (
                step(here.first, there.first, columns).up,
                step(here.second, there.second, rows).up,
            ),
        };
        // Heads go in any direction, so the host would often mispredict a branch.
        let select = select_unpredictable::<usize>;
        let across = select(goes_east, EAST, WEST);
        let along = select(goes_south, SOUTH, NORTH);
        let in_row = here.second == there.second;
        let in_column = select(in_row, there.port.into(), along);
        let one = select(here.first == there.first, in_column, across);
        [one, select(in_row, one, along)]
    }

    /// The escape channel for a packet to endpoint `target`, at the end of the link that
    /// dimension-order routing uses.
    #[inline(always)]
    pub fn escape_channel(&self, router: usize, target: usize) -> usize {
        match self.rings {
            None => 0,
            Some(_) => self.escape.route(router, target, 0).1,
        }
    }
}
