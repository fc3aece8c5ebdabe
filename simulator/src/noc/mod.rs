//! The network-on-chip, flit by flit: wormhole switching, credits, priorities, circuits; meshes, tori
//! and drawn graphs.
//!
//! A [`Network`] is one physical network. It hands flits from endpoint to endpoint and never looks
//! into packets. Endpoint t is the network interface of tile t; the memory controllers follow.
//!
//! **Time.** `step(c)` brings the network to cycle c; then the endpoints take and hand over flits
//! *in* cycle c. A cycle in which no endpoint does anything need not be stepped to. A flit that stands in the input buffer of a switch in cycle a may leave it in
//! cycle a, and then stands `network.switch + network.link` cycles later in the next switch's
//! buffer, or `network.switch + ni.delay` later in the endpoint's. From an endpoint to its switch it
//! takes `ni.delay`. So over h links a flit that meets nobody takes
//!
//! ```text
//! 2·ni.delay + (h + 1)·network.switch + h·network.link
//! ```
//!
//! cycles, and the flits of a packet follow at one a cycle.
//!
//! **Ways.** A packet's way depends on its source and target alone. No packets can wait for each other
//! in a circle: on a mesh and in a drawn graph because the ways allow none (`routing::mesh`,
//! `routing::up_down`; ways that a chip file gives are checked by `routing::dependencies`), on a torus
//! because each input has two buffers (`routing::torus`).
//!
//! **Credits.** A buffer place that a flit leaves in cycle a can be used by the sender again in
//! cycle `a + network.credit`. Every buffer has `network.buffer_flits` places, the endpoints' too.

pub mod arbiter;
mod bits;
mod buffer;
mod endpoint;
mod flit;
mod lanes;
mod link;
mod network;
mod networks;
pub mod routing;
mod statistics;
mod switch;
pub mod topology;

pub use flit::{Flit, Service};
pub use network::Network;
pub use networks::Networks;
pub use statistics::{LinkStatistics, Statistics};
