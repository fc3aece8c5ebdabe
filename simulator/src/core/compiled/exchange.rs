//! The data that handlers and compiled code pass to each other.

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

/// The fields of the handlers' context that compiled code uses.
pub(in super::super) struct Exchange {
    pub code: *const CodeImage,
    pub blocks: *const Blocks,
    pub pages: usize,
    pub page_shift: u32,
    /// The number of pages for which `Context::shared` has an element.
    pub shared: usize,
    /// The entries of the core's lookaside.
    pub granules: *mut Granule,
    pub shift: Option<i64>,
    /// Input of compiled code: the lookaside's shift, or 0 if it has none.
    pub shift_or_0: i64,
    /// Input and result of compiled code: `count`, the cycles and instructions before the limit as
    /// [`count`] packs them, and `log`, the next entry of the undo log.
    pub count: u32,
    pub log: *mut Entry,
    /// Input of compiled code with a trace: the limit's cycle, counted from the trace's origin.
    pub end: u32,
    /// Input of compiled code that records a demand (the banks needed in each cycle): the address
    /// of the entry for the limit's cycle, and the number of banks minus 1.
    pub demand_end: *mut u8,
    pub bank_mask: u32,
    /// Input of compiled code: the address of the core's data cache, or null if it has none.
    pub cache: *mut u8,
    /// Input of compiled code: the address of the core's instruction cache, or null if code lies in
    /// the tile.
    pub code_cache: *mut u8,
    /// Result of compiled code: `missed`, the address for which the lookaside has no entry (see
    /// [`Left::MISS`]), and `charged`, the energy and the words charged.
    pub missed: u32,
    pub charged: u64,
    /// Set when compiled code has reached the limit.
    pub has_ended: bool,
    /// Set when an entry has been added to the lookaside since the slice began.
    pub filled: bool,
}

impl Exchange {
    /// Makes the exchange for code that traces memory accesses as `tracing` defines. It is inlined,
    /// so that each slice builds its exchange in place.
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

/// The address of a cache; null without one.
fn begin(memory: &mut [u8], cache: Option<&Cache>) -> *mut u8 {
    match cache {
        Some(cache) => memory[cache.begin() as usize..].as_mut_ptr(),
        None => null_mut(),
    }
}

/// The lowest bit of the words in [`Exchange::charged`]; the energy is below it.
pub(in super::super) const WORDS: u32 = 48;

/// The result of compiled code: the reason why it has returned, and the index of the next
/// operation, as packed by [`left`].
pub(in super::super) struct Left;

impl Left {
    /// Compiled code could not execute the operation, so its handler must.
    pub const HANDLER: u64 = 0;
    /// The limit is reached.
    pub const LIMIT: u64 = 1;
    /// The lookaside has no entry for the address in [`Exchange::missed`].
    pub const MISS: u64 = 2;
    /// The operation has not been compiled.
    pub const GO: u64 = 3;

    /// The index of the next operation.
    pub fn index(left: u64) -> usize {
        (left >> LEFT_BITS) as usize
    }

    /// The reason for the return, one of the constants above.
    pub fn how(left: u64) -> u64 {
        left & ((1 << LEFT_BITS) - 1)
    }
}

/// Number of bits of the reason in a [`Left`]. The index follows above them.
pub(in super::super) const LEFT_BITS: u32 = 2;

pub(in super::super) fn left(index: usize, how: u64) -> u64 {
    (index as u64) << LEFT_BITS | how
}

/// Packs cycles and instructions into one word, so that one addition counts both. The cycles occupy
/// the bits from 16 up, and are negative before the limit.
pub(in super::super) const fn count(cycles: u32, instructions: u32) -> u32 {
    (cycles << 16) + instructions
}

/// Enters compiled code. The arguments are the core, the memory, the context and the address of the
/// code; the result is a [`Left`].
pub(super) type Enter = unsafe extern "C" fn(*mut Core, *mut u8, *mut Context, *const u8) -> u64;

/// The routines that lead from handlers into compiled code, and back.
pub(super) struct Gate {
    pub enter: Enter,
    /// The address to which compiled code jumps to return.
    pub exit: *const u8,
    /// The buffer with the routines.
    pub _code: Buffer,
}

// SAFETY: the code in the buffer does not change.
unsafe impl Send for Gate {}
// SAFETY: the code in the buffer does not change.
unsafe impl Sync for Gate {}
