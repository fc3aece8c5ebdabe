//! The handler that enters compiled code, and continues with other handlers when that code returns.

use super::super::cache::{Cache, MOST_ENTRIES, MOST_LOGGED_BY_FETCH};
use super::super::code::{Op, ONE_INSTRUCTION};
use super::super::compiled::{
    look_up, Left, Lookaside, Pages, Window, LONGEST_BLOCK, WINDOWS, WORDS,
};
use super::super::undo::Entry;
use super::{plain, stop_limit, Context, Core};
use std::sync::atomic::{fence, Ordering};

/// The handler of an operation at which compiled code can be entered.
pub(in crate::core) unsafe fn enter_compiled(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    // Another thread wrote the entrance of the compiled code before it installed this handler.
    // After the fence, this thread sees the entrance.
    fence(Ordering::Acquire);
    let cycles = (count - (*op).run) as u32;
    // The undo log must have free entries for all stores that compiled code may make. A store takes
    // at least one cycle, and compiled code executes at most one block after it has reached its
    // limit.
    let room = (*context).log_end.offset_from_unsigned(log) as u32;
    // An access to the data cache may add several entries to the undo log, and so may the fetch of
    // a block through the instruction cache.
    let most = |cache: *const Cache, most: usize| if cache.is_null() { 0 } else { most };
    let of_access = most((*context).cache, MOST_ENTRIES).max(1);
    let room = room / (of_access + most((*context).code_cache, MOST_LOGGED_BY_FETCH)) as u32;
    let until = (*context)
        .limit
        .min((cycles + room).saturating_sub(LONGEST_BLOCK as u32));
    if cycles >= (*context).limit {
        return stop_limit(core, op, memory, context, count, log);
    }
    if cycles >= until {
        return plain(op, context)(core, op, memory, context, count, log);
    }
    let code = &*(*context).compiled.code;
    let blocks = &*(*context).compiled.blocks;
    let index = op.offset_from_unsigned((*context).first);
    let Some((enter, entrance)) = blocks.entrance(index) else {
        unreachable!("an operation with this handler has an entrance")
    };
    (*context).compiled.count = cycles.wrapping_sub(until) << 16;
    (*context).compiled.log = log;
    (*context).compiled.shift_or_0 = (*context).compiled.shift.unwrap_or(0);
    (*context).compiled.end = (*context).trace_from.wrapping_add(until);
    (*context).compiled.demand_end = (*context).demand_at(until);
    let left = enter(core, memory, context, entrance);
    let exchange = &mut (*context).compiled;
    (*core).spent.energy += exchange.charged & ((1 << WORDS) - 1);
    (*core).spent.words += exchange.charged >> WORDS;
    let instructions = u64::from(exchange.count & 0xffff);
    let now = until.wrapping_add_signed(exchange.count as i32 >> 16);
    let at = (*context).first.add(Left::index(left));
    let count =
        count - (*op).run + (*at).run + instructions * ONE_INSTRUCTION + u64::from(now - cycles);
    let log = exchange.log;
    match Left::how(left) {
        Left::LIMIT if now >= (*context).limit => {
            exchange.has_ended = true;
            return stop_limit(core, at, memory, context, count, log);
        }
        Left::GO => {
            blocks.missed(code, Left::index(left));
            return ((*at).handler.get())(core, at, memory, context, count, log);
        }
        Left::MISS => fill(context),
        _ => {}
    }
    plain(at, context)(core, at, memory, context, count, log)
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
    let shift = &mut context.compiled.shift;
    if shift.is_none() && Window::ARE_USED {
        *shift = Window::shift_beside(&context.regions);
    }
    let shared = std::slice::from_raw_parts(context.shared, context.compiled.shared);
    let pages = Pages {
        rights,
        shared,
        shift: context.compiled.page_shift,
    };
    if let Some(granule) = look_up(address, translate, pages, shift) {
        let entry = context.compiled.granules.add(Lookaside::index(address));
        entry.write(granule);
        let shift = shift.expect("a granule has been found");
        for number in 0..WINDOWS {
            let window = context
                .compiled
                .granules
                .byte_add(Lookaside::window(number));
            let window = window.cast::<Window>();
            if !(*window).is_known {
                let start = Window::start(number, context.base);
                window.write(Window::new(
                    number,
                    context.regions[number],
                    start,
                    pages,
                    shift,
                ));
            }
        }
        context.compiled.filled = true;
    }
}
