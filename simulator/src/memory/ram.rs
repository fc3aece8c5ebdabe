//! The bytes of a memory of the chip.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The host does not have enough memory left for an allocation of this many bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} bytes for a memory of the chip")]
pub struct OutOfMemory(pub usize);

/// A line of the host's cache, in bytes.
const LINE: usize = 64;
/// A page of the host, in bytes.
const PAGE: usize = 4096;

/// A memory of fixed size. It may need most of the host's memory, so allocation can fail. The host
/// provides each page when it is used for the first time.
///
/// Different memories begin at different cache lines within a page of the host, because the tiles
/// of a chip often use equal offsets at the same time. If all memories began at the start of a
/// page, the bytes at equal offsets would compete for one set of the host's cache.
#[derive(Debug)]
pub struct Ram {
    /// The start of the allocation. The bytes of the memory begin at `first`.
    allocated: NonNull<u8>,
    layout: Layout,
    first: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a `Ram` owns its bytes, as a box does.
unsafe impl Send for Ram {}
// SAFETY: a `Ram` owns its bytes, as a box does.
unsafe impl Sync for Ram {}

impl Ram {
    /// A memory of this many bytes, all 0.
    pub fn new(bytes: usize) -> Result<Ram, OutOfMemory> {
        let refused = OutOfMemory(bytes);
        let size = bytes.checked_add(PAGE).ok_or(refused)?;
        let layout = Layout::array::<u8>(size).map_err(|_| refused)?;
        // SAFETY: the layout is not empty. The system's allocator returns zeroed bytes without
        // touching them. It is called directly because it reports a failure, whereas Rust's
        // allocator would abort.
        let allocated = NonNull::new(unsafe { System.alloc_zeroed(layout) }).ok_or(refused)?;
        let address = allocated.addr().get();
        let line = address / PAGE % (PAGE / LINE);
        let skipped = address.next_multiple_of(LINE) - address + line * LINE;
        Ok(Ram {
            allocated,
            layout,
            // SAFETY: fewer bytes than a page are skipped, and the allocation is one page longer
            // than the memory.
            first: unsafe { allocated.add(skipped) },
            bytes,
        })
    }
}

impl Drop for Ram {
    fn drop(&mut self) {
        // SAFETY: `new` has obtained these bytes from the same allocator with the same layout.
        unsafe { System.dealloc(self.allocated.as_ptr(), self.layout) }
    }
}

impl Deref for Ram {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        // SAFETY: the bytes exist and are initialised as long as `self` lives.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.bytes) }
    }
}

impl DerefMut for Ram {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: the bytes exist and are initialised as long as `self` lives, and there is no
        // other reference.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_zero_and_can_be_written() {
        let mut ram = Ram::new(1 << 20).unwrap();
        assert_eq!(ram.len(), 1 << 20);
        assert!(ram.iter().all(|&byte| byte == 0));
        ram[4095..4097].copy_from_slice(&[1, 2]);
        assert_eq!(ram[4094..4098], [0, 1, 2, 0]);
        assert!(Ram::new(0).unwrap().is_empty());
    }

    #[test]
    fn more_than_there_is_is_an_error() {
        for bytes in [1 << 62, usize::MAX] {
            // Without `black_box` the compiler may remove an allocation that is not used.
            let ram = std::hint::black_box(Ram::new(bytes));
            assert_eq!(ram.err(), Some(OutOfMemory(bytes)));
        }
    }
}
