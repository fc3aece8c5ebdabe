//! Routing: the output port by which a packet leaves a router.

mod coordinates;
pub mod dependencies;
pub mod mesh;
pub mod table;
pub mod torus;
pub mod up_down;

use super::topology::Topology;
use super::{DimensionOrder, Graph, Parameters, Shape};
use mesh::Mesh;
use table::Table;
use torus::Torus;
use up_down::up_down;

/// The routing rule of a network.
#[derive(Debug, Clone)]
pub enum Routing {
    Xy(Mesh<true>),
    Yx(Mesh<false>),
    Torus(Torus),
    Table(Table),
}

impl Routing {
    /// The routing for a topology that was made from the same parameters.
    pub fn of(parameters: &Parameters, topology: &Topology) -> Routing {
        match parameters.shape {
            Shape::Drawn(ref graph) => Routing::drawn(topology, graph),
            Shape::Torus {
                columns,
                rows,
                order,
            } => Routing::Torus(Torus::new(topology, (columns, rows), order)),
            Shape::Mesh { columns, order, .. } => match order {
                DimensionOrder::Xy => Routing::Xy(Mesh::new(topology, columns)),
                DimensionOrder::Yx => Routing::Yx(Mesh::new(topology, columns)),
            },
        }
    }

    /// The routes of a graph: the given ones, or, without these, computed ones.
    pub fn drawn(topology: &Topology, graph: &Graph) -> Routing {
        Routing::Table(if graph.routes.is_empty() {
            Table::new(topology, &up_down(graph.routers, &graph.links))
        } else {
            Table::new(topology, &graph.routes)
        })
    }

    /// Virtual channels of each class that the rule needs to be free of deadlock.
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

    /// The port of `router` on which a packet to `target` leaves it, and the virtual channel of the
    /// packet's class behind that port: 0, unless the port lies along a ring of a torus.
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
