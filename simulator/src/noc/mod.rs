//! The network-on-chip, simulated flit by flit: wormhole switching, credits, priorities and
//! circuits, on meshes, tori and other graphs.
//!
//! A [`Network`] is one physical network. It carries flits from endpoint to endpoint. It knows
//! nothing of whole packets or of chip files: [`Parameters`] describe the network. Endpoint t is
//! the network interface of tile t. The endpoints of memory controllers follow, and then those of
//! further interfaces of tiles.
//!
//! **Time.** `step(c)` brings the network to cycle c. Then endpoints take flits and hand flits over
//! *in* cycle c. The caller may skip cycles in which no endpoint does anything. A flit that is in
//! the input buffer of a router in cycle a may leave it in cycle a. `network.router + network.link`
//! cycles later it is in the next router's buffer, or `network.router + ni.delay` cycles later in
//! the endpoint's. A flit takes `ni.delay` cycles from an endpoint to its router. So over h links,
//! a flit that never waits takes
//!
//! ```text
//! 2·ni.delay + (h + 1)·network.router + h·network.link
//! ```
//!
//! cycles, and the next flits of its packet arrive one per cycle. A link that differs from the
//! others ([`OtherLink`]) adds its own delay instead of `network.link`. If such a link carries one
//! flit in n cycles, it adds n − 1 further cycles, and passes each flit n cycles after the previous
//! one.
//!
//! **Routes.** The route of a packet depends only on its source and target, with two exceptions:
//! heads may choose the route (`routing::adaptive`, `routing::minimal`), or the packet may go by
//! way of a random router (`routing::middle`). Packets cannot wait for each other in a circle. On a
//! mesh and in a graph from a chip file, the routes prevent such circles (`routing::mesh`,
//! `routing::up_down`); `routing::dependencies` checks routes that a chip file lists. Two virtual
//! channels at each input prevent circles on a torus (`routing::torus`), with `routing::o1turn` and
//! `routing::middle`, and in some of the topologies of `topology::generated`. A network may have
//! more virtual channels than its routes need; then heads choose among them.
//!
//! **Credits.** A sender has a credit for each free slot of the buffer at the end of its link. A
//! slot that a flit leaves in cycle a can be used again in cycle `a + network.credit`. Every
//! buffer, including those of endpoints, has `network.buffer_flits` slots.

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
pub mod reduction;
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
pub use network::{Crossings, Launch, Network, ZonePlan};
pub use networks::Networks;
pub use parameters::{
    ArbiterPolicy, Circuits, DimensionOrder, Graph, LevelBuffers, Multicast, OtherLink, Parameters,
    Shape,
};
pub use statistics::{LinkStatistics, Statistics, Traffic};
