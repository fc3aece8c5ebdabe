//! Handlers of loads, stores and atomics that access the tile's own memory or a line of the data
//! cache.

use super::super::access::{boxed, extended};
use super::super::cache;
use super::super::code::Op;
use super::super::trace::{Touch, Tracing, DOUBLE, WRITES};
use super::super::undo::Entry;
use super::super::{AmoOp, READ, WRITE};
use super::{f, next, stop_exact, stop_full, x, Context, Core, Handler, Opcode};
use crate::memory::{self as ram, banks_of};

/// Selects the handler of a memory access, which traces the access as the [`Tracing`] with number
/// `T` says. None if only the exact interpreter can execute the access.
pub(super) fn select<const L: usize, const T: u8>(op: &Op) -> Option<Handler> {
    use Opcode::*;
    Some(match op.kind {
        Flw => flw::<L, T>,
        Fld => fld::<L, T>,
        Sb => sb::<L, T>,
        Sh => sh::<L, T>,
        Sw => sw::<L, T>,
        Fsw => fsw::<L, T>,
        Fsd => fsd::<L, T>,
        Lr | Sc => return None,
        // Loads to `x0` are rare. They have no handler, so that the handlers of other loads need
        // not check the target register.
        _ if op.rd == 0 => return None,
        Lb => lb::<L, T>,
        Lbu => lbu::<L, T>,
        Lh => lh::<L, T>,
        Lhu => lhu::<L, T>,
        Lw => lw::<L, T>,
        Amoswap => amoswap::<L, T>,
        Amoadd => amoadd::<L, T>,
        Amoxor => amoxor::<L, T>,
        Amoand => amoand::<L, T>,
        Amoor => amoor::<L, T>,
        Amomin => amomin::<L, T>,
        Amomax => amomax::<L, T>,
        Amominu => amominu::<L, T>,
        _ => amomaxu::<L, T>,
    })
}

/// The offset in memory of an aligned access to the core's own memory. The handler `elsewhere` gets
/// accesses outside this memory. The exact interpreter gets accesses to which the core has no
/// right, and accesses in cycles for which the demand (the list of banks needed in each cycle) has
/// no space.
macro_rules! own_offset {
    ($core:ident, $op:ident, $memory:ident, $context:ident, $count:ident, $log:ident, $bytes:expr, $need:expr, $tracing:ident, $elsewhere:expr) => {{
        let address: u32 = x!($core, (*$op).rs1).wrapping_add((*$op).imm as u32);
        let region = (*$context).regions.as_ptr().add((address >> 28) as usize);
        #[cfg(compiled)]
        (*(*$context).compiled.code).note_access(
            $op.offset_from_unsigned((*$context).first),
            (address >> 28) as u8,
        );
        let inside = address.wrapping_sub((*region).start);
        // A region begins and ends at multiples of 8. So an aligned access that begins in a region
        // also ends in it, and in the same page.
        if address & ($bytes - 1) != 0 || inside >= (*region).len {
            return $elsewhere($core, $op, $memory, $context, $count, $log);
        }
        let offset = inside.wrapping_add((*region).offset);
        let rights = *(*$context).rights.add((*$context).page(offset));
        if rights & ($need) != ($need) {
            return stop_exact($core, $op, $memory, $context, $count, $log);
        }
        // A single instruction may take any number of cycles, so straight-line code may take more
        // cycles than the demand has entries.
        let is_banked = $tracing >= Tracing::Bytes as u8;
        if is_banked && since_begin($op, $count) >= (*$context).demand_room {
            return stop_exact($core, $op, $memory, $context, $count, $log);
        }
        offset
    }};
}

/// Executes a load or a store outside the core's own memory if the core's data cache has the line.
/// Other cores cannot access that cache, so the access is not traced.
///
/// # Safety
///
/// The caller must meet the conditions of [`Handler`].
#[inline(never)]
unsafe fn cached<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    mut log: *mut Entry,
) {
    use Opcode::*;
    let Some(cache) = (*context).cache.as_ref() else {
        return stop_exact(core, op, memory, context, count, log);
    };
    let address = x!(core, (*op).rs1).wrapping_add((*op).imm as u32);
    let (bytes, writes) = match (*op).kind {
        Lb | Lbu => (1, false),
        Lh | Lhu => (2, false),
        Lw | Flw => (4, false),
        Sb => (1, true),
        Sh => (2, true),
        Sw | Fsw => (4, true),
        Fsd => (8, true),
        _ => (8, false),
    };
    if address & (bytes - 1) != 0 || !cache.covers(address) {
        return stop_exact(core, op, memory, context, count, log);
    }
    if ((*context).log_end.offset_from_unsigned(log)) < cache::MOST_ENTRIES {
        return stop_full(core, op, memory, context, count, log);
    }
    let uses = ((*core).hits + 1, (*context).known_hits);
    let note = |entry| {
        log.write(entry);
        log = log.add(1);
    };
    let all = std::slice::from_raw_parts_mut(memory, (*context).memory_bytes);
    let Some(offset) = cache.access(all, (address, bytes, writes), uses, note) else {
        return stop_exact(core, op, memory, context, count, log);
    };
    if writes {
        let old = ram::read(all, offset, bytes);
        log.write(Entry { offset, bytes, old });
        log = log.add(1);
        let value = match (*op).kind {
            Fsw | Fsd => f!(core, (*op).rs2),
            _ => x!(core, (*op).rs2).into(),
        };
        ram::write(all, offset, bytes, value);
    } else {
        let raw = ram::read(all, offset, bytes);
        match (*op).kind {
            Flw | Fld => f!(core, (*op).rd) = boxed(raw, bytes),
            kind => x!(core, (*op).rd) = extended(raw, bytes, matches!(kind, Lb | Lh)),
        }
    }
    (*core).hits += 1;
    #[cfg(compiled)]
    (*(*context).compiled.code).note_hit(op.offset_from_unsigned((*context).first));
    next!(
        core,
        op.add(L),
        memory,
        context,
        count + u64::from(cache.hit),
        log
    )
}

/// The flag that a trace entry has for an access of the size of `T`.
const fn width<T>() -> u32 {
    match size_of::<T>() {
        8 => DOUBLE,
        _ => 0,
    }
}

/// Number of cycles from the start of the time slice to this instruction.
///
/// # Safety
///
/// The caller must meet the conditions of [`Handler`].
#[inline(always)]
unsafe fn since_begin(op: *const Op, count: u64) -> u32 {
    (count - (*op).run) as u32
}

/// Traces an access as the [`Tracing`] with number `T` says. The trace must have a free entry.
///
/// # Safety
///
/// The caller must meet the conditions of [`Handler`].
#[inline(always)]
unsafe fn trace<const T: u8>(
    op: *const Op,
    context: *mut Context,
    count: u64,
    offset: u32,
    flags: u32,
) {
    if T == Tracing::Off as u8 {
        return;
    }
    let since = since_begin(op, count);
    if T != Tracing::Touches as u8 {
        let bytes = if flags & DOUBLE != 0 { 8 } else { 4 };
        let banks = banks_of(offset, bytes, (*context).bank_mask);
        let first = (*context).demand;
        match T == Tracing::Bytes as u8 {
            true => first.add(since as usize).write(banks as u8),
            false => (first.cast::<u32>().add(since as usize)).write_unaligned(banks.to_le()),
        }
        if !*(*context).shared.add((*context).page(offset)) {
            return;
        }
    }
    let cycle = (*context).trace_from + since;
    (*context).trace.write(Touch::new(cycle, offset, flags));
    (*context).trace = (*context).trace.add(1);
}

macro_rules! loads {
    ($($name:ident: $type:ty, $file:ident, |$raw:ident| $value:expr;)*) => { $(
        unsafe fn $name<const L: usize, const T: u8>(core: *mut Core, op: *const Op, memory: *mut u8, context: *mut Context, count: u64, log: *mut Entry) {
            let offset = own_offset!(core, op, memory, context, count, log, size_of::<$type>() as u32, READ, T, cached::<L>);
            let $raw = memory.add(offset as usize).cast::<$type>().read_unaligned();
            $file!(core, (*op).rd) = $value;
            trace::<T>(op, context, count, offset, width::<$type>());
            next!(core, op.add(L), memory, context, count, log)
        }
    )* };
}

loads! {
    lb: i8, x, |raw| raw as u32;
    lbu: u8, x, |raw| u32::from(raw);
    lh: i16, x, |raw| raw as u32;
    lhu: u16, x, |raw| u32::from(raw);
    lw: u32, x, |raw| raw;
    flw: u32, f, |raw| u64::from(raw) | 0xffff_ffff_0000_0000;
    fld: u64, f, |raw| raw;
}

macro_rules! stores {
    ($($name:ident: $type:ty, $file:ident;)*) => { $(
        unsafe fn $name<const L: usize, const T: u8>(core: *mut Core, op: *const Op, memory: *mut u8, context: *mut Context, count: u64, log: *mut Entry) {
            let offset = own_offset!(core, op, memory, context, count, log, size_of::<$type>() as u32, WRITE, T, cached::<L>);
            if log == (*context).log_end {
                return stop_full(core, op, memory, context, count, log);
            }
            let target = memory.add(offset as usize).cast::<$type>();
            log.write(Entry { offset, bytes: size_of::<$type>() as u32, old: u64::from(target.read_unaligned()) });
            target.write_unaligned($file!(core, (*op).rs2) as $type);
            trace::<T>(op, context, count, offset, WRITES | width::<$type>());
            next!(core, op.add(L), memory, context, count, log.add(1))
        }
    )* };
}

stores! {
    sb: u8, x;
    sh: u16, x;
    sw: u32, x;
    fsw: u32, f;
    fsd: u64, f;
}

macro_rules! atomics {
    ($($name:ident: $operation:ident;)*) => { $(
        unsafe fn $name<const L: usize, const T: u8>(core: *mut Core, op: *const Op, memory: *mut u8, context: *mut Context, count: u64, log: *mut Entry) {
            // If there is a data cache, the tile must establish the order that the atomic demands.
            if (*op).rs3 != 0 && !(*context).cache.is_null() {
                return stop_exact(core, op, memory, context, count, log);
            }
            let offset = own_offset!(core, op, memory, context, count, log, 4u32, READ | WRITE, T, stop_exact);
            if log == (*context).log_end {
                return stop_full(core, op, memory, context, count, log);
            }
            let target = memory.add(offset as usize).cast::<u32>();
            let old = target.read_unaligned();
            log.write(Entry { offset, bytes: 4, old: u64::from(old) });
            target.write_unaligned(AmoOp::$operation.apply(old, x!(core, (*op).rs2)));
            x!(core, (*op).rd) = old;
            trace::<T>(op, context, count, offset, WRITES);
            next!(core, op.add(L), memory, context, count, log.add(1))
        }
    )* };
}

atomics! {
    amoswap: Swap;
    amoadd: Add;
    amoxor: Xor;
    amoand: And;
    amoor: Or;
    amomin: Min;
    amomax: Max;
    amominu: MinUnsigned;
    amomaxu: MaxUnsigned;
}
