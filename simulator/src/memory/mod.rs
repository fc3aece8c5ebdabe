//! Memory: numbers in bytes, the banks of a tile, memory controllers and their mutexes.

mod banks;
mod bytes;
mod controller;
mod mutexes;
mod ram;

pub use banks::Banks;
pub use bytes::{read, write};
pub use controller::Controller;
pub use ram::{OutOfMemory, Ram};
