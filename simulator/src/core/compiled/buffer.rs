//! Executable memory, to which code is written once.
//!
//! On some hosts a thread may execute old instructions, which it fetched before another thread
//! wrote new ones, until it executes a barrier. That cannot happen here. Fresh memory becomes
//! executable only after its contents have reached the level from which instructions are fetched,
//! so no thread can have fetched other instructions from it. A thread that reads the address of
//! compiled code also needs no barrier before it jumps there, because the address is written only
//! after the operating system has told all processors that the memory is executable. The code reads
//! no data of its own, so a processor cannot read such data too early.

use dynasmrt::cache_control::synchronize_icache;
use dynasmrt::mmap::{ExecutableBuffer, MutableBuffer};
use dynasmrt::AssemblyOffset;

/// Executable code for the host. It is never writable and executable at once.
pub(super) struct Buffer(ExecutableBuffer);

impl Buffer {
    /// Makes code executable; none where the host refuses executable memory.
    pub fn new(code: &[u8]) -> Option<Buffer> {
        let mut buffer = MutableBuffer::new(code.len()).ok()?;
        buffer.set_len(code.len());
        buffer.copy_from_slice(code);
        synchronize_icache(&buffer);
        buffer.make_exec().ok().map(Buffer)
    }

    /// The address of the byte at `offset`.
    pub fn at(&self, offset: usize) -> *const u8 {
        self.0.ptr(AssemblyOffset(offset))
    }
}
