//! Minimal adaptive routing on a mesh or torus: a packet's head chooses among all ports that lead
//! nearer to the target, in *adaptive* virtual channels, and waits for an *escape* channel of
//! dimension-order routing if none of these is free (Duato 1993).
//!
//! Packets cannot wait for each other for ever if the extended dependencies of the escape channels
//! have no circle (`routing::dependencies`), and if no packet keeps an escape channel while it
//! waits behind another packet in an adaptive one. So a packet takes an adaptive channel only if it
//! finds room for all its flits there (Ma, Enright Jerger and Wang 2012), or an empty buffer.
//!
//! Packets from one endpoint to another may overtake each other.

use super::coordinates::Positions;
use super::torus::step;
use super::Routing;
use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};
use crate::noc::topology::Topology;
use crate::noc::DimensionOrder;

#[derive(Debug, Clone)]
pub struct Minimal {
    positions: Positions,
    /// Columns and rows of a torus; none on a mesh.
    rings: Option<(u8, u8)>,
    pub escape: Box<Routing>,
}

impl Minimal {
    /// Routing on a grid of at most 255 columns and rows, with these routes of escape channels.
    pub fn new(
        topology: &Topology,
        (columns, rows): (usize, usize),
        is_torus: bool,
        escape: Routing,
    ) -> Minimal {
        Minimal {
            positions: Positions::new(topology, columns, DimensionOrder::Xy),
            rings: is_torus.then_some((columns as u8, rows as u8)),
            escape: Box::new(escape),
        }
    }

    /// The ports of `router` that lead nearer to `target`, an endpoint. If there is only one, both
    /// are the same.
    pub fn ports(&self, router: usize, target: usize) -> [usize; 2] {
        let here = self.positions.routers[router];
        let there = self.positions.endpoints[target];
        let goes_up = |from: u8, to: u8, ring: Option<u8>| match ring {
            Some(size) => step(from, to, size).up,
            None => to > from,
        };
        let across = || match goes_up(here.first, there.first, self.rings.map(|rings| rings.0)) {
            true => EAST,
            false => WEST,
        };
        let along = || match goes_up(here.second, there.second, self.rings.map(|rings| rings.1)) {
            true => SOUTH,
            false => NORTH,
        };
        match (here.first != there.first, here.second != there.second) {
            (true, true) => [across(), along()],
            (true, false) => [across(); 2],
            (false, true) => [along(); 2],
            (false, false) => [there.port.into(); 2],
        }
    }
}
