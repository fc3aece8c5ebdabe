//! Runs a core ahead of the chip's clock, at full speed, by handlers.
//!
//! Every decoded instruction has a handler: a small function that executes the instruction and
//! calls the handler of the next instruction as its last act. An optimising compiler turns that
//! call into a jump, and keeps the arguments in registers. The first handler of a straight-line run
//! adds the cycles and instructions of the whole run to the counts ([`Op::run`]). If a handler
//! stops within a run, or checks the time within a long run ([`Op::checks_time`]), it subtracts the
//! part of the run that has not been executed.

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
/// The arguments are the core, the operation, the tile's memory, the context, cycles and
/// instructions since the slice (see [`SLICE`]) began, packed as in [`Op::run`], and the next free
/// entry of the undo log.
///
/// # Safety
///
/// The pointers come from [`run_ahead`]; `op` points into the image's operations.
pub(super) type Handler = unsafe fn(*mut Core, *const Op, *mut u8, *mut Context, u64, *mut Entry);

/// The data that only some handlers need, and the reason why the last handler has stopped.
pub(super) struct Context {
    /// The core's regions, each cut to multiples of 8 bytes. The exact interpreter executes
    /// accesses to the bytes that were cut off.
    regions: [Region; 16],
    rights: *const u8,
    /// The core's data cache, or null, and the length in bytes of the memory in which the cache
    /// lies.
    cache: *const Cache,
    memory_bytes: usize,
    /// Number of hits in the data cache when the slice began.
    pub known_hits: u64,
    /// The core's instruction cache, or null if code lies in the tile, and the value of
    /// `Core::lines` when the slice began.
    code_cache: *const Cache,
    pub known_lines: u64,
    /// 1 divided by the number of bytes in a page, in units of 1 / 2³².
    pages_per_byte: u64,
    /// The end of the slice, in cycles after its start.
    pub limit: u32,
    /// The cycles that a taken branch adds, as in [`Op::run`].
    taken: u64,
    costs: *const CoreCosts,
    first: *const Op,
    base: u32,
    /// Length of the code, in bytes.
    bytes: u32,
    pub log_end: *mut Entry,
    /// The address of the next trace entry, and the cycles from the trace's origin to the start of
    /// the slice.
    pub trace: *mut Touch,
    trace_from: u32,
    tracing: Tracing,
    /// The address of the demand for the first cycle of the slice (null if demand is not recorded),
    /// and the number of cycles for which the demand has entries.
    demand: *mut u8,
    demand_room: u32,
    /// Number of banks minus 1.
    bank_mask: u32,
    /// For each page of memory, whether other cores may touch it.
    shared: *const bool,
    /// For each operation, by its index: its price, its handler, and its line in the instruction
    /// cache. Null if the code has no prices and is not fetched through an instruction cache.
    charges: *const Charge,
    /// The fields that code compiled for the host also uses.
    #[cfg(compiled)]
    pub compiled: Exchange,
    exit: Exit,
    exit_op: *const Op,
    exit_count: u64,
    exit_log: *mut Entry,
}

impl Context {
    /// The page of the byte at an offset of memory.
    #[inline(always)]
    fn page(&self, offset: u32) -> usize {
        // The code multiplies because a multiplication is as fast as a shift, and does not need the
        // register that a shift by a variable distance needs.
        ((u64::from(offset) * self.pages_per_byte) >> 32) as usize
    }

    /// The address of the demand for a cycle of the slice; null without a demand.
    #[cfg(compiled)]
    fn demand_at(&self, cycles: u32) -> *mut u8 {
        self.demand
            .wrapping_add(cycles as usize * self.tracing.width())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Limit,
    /// The exact interpreter must execute the next instruction, or leave the instruction to the
    /// tile.
    Exact,
    LogFull,
}

/// The reason why a core that runs ahead has stopped. `pc` is the address of the first instruction
/// that has not been executed, and `time` the cycle in which it issues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// `time` has reached the limit.
    Limit,
    /// The undo log has no free entry for the next store.
    LogFull,
    /// The next instruction is observed, or [`step`] would not return [`Step::Done`] for this
    /// instruction.
    Slow,
}

/// The number of cycles of a slice. After each slice, the handlers return to the loop in
/// [`run_ahead`]. This limits the depth of the stack if the compiler makes the last call of each
/// handler a call and not a jump.
pub(super) const SLICE: u32 = 2048;

/// Runs the core until `time` is at least `until`, or until the core needs the tile. The core may
/// pass `until` by the rest of a straight-line run.
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

/// Runs as [`run_ahead`] does, with two differences. It records the banks of each memory access in
/// the demand, and the accesses to pages that other cores may touch in `trace`. It also stops
/// before an instruction that only the exact interpreter can execute.
// This function is inlined because it has several callers: without the attribute, tiles whose cores
// only compute are simulated at 0.88 of the speed.
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

/// Runs as [`run_banked`] does. Where [`run_banked`] would stop before a floating-point instruction
/// that only the exact interpreter can execute, executes it and goes on.
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

/// Runs with a trace, and stops before an instruction that only the exact interpreter can execute.
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

/// Runs as [`run_ahead`] does, and records every memory access in `trace`.
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

/// Runs a slice. The function is inlined at each call, because most of its code depends on what is
/// traced.
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
    // switch it off, so one check here is enough.
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
        // Each instruction takes at least a cycle, and a run may pass the limit.
        context.trace = trace.space(limit as usize + 2 * LONGEST_RUN);
        context.trace_from = (core.time - trace.origin) as u32;
    }
    if let Some(demand) = &mut demand {
        (context.demand, context.demand_room) = demand.space(core.time);
    }
    // SAFETY: all pointers are valid until the call returns, and nothing else uses the memory
    // behind them meanwhile. `is_sound` has been checked, so every offset within a region has
    // memory, and its page an element in `rights`. The decoder of the image has ensured that
    // handlers reach only operations that exist.
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

/// The handler for an operation, if it has one.
pub(super) fn handler(op: &Op, _base: u32) -> Option<Handler> {
    match op.varies() {
        true => Some(varying),
        false => usual(op),
    }
}

/// The handler of an operation whose cycles depend on operands. It adds these cycles and executes
/// the operation.
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

/// The handler for an operation whose cycles do not depend on operands.
fn usual(op: &Op) -> Option<Handler> {
    match op.length {
        2 => select::<1>(op),
        _ => select::<2>(op),
    }
}

/// The handler for an operation. `L` is the length of the instruction in halfwords, that is, in
/// operations.
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

/// The handler that executes an operation and, if the operation is a memory access, traces it. An
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

/// Whether a handler replaces another one in an operation: it does some work first, and the
/// replaced handler then executes the operation.
fn stands_in(handler: Handler) -> bool {
    #[cfg(compiled)]
    if handler as usize == enter_compiled as Handler as usize {
        return true;
    }
    handler as usize == check_time as Handler as usize
}

/// Returns the handler that executes an operation, even if another handler stands in for it
/// (`stands_in`).
///
/// # Safety
///
/// As for [`Handler`].
unsafe fn plain(op: *const Op, context: *const Context) -> Handler {
    match (*op).handler.get() {
        other if !stands_in(other) => other,
        _ if !(*context).charges.is_null() => priced::charging(&*context),
        _ if (*op).kind.is_memory() => traced_handler(&*op, (*context).tracing),
        own => handler(&*op, 0).unwrap_or(own),
    }
}

/// The handler of an operation in a long run that checks the time, and then executes the operation.
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

/// Returns a copy of each operation without fused pairs: each handler executes only its own
/// operation.
fn alone(ops: &[Op]) -> Vec<Op> {
    let alone = |op: &Op| match op.run {
        0 => op.clone(),
        _ => op.with(handler(op, 0).unwrap_or(op.handler.get())),
    };
    ops.iter().map(alone).collect()
}

/// Copies the operations, and gives the copies handlers that trace memory accesses.
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

/// Installs handlers that execute frequent pairs of operations, and handlers that check the time
/// within long runs.
pub(super) fn link(ops: &mut [Op]) {
    pairs::fuse(ops);
    for op in ops.iter_mut().filter(|op| op.checks_time()) {
        op.handler = Slot::new(check_time);
    }
}

/// Ends the slice before `op`, whose run has been added to `count`.
///
/// # Safety
///
/// As for [`Handler`].
#[cold]
#[inline(never)]
unsafe fn leave(op: *const Op, context: *mut Context, count: u64, log: *mut Entry, exit: Exit) {
    (*context).exit = exit;
    (*context).exit_op = op;
    (*context).exit_count = count - (*op).run;
    (*context).exit_log = log;
}

/// Defines a handler that ends the slice before the handler's operation.
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

/// Calls the handler of `op`, which continues the present run.
macro_rules! next {
    ($core:ident, $op:expr, $memory:ident, $context:ident, $count:expr, $log:expr) => {{
        let op = $op;
        ((*op).handler.get())($core, op, $memory, $context, $count, $log)
    }};
}

/// Calls the handler of `op`, which begins a new run.
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
