//! Memory: numbers in bytes, the banks of a tile, and DRAM controllers.

mod banks;
mod bytes;
mod dram;

pub use banks::Banks;
pub use bytes::{read, write};
pub use dram::Controller;
