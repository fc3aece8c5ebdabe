//! The parameters of a network. Times are in cycles.

use crate::words::words;

/// How routers are connected, and how packets find their routes.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Mesh {
        columns: usize,
        rows: usize,
        order: DimensionOrder,
    },
    Torus {
        columns: usize,
        rows: usize,
        order: DimensionOrder,
    },
    Drawn(Graph),
}

/// Routers and links that are connected arbitrarily.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    pub routers: u32,
    /// The router of each tile.
    pub tiles: Vec<u32>,
    /// Links: pairs of routers that are connected in both directions.
    pub links: Vec<[u32; 2]>,
    /// The routes: `routes[a][b]` is the next router on the way from router a to router b. Empty if
    /// the network computes the routes.
    pub routes: Vec<Vec<u32>>,
    /// The virtual channels: a packet in router a to router b enters virtual channel
    /// `channels[a][b]` of the next router. Empty if all of them are 0.
    pub channels: Vec<Vec<u8>>,
}

/// A link between two routers whose times differ from those of the other links. It has these times,
/// in cycles, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherLink {
    pub routers: [u32; 2],
    /// Cycles until the first part of a flit has passed the link.
    pub delay: u32,
    /// Cycles until the sender knows of a freed slot.
    pub credit: u32,
    /// Number of cycles for which one flit occupies the link.
    pub flit_cycles: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    pub shape: Shape,
    /// Links for which `link` and `credit` do not apply. Each link is in the list at most once.
    pub links: Vec<OtherLink>,
    /// For each further endpoint, its router. Further endpoints are memory controllers, then
    /// additional interfaces of tiles. Their numbers follow those of the tiles.
    pub further: Vec<u32>,
    /// Number of cycles that a flit takes through a router (`router`) and along a link (`link`).
    pub router: u32,
    pub link: u32,
    /// Cycles until the sender knows of a freed slot.
    pub credit: u32,
    /// Number of cycles that a flit takes through a network interface, in each direction.
    pub delay: u32,
    /// Slots of each buffer.
    pub buffer_flits: u32,
    /// Priority levels: 1, 2, 4 or 8.
    pub levels: u32,
    pub buffers: LevelBuffers,
    /// Number of virtual channels of each traffic class. 0 means as many as the routes need.
    pub channels: u32,
    pub arbiter: ArbiterPolicy,
    pub circuits: Circuits,
    /// Whether a packet that opens a circuit waits in its buffer if another circuit holds its
    /// output. Otherwise the packet is refused.
    pub queue: bool,
    /// Whether packets may go to rectangles of tiles. This requires a single physical network, a
    /// mesh on which the route of a packet depends only on its target, and only one traffic class
    /// in addition to that of circuits.
    pub multicast: bool,
    /// Number of physical networks: 1, or 2 if control and data have separate networks.
    pub networks: u32,
}

words! {
    LevelBuffers {
        /// All levels share one buffer at each input, as in section III of the paper QM and section
        /// IV of the paper CL (`docs/papers.md`).
        Shared = "shared",
        /// Each level has a separate buffer at each input.
        PerLevel = "per_level",
    }

    ArbiterPolicy {
        RoundRobin = "round_robin",
        /// Among the inputs that request an output, the port with the lowest number goes first. The
        /// tile's own port has the lowest number.
        Fixed = "fixed",
    }

    Multicast {
        /// Each packet has one target.
        None = "none",
        /// A packet may go to all tiles in a rectangle of the mesh.
        Rectangle = "rectangle",
    }

    Circuits {
        /// The network has no circuits.
        None = "none",
        /// On a link of a circuit, packets from other inputs do not start, as in section III of the
        /// paper QM and section IV of the paper CL (`docs/papers.md`).
        Exclusive = "exclusive",
        /// Other packets use the cycles in which the circuit carries no flit.
        Shared = "shared",
    }

    DimensionOrder {
        /// A packet goes along its row first, then along the column.
        Xy = "xy",
        /// A packet goes along its column first, then along the row.
        Yx = "yx",
        /// Half of the endpoints send their packets along rows first, the others along columns
        /// first (`routing::o1turn`).
        O1turn = "o1turn",
        /// The head chooses among the shortest routes that go west before any other direction
        /// (`routing::adaptive`).
        WestFirst = "west_first",
        /// The head chooses among the shortest routes without certain turns. Which turns are
        /// forbidden depends on the column (`routing::adaptive`).
        OddEven = "odd_even",
        /// The head chooses among all shortest routes to the target (`routing::minimal`).
        Minimal = "minimal",
        /// A packet goes by way of a random router, which may be any router (`routing::middle`).
        Valiant = "valiant",
        /// A packet goes by way of a random router on a shortest route (`routing::middle`).
        Romm = "romm",
    }
}

impl DimensionOrder {
    /// Whether heads choose their routes.
    pub fn is_adaptive(self) -> bool {
        use DimensionOrder::*;
        matches!(self, WestFirst | OddEven | Minimal)
    }

    /// Whether packets go by way of a random router.
    pub fn is_by_middle(self) -> bool {
        matches!(self, DimensionOrder::Valiant | DimensionOrder::Romm)
    }
}
