//! Generates the hardware description of a chip's network (`rtl/`). Also makes runs of the
//! simulator's model for comparisons with it, or with a core in hardware.

mod bare;
mod flit;
mod interfaces;
mod lines;
mod netlist;
mod record;
pub mod reductions;
mod services;
mod tiles;
mod watch;

pub use bare::{run_bare, BareRun};
pub use interfaces::Interfaces;
pub use netlist::{netlist, Netlist};
pub use record::{random_packets, record, replay, Packet};
pub use services::{fields, Operation};
pub use tiles::Tiles;
pub use watch::Watch;
