//! Executable memory, written once.
//!
//! On some hosts other threads may fetch old instructions until they execute a barrier. Not here:
//! memory becomes executable only when what it holds is where instructions are fetched from, so
//! nobody can have fetched anything else at its address. Neither does a thread that finds the
//! address of code need a barrier in front of its jump there: before the address is written, the
//! system has told all processors that the memory is executable.

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
