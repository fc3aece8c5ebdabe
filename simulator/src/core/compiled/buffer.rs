//! Executable memory, written once.

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
        buffer.make_exec().ok().map(Buffer)
    }

    /// The address of a byte.
    pub fn at(&self, offset: usize) -> *const u8 {
        self.0.ptr(AssemblyOffset(offset))
    }
}
