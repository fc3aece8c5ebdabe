//! What handlers and compiled code tell each other.

use super::super::code::CodeImage;
use super::super::fast::Context;
use super::super::trace::Tracing;
use super::super::undo::Entry;
use super::super::{Core, View};
use super::buffer::Buffer;
use super::lookaside::Place;
use super::Blocks;
use std::ptr::null_mut;

/// A part of the handlers' context.
pub(in super::super) struct Exchange {
    pub code: *const CodeImage,
    pub blocks: *const Blocks,
    pub pages: usize,
    pub page_shift: u32,
    /// Pages of which it is known whether they are shared.
    pub shared: usize,
    /// Entries of the core's lookaside.
    pub places: *mut Place,
    pub shift: Option<i64>,
    /// Into compiled code: the shift, if there is one.
    pub shift_or_0: i64,
    /// Into compiled code and back: as [`count`] gives it, less what it is at the limit, and the
    /// next entry of the undo log.
    pub count: u32,
    pub log: *mut Entry,
    /// Into compiled code: the cycle of the trace at the limit, if there is a trace.
    pub end: u32,
    /// Into compiled code: where the demand of the limit's cycle lies, if there is a demand, and
    /// banks less one.
    pub demand_end: *mut u8,
    pub bank_mask: u32,
    /// What compiled code leaves behind: see [`Left`], and energy and words.
    pub missed: u32,
    pub charged: u64,
    /// Compiled code has reached the limit.
    pub has_ended: bool,
    /// The lookaside has been filled.
    pub filled: bool,
}

impl Exchange {
    /// Exchange for code that traces memory accesses in this way. Made for every slice, so in
    /// place.
    #[inline(always)]
    pub fn new(view: &mut View, code: &CodeImage, tracing: Tracing, bank_mask: u32) -> Exchange {
        Exchange {
            code,
            blocks: code.blocks(tracing),
            pages: view.rights.len(),
            page_shift: view.page_shift,
            shared: view.shared.len(),
            places: view.lookaside.places(),
            shift: view.lookaside.shift(),
            shift_or_0: 0,
            count: 0,
            log: null_mut(),
            end: 0,
            demand_end: null_mut(),
            bank_mask,
            missed: 0,
            charged: 0,
            has_ended: false,
            filled: false,
        }
    }
}

/// In [`Exchange::charged`], words stand above this bit, energy below.
pub(in super::super) const WORDS: u32 = 48;

/// How compiled code has ended, and before which operation, by its index: see [`left`].
pub(in super::super) struct Left;

impl Left {
    /// The handler must execute the operation, which compiled code could not.
    pub const HANDLER: u64 = 0;
    /// The limit is reached.
    pub const LIMIT: u64 = 1;
    /// The lookaside has had no entry for the address in [`Exchange::missed`].
    pub const MISS: u64 = 2;
    /// The operation has not been compiled.
    pub const GO: u64 = 3;

    /// The operation's index.
    pub fn index(left: u64) -> usize {
        (left >> LEFT_BITS) as usize
    }

    /// How it has ended.
    pub fn how(left: u64) -> u64 {
        left & ((1 << LEFT_BITS) - 1)
    }
}

/// [`Left`]'s values are below the index.
pub(in super::super) const LEFT_BITS: u32 = 2;

pub(in super::super) fn left(index: usize, how: u64) -> u64 {
    (index as u64) << LEFT_BITS | how
}

/// Cycles and instructions in one word, so that one addition counts both: cycles above bit 16,
/// where the sign says that they are before the limit.
pub(in super::super) const fn count(cycles: u32, instructions: u32) -> u32 {
    (cycles << 16) + instructions
}

/// Enters compiled code: core, memory, context, where. Gives a [`Left`].
pub(super) type Enter = unsafe extern "C" fn(*mut Core, *mut u8, *mut Context, *const u8) -> u64;

/// The way from handlers into compiled code, and back.
pub(super) struct Gate {
    pub enter: Enter,
    /// Where compiled code leaves.
    pub exit: *const u8,
    /// They point into it.
    pub _code: Buffer,
}

// SAFETY: its code does not change.
unsafe impl Send for Gate {}
// SAFETY: the same.
unsafe impl Sync for Gate {}
