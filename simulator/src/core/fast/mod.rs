//! The fast path: handlers execute a core ahead of the chip's clock.
//!
//! Every decoded instruction has a handler: a small function that executes the instruction and, as
//! its last act, calls the handler of the next instruction. An optimising compiler turns that call
//! into a jump, and keeps the arguments in registers. The first handler of straight-line code adds
//! the cycles and instructions of all of this code to the counts ([`Op::run`]). If a handler stops
//! in the middle of straight-line code, it subtracts the part that has not been executed. Long
//! straight-line code also compares the time with its limit in the middle ([`Op::checks_time`]).

mod control;
#[cfg(compiled)]
mod entry;
mod float;
mod integer;
mod memory;
mod pairs;
mod priced;
mod slot;

#[cfg(compiled)]
pub(super) use entry::enter_compiled;
pub(super) use priced::Priced;
pub(super) use slot::Slot;

use super::code::{CodeImage, Op, LONGEST_RUN, ONE_INSTRUCTION};
#[cfg(compiled)]
use super::compiled::Exchange;
use super::instruction::Opcode;
use super::timing;
use super::trace::{Touch, Trace, Tracing};
use super::undo::Entry;
use super::{next_touch, step, Cache, Core, Demand, Region, Step, View};
use crate::config::CoreCosts;
use priced::Charge;
use std::ptr::{from_ref, null, null_mut};

/// Executes `op` and the operations that follow it.
///
/// The parameters are:
/// - the core, the operation, the tile's memory and the context;
/// - the cycles and instructions since the time slice (see [`SLICE`]) began, packed as in
///   [`Op::run`];
/// - the next free entry of the undo log.
///
/// # Safety
///
/// The pointers must come from [`run_ahead`]; `op` must point to an operation of the code image.
pub(super) type Handler = unsafe fn(*mut Core, *const Op, *mut u8, *mut Context, u64, *mut Entry);

/// Data that only some handlers need, and the reason why the last handler has stopped.
pub(super) struct Context {
    /// The core's regions of the address space, each cut to multiples of 8 bytes. The exact
    /// interpreter executes accesses to bytes that were cut off.
    regions: [Region; 16],
    rights: *const u8,
    /// The core's data cache, or null, and the size in bytes of the tile's memory, which contains
    /// the cache.
    cache: *const Cache,
    memory_bytes: usize,
    /// Number of hits in the data cache when the time slice began.
    pub known_hits: u64,
    /// The core's instruction cache, or null if the code is in the tile's own memory, and the value
    /// of `Core::lines` when the time slice began.
    code_cache: *const Cache,
    pub known_lines: u64,
    /// 1 divided by the page size in bytes, in units of 2⁻³².
    pages_per_byte: u64,
    /// The length of the time slice, in cycles.
    pub limit: u32,
    /// The cycles that taking a branch adds, in the form of [`Op::run`].
    taken: u64,
    costs: *const CoreCosts,
    first: *const Op,
    base: u32,
    /// Length of the code, in bytes.
    bytes: u32,
    pub log_end: *mut Entry,
    /// The address of the next trace entry, and the number of cycles from the start of the trace to
    /// the start of the time slice.
    pub trace: *mut Touch,
    trace_from: u32,
    tracing: Tracing,
    /// The address of the demand's entry for the first cycle of the time slice (null if no demand
    /// is recorded), and the number of cycles for which the demand has space from there on.
    demand: *mut u8,
    demand_room: u32,
    /// Number of banks minus 1.
    bank_mask: u32,
    /// For each page of memory, whether other cores may access it.
    shared: *const bool,
    /// For each operation, by its index: its price in energy, its handler, and its line in the
    /// instruction cache. Null if the chip counts no energy and the code is not fetched through an
    /// instruction cache.
    charges: *const Charge,
    /// The fields that compiled code also uses.
    #[cfg(compiled)]
    pub compiled: Exchange,
    exit: Exit,
    exit_op: *const Op,
    exit_count: u64,
    exit_log: *mut Entry,
}

impl Context {
    /// The number of the page that contains the byte at an offset of memory.
    #[inline(always)]
    fn page(&self, offset: u32) -> usize {
        // A multiplication is as fast as a shift, and does not need the register that a shift by a
        // variable amount needs.
        ((u64::from(offset) * self.pages_per_byte) >> 32) as usize
    }

    /// The address of the demand's entry for a cycle, counted from the start of the time slice;
    /// null without a demand.
    #[cfg(compiled)]
    fn demand_at(&self, cycles: u32) -> *mut u8 {
        self.demand
            .wrapping_add(cycles as usize * self.tracing.width())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Limit,
    /// The exact interpreter must execute the next instruction, or leave it to the tile.
    Exact,
    LogFull,
}

/// The reason why a core that executes ahead of the chip's clock has stopped. `pc` is the address
/// of the first instruction that has not been executed, and `time` is the cycle in which it issues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// `time` has reached the limit.
    Limit,
    /// The undo log has no free entry for the next store.
    LogFull,
    /// The tile must see or carry out the next instruction. The instruction is observed, or
    /// [`step`] would not return [`Step::Done`] for it.
    Slow,
}

/// The length of a time slice in cycles. After each slice, the handlers return to the loop in
/// [`run_ahead`]. This limits the depth of the stack if the compiler does not turn the last call of
/// each handler into a jump.
const SLICE: u32 = 16384;

/// Executes instructions until `time` is at least `until`, or until the core needs the tile. The
/// core may pass `until` by the rest of the current straight-line code.
pub fn run_ahead(core: &mut Core, view: &mut View, code: &CodeImage, until: u64) -> Stop {
    if !view.is_sound() {
        return Stop::Slow;
    }
    while core.time < until {
        if view.log.is_full() {
            return Stop::LogFull;
        }
        let limit = (until - core.time).min(u64::from(SLICE)) as u32;
        match run_slice(core, view, code, limit, None, None) {
            Exit::Limit => {}
            Exit::LogFull if view.log.is_empty() => {}
            Exit::LogFull => return Stop::LogFull,
            Exit::Exact => {
                if code.is_observed(core.pc) || step(core, view, code) != Step::Done {
                    return Stop::Slow;
                }
            }
        }
    }
    Stop::Limit
}

/// Executes instructions as [`run_ahead`] does, with two differences. It records the banks of each
/// memory access in the demand, and the accesses to pages that other cores may access in `trace`.
/// It also stops before an instruction that only the exact interpreter can execute.
// This function is inlined because it has several callers. Without the attribute, the simulation of
// tiles whose cores only compute has 0.88 times the speed.
#[inline(always)]
pub fn run_banked(
    core: &mut Core,
    view: &mut View,
    code: &CodeImage,
    until: u64,
    (trace, demand): (&mut Trace, &mut Demand),
) -> Stop {
    if view.shared.len() < view.rights.len() {
        return Stop::Slow;
    }
    run_traced(core, view, code, until, trace, Some(demand))
}

/// Executes instructions as [`run_banked`] does, but does not stop before a floating-point
/// instruction that only the exact interpreter can execute.
pub fn run_banked_far(
    core: &mut Core,
    view: &mut View,
    code: &CodeImage,
    until: u64,
    (trace, demand): (&mut Trace, &mut Demand),
) -> Stop {
    loop {
        let stop = run_banked(core, view, code, until, (trace, demand));
        let is_float = code.op(core.pc).is_some_and(|op| op.kind.is_float());
        let goes_on = stop == Stop::Slow && is_float && !code.is_observed(core.pc);
        if !goes_on || step(core, view, code) != Step::Done {
            return stop;
        }
    }
}

/// Executes instructions and traces their accesses. Stops before an instruction that only the exact
/// interpreter can execute.
#[inline(always)]
fn run_traced(
    core: &mut Core,
    view: &mut View,
    code: &CodeImage,
    until: u64,
    trace: &mut Trace,
    mut demand: Option<&mut Demand>,
) -> Stop {
    if !view.is_sound() {
        return Stop::Slow;
    }
    while core.time < until {
        if view.log.is_full() {
            return Stop::LogFull;
        }
        let limit = (until - core.time).min(u64::from(SLICE)) as u32;
        match run_slice(core, view, code, limit, Some(trace), demand.as_deref_mut()) {
            Exit::Limit => {}
            Exit::LogFull => return Stop::LogFull,
            Exit::Exact => return Stop::Slow,
        }
    }
    Stop::Limit
}

/// Executes instructions as [`run_ahead`] does, and records every memory access in `trace`.
#[inline(always)]
pub fn run_ahead_traced(
    core: &mut Core,
    view: &mut View,
    code: &CodeImage,
    until: u64,
    trace: &mut Trace,
) -> Stop {
    while core.time < until {
        let stop = run_traced(core, view, code, until, trace, None);
        if stop != Stop::Slow {
            return stop;
        }
        let touch = next_touch(core, view, code, trace.origin);
        if code.is_observed(core.pc) || step(core, view, code) != Step::Done {
            return Stop::Slow;
        }
        trace.touches.extend(touch);
    }
    Stop::Limit
}

/// Executes one time slice. The function is inlined at each call, because most of its code depends
/// on what is traced.
#[inline(always)]
fn run_slice(
    core: &mut Core,
    view: &mut View,
    code: &CodeImage,
    limit: u32,
    mut trace: Option<&mut Trace>,
    mut demand: Option<&mut Demand>,
) -> Exit {
    let tracing = match (&trace, &demand) {
        (_, Some(demand)) => demand.tracing(),
        (Some(_), None) => Tracing::Touches,
        (None, None) => Tracing::Off,
    };
    let priced = code.priced(tracing);
    let ops = match priced {
        Some(priced) => &priced.ops,
        None => code.traced_ops(tracing),
    };
    let Some(index) = code.index(core.pc) else {
        return Exit::Exact;
    };
    let first: *const Op = &ops[index];
    // Handlers assume that the floating-point unit is on. Only instructions without a handler can
    // switch it off, so one check for the whole time slice is enough.
    if !core.float_is_on() {
        return Exit::Exact;
    }
    #[cfg(compiled)]
    {
        debug_assert!(view.lookaside.is_sound(view, code.base()));
        code.blocks(tracing).begin(code, index);
    }
    let (log, log_end) = view.log.space();
    let bank_mask = view.banks.as_ref().map_or(0, |banks| banks.count() - 1);
    let mut context = Context {
        regions: *view.regions.cut(),
        rights: view.rights.as_ptr(),
        cache: view.cache.map_or(null(), from_ref),
        memory_bytes: view.memory.len(),
        known_hits: core.hits,
        code_cache: view.code_cache.map_or(null(), from_ref),
        known_lines: core.lines,
        pages_per_byte: 1 << (32 - view.page_shift),
        limit,
        taken: u64::from(code.costs().branch_taken),
        costs: code.costs(),
        first: ops.as_ptr(),
        base: code.base(),
        bytes: (ops.len() as u32 - 2) * 2,
        log_end,
        trace: null_mut(),
        trace_from: 0,
        tracing,
        demand: null_mut(),
        demand_room: 0,
        bank_mask,
        shared: view.shared.as_ptr(),
        charges: priced.map_or(null(), |priced| priced.charges.as_ptr()),
        #[cfg(compiled)]
        compiled: Exchange::new(view, code, tracing, bank_mask),
        exit: Exit::Exact,
        exit_op: first,
        exit_count: 0,
        exit_log: log,
    };
    if let Some(trace) = &mut trace {
        // Each instruction takes at least one cycle, and straight-line code may pass the limit.
        context.trace = trace.space(limit as usize + 2 * LONGEST_RUN);
        context.trace_from = (core.time - trace.origin) as u32;
    }
    if let Some(demand) = &mut demand {
        (context.demand, context.demand_room) = demand.space(core.time);
    }
    // SAFETY: all pointers are valid until the call returns, and nothing else uses the memory
    // behind them meanwhile. `is_sound` has been checked, so every offset within a region is in the
    // memory, and `rights` has an element for its page. [`CodeImage`] has ensured that handlers
    // reach only operations that exist.
    unsafe {
        let handler = (*first).handler.get();
        handler(
            core,
            first,
            view.memory.as_mut_ptr(),
            &mut context,
            (*first).run,
            log,
        );
        core.pc = code
            .base()
            .wrapping_add(context.exit_op.offset_from(context.first) as u32 * 2);
        if context.exit != Exit::Limit {
            priced::refund(core, &context);
        }
        view.log.filled_to(context.exit_log);
        #[cfg(compiled)]
        if context.compiled.filled {
            view.lookaside.filled(context.compiled.shift);
        }
        #[cfg(compiled)]
        if context.exit == Exit::Limit && !context.compiled.has_ended {
            let blocks = code.blocks(tracing);
            blocks.slice_ended(code, core.pc, limit);
        }
        if let Some(trace) = trace {
            trace.filled_to(context.trace);
        }
    }
    core.time += context.exit_count & (ONE_INSTRUCTION - 1);
    core.instret += context.exit_count / ONE_INSTRUCTION;
    if let Some(demand) = demand {
        demand.filled_to(core.time);
    }
    context.exit
}

/// The handler that leaves its instruction to the exact interpreter.
pub(super) fn stop() -> Handler {
    stop_exact
}

/// Selects the handler for an operation, if there is one.
pub(super) fn handler(op: &Op, _base: u32) -> Option<Handler> {
    match op.varies() {
        true => Some(varying),
        false => usual(op),
    }
}

/// The handler of an operation whose cycles depend on its operands. It adds these cycles, and
/// executes the operation.
unsafe fn varying(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    let first = (*context).first;
    let is_wide = |address: u32| {
        let offset = address.wrapping_sub((*context).base);
        offset < (*context).bytes && (*first.add(offset as usize / 2)).length == 4
    };
    let pc = (*context)
        .base
        .wrapping_add(op.offset_from_unsigned(first) as u32 * 2);
    let extra = timing::extra(&*op, &(*core).x, pc, &*(*context).costs, is_wide);
    let handler = usual(&*op).unwrap_or(stop_exact);
    let count = count.wrapping_add_signed(i64::from(extra));
    handler(core, op, memory, context, count, log)
}

/// Selects the handler for an operation whose cycles do not depend on its operands.
fn usual(op: &Op) -> Option<Handler> {
    match op.length {
        2 => select::<1>(op),
        _ => select::<2>(op),
    }
}

/// Selects the handler for an operation. `L` is the length of the instruction in halfwords, which
/// is the distance to the next operation.
fn select<const L: usize>(op: &Op) -> Option<Handler> {
    if op.kind.is_pure() {
        return Some(integer::select::<L>(op));
    }
    if op.kind.is_memory() {
        return memory::select::<L, { Tracing::Off as u8 }>(op);
    }
    if op.kind.is_float() {
        return Some(float::select::<L>(op));
    }
    match op.kind {
        kind if kind.is_branch() || matches!(kind, Opcode::Jal | Opcode::Jalr) => {
            Some(control::select::<L>(op))
        }
        _ => None,
    }
}

/// Selects the handler that executes an operation and, if this is a memory access, traces it. An
/// operation that only the exact interpreter can execute keeps the handler that stops.
fn traced_handler(op: &Op, tracing: Tracing) -> Handler {
    let traced = match op.length {
        _ if op.run == 0 || !op.kind.is_memory() => None,
        2 => select_traced::<1>(op, tracing),
        _ => select_traced::<2>(op, tracing),
    };
    traced.unwrap_or(op.handler.get())
}

fn select_traced<const L: usize>(op: &Op, tracing: Tracing) -> Option<Handler> {
    match tracing {
        Tracing::Off => memory::select::<L, { Tracing::Off as u8 }>(op),
        Tracing::Touches => memory::select::<L, { Tracing::Touches as u8 }>(op),
        Tracing::Bytes => memory::select::<L, { Tracing::Bytes as u8 }>(op),
        Tracing::Words => memory::select::<L, { Tracing::Words as u8 }>(op),
    }
}

/// Whether a handler stands in for the operation's own handler: it first does other work, and then
/// the operation's own handler executes the operation.
fn stands_in(handler: Handler) -> bool {
    #[cfg(compiled)]
    if handler as usize == enter_compiled as Handler as usize {
        return true;
    }
    handler as usize == check_time as Handler as usize
}

/// Returns the operation's own handler, even if another handler stands in for it (`stands_in`).
///
/// # Safety
///
/// The caller must meet the conditions of [`Handler`].
unsafe fn plain(op: *const Op, context: *const Context) -> Handler {
    match (*op).handler.get() {
        other if !stands_in(other) => other,
        _ if !(*context).charges.is_null() => priced::charging(&*context),
        _ if (*op).kind.is_memory() => traced_handler(&*op, (*context).tracing),
        own => handler(&*op, 0).unwrap_or(own),
    }
}

/// A handler for an operation in the middle of long straight-line code. It compares the time with
/// its limit, and then executes the operation.
unsafe fn check_time(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    if (count - (*op).run) as u32 >= (*context).limit {
        return stop_limit(core, op, memory, context, count, log);
    }
    plain(op, context)(core, op, memory, context, count, log)
}

/// Returns a copy of each operation with a handler that executes only this operation, not a pair of
/// operations.
fn alone(ops: &[Op]) -> Vec<Op> {
    let alone = |op: &Op| match op.run {
        0 => op.clone(),
        _ => op.with(handler(op, 0).unwrap_or(op.handler.get())),
    };
    ops.iter().map(alone).collect()
}

/// Copies the operations, and gives the copies handlers that trace memory accesses as `tracing`
/// says.
pub(super) fn traced(ops: &[Op], tracing: Tracing) -> Vec<Op> {
    let mut traced = alone(ops);
    pairs::fuse(&mut traced);
    for op in &mut traced {
        op.handler = Slot::new(match op.checks_time() {
            true => check_time,
            false => traced_handler(op, tracing),
        });
    }
    traced
}

/// Installs handlers that execute frequent pairs of operations, and handlers that compare the time
/// with its limit in the middle of long straight-line code.
pub(super) fn link(ops: &mut [Op]) {
    pairs::fuse(ops);
    for op in ops.iter_mut().filter(|op| op.checks_time()) {
        op.handler = Slot::new(check_time);
    }
}

/// Ends the time slice before `op`. The cycles and instructions of the straight-line code from `op`
/// on have been added to `count`.
///
/// # Safety
///
/// The caller must meet the conditions of [`Handler`].
#[cold]
#[inline(never)]
unsafe fn leave(op: *const Op, context: *mut Context, count: u64, log: *mut Entry, exit: Exit) {
    (*context).exit = exit;
    (*context).exit_op = op;
    (*context).exit_count = count - (*op).run;
    (*context).exit_log = log;
}

/// Defines handlers that end the time slice before their operation.
macro_rules! stops {
    ($($name:ident: $exit:ident),*) => {$(
        #[cold]
        #[inline(never)]
        unsafe fn $name(
            _core: *mut Core,
            op: *const Op,
            _memory: *mut u8,
            context: *mut Context,
            count: u64,
            log: *mut Entry,
        ) {
            leave(op, context, count, log, Exit::$exit);
        }
    )*};
}

stops!(stop_exact: Exact, stop_full: LogFull, stop_limit: Limit);

/// Calls the handler of `op`, which continues the current straight-line code.
macro_rules! next {
    ($core:ident, $op:expr, $memory:ident, $context:ident, $count:expr, $log:expr) => {{
        let op = $op;
        ((*op).handler.get())($core, op, $memory, $context, $count, $log)
    }};
}

/// Calls the handler of `op`, which begins new straight-line code, unless the limit is reached.
macro_rules! enter {
    ($core:ident, $op:expr, $memory:ident, $context:ident, $count:expr, $log:expr) => {{
        let op = $op;
        let count = $count;
        let entered = count + (*op).run;
        if count as u32 >= (*$context).limit {
            return stop_limit($core, op, $memory, $context, entered, $log);
        }
        ((*op).handler.get())($core, op, $memory, $context, entered, $log)
    }};
}

/// Accesses an integer register.
macro_rules! x {
    ($core:ident, $number:expr) => {
        *(&raw mut (*$core).x)
            .cast::<u32>()
            .add(usize::from($number))
    };
}

/// Accesses a floating-point register.
macro_rules! f {
    ($core:ident, $number:expr) => {
        *(&raw mut (*$core).f)
            .cast::<u64>()
            .add(usize::from($number))
    };
}

use {enter, f, next, x};
