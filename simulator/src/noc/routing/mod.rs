//! Routing: the output port on which a packet leaves a router. Each rule has its own file.

mod coordinates;
pub mod dependencies;
pub mod mesh;
pub mod table;
pub mod torus;
pub mod up_down;

use super::topology::Topology;
use crate::config::{self, ChipConfig, Drawn};
use mesh::Mesh;
use table::Table;
use torus::Torus;
use up_down::up_down;

/// The rule of a network.
#[derive(Debug, Clone)]
pub enum Routing {
    Xy(Mesh<true>),
    Yx(Mesh<false>),
    Torus(Torus),
    Table(Table),
}

impl Routing {
    /// What a checked chip file says, for the topology that it says.
    pub fn of(chip: &ChipConfig, topology: &Topology) -> Routing {
        let order = chip.network.routing;
        let (columns, rows) = chip.grid().unwrap_or_default();
        let (columns, rows) = (columns as usize, rows as usize);
        match (&chip.drawn, chip.network.topology) {
            (Some(drawn), _) => Routing::drawn(topology, drawn),
            (None, config::Topology::Torus) => {
                Routing::Torus(Torus::new(topology, (columns, rows), order))
            }
            (None, _) if order == config::Routing::Xy => Routing::Xy(Mesh::new(topology, columns)),
            (None, _) => Routing::Yx(Mesh::new(topology, columns)),
        }
    }

    /// The routes of a drawn chip: as given, or else computed.
    pub fn drawn(topology: &Topology, drawn: &Drawn) -> Routing {
        Routing::Table(if drawn.routes.is_empty() {
            Table::new(topology, &up_down(drawn.switches, &drawn.links))
        } else {
            Table::new(topology, &drawn.routes)
        })
    }

    /// Virtual channels of each class that it takes to be free of deadlock.
    pub fn channels_per_class(&self) -> usize {
        match self {
            Routing::Torus(_) => 2,
            _ => 1,
        }
    }

    /// The port of `router` on which a packet to `target`, an endpoint, leaves it.
    pub fn port(&self, router: usize, target: usize) -> usize {
        self.route(router, target).0
    }

    /// The same, and the virtual channel of the packet's class behind the port: 0, unless it lies
    /// along a ring of a torus.
    #[inline(never)]
    pub fn route(&self, router: usize, target: usize) -> (usize, usize) {
        match self {
            Routing::Xy(mesh) => (mesh.port(router, target), 0),
            Routing::Yx(mesh) => (mesh.port(router, target), 0),
            Routing::Torus(torus) => torus.route(router, target),
            Routing::Table(table) => (table.port(router, target), 0),
        }
    }
}
