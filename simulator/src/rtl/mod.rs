//! The hardware description of a chip's network (`rtl/`), and runs of the model to compare it with.

mod flit;
mod netlist;
mod record;
mod services;
mod watch;

pub use netlist::{netlist, Netlist};
pub use record::{random_packets, record, Packet};
pub use services::{fields, Access};
pub use watch::Watch;
