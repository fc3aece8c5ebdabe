//! Memory of the chip: bytes, numbers stored in them, and banks.

mod banks;
mod bytes;
mod ram;
mod shadow;

pub use banks::{banks_of, Banks, MOST_BANKS};
pub use bytes::{copy, read, write};
pub use ram::{OutOfMemory, Ram};
pub use shadow::{second_level, Finding, Mistake, Place, Shadow, SharedShadow, Site, Write};
