//! Synthetic traffic: what the network does with a pattern of packets, without cores.
//!
//! Every tile is a source with a queue without end and a sink that takes a flit a cycle. In each
//! cycle a source generates a packet with probability rate / packet length ([`source`]), for a
//! target that the [`pattern`] says; with priorities a tile has a source for each of them
//! ([`mix`]). Beside them [`circuit`]s carry packets of their own. **Latency** runs from the cycle
//! of generation, so time in the queue counts, to the cycle in which the target takes the packet's
//! last flit.
//!
//! A [`Traffic`] runs through a warm-up, then the window that is measured, then drains: it goes on,
//! under the same load, until all packets generated in the window have arrived, or a limit is
//! reached. [`Report`] says what each figure counts, and what *saturated* means.
//!
//! The figures depend only on the options, not on the host: random numbers are integers throughout.

mod circuit;
mod expectation;
mod measurement;
mod mix;
mod options;
pub mod pattern;
mod placement;
pub mod random;
mod report;
mod run;
pub mod source;

pub use expectation::Expectation;
pub use measurement::Latency;
pub use options::{Options, Placement, Share, TrafficError};
pub use pattern::{Pattern, PatternKind};
pub use report::{Circuit, CircuitState, Level, LinkLoad, Report};
pub use run::Traffic;

#[cfg(test)]
mod tests;
