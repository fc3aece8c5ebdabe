//! Memory: numbers in bytes, the banks of a tile, DRAM controllers and their mutexes.

mod banks;
mod bytes;
mod dram;
mod mutexes;

pub use banks::Banks;
pub use bytes::{read, write};
pub use dram::Controller;
