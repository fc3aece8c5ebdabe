//! Synthetic traffic: how the network carries a pattern of packets, without cores.
//!
//! Every tile is a source with an unlimited queue, and a sink that takes a flit in each cycle. In
//! each cycle, a source generates a packet with probability rate / packet length ([`source`]). The
//! [`pattern`] determines the packet's target. With priorities, a tile has a source for each of
//! them ([`mix`]). In addition, [`circuit`]s carry separate packets. The **latency** of a packet is
//! the time from the cycle in which it is generated to the cycle in which the target takes its last
//! flit. So it includes the time in the source's queue.
//!
//! A simulation ([`Traffic`]) has three phases: a warm-up, a window in which it is measured, and a
//! drain. In the drain, sources continue to generate packets until all packets of the window have
//! arrived, or until a limit is reached. [`Report`] defines each figure, and the word *saturated*.
//!
//! The figures depend only on the options and not on the host, because random choices compare
//! integers.

mod circuit;
mod expectation;
mod measurement;
mod mix;
mod options;
pub mod pattern;
mod placement;
pub mod random;
pub mod recorded;
mod report;
mod run;
pub mod source;

pub use expectation::Expectation;
pub use measurement::Latency;
pub use options::{Options, Placement, Share, TrafficError, MOST_CYCLES};
pub use pattern::{Pattern, PatternKind, PATTERNS};
pub use report::{Circuit, CircuitState, Level, LinkLoad, Report};
pub use run::Traffic;

/// Number of cycles between two reads of the host's clock, which limits the time of a simulation.
const CYCLES_PER_CLOCK_READ: u64 = 64;

#[cfg(test)]
mod tests;
