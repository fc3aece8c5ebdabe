//! Executable memory, written once.
//!
//! On some hosts a thread may execute old instructions, which it has fetched before others wrote
//! new ones, until it executes a barrier. Not here: fresh memory becomes executable only when what
//! it holds has reached where instructions are fetched from, so nobody can have fetched anything
//! else there. So neither does a thread that finds the address of code need a barrier in front of
//! its jump there: before the address is written, the system has told all processors that the
//! memory is executable, and the code reads no data of its own, which a processor could read early.

use dynasmrt::cache_control::synchronize_icache;
use dynasmrt::mmap::{ExecutableBuffer, MutableBuffer};
use dynasmrt::AssemblyOffset;

/// Code of the host. It is never writable and executable at once.
pub(super) struct Buffer(ExecutableBuffer);

impl Buffer {
    /// None where the host refuses executable memory.
    pub fn new(code: &[u8]) -> Option<Buffer> {
        let mut buffer = MutableBuffer::new(code.len()).ok()?;
        buffer.set_len(code.len());
        buffer.copy_from_slice(code);
        synchronize_icache(&buffer);
        buffer.make_exec().ok().map(Buffer)
    }

    /// The address of a byte.
    pub fn at(&self, offset: usize) -> *const u8 {
        self.0.ptr(AssemblyOffset(offset))
    }
}
