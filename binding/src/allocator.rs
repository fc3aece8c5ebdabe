//! What becomes of memory that the machine refuses.
//!
//! The memories of a chip, which are large, are an error that Python sees (`MemoryError`). Whatever
//! else is refused ends the process with a sentence and the exit code that Python has for it, where
//! Rust would abort.

use std::alloc::{GlobalAlloc, Layout, System};

/// `Exit.SYSTEM` of `onchip/failures.py`.
const EXIT_SYSTEM: i32 = 77;

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn check(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        refused(bytes);
    }
    block
}

#[cold]
fn refused(bytes: usize) -> ! {
    eprintln!("onchip: this machine refuses: {bytes} bytes of memory");
    std::process::exit(EXIT_SYSTEM);
}

// SAFETY: everything is done by the system's allocator.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check(System.alloc(layout), layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        check(System.alloc_zeroed(layout), layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        check(System.realloc(block, layout, bytes), bytes)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        System.dealloc(block, layout);
    }
}
