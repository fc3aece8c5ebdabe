//! The network-on-chip, simulated flit by flit: wormhole switching, credits, priorities, circuits;
//! meshes, tori and other graphs.
//!
//! A [`Network`] is one physical network. It carries flits from endpoint to endpoint, and knows
//! neither packets nor chip files: [`Parameters`] describe it. Endpoint t is the network interface
//! of tile t; the memory controllers follow.
//!
//! **Time.** `step(c)` brings the network to cycle c. Then endpoints take flits and hand flits over
//! *in* cycle c. Cycles in which no endpoint does anything may be left out. A flit that is in the
//! input buffer of a router in cycle a may leave it in cycle a. It is in the next router's buffer
//! `network.router + network.link` cycles later, or in the endpoint's buffer `network.router +
//! ni.delay` cycles later. The way from an endpoint to its router takes `ni.delay` cycles. So over
//! h links a flit that meets no other one takes
//!
//! ```text
//! 2·ni.delay + (h + 1)·network.router + h·network.link
//! ```
//!
//! cycles, and the flits of a packet follow it at one a cycle. A link that differs
//! ([`OtherLink`]) adds its own delay instead of `network.link`, and n − 1 cycles if it carries a
//! flit in n cycles; it passes the next flit n cycles after the one before.
//!
//! **Routes.** The route of a packet depends only on its source and target, unless heads choose it
//! (`routing::adaptive`, `routing::minimal`) or it goes by way of a random router
//! (`routing::middle`). Packets cannot wait for each other in a circle. On a mesh and in a drawn
//! graph the routes prevent it (`routing::mesh`, `routing::up_down`; `routing::dependencies` checks
//! the routes of a chip file). On a torus two virtual channels at each input do (`routing::torus`),
//! and so they do for `routing::o1turn`, `routing::middle` and some of the topologies of
//! `topology::generated`. There may be more virtual channels, among which heads choose.
//!
//! **Credits.** A sender has a credit for each free slot of the buffer at the end of its link. A
//! slot that a flit leaves in cycle a can be used again in cycle `a + network.credit`. Every buffer
//! has `network.buffer_flits` slots, those of endpoints too.

pub mod arbiter;
mod bits;
mod buffer;
mod endpoint;
mod flit;
mod link;
mod lockstep;
pub mod multicast;
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
pub use lockstep::Lockstep;
pub use multicast::Rectangle;
pub use network::{Crossings, Network, ZonePlan};
pub use networks::Networks;
pub use parameters::{
    ArbiterPolicy, Circuits, DimensionOrder, Graph, LevelBuffers, Multicast, OtherLink, Parameters,
    Shape,
};
pub use statistics::{LinkStatistics, Statistics, Traffic};
