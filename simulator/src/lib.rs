//! A chip of RISC-V cores on a network-on-chip, exact to the cycle.
//!
//! `ARCHITECTURE.md` at the top of the project says how the parts fit together.

pub mod check;
pub mod chip;
pub mod config;
pub mod controller;
pub mod core;
pub mod debug;
pub mod float_environment;
pub mod host;
pub mod loader;
pub mod memory;
pub mod noc;
pub mod observe;
pub mod program;
pub mod protocol;
pub mod rtl;
pub mod simulation;
pub mod splitmix64;
pub mod tile;
pub mod traffic;
mod words;

// The tests in `tests/` are compiled with the library's own tests, because compiling the library
// takes most of the time. They name the library as its users do.
#[cfg(test)]
extern crate self as onchip_simulator;
#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
