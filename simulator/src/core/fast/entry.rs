//! From handlers into code compiled for the host, and back.

use super::super::code::{CodeImage, Op, ONE_INSTRUCTION};
use super::super::compiled::{look_up, Blocks, Lookaside, Place};
use super::super::undo::Entry;
use super::{stop_limit, Context, Core, Handler, View};
use std::sync::atomic::{fence, AtomicU64, Ordering};

/// Code for the host: core, memory, context, cycles and instructions before the first instruction,
/// log, and at which of its entrances it begins. Gives a [`Left`].
pub(in crate::core) type Code =
    unsafe extern "C" fn(*mut Core, *mut u8, *mut Context, u64, *mut Entry, u32) -> u64;

/// Where handlers enter compiled code.
pub(in crate::core) struct Entrance {
    pub code: Code,
    pub number: u32,
    /// The handler that it replaces.
    handler: Handler,
    /// How often it has been entered since the last review, above bit [`ENTRIES`]; below, the
    /// instructions that have been executed.
    executed: AtomicU64,
}

const ENTRIES: u32 = 40;
/// A review comes after so many.
const REVIEW: u64 = 1024;
/// Instructions that an entry must execute on average. Fewer do not pay for the way in and out: the
/// handler comes back.
const LEAST: u64 = 48;

impl Entrance {
    pub fn new(code: Code, number: u32, handler: Handler) -> Entrance {
        Entrance {
            code,
            number,
            handler,
            executed: AtomicU64::new(0),
        }
    }

    /// It has been entered at `op` and executed so many instructions.
    #[inline(always)]
    fn account(&self, op: &Op, instructions: u64) {
        // Between threads some may be lost.
        let executed = self.executed.load(Ordering::Relaxed) + (1 << ENTRIES) + instructions;
        self.executed.store(executed, Ordering::Relaxed);
        if executed >> ENTRIES >= REVIEW {
            self.review(op, executed & ((1 << ENTRIES) - 1));
        }
    }

    #[cold]
    #[inline(never)]
    fn review(&self, op: &Op, instructions: u64) {
        self.executed.store(0, Ordering::Relaxed);
        if instructions < REVIEW * LEAST {
            op.handler.set(self.handler);
        }
    }
}

/// What handlers and compiled code tell each other.
pub(in crate::core) struct Exchange {
    blocks: *const Blocks,
    pages: usize,
    page_shift: u32,
    /// Of the core's lookaside.
    pub places: *mut Place,
    /// What compiled code leaves behind: see [`Left`]; energy and words; cycles and instructions
    /// before the operation; the log.
    pub missed: u32,
    pub charged: u64,
    pub count: u64,
    pub log: *mut Entry,
    /// It has reached the limit.
    pub(super) has_ended: bool,
    /// The lookaside has been filled.
    pub(super) filled: bool,
}

impl Exchange {
    pub fn new(view: &mut View, code: &CodeImage) -> Exchange {
        Exchange {
            blocks: code.blocks(),
            pages: view.rights.len(),
            page_shift: view.page_shift,
            places: view.lookaside.places(),
            missed: 0,
            charged: 0,
            count: 0,
            log: std::ptr::null_mut(),
            has_ended: false,
            filled: false,
        }
    }
}

/// How compiled code has ended, and before which operation, by its index.
pub(in crate::core) struct Left;

impl Left {
    /// The handler must execute the operation, which compiled code could not.
    pub const HANDLER: u64 = 0;
    /// The limit is reached.
    pub const LIMIT: u64 = 1;
    /// The lookaside has had no entry for the address in [`Exchange::missed`].
    pub const MISS: u64 = 2;
    /// Something else goes on, compiled or not.
    pub const GO: u64 = 3;
    /// These are below the index.
    pub const BITS: u32 = 2;
}

/// The handler of an operation where compiled code can be entered.
pub(in crate::core) unsafe fn enter_compiled(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    // Whoever has made this the handler has written the entrance before.
    fence(Ordering::Acquire);
    let Some(entrance) = entrance(op, context) else {
        unreachable!("an operation with this handler has an entrance")
    };
    let count = count - (*op).run;
    let left = (entrance.code)(core, memory, context, count, log, entrance.number);
    let left_behind = &mut (*context).compiled;
    (*core).spent.energy += left_behind.charged & ((1 << WORDS) - 1);
    (*core).spent.words += left_behind.charged >> WORDS;
    entrance.account(&*op, (left_behind.count - count) / ONE_INSTRUCTION);
    let at = (*context).first.add((left >> Left::BITS) as usize);
    let count = left_behind.count + (*at).run;
    let log = left_behind.log;
    match left & ((1 << Left::BITS) - 1) {
        Left::LIMIT => {
            left_behind.has_ended = true;
            return stop_limit(core, at, memory, context, count, log);
        }
        Left::GO => return ((*at).handler.get())(core, at, memory, context, count, log),
        Left::MISS => fill(context),
        _ => {}
    }
    let handler = entrance_of(at, context).map_or((*at).handler.get(), |there| there.handler);
    handler(core, at, memory, context, count, log)
}

/// In [`Exchange::charged`], words stand above this bit, energy below.
pub(in crate::core) const WORDS: u32 = 48;

unsafe fn entrance<'a>(op: *const Op, context: *const Context) -> Option<&'a Entrance> {
    let index = op.offset_from_unsigned((*context).first);
    (*(*context).compiled.blocks).entrance(index)
}

/// The entrance at an operation whose handler is [`enter_compiled`].
unsafe fn entrance_of<'a>(op: *const Op, context: *const Context) -> Option<&'a Entrance> {
    let handler = (*op).handler.get();
    if handler as usize != enter_compiled as Handler as usize {
        return None;
    }
    fence(Ordering::Acquire);
    entrance(op, context)
}

#[cold]
#[inline(never)]
unsafe fn fill(context: *mut Context) {
    let context = &mut *context;
    let address = context.compiled.missed;
    let translate = |address: u32, bytes: u32| {
        let region = &context.regions[(address >> 28) as usize];
        let inside = address.wrapping_sub(region.start);
        let fits = u64::from(inside) + u64::from(bytes) <= u64::from(region.len);
        fits.then(|| region.offset + inside)
    };
    let rights = std::slice::from_raw_parts(context.rights, context.compiled.pages);
    if let Some(place) = look_up(address, translate, rights, context.compiled.page_shift) {
        let entry = context.compiled.places.add(Lookaside::index(address));
        entry.write(place);
        context.compiled.filled = true;
    }
}
