//! Routing: the output port by which a packet leaves a router.

pub mod adaptive;
mod coordinates;
pub mod dependencies;
pub mod mesh;
pub mod o1turn;
pub mod table;
pub mod torus;
pub mod up_down;

use super::topology::Topology;
use super::{DimensionOrder, Graph, Parameters, Shape};
use adaptive::Adaptive;
use mesh::Mesh;
use o1turn::O1Turn;
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
    O1Turn(O1Turn),
    Adaptive(Adaptive),
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
                DimensionOrder::O1turn => Routing::O1Turn(O1Turn::new(topology, columns)),
                adaptive => Routing::Adaptive(
                    Adaptive::of(adaptive, topology, columns).expect("all others are above"),
                ),
            },
        }
    }

    /// The routes of a graph: the given ones, or, without these, computed ones.
    pub fn drawn(topology: &Topology, graph: &Graph) -> Routing {
        Routing::Table(if graph.routes.is_empty() {
            Table::new(topology, &up_down(graph.routers, &graph.links), &[])
        } else {
            Table::new(topology, &graph.routes, &graph.channels)
        })
    }

    /// Virtual channels of each class that the rule needs to be free of deadlock.
    pub fn channels_per_class(&self) -> usize {
        match self {
            Routing::Torus(_) | Routing::O1Turn(_) => 2,
            Routing::Table(table) => table.channels(),
            _ => 1,
        }
    }

    /// The virtual channel of each class in which an endpoint hands its packets over.
    pub fn first_channel(&self, endpoint: usize) -> usize {
        match self {
            Routing::O1Turn(o1turn) => o1turn.channel(endpoint),
            _ => 0,
        }
    }

    /// Whether the route of a packet depends only on its target and on the router where it is.
    pub fn is_by_target(&self) -> bool {
        !matches!(self, Routing::O1Turn(_) | Routing::Adaptive(_))
    }

    /// The ports by which a packet to `target` may leave `router`, if it has come in by the port
    /// `from`; none if it has no choice.
    pub fn choices(&self, router: usize, from: usize, target: usize) -> Option<[usize; 2]> {
        match self {
            Routing::Adaptive(adaptive) => Some(adaptive.ports(router, from, target)),
            _ => None,
        }
    }

    /// The port of `router` on which a packet to `target`, an endpoint, leaves it if it is there in
    /// this virtual channel of its class, and the virtual channel behind that port: 0, unless the
    /// routes need several.
    #[inline(never)]
    pub fn route(&self, router: usize, target: usize, channel: usize) -> (usize, usize) {
        match self {
            Routing::Xy(mesh) => (mesh.port(router, target), 0),
            Routing::Yx(mesh) => (mesh.port(router, target), 0),
            Routing::Torus(torus) => torus.route(router, target),
            Routing::Table(table) => (table.port(router, target), table.channel(router, target)),
            Routing::O1Turn(o1turn) => o1turn.route(router, target, channel),
            Routing::Adaptive(_) => unreachable!("heads choose, in `Network::choose`"),
        }
    }
}
