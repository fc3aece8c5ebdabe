//! Ends the process with a message and an exit code, instead of an abort, when the host has no
//! memory left.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The exit code `Exit.SYSTEM` of python/onchip/base/failures.py.
const EXIT_SYSTEM: i32 = 77;

unsafe extern "C" {
    fn _exit(code: i32) -> !;
}

/// The system's allocator, except that it ends the process when the host has no memory left. It
/// does not raise an exception in Python, because an allocator must not unwind.
pub struct Allocator;

fn checked(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        let _ = writeln!(
            std::io::stderr(),
            "onchip: this machine has not enough memory for {bytes} more bytes"
        );
        // SAFETY: the function accepts any number, and does not return.
        unsafe { _exit(EXIT_SYSTEM) }
    }
    memory
}

// SAFETY: all memory comes from the system's allocator.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        checked(unsafe { System.realloc(memory, layout, bytes) }, bytes)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}
