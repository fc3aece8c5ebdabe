//! Executable memory for QEMU.

use super::arena;

/// Code for the emulated host.
pub(super) struct Buffer(&'static [u8]);

impl Buffer {
    pub fn new(code: &[u8]) -> Option<Buffer> {
        Some(Buffer(arena::slice(code)))
    }

    /// The address of the byte at `offset`.
    pub fn at(&self, offset: usize) -> *const u8 {
        &raw const self.0[offset]
    }
}
