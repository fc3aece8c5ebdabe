//! A program that is entered once, and what single steps do instead.

use super::super::code::CodeImage;
use super::super::undo::{Entry, UndoLog};
use super::super::view::{Region as Range, RegionMap, View, READ, WRITE};
use super::super::{step, Core, Lookaside, Step};
use super::arena::{self, Call};
use super::generate::{instruction, Random, CODE, DATA};
use super::lookaside::{look_up, Place};
use super::region::Region;
use super::translate::translate;
use super::{count, Context, Exchange, Gate, Left, WORDS};
use crate::config::{CoreCosts, Energy};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;

/// Where a program is entered, at most.
const ENTRANCES: usize = 8;
/// Of the code.
const BASE: u32 = 0x8000_1000;
const INSTRUCTIONS: u32 = 40;
/// Two ranges of data, which lie apart from their addresses by different distances. The second half
/// of each may only be read, and compiled code knows nothing of what is behind.
const RANGES: [Range; 2] = [
    Range {
        start: 0x8000_4000,
        len: 3 << 10,
        offset: 0,
    },
    Range {
        start: 0x2000_0000,
        len: 3 << 10,
        offset: 3 << 10,
    },
];
const MEMORY: usize = 6 << 10;
const RIGHTS: [u8; 6] = [
    READ | WRITE,
    READ,
    READ | WRITE,
    READ | WRITE,
    READ,
    READ | WRITE,
];

/// Entries of the undo log: more than cycles to the limit and a block.
const LOG: usize = 1024;

/// How often each kind of instruction that has been compiled has been executed so.
pub(super) type Tally = BTreeMap<String, u32>;

/// One that is entered in compiled code.
pub(super) struct Run {
    code: Arc<CodeImage>,
    before: Core,
    memory: Vec<u8>,
    limit: u32,
    log: *const Entry,
    core: *const Core,
    data: *const [u8; MEMORY],
    context: *const Context,
    left: *const u64,
    call: Call,
}

fn regions() -> RegionMap {
    let mut regions = RegionMap::default();
    RANGES.iter().for_each(|&range| regions.set(range));
    regions
}

/// Compiles a program, and enters it at its first blocks.
pub(super) fn prepare(random: &mut Random, gate: &Gate, tally: &mut Tally) -> Vec<Run> {
    let words = (0..INSTRUCTIONS).map(|index| instruction(random, index, INSTRUCTIONS));
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    // No two sums are the same; one is more than an immediate of the host can count.
    let costs = CoreCosts {
        load_use: 3,
        branch_taken: 5,
        multiply: 7,
        divide: 290,
        float_divide: 31,
        ..CoreCosts::default()
    };
    let energy = Energy {
        integer: 1,
        branch: 1 << 4,
        multiply: 1 << 8,
        divide: 1 << 12,
        load: 1 << 16,
        store: 1 << 20,
        float: 1 << 24,
        ..Energy::default()
    };
    let code = Arc::new(CodeImage::new(BASE, &bytes, &costs).with_energy(&energy));
    let Some(region) = Region::from(&code, 0, 200, |_| false) else {
        return Vec::new();
    };
    for part in region.blocks.values().flat_map(|block| &block.parts) {
        tally.entry(format!("{:?}", part.op.kind)).or_default();
    }
    let table: Vec<_> = (0..code.ops().len()).map(|_| gate.exit as u64).collect();
    let table = arena::slice(&table).as_ptr().cast::<AtomicPtr<u8>>();
    // SAFETY: it stays, and both are eight bytes.
    let table = unsafe { std::slice::from_raw_parts(table, code.ops().len()) };
    let (buffer, places) = translate(&code, &region, table, gate.exit).expect("labels are bound");
    for &(index, offset) in &places {
        table[index].store(buffer.at(offset).cast_mut(), Ordering::Relaxed);
    }
    let mut shift = None;
    let mut lookaside = Lookaside::default();
    // The first one says what is the usual distance.
    for (range, known) in RANGES.iter().zip([2, 2]) {
        for address in (range.start..).step_by(1 << 10).take(known) {
            let translate = |address, bytes| regions().translate(address, bytes);
            let place = look_up(address, translate, &RIGHTS, 10, &mut shift).expect("memory");
            // SAFETY: it is one of the entries.
            unsafe {
                lookaside
                    .places()
                    .add(Lookaside::index(address))
                    .write(place)
            };
        }
    }
    let lookaside = arena::put(lookaside);
    let enter = |&(index, offset): &(usize, usize)| {
        let state = State {
            random: &mut *random,
            index,
            shift: shift.unwrap_or(0),
        };
        state.enter(&code, gate, buffer.at(offset), unsafe {
            (*lookaside).places()
        })
    };
    places.iter().take(ENTRANCES).map(enter).collect()
}

/// Makes what a run begins with.
struct State<'a> {
    random: &'a mut Random,
    index: usize,
    shift: i64,
}

impl State<'_> {
    fn core(&mut self) -> Core {
        let random = &mut *self.random;
        let mut core = Core::new(0, BASE + 2 * self.index as u32, 0);
        core.x = std::array::from_fn(|_| random.word());
        core.x[0] = 0;
        core.x[CODE as usize] = BASE + 4 * random.below(INSTRUCTIONS);
        for register in DATA {
            let start = random.of(&RANGES).start;
            core.x[register as usize] = start + (random.below(2 << 10) + 128 & !7);
        }
        core.f = std::array::from_fn(|number| random.float(number));
        core.fcsr = random.of(&[1, 1, 1, 1, 1, 3, 17, 31, 0, 0x21]);
        core.stack_limit = core.x[2]
            .wrapping_sub(random.below(4096))
            .wrapping_add(1024);
        core
    }

    fn enter(
        mut self,
        code: &Arc<CodeImage>,
        gate: &Gate,
        at: *const u8,
        places: *mut Place,
    ) -> Run {
        let before = self.core();
        let memory: [u8; MEMORY] = std::array::from_fn(|_| self.random.next() as u8);
        let limit = 1 + self.random.below(600);
        let log = arena::take(LOG * size_of::<Entry>()).cast::<Entry>();
        let (core, data) = (arena::put(before.clone()), arena::put(memory));
        let context = arena::take(size_of::<Context>()).cast::<Context>();
        let exchange = Exchange {
            code: &raw const **code,
            pages: RIGHTS.len(),
            page_shift: 10,
            places,
            shift: Some(self.shift),
            shift_or_0: self.shift,
            count: count(limit, 0).wrapping_neg(),
            log,
            missed: 0,
            charged: 0,
            has_ended: false,
            filled: false,
        };
        // SAFETY: the place is there; compiled code looks at nothing else of the context.
        unsafe { (&raw mut (*context).compiled).write(exchange) };
        let left = arena::put(0u64);
        Run {
            code: code.clone(),
            before,
            memory: memory.to_vec(),
            limit,
            log,
            core,
            data,
            context,
            left,
            call: Call {
                enter: gate.enter as usize as u64,
                core: core as u64,
                memory: data as u64,
                context: context as u64,
                place: at as u64,
                left: left as u64,
            },
        }
    }
}

impl Run {
    pub fn call(&self) -> Call {
        self.call
    }

    /// Compares all that compiled code did, and counts it.
    pub fn check(&self, tally: &mut Tally) {
        // SAFETY: the other process has ended, and has not changed their form.
        let (after, data, exchange, left) = unsafe {
            (
                &*self.core,
                &*self.data,
                &(*self.context).compiled,
                *self.left,
            )
        };
        let instructions = exchange.count & 0xffff;
        let cycles = self.limit.wrapping_add_signed(exchange.count as i32 >> 16);
        let mut log = UndoLog::new(LOG);
        let mut exact = self.before.clone();
        let mut memory = self.memory.clone();
        let mut view = View {
            memory: &mut memory,
            regions: &regions(),
            rights: &RIGHTS,
            page_shift: 10,
            lookaside: &mut Lookaside::default(),
            log: &mut log,
            banks: None,
        };
        let mut trail = Vec::new();
        for _ in 0..instructions {
            trail.push(self.code.kind(exact.pc));
            let op = self.code.op(exact.pc).expect("an instruction");
            *tally
                .get_mut(&format!("{:?}", op.kind))
                .expect("it is compiled") += 1;
            let done = step(&mut exact, &mut view, &self.code);
            assert_eq!(done, Step::Done, "{trail:x?}");
        }
        let next = self.code.kind(exact.pc);
        let spent = (
            exchange.charged & ((1 << WORDS) - 1),
            exchange.charged >> WORDS,
        );
        let pc = BASE + 2 * Left::index(left) as u32;
        assert_eq!(pc, exact.pc, "{trail:x?} {next:x?}");
        assert_eq!(u64::from(cycles), exact.time, "{trail:x?}");
        assert_eq!(spent, (exact.spent.energy, exact.spent.words), "{trail:x?}");
        for number in 0..32 {
            assert_eq!(after.x[number], exact.x[number], "x{number} {trail:x?}");
            assert_eq!(after.f[number], exact.f[number], "f{number} {trail:x?}");
        }
        assert_eq!(after.fcsr, exact.fcsr, "{trail:x?}");
        assert!(data[..] == memory[..], "{trail:x?}");
        self.check_log(exchange, &log);
        self.check_reason(exchange, left, &exact);
    }

    /// The log brings back the memory.
    fn check_log(&self, exchange: &Exchange, expected: &UndoLog) {
        // SAFETY: both are in the log.
        let length = unsafe { exchange.log.cast_const().offset_from_unsigned(self.log) };
        assert_eq!(length, expected.len());
        // SAFETY: so many have been written.
        let entries = unsafe { std::slice::from_raw_parts(self.log, length) };
        let mut log = UndoLog::new(LOG);
        for entry in entries {
            log.push(entry.offset, entry.bytes, entry.old);
        }
        // SAFETY: nobody else looks at it any more.
        let mut memory = unsafe { *self.data };
        log.restore(&mut memory);
        assert!(memory[..] == self.memory[..]);
    }

    fn check_reason(&self, exchange: &Exchange, left: u64, exact: &Core) {
        let op = self.code.op(exact.pc);
        let has_ended = exact.time >= u64::from(self.limit);
        match Left::how(left) {
            Left::LIMIT => assert!(has_ended),
            Left::MISS => {
                let op = op.expect("an access");
                let address = exact.x(op.rs1.into()).wrapping_add(op.imm as u32);
                assert_eq!(exchange.missed, address);
                assert!(op.kind.is_memory());
            }
            Left::HANDLER => {
                let op = op.expect("an instruction");
                let is_jump = op.kind == super::super::Opcode::Jalr;
                assert!(
                    op.kind.is_float() || op.moves_stack() || is_jump,
                    "{:?}",
                    op.kind
                );
            }
            _ => assert!(!has_ended),
        }
    }
}
