//! Memory: the bytes themselves, numbers in them, and banks.

mod banks;
mod bytes;
mod ram;

pub use banks::{banks_of, Banks, MOST_BANKS};
pub use bytes::{copy, read, write};
pub use ram::{OutOfMemory, Ram};
