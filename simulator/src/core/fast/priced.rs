//! Handlers for code whose instructions have prices in energy, or that is fetched through an
//! instruction cache. They add the price of an instruction, or fetch it, before they execute it.
//!
//! Code that has no prices and is in the tile's own memory does not use this module.

use super::super::cache::MOST_LOGGED_BY_FETCH;
use super::super::code::Op;
use super::super::price::Price;
use super::super::undo::Entry;
use super::{
    alone, check_time, stop_exact, stop_full, traced_handler, Context, Core, Handler, Tracing,
};

/// The price of an operation in energy, and the handler that executes it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(in crate::core) struct Charge {
    handler: Handler,
    price: Price,
    /// The address of the instruction-cache line that contains the operation, or `SEVERAL`.
    line: u32,
}

/// The value of [`Charge::line`] for an operation that extends over two lines. No line has this
/// address.
const SEVERAL: u32 = 2;

/// Operations whose handlers add the energy of each operation, and the prices that they add. An
/// operation and its charge have the same index.
pub(in crate::core) struct Priced {
    pub ops: Vec<Op>,
    pub charges: Vec<Charge>,
}

impl Priced {
    /// Makes the operations and their charges. `charge` returns the price of the operation with the
    /// given index and, if cores fetch it through an instruction cache, the cache lines of its
    /// first and last byte. No handler executes two operations, so that each operation is charged.
    pub fn new(
        ops: &[Op],
        charge: impl Fn(usize) -> (Price, Option<(u32, u32)>),
        tracing: Tracing,
    ) -> Priced {
        let alone = alone(ops);
        let charges = alone.iter().enumerate().map(|(index, op)| {
            let (price, lines) = charge(index);
            Charge {
                handler: traced_handler(op, tracing),
                price,
                line: match lines {
                    Some((first, last)) if first == last => first,
                    _ => SEVERAL,
                },
            }
        });
        let handler = match charge(0).1 {
            Some(_) => charge_and_take,
            None => self::charge,
        };
        Priced {
            charges: charges.collect(),
            ops: (alone.iter())
                .map(|op| match op.run {
                    // Only the exact interpreter executes this operation.
                    0 => op.clone(),
                    _ if op.checks_time() => op.with(check_time),
                    _ => op.with(handler),
                })
                .collect(),
        }
    }
}

/// Selects the handler that adds the price of an operation, and executes it.
pub(super) fn charging(context: &Context) -> Handler {
    match context.code_cache.is_null() {
        true => charge,
        false => charge_and_take,
    }
}

/// Adds the energy of an operation to that of the core, and executes the operation.
unsafe fn charge(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    let index = op.offset_from_unsigned((*context).first);
    let Charge { handler, price, .. } = *(*context).charges.add(index);
    (*core).spent.add(price);
    handler(core, op, memory, context, count, log)
}

/// Adds the energy of an operation to that of the core, and executes the operation if its line is
/// in the instruction cache.
unsafe fn charge_and_take(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    let index = op.offset_from_unsigned((*context).first);
    let charge = (*context).charges.add(index);
    (*core).spent.add((*charge).price);
    if (*core).line != (*charge).line {
        return take(core, op, memory, context, count, log);
    }
    ((*charge).handler)(core, op, memory, context, count, log)
}

/// Fetches and executes an operation that is at least partly outside the line that the core has
/// fetched from last.
#[inline(never)]
unsafe fn take(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    mut log: *mut Entry,
) {
    if (*context).log_end.offset_from_unsigned(log) < MOST_LOGGED_BY_FETCH {
        return stop_full(core, op, memory, context, count, log);
    }
    let index = op.offset_from_unsigned((*context).first);
    let place = (
        (*context).base.wrapping_add(2 * index as u32),
        u32::from((*op).length),
    );
    let all = std::slice::from_raw_parts_mut(memory, (*context).memory_bytes);
    let (cache, known) = (&*(*context).code_cache, (*context).known_lines);
    let note = |entry| {
        log.write(entry);
        log = log.add(1);
    };
    if cache.take(&mut *core, all, place, known, note).is_err() {
        return stop_exact(core, op, memory, context, count, log);
    }
    let handler = (*(*context).charges.add(index)).handler;
    handler(core, op, memory, context, count, log)
}

/// Takes back the price of the operation at which a time slice has stopped. It has been added, but
/// the operation has not been executed.
///
/// # Safety
///
/// The caller must meet the conditions of [`Handler`].
pub(super) unsafe fn refund(core: &mut Core, context: &Context) {
    let op = context.exit_op;
    if context.charges.is_null() || (*op).run == 0 {
        return;
    }
    let index = op.offset_from_unsigned(context.first);
    core.spent.refund((*context.charges.add(index)).price);
}
