//! A chip of RISC-V cores on a network-on-chip, exact to the cycle.
//!
//! `ARCHITECTURE.md` at the top of the project says how the parts fit together.

pub mod config;
pub mod core;
pub mod noc;
