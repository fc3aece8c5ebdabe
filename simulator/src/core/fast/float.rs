//! Handlers of floating-point instructions on registers.

use super::super::code::Op;
use super::super::float;
use super::super::undo::Entry;
use super::{next, stop_exact, Context, Core, Handler};

/// The handler of a floating-point instruction.
pub(super) fn select<const L: usize>(_op: &Op) -> Handler {
    soft::<L>
}

/// Any of them, by SoftFloat.
#[cold]
#[inline(never)]
unsafe fn soft<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    if !float::execute(&mut *core, &*op) {
        return stop_exact(core, op, memory, context, count, log);
    }
    next!(core, op.add(L), memory, context, count, log)
}
