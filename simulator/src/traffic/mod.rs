//! Synthetic traffic: how the network, without cores, carries a pattern of packets.
//!
//! Every tile is a source with an unlimited queue, and a sink that takes a flit in each cycle. In
//! each cycle a source generates a packet with probability rate / packet length ([`source`]). The
//! [`pattern`] gives the packet's target. With priorities, a tile has a source for each priority
//! ([`mix`]). In addition, [`circuit`]s carry packets of their own. The **latency** of a packet
//! runs from the cycle in which it is generated to the cycle in which the target takes its last
//! flit. So the latency includes the time in the source's queue.
//!
//! A run of [`Traffic`] begins with a warm-up, continues with the window that is measured, and ends
//! with a drain: the sources go on generating packets until all packets of the window have
//! arrived, or a limit is reached. [`Report`] defines each figure, and the word *saturated*.
//!
//! The figures depend only on the options, not on the host, because random choices compare
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

/// Cycles between two reads of the host's clock, by which runs are limited.
const CYCLES_PER_CLOCK_READ: u64 = 64;

#[cfg(test)]
mod tests;
