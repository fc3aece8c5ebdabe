//! Parameters of a network; times in cycles.

use serde::{Deserialize, Serialize};

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
    /// By tile: its router.
    pub tiles: Vec<u32>,
    /// Pairs of routers, each with a link in both directions.
    pub links: Vec<[u32; 2]>,
    /// By router, by the target's router: the next router on the route. Empty: routes are computed.
    pub routes: Vec<Vec<u32>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    pub shape: Shape,
    /// The routers of the endpoints that follow those of the tiles: memory controllers, further
    /// interfaces of tiles.
    pub further: Vec<u32>,
    /// Through a router, and along a link.
    pub router: u32,
    pub link: u32,
    /// Until a freed slot is known upstream.
    pub credit: u32,
    /// Through a network interface, in each direction.
    pub delay: u32,
    /// Slots of each buffer.
    pub buffer_flits: u32,
    /// Priority levels: 1, 2, 4 or 8.
    pub levels: u32,
    pub buffers: LevelBuffers,
    pub arbiter: ArbiterPolicy,
    pub circuits: Circuits,
    /// One network, or one for control and one for data.
    pub networks: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelBuffers {
    /// One buffer at each input for all levels: QM III, CL IV.
    #[default]
    Shared,
    /// A buffer for each level at each input.
    PerLevel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArbiterPolicy {
    #[default]
    RoundRobin,
    /// The port with the lowest number, the tile's own first.
    Fixed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Circuits {
    /// There are none.
    #[default]
    None,
    /// Other packets do not start on the links of a circuit: QM III, CL IV.
    Exclusive,
    /// Other packets use the cycles in which the circuit carries nothing.
    Shared,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DimensionOrder {
    /// First along the row, then along the column.
    #[default]
    Xy,
    /// First along the column, then along the row.
    Yx,
}
