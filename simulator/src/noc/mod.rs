//! The network-on-chip, flit by flit: wormhole switching, credits, priorities, circuits; meshes,
//! tori and drawn graphs.
//!
//! A [`Network`] is one physical network. It hands flits from endpoint to endpoint and never looks
//! into packets, nor into chip files: [`Parameters`] says what it is made of. Endpoint t is the
//! network interface of tile t; the memory controllers follow.
//!
//! **Time.** `step(c)` brings the network to cycle c; then the endpoints take and hand over flits
//! *in* cycle c. A cycle in which no endpoint does anything need not be stepped to. A flit that is
//! in the input buffer of a router in cycle a may leave it in cycle a, and is `network.router +
//! network.link` cycles later in the next router's buffer, or `network.router + ni.delay` later in
//! the endpoint's. From an endpoint to its router it takes `ni.delay`. So over h links a flit that
//! meets no other takes
//!
//! ```text
//! 2·ni.delay + (h + 1)·network.router + h·network.link
//! ```
//!
//! cycles, and the flits of a packet follow at one a cycle.
//!
//! **Routes.** A packet's route depends on its source and target alone. No packets can wait for
//! each other in a circle: on a mesh and in a drawn graph because the routes allow none
//! (`routing::mesh`, `routing::up_down`; the routes of a chip file are checked by
//! `routing::dependencies`), on a torus because each input has two virtual channels
//! (`routing::torus`).
//!
//! **Credits.** The sender gets a credit for each slot of the buffer at the end of its link. A slot
//! that a flit leaves in cycle a can be used again in cycle `a + network.credit`. Every buffer has
//! `network.buffer_flits` slots, the endpoints' too.

pub mod arbiter;
mod bits;
mod buffer;
mod endpoint;
mod flit;
mod link;
mod network;
mod networks;
mod parameters;
mod router;
pub mod routing;
mod statistics;
mod table;
pub mod topology;
mod virtual_channels;

pub(crate) use bits::Bits;
pub use flit::{Flit, Service};
pub use network::{Mail, Network, ZonePlan};
pub use networks::Networks;
pub use parameters::{
    ArbiterPolicy, Circuits, DimensionOrder, Graph, LevelBuffers, Parameters, Shape,
};
pub use statistics::{LinkStatistics, Statistics, Traffic};
