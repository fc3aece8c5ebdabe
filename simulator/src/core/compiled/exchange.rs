//! The data that the interpreter and compiled code exchange.

use super::super::cache::Cache;
use super::super::code::CodeImage;
use super::super::fast::Context;
use super::super::trace::Tracing;
use super::super::undo::Entry;
use super::super::{Core, View};
use super::buffer::Buffer;
use super::lookaside::Granule;
use super::Blocks;
use std::ptr::null_mut;

/// The part of the interpreter's context that compiled code uses.
pub(in super::super) struct Exchange {
    pub code: *const CodeImage,
    pub blocks: *const Blocks,
    pub pages: usize,
    pub page_shift: u32,
    /// The length of `Context::shared`, in pages.
    pub shared: usize,
    /// The entries of the core's lookaside, a cache of address translations.
    pub granules: *mut Granule,
    pub shift: Option<i64>,
    /// Input of compiled code: `shift`, or 0 if it is none.
    pub shift_or_0: i64,
    /// Input and result of compiled code: `count` has the cycles to the limit (negative) and the
    /// instructions, as packed by [`count`]; `log` is the next entry of the undo log.
    pub count: u32,
    pub log: *mut Entry,
    /// Input of compiled code with a trace: the cycle at which to stop, counted from the start of
    /// the trace.
    pub end: u32,
    /// Input of compiled code that records a demand, a list of the banks needed in each cycle: the
    /// address of the list's entry for the cycle at which to stop, and the number of banks minus 1.
    pub demand_end: *mut u8,
    pub bank_mask: u32,
    /// Input of compiled code: the address of the core's data cache, or null if it has none.
    pub cache: *mut u8,
    /// Input of compiled code: the address of the core's instruction cache, or null if the core has
    /// none or the code is in the tile's own memory.
    pub code_cache: *mut u8,
    /// Results of compiled code: `missed` is the address for which the lookaside has no entry (see
    /// [`Left::MISS`]); `charged` has the energy used and the number of words accessed.
    pub missed: u32,
    pub charged: u64,
    /// Set when compiled code has reached the cycle at which to stop.
    pub has_ended: bool,
    /// Set when an entry has been added to the lookaside since the time slice began.
    pub filled: bool,
}

impl Exchange {
    /// Makes the exchange for code that traces memory accesses as `tracing` says. It is inlined, so
    /// that each time slice builds its exchange in place.
    #[inline(always)]
    pub fn new(view: &mut View, code: &CodeImage, tracing: Tracing, bank_mask: u32) -> Exchange {
        Exchange {
            code,
            blocks: code.blocks(tracing),
            pages: view.rights.len(),
            page_shift: view.page_shift,
            shared: view.shared.len(),
            granules: view.lookaside.granules(),
            shift: view.lookaside.shift(),
            shift_or_0: 0,
            count: 0,
            log: null_mut(),
            end: 0,
            demand_end: null_mut(),
            bank_mask,
            cache: begin(view.memory, view.cache),
            code_cache: begin(view.memory, view.code_cache),
            missed: 0,
            charged: 0,
            has_ended: false,
            filled: false,
        }
    }
}

/// The address of a cache; null if there is no cache.
fn begin(memory: &mut [u8], cache: Option<&Cache>) -> *mut u8 {
    match cache {
        Some(cache) => memory[cache.begin() as usize..].as_mut_ptr(),
        None => null_mut(),
    }
}

/// The position of the lowest bit of the number of words in [`Exchange::charged`]. The bits below
/// it hold the energy.
pub(in super::super) const WORDS: u32 = 48;

/// What compiled code returns: the reason why it has returned, and the index of the next operation,
/// as packed by [`left`].
pub(in super::super) struct Left;

impl Left {
    /// Compiled code could not execute the operation, so the interpreter must.
    pub const HANDLER: u64 = 0;
    /// The limit is reached.
    pub const LIMIT: u64 = 1;
    /// The lookaside has no entry for the address in [`Exchange::missed`].
    pub const MISS: u64 = 2;
    /// The next operation has not been compiled.
    pub const GO: u64 = 3;

    /// The index of the next operation.
    pub fn index(left: u64) -> usize {
        (left >> LEFT_BITS) as usize
    }

    /// The reason for the return: one of the four constants of this type.
    pub fn how(left: u64) -> u64 {
        left & ((1 << LEFT_BITS) - 1)
    }
}

/// Number of bits of the reason in a [`Left`]. The operation's index is in the bits above.
pub(in super::super) const LEFT_BITS: u32 = 2;

pub(in super::super) fn left(index: usize, how: u64) -> u64 {
    (index as u64) << LEFT_BITS | how
}

/// Packs cycles and instructions into one word, so that one addition counts both. The cycles are in
/// the bits from 16 up. While compiled code is executed, they are negative until it reaches its
/// limit.
pub(in super::super) const fn count(cycles: u32, instructions: u32) -> u32 {
    (cycles << 16) + instructions
}

/// A function that enters compiled code. Its parameters are the core, the memory, the context and
/// the address of the compiled code; its result is a [`Left`].
pub(super) type Enter = unsafe extern "C" fn(*mut Core, *mut u8, *mut Context, *const u8) -> u64;

/// The routines by which the interpreter enters compiled code, and by which that code returns.
pub(super) struct Gate {
    pub enter: Enter,
    /// The address to which compiled code jumps in order to return.
    pub exit: *const u8,
    /// The buffer with the routines.
    pub _code: Buffer,
}

// SAFETY: the code to which the pointers lead does not change.
unsafe impl Send for Gate {}
// SAFETY: the code to which the pointers lead does not change.
unsafe impl Sync for Gate {}
