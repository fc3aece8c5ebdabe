//! An execution of a compiled program from one entrance, and its comparison with single steps.

use super::super::trace::{Touch, Tracing};
use super::super::undo::{Entry, UndoLog};
use super::super::view::View;
use super::super::{next_touch, step, Core, Lookaside, Opcode, Step};
use super::arena::{self, Call};
use super::program::{regions, Program, BASE, PAGE_SHIFT, RIGHTS, SHARED};
use super::{count, Context, Exchange, Left, WORDS};
use crate::memory::Banks;
use std::collections::BTreeMap;
use std::ptr::null_mut;
use std::rc::Rc;

const MEMORY: usize = RIGHTS.len() << PAGE_SHIFT;
/// Number of entries for which the undo log and the trace each have room. A run fills fewer, even
/// if it executes one block after it has reached its limit.
const ENTRIES: usize = 512;
/// Size of the demand in bytes. A run fills fewer bytes, even if it executes one block after it has
/// reached its limit.
const DEMAND: usize = 4 * 4096;
/// The largest limit of a run, in cycles from its entrance.
pub(super) const MOST_CYCLES: u32 = 300;

/// How often compiled code has executed each kind of instruction, by the name of the kind.
pub(super) type Tally = BTreeMap<String, u32>;

/// An execution of compiled code from one entrance.
pub(super) struct Run {
    program: Rc<Program>,
    before: Core,
    memory: [u8; MEMORY],
    limit: u32,
    log: *mut Entry,
    trace: *mut Touch,
    /// The demand, `DEMAND` bytes, which begins with the entry for the first cycle of the run.
    demand: *mut u8,
    core: *mut Core,
    data: *mut [u8; MEMORY],
    context: *mut Context,
    left: *mut u64,
    entrance: *const u8,
}

fn banks(tracing: Tracing) -> Banks {
    Banks::new(8 * tracing.width().max(1) as u32, false)
}

impl Run {
    /// Prepares a run of the program from an entrance, with the registers of `core`. The run ends
    /// after `limit` cycles.
    pub fn new(program: &Rc<Program>, entrance: usize, core: Core, limit: u32) -> Run {
        let (index, entrance) = program.entrances[entrance];
        let mut before = core;
        before.pc = BASE + 2 * index as u32;
        let memory = std::array::from_fn(|at| ((at * 167) >> 3) as u8);
        let log = arena::take(ENTRIES * size_of::<Entry>()).cast::<Entry>();
        let trace = match program.tracing {
            Tracing::Off => null_mut(),
            _ => arena::take(ENTRIES * size_of::<Touch>()).cast::<Touch>(),
        };
        let demand = match program.tracing.width() {
            0 => null_mut(),
            _ => arena::take(DEMAND),
        };
        let context = arena::take(size_of::<Context>()).cast::<Context>();
        let exchange = Exchange {
            code: &raw const program.code,
            blocks: program.code.blocks(program.tracing),
            pages: RIGHTS.len(),
            page_shift: PAGE_SHIFT,
            shared: SHARED.len(),
            granules: program.granules,
            shift: Some(program.shift),
            shift_or_0: program.shift,
            count: count(limit, 0).wrapping_neg(),
            log,
            end: limit,
            demand_end: demand.wrapping_add(limit as usize * program.tracing.width()),
            bank_mask: banks(program.tracing).count() - 1,
            cache: null_mut(),
            code_cache: null_mut(),
            missed: 0,
            charged: 0,
            has_ended: false,
            filled: false,
        };
        // SAFETY: `exchange` and `trace` are complete values, and compiled code uses no other field
        // of the context.
        unsafe {
            (&raw mut (*context).compiled).write(exchange);
            (&raw mut (*context).trace).write(trace);
        }
        Run {
            program: program.clone(),
            core: arena::put(before.clone()),
            data: arena::put(memory),
            left: arena::put(0),
            before,
            memory,
            limit,
            log,
            trace,
            demand,
            context,
            entrance,
        }
    }

    /// The kinds of the compiled instructions.
    pub fn kinds(&self) -> &[Opcode] {
        &self.program.kinds
    }

    pub fn call(&self) -> Call {
        Call {
            enter: self.program.enter as usize as u64,
            core: self.core as u64,
            memory: self.data as u64,
            context: self.context as u64,
            entrance: self.entrance as u64,
            left: self.left as u64,
        }
    }

    /// Compares the results of compiled code with single steps, and adds the executed instructions
    /// to `tally`.
    pub fn check(&self, tally: &mut Tally) {
        // SAFETY: the other process has ended, and has written only values of these types.
        let (after, data, exchange, left) = unsafe {
            let exchange = &(*self.context).compiled;
            (&*self.core, &*self.data, exchange, *self.left)
        };
        let code = &self.program.code;
        let mut log = UndoLog::new(ENTRIES);
        let mut exact = self.before.clone();
        let mut memory = self.memory;
        let mut view = View {
            memory: &mut memory,
            regions: &regions(),
            rights: &RIGHTS,
            page_shift: PAGE_SHIFT,
            shared: &SHARED,
            cache: None,
            code_cache: None,
            lookaside: &mut Lookaside::default(),
            log: &mut log,
            banks: None,
        };
        let (mut trail, mut touches) = (Vec::new(), Vec::new());
        for _ in 0..exchange.count & 0xffff {
            let kind = format!("{:?}", code.op(exact.pc).expect("an instruction").kind);
            *tally.get_mut(&kind).expect("it is compiled") += 1;
            trail.push(kind);
            touches.extend(next_touch(&exact, &view, code, 0));
            assert_eq!(step(&mut exact, &mut view, code), Step::Done, "{trail:?}");
        }
        let cycles = |count| self.limit.wrapping_add_signed(count as i32 >> 16);
        let charged = exchange.charged;
        let spent = (charged & ((1 << WORDS) - 1), charged >> WORDS);
        assert_eq!(BASE + 2 * Left::index(left) as u32, exact.pc, "{trail:?}");
        assert_eq!(u64::from(cycles(exchange.count)), exact.time, "{trail:?}");
        assert_eq!(spent, (exact.spent.energy, exact.spent.words), "{trail:?}");
        assert_eq!((after.x, after.f), (exact.x, exact.f), "{trail:?}");
        // If compiled code has left an instruction to the interpreter, it may already have raised
        // the flags of this instruction.
        let mut next = exact.clone();
        if Left::how(left) == Left::HANDLER {
            step(&mut next, &mut view, code);
        }
        let early = after.fcsr & !exact.fcsr;
        assert_eq!(after.fcsr & exact.fcsr, exact.fcsr, "{trail:?}");
        assert_eq!(early & !next.fcsr, 0, "{trail:?}");
        assert!(data[..] == memory[..], "{trail:?}");
        self.check_trace(&touches, &trail);
        self.check_log(exchange, &log);
        self.check_reason(exchange, left, &exact);
    }

    /// Compares the trace of compiled code with the accesses that single steps have made.
    fn check_trace(&self, touches: &[Touch], trail: &[String]) {
        let tracing = self.program.tracing;
        if tracing == Tracing::Off {
            return;
        }
        // SAFETY: compiled code has written this many entries.
        let traced = unsafe {
            let end = (*self.context).trace;
            std::slice::from_raw_parts(self.trace, end.offset_from_unsigned(self.trace))
        };
        if tracing == Tracing::Touches {
            return assert_eq!(traced, touches, "{trail:?}");
        }
        let is_shared = |touch: &&Touch| SHARED[(touch.offset() >> PAGE_SHIFT) as usize];
        let shared = touches.iter().filter(is_shared);
        assert!(traced.iter().eq(shared), "{traced:?} {touches:?} {trail:?}");
        let (banks, width) = (banks(tracing), tracing.width());
        let mut expected = vec![0; DEMAND];
        for touch in touches {
            let wanted = banks.mask(touch.offset(), touch.bytes()).to_le_bytes();
            expected[touch.cycle as usize * width..][..width].copy_from_slice(&wanted[..width]);
        }
        // SAFETY: the other process has ended.
        let demand = unsafe { std::slice::from_raw_parts(self.demand, DEMAND) };
        assert!(demand == expected, "{touches:?} {trail:?}");
    }

    /// Checks that the undo log of compiled code restores the memory.
    fn check_log(&self, exchange: &Exchange, expected: &UndoLog) {
        // SAFETY: compiled code has written this many entries.
        let entries = unsafe {
            let length = exchange.log.offset_from_unsigned(self.log);
            std::slice::from_raw_parts(self.log, length)
        };
        assert_eq!(entries.len(), expected.len());
        let mut log = UndoLog::new(ENTRIES);
        for entry in entries {
            log.push(entry.offset, entry.bytes, entry.old);
        }
        // SAFETY: nobody else uses the memory any more.
        let mut memory = unsafe { *self.data };
        log.restore(&mut memory);
        assert!(memory == self.memory);
    }

    fn check_reason(&self, exchange: &Exchange, left: u64, exact: &Core) {
        let op = self.program.code.op(exact.pc);
        let has_ended = exact.time >= u64::from(self.limit);
        match (Left::how(left), op) {
            (Left::LIMIT, _) => assert!(has_ended),
            (Left::GO, _) => assert!(!has_ended),
            (Left::MISS, Some(op)) if op.kind.is_memory() => {
                let address = exact.x(op.rs1.into()).wrapping_add(op.imm as u32);
                assert_eq!(exchange.missed, address);
            }
            (Left::HANDLER, Some(op)) => {
                let may = op.kind.is_float() || op.moves_stack() || op.kind == Opcode::Jalr;
                assert!(may, "{:?}", op.kind);
            }
            (how, _) => panic!("{how}"),
        }
    }
}
