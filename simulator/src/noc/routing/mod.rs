//! Routing: the output port by which a packet leaves a router.

pub mod adaptive;
mod coordinates;
pub mod dependencies;
pub mod mesh;
pub mod middle;
pub mod minimal;
pub mod o1turn;
pub mod table;
pub mod torus;
pub mod up_down;

use super::topology::Topology;
use super::Rectangle;
use super::{DimensionOrder, Graph, Parameters, Shape};
use adaptive::Adaptive;
use mesh::Mesh;
use middle::ByMiddle;
use minimal::Minimal;
use o1turn::O1Turn;
use table::Table;
use torus::Torus;
use up_down::up_down;

/// What determines the route of a packet that has come to a router.
#[derive(Debug, Clone, Copy)]
pub struct At {
    pub router: usize,
    /// The port by which the packet has come in.
    pub from: usize,
    /// The group of virtual channels in which the packet has come in.
    pub group: usize,
    /// The endpoint to which the packet goes.
    pub target: usize,
    /// If the packet must still reach an intermediate router (`routing::middle`), the tile at that
    /// router.
    pub middle: Option<usize>,
}

/// The ports and virtual channels by which a packet may leave a router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ways {
    /// The two ports by which the packet may leave. They are equal if the packet has no choice.
    pub ports: [usize; 2],
    /// The group of virtual channels that the packet may use at these ports.
    pub group: usize,
    /// The escape port, and the group of virtual channels to use there. If no channel of `ports` is
    /// free, the packet waits for an escape channel.
    pub escape: Option<(usize, usize)>,
    /// If the packet must still reach an intermediate router after this one, the tile at that
    /// router.
    pub middle: Option<usize>,
}

/// The routing algorithm of a network.
#[derive(Debug, Clone)]
pub enum Routing {
    Xy(Mesh<true>),
    Yx(Mesh<false>),
    Torus(Torus),
    Table(Table),
    O1Turn(O1Turn),
    Adaptive(Adaptive),
    Minimal(Minimal),
    ByMiddle(ByMiddle),
}

impl Routing {
    /// The routing algorithm that `parameters` select, for a topology that has been made from them.
    pub fn of(parameters: &Parameters, topology: &Topology) -> Routing {
        match parameters.shape {
            Shape::Drawn(ref graph) => Routing::drawn(topology, graph),
            Shape::Torus {
                columns,
                rows,
                order,
            } => Routing::of_grid(topology, (columns, rows), true, order),
            Shape::Mesh {
                columns,
                rows,
                order,
            } => Routing::of_grid(topology, (columns, rows), false, order),
        }
    }

    fn of_grid(
        topology: &Topology,
        size: (usize, usize),
        is_torus: bool,
        order: DimensionOrder,
    ) -> Routing {
        use DimensionOrder::*;
        let rows_first = || Routing::of_grid(topology, size, is_torus, Xy);
        match order {
            Minimal => Routing::Minimal(minimal::Minimal::new(
                topology,
                size,
                is_torus,
                rows_first(),
            )),
            Valiant | Romm => Routing::ByMiddle(ByMiddle::new(
                topology,
                size,
                is_torus,
                order == Romm,
                rows_first(),
            )),
            _ if is_torus => Routing::Torus(Torus::new(topology, size, order)),
            Xy => Routing::Xy(Mesh::new(topology, size.0)),
            Yx => Routing::Yx(Mesh::new(topology, size.0)),
            O1turn => Routing::O1Turn(O1Turn::new(topology, size.0)),
            WestFirst | OddEven => Routing::Adaptive(
                Adaptive::of(order, topology, size.0).expect("all others are in other arms"),
            ),
        }
    }

    /// The routes of a graph: those that the graph lists, or up*/down* routes if it lists none.
    pub fn drawn(topology: &Topology, graph: &Graph) -> Routing {
        Routing::Table(if graph.routes.is_empty() {
            Table::new(topology, &up_down(graph.routers, &graph.links), &[])
        } else {
            Table::new(topology, &graph.routes, &graph.channels)
        })
    }

    /// The number of virtual channels that each traffic class needs for the routing to be free of
    /// deadlock. If a class has more, its channels form this number of groups, and the channels in
    /// a group are equivalent.
    pub fn channels_per_class(&self) -> usize {
        match self {
            Routing::Torus(_) | Routing::O1Turn(_) => 2,
            Routing::Table(table) => table.channels(),
            Routing::Minimal(minimal) => minimal.group + 1,
            Routing::ByMiddle(middle) => 2 * middle.leg.channels_per_class(),
            _ => 1,
        }
    }

    /// Whether each traffic class may have this many virtual channels. There must be at least one
    /// for each group, and groups must be of equal size. With minimal routing they may differ in
    /// size: each escape channel is a group, and all other channels form the last group.
    pub fn can_have(&self, channels: usize) -> bool {
        let groups = self.channels_per_class();
        let divides = channels.is_multiple_of(groups) || matches!(self, Routing::Minimal(_));
        channels >= groups && divides
    }

    /// The first virtual channel of a group, and the number of channels in the group. `channels` is
    /// the number of virtual channels of each traffic class.
    pub fn channels(&self, group: usize, channels: usize) -> (usize, usize) {
        let groups = self.channels_per_class();
        match self {
            Routing::Minimal(_) if group + 1 < groups => (group, 1),
            Routing::Minimal(_) => (group, channels - group),
            _ => (group * (channels / groups), channels / groups),
        }
    }

    /// The group to which a virtual channel belongs. `channels` is the number of virtual channels
    /// of each traffic class.
    pub fn group(&self, channel: usize, channels: usize) -> usize {
        let groups = self.channels_per_class();
        match self {
            Routing::Minimal(_) => channel.min(groups - 1),
            _ => channel / (channels / groups),
        }
    }

    /// Whether heads choose among ports or among the virtual channels of a group, or packets go by
    /// way of a random router. `channels` is the number of virtual channels of each traffic class.
    pub fn has_choice(&self, channels: usize) -> bool {
        use Routing::*;
        channels > self.channels_per_class()
            || matches!(self, Adaptive(_) | Minimal(_) | ByMiddle(_))
    }

    /// The group of virtual channels in which the packets of an endpoint start.
    pub fn first_group(&self, endpoint: usize) -> usize {
        match self {
            Routing::O1Turn(o1turn) => o1turn.channel(endpoint),
            _ => 0,
        }
    }

    /// Whether the route of a packet depends only on its target and on the router where it is.
    pub fn is_by_target(&self) -> bool {
        use Routing::*;
        !matches!(self, O1Turn(_) | Adaptive(_) | Minimal(_) | ByMiddle(_))
    }

    /// The ports (a bit for each) by which a multicast leaves a router. It has entered the router
    /// by port `from`. Copies reach each tile of the rectangle once, each along the route of a
    /// packet to that tile alone.
    pub fn branches(&self, router: usize, from: usize, to: Rectangle) -> u8 {
        match self {
            Routing::Xy(mesh) => mesh.branches(router, from, to.columns(), to.rows()),
            Routing::Yx(mesh) => mesh.branches(router, from, to.rows(), to.columns()),
            _ => unreachable!("multicasts have routes in dimension order"),
        }
    }

    /// The ports and virtual channels by which a packet may leave its router.
    pub fn ways(&self, at: At) -> Ways {
        let At { router, target, .. } = at;
        let (ports, group, escape, middle) = match self {
            Routing::Adaptive(adaptive) => (adaptive.ports(router, at.from, target), 0, None, None),
            Routing::Minimal(minimal) => {
                let escape = minimal.escape.route(router, target, 0);
                let ports = minimal.ports(router, target);
                (ports, minimal.group, Some(escape), None)
            }
            Routing::ByMiddle(by_middle) => {
                let (port, group, middle) = by_middle.route(router, target, at.middle);
                ([port; 2], group, None, middle)
            }
            _ => {
                let (port, group) = self.route(router, target, at.group);
                ([port; 2], group, None, None)
            }
        };
        Ways {
            ports,
            group,
            escape,
            middle,
        }
    }

    /// The port by which a packet to endpoint `target` leaves `router`, and the group of virtual
    /// channels that it then uses. The group is 0 if the routes need only one. `channel` is the
    /// group in which the packet arrived.
    #[inline(never)]
    pub fn route(&self, router: usize, target: usize, channel: usize) -> (usize, usize) {
        match self {
            Routing::Xy(mesh) => (mesh.port(router, target), 0),
            Routing::Yx(mesh) => (mesh.port(router, target), 0),
            Routing::Torus(torus) => torus.route(router, target),
            Routing::Table(table) => (table.port(router, target), table.channel(router, target)),
            Routing::O1Turn(o1turn) => o1turn.route(router, target, channel),
            Routing::Adaptive(_) | Routing::Minimal(_) | Routing::ByMiddle(_) => {
                unreachable!("heads choose, in `Network::choose`")
            }
        }
    }
}
