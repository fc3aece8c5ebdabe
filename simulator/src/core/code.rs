//! The code of a program, which is decoded once.

use super::cache::Cache;
use super::compiled::{Blocks, When};
use super::decode::decode;
use super::fast::{self, Handler, Priced, Slot};
use super::instruction::{Instruction, Opcode};
use super::next_instruction::Conduct;
use super::price::Price;
use super::state::SP;
use super::timing;
use super::trace::Tracing;
use super::Core;
use crate::config::{CoreCosts, Energy};
#[cfg(compiled)]
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::OnceLock;

/// Largest number of instructions that the fast path executes before it compares the time with its
/// limit again.
pub(super) const LONGEST_RUN: usize = 64;

/// A decoded instruction. A [`CodeImage`] has an `Op` for every halfword of the code, so that the
/// target of a jump is found by pointer arithmetic.
#[derive(Clone)]
#[repr(C, align(32))]
pub(super) struct Op {
    pub handler: Slot,
    /// Totals of the straight-line code that begins with this instruction. It ends with a jump or a
    /// branch, or before an instruction without a handler. The lower half holds the cycles, without
    /// those that taking the branch adds. The upper half holds the number of instructions.
    pub run: u64,
    pub imm: i32,
    pub rd: u8,
    pub rs1: u8,
    pub rs2: u8,
    pub rs3: u8,
    pub kind: Opcode,
    /// Length of the instruction, in bytes.
    pub length: u8,
    pub rm: u8,
    /// The flags [`OBSERVED`] and [`VARIES`].
    pub flags: u8,
    /// Cycles from the issue of this instruction to the issue of the next one, without those that
    /// depend on the operands or on whether a branch is taken.
    pub cost: u32,
}

/// A flag: the tile must see the instruction in its cycle, so a core that executes ahead of the
/// chip's clock stops before it.
const OBSERVED: u8 = 1;
/// A flag: the cycles of the instruction depend on its operands (see [`timing::extra`]).
pub(super) const VARIES: u8 = 2;

impl Op {
    pub fn is_observed(&self) -> bool {
        self.flags & OBSERVED != 0
    }

    #[inline]
    pub fn varies(&self) -> bool {
        self.flags & VARIES != 0
    }

    /// A copy of the operation with another handler.
    pub fn with(&self, handler: Handler) -> Op {
        Op {
            handler: Slot::new(handler),
            ..self.clone()
        }
    }

    /// Whether the core compares the time with its limit before this instruction, in the middle of
    /// straight-line code. Long straight-line code has such checks at regular distances from its
    /// end.
    pub fn checks_time(&self) -> bool {
        let instructions = (self.run / ONE_INSTRUCTION) as usize;
        instructions != 0 && instructions.is_multiple_of(LONGEST_RUN)
    }

    /// Whether the instruction may lower the stack pointer. The core then checks its stack limit.
    pub fn moves_stack(&self) -> bool {
        self.rd == SP
            && match self.kind {
                Opcode::Addi => self.rs1 == SP && self.imm < 0,
                Opcode::Add => self.rs1 == SP || self.rs2 == SP,
                Opcode::Sub => self.rs1 == SP,
                _ => false,
            }
    }
}

/// The delays that are contained in the cycles of an instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delays {
    /// Cycles for which the next instruction waits for the result of this instruction, a load.
    load_use: u32,
    /// Cost in cycles of a branch or a jump, without the cycles that taking it adds.
    branch: Option<u32>,
}

impl Delays {
    /// Splits the cycles between the issue of the instruction and the next issue. Returns the
    /// cycles that the next instruction waits for a load's result, and the cycles that taking a
    /// branch adds.
    pub fn within(&self, cycles: u64) -> (u64, u64) {
        let own = self.branch.map_or(cycles, u64::from);
        (cycles.min(self.load_use.into()), cycles.saturating_sub(own))
    }
}

/// What one instruction adds to [`Op::run`].
pub(super) const ONE_INSTRUCTION: u64 = 1 << 32;

/// A program's code, decoded for cores with certain instruction costs. The code never changes, so
/// any number of cores can share it.
pub struct CodeImage {
    base: u32,
    bytes: Vec<u8>,
    /// An operation for each halfword, and two more at the end, which stop the execution.
    ops: Vec<Op>,
    /// For each kind of [`Tracing`], the operations with the handlers that trace memory accesses in
    /// this way. Each list is made when a core first needs it.
    traced: [OnceLock<Vec<Op>>; Tracing::ALL.len()],
    costs: CoreCosts,
    /// The price of the instruction at each halfword, that is, the energy that it costs; none if
    /// the chip counts no energy.
    prices: Option<Vec<Price>>,
    /// For each kind of [`Tracing`], the operations with handlers that count energy or use an
    /// instruction cache. Each list is made when a core first needs it.
    priced: [OnceLock<Priced>; Tracing::ALL.len()],
    /// The geometry of the cores' data caches.
    cache: Option<Cache>,
    /// The geometry of the cores' instruction caches, if the code is in DRAM.
    code_cache: Option<Cache>,
    /// For each kind of [`Tracing`], the code that has been compiled for the host.
    blocks: [Blocks; Tracing::ALL.len()],
    /// Whether any instruction is observed (see [`OBSERVED`]).
    observes: bool,
    /// For each halfword, what `--check` needs to know about its instruction. The list is made when
    /// a check first needs it.
    conducts: OnceLock<Vec<Conduct>>,
    /// For each operation, whether an access of it has ever hit in a data cache. If so, compiled
    /// code looks in the data cache first at its next accesses. The list is empty if there are no
    /// data caches. Only the speed of the simulation depends on it.
    #[cfg(compiled)]
    hits: Box<[AtomicBool]>,
    /// For each operation, the upper four bits of the address that the interpreter has last
    /// accessed for it, plus 1; 0 if there was no such access. Compiled code first tries addresses
    /// with these bits. Only the speed of the simulation depends on this list.
    #[cfg(compiled)]
    accesses: Box<[AtomicU8]>,
    /// For each operation, the additional cycles of a jump to it, because its address is misaligned
    /// (`core.misaligned_target`). None if misaligned targets cost no cycles.
    #[cfg(compiled)]
    late: Option<Box<[u32]>>,
}

impl std::fmt::Debug for CodeImage {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "CodeImage({:#x}, {} bytes)", self.base, self.bytes.len())
    }
}

impl CodeImage {
    /// Decodes `bytes`, which begin at address `base` of the cores' address space, an even number.
    /// An odd last byte belongs to no instruction.
    pub fn new(base: u32, bytes: &[u8], costs: &CoreCosts) -> CodeImage {
        CodeImage::observed(base, bytes, costs, &[])
    }

    /// Decodes `bytes` as `new` does. Cores do not execute the instructions at the addresses
    /// `observed` ahead of the chip's clock, but leave them to the tile.
    pub fn observed(base: u32, bytes: &[u8], costs: &CoreCosts, observed: &[u32]) -> CodeImage {
        let halves: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|b| u16::from_le_bytes([b[0], b[1]]))
            .collect();
        let decoded: Vec<Instruction> = (0..halves.len())
            .map(|i| {
                decode(
                    base.wrapping_add(2 * i as u32),
                    halves[i],
                    halves.get(i + 1).copied(),
                    costs.isa,
                )
            })
            .collect();
        let mut ops: Vec<Op> = decoded.iter().map(plain).collect();
        for pc in observed {
            if let Some(op) = ops.get_mut(pc.wrapping_sub(base) as usize / 2) {
                op.flags |= OBSERVED;
            }
        }
        ops.extend([(); 2].map(|()| plain(&Instruction::illegal(4))));
        for i in (0..decoded.len()).rev() {
            let next = i + usize::from(decoded[i].length) / 2;
            ops[i].cost = timing::cost(&decoded[i], decoded.get(next), costs);
            timing::adapt(&mut ops, i, base, costs);
            choose(&mut ops, i, next, base);
        }
        fast::link(&mut ops);
        #[cfg(compiled)]
        let late = (costs.misaligned_target > 0).then(|| {
            let at = |i: usize| base.wrapping_add(2 * i as u32);
            let ops = ops.iter().enumerate();
            ops.map(|(i, op)| timing::late(at(i), costs, |_| op.length == 4) as u32)
                .collect()
        });
        CodeImage {
            base,
            bytes: bytes.to_vec(),
            ops,
            traced: Default::default(),
            costs: costs.clone(),
            prices: None,
            priced: Default::default(),
            cache: None,
            code_cache: None,
            blocks: Tracing::ALL.map(Blocks::new),
            observes: !observed.is_empty(),
            conducts: OnceLock::new(),
            #[cfg(compiled)]
            hits: Box::default(),
            #[cfg(compiled)]
            accesses: (0..=decoded.len()).map(|_| AtomicU8::default()).collect(),
            #[cfg(compiled)]
            late,
        }
    }

    /// Returns a copy of this code in which cores that execute ahead of the chip's clock stop
    /// before the instructions at the addresses `at`. Returns none if cores have caches, or if the
    /// code already has such instructions.
    pub fn stopping(&self, at: &[u32]) -> Option<CodeImage> {
        let is_plain = self.cache.is_none() && self.code_cache.is_none() && !self.observes;
        is_plain.then(|| CodeImage {
            prices: self.prices.clone(),
            ..CodeImage::observed(self.base, &self.bytes, &self.costs, at)
        })
    }

    /// The addresses of the instructions that may follow the instruction at `pc`. None if they
    /// depend on a register.
    pub fn successors(&self, pc: u32) -> Option<Vec<u32>> {
        let op = self.op(pc)?;
        let next = pc.wrapping_add(op.length.into());
        let target = pc.wrapping_add(op.imm as u32);
        match op.kind {
            Opcode::Jalr | Opcode::Mret => None,
            Opcode::Jal => Some(vec![target]),
            kind if kind.is_branch() => Some(vec![next, target]),
            _ => Some(vec![next]),
        }
    }

    /// Returns the code with the energy of each instruction.
    pub fn with_energy(self, energy: &Energy) -> CodeImage {
        let prices = self.ops.iter().map(|op| Price::of(op.kind, energy));
        CodeImage {
            prices: Some(prices.collect()),
            ..self
        }
    }

    /// Returns the code for cores with data caches of this geometry.
    pub fn with_cache(self, cache: Option<Cache>) -> CodeImage {
        CodeImage {
            #[cfg(compiled)]
            hits: match cache {
                Some(_) => self.ops.iter().map(|_| AtomicBool::default()).collect(),
                None => Box::default(),
            },
            cache,
            ..self
        }
    }

    /// Records that an access of an operation has hit in a data cache.
    #[cfg(compiled)]
    #[inline]
    pub(super) fn note_hit(&self, index: usize) {
        if let Some(hit) = self.hits.get(index) {
            hit.store(true, Ordering::Relaxed);
        }
    }

    /// Whether an access of an operation has hit in a data cache.
    #[cfg(compiled)]
    pub(super) fn has_hit(&self, index: usize) -> bool {
        let hit = self.hits.get(index);
        hit.is_some_and(|hit| hit.load(Ordering::Relaxed))
    }

    /// Records the upper four bits of the address of an operation's latest access.
    #[cfg(compiled)]
    #[inline]
    pub(super) fn note_access(&self, index: usize, upper: u8) {
        let noted = &self.accesses[index];
        // Threads that execute one program need not write the same note again and again.
        if noted.load(Ordering::Relaxed) != upper + 1 {
            noted.store(upper + 1, Ordering::Relaxed);
        }
    }

    /// The upper four bits of the address that the interpreter has last accessed for an operation;
    /// none if there was no such access.
    #[cfg(compiled)]
    pub(super) fn latest_access(&self, index: usize) -> Option<usize> {
        let noted = self.accesses[index].load(Ordering::Relaxed);
        usize::from(noted).checked_sub(1)
    }

    /// Returns the code for cores that fetch it through instruction caches of this geometry.
    pub fn through_cache(self, mut cache: Cache) -> CodeImage {
        cache.cover_code(self.base, self.bytes.len() as u32);
        CodeImage {
            code_cache: Some(cache),
            ..self
        }
    }

    /// The geometry of the instruction caches. None if cores fetch this code without one.
    pub fn code_cache(&self) -> Option<&Cache> {
        self.code_cache.as_ref()
    }

    /// The cache lines of the operation's first and last byte; none unless cores fetch the code
    /// through instruction caches.
    pub(super) fn lines(&self, index: usize) -> Option<(u32, u32)> {
        let cache = self.code_cache.as_ref()?;
        let pc = self.base.wrapping_add(2 * index as u32);
        let last = pc.wrapping_add(u32::from(self.ops[index].length) - 1);
        Some((cache.line_address(pc), cache.line_address(last)))
    }

    /// The geometry of the cores' data caches.
    #[cfg(compiled)]
    pub(super) fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// Address of the first byte.
    pub fn base(&self) -> u32 {
        self.base
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The instruction at `pc`, if all of it is in the image.
    #[inline]
    pub(super) fn op(&self, pc: u32) -> Option<&Op> {
        let offset = pc.wrapping_sub(self.base) as usize;
        let op = self.ops.get(offset / 2)?;
        let end = offset + usize::from(op.length);
        (offset & 1 == 0 && end <= self.bytes.len() & !1).then_some(op)
    }

    /// Index of the operation at `pc`.
    pub(super) fn index(&self, pc: u32) -> Option<usize> {
        self.op(pc).map(|_| pc.wrapping_sub(self.base) as usize / 2)
    }

    /// The kind of the instruction at `pc`, and its length in bytes.
    pub fn kind(&self, pc: u32) -> Option<(Opcode, u32)> {
        self.op(pc).map(|op| (op.kind, u32::from(op.length)))
    }

    /// The delays of the instruction at a core's program counter.
    pub fn delays(&self, core: &Core) -> Delays {
        let Some(op) = self.op(core.pc) else {
            return Delays::default();
        };
        let branches =
            op.kind.is_branch() || matches!(op.kind, Opcode::Jal | Opcode::Jalr | Opcode::Mret);
        Delays {
            load_use: match op.kind.is_load() {
                true => op.cost - self.costs.load,
                false => 0,
            },
            branch: branches.then_some(op.cost),
        }
    }

    /// The cycles that the instruction at a core's program counter takes in addition to its cost,
    /// because of the values of its operands.
    pub(super) fn extra(&self, core: &Core, op: &Op) -> i32 {
        // The first half of an instruction determines its length, whether or not the image holds
        // the second half.
        let is_wide = |pc: u32| {
            let offset = pc.wrapping_sub(self.base) as usize;
            offset < self.halves() * 2 && self.ops[offset / 2].length == 4
        };
        timing::extra(op, &core.x, core.pc, &self.costs, is_wide)
    }

    /// The bits of the instruction at `pc`.
    pub(super) fn raw(&self, pc: u32, length: u8) -> u32 {
        let offset = pc.wrapping_sub(self.base) as usize;
        let mut raw = [0; 4];
        let bytes = &self.bytes[offset..offset + usize::from(length)];
        raw[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(raw)
    }

    pub(super) fn costs(&self) -> &CoreCosts {
        &self.costs
    }

    /// Whether a core that executes ahead of the chip's clock must stop before the instruction at
    /// `pc`, so that the tile sees it in its cycle.
    #[inline]
    pub fn is_observed(&self, pc: u32) -> bool {
        self.observes && self.op(pc).is_some_and(Op::is_observed)
    }

    /// What `--check` needs to know about the instruction at `pc`.
    #[inline]
    pub fn conduct(&self, pc: u32) -> Conduct {
        let all = self.conducts.get_or_init(|| {
            let halves = 0..self.halves() as u32;
            halves
                .map(|half| Conduct::of(self, self.base.wrapping_add(2 * half)))
                .collect()
        });
        let special = Conduct {
            is_special: true,
            ..Conduct::default()
        };
        let half = pc.wrapping_sub(self.base) as usize / 2;
        all.get(half).copied().unwrap_or(special)
    }

    /// For each operation, the additional cycles of a jump to it, because its address is
    /// misaligned. None if misaligned targets cost no cycles.
    #[cfg(compiled)]
    pub(super) fn late(&self) -> Option<&[u32]> {
        self.late.as_deref()
    }

    /// All operations, and two more at the end, which stop the execution.
    #[cfg(compiled)]
    pub(super) fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// All operations, and the two that stop the execution, with handlers that trace memory
    /// accesses as `tracing` says.
    pub(super) fn traced_ops(&self, tracing: Tracing) -> &[Op] {
        if tracing == Tracing::Off {
            return &self.ops;
        }
        self.traced[tracing as usize].get_or_init(|| fast::traced(&self.ops, tracing))
    }

    /// The price of the instruction at `pc`, that is, the energy that it costs; none if the chip
    /// counts no energy.
    #[inline]
    pub(super) fn price(&self, pc: u32) -> Option<Price> {
        let prices = self.prices.as_ref()?;
        self.index(pc).map(|index| prices[index])
    }

    /// The operations with handlers that count energy, fetch through an instruction cache, and
    /// trace memory accesses. None if the chip counts no energy and the code is not fetched through
    /// an instruction cache.
    pub(super) fn priced(&self, tracing: Tracing) -> Option<&Priced> {
        if self.prices.is_none() && self.code_cache.is_none() {
            return None;
        }
        let price = |index: usize| self.prices.as_ref().map(|prices| prices[index]);
        let charges = |index| (price(index).unwrap_or_default(), self.lines(index));
        let made = &self.priced[tracing as usize];
        Some(made.get_or_init(|| Priced::new(&self.ops, charges, tracing)))
    }

    /// Decides when the code is compiled for the host. Must be called before the first instruction
    /// is executed.
    pub fn compile(&self, when: When) {
        self.blocks.iter().for_each(|blocks| blocks.compile(when));
    }

    /// The numbers of regions compiled for the host, by what they do with memory accesses: regions
    /// that trace none, that trace each access, and that record the memory banks of accesses.
    pub fn compiled_regions(&self) -> [usize; 3] {
        let [off, touches, bytes, words] = self.blocks.each_ref().map(Blocks::regions);
        [off, touches, bytes + words]
    }

    /// The price of each operation, that is, the energy that it costs, by the operation's index;
    /// none if the chip counts no energy.
    #[cfg(compiled)]
    pub(super) fn prices(&self) -> Option<&[Price]> {
        self.prices.as_deref()
    }

    /// The compiled code that traces memory accesses as `tracing` says.
    #[cfg(compiled)]
    pub(super) fn blocks(&self, tracing: Tracing) -> &Blocks {
        &self.blocks[tracing as usize]
    }

    fn halves(&self) -> usize {
        self.bytes.len() / 2
    }
}

pub(super) fn plain(instruction: &Instruction) -> Op {
    Op {
        handler: Slot::new(fast::stop()),
        run: 0,
        imm: instruction.imm,
        rd: instruction.rd,
        rs1: instruction.rs1,
        rs2: instruction.rs2,
        rs3: instruction.rs3,
        kind: instruction.kind,
        length: instruction.length,
        rm: instruction.rm,
        flags: 0,
        cost: 0,
    }
}

/// Gives operation `i` its handler, and the totals of the straight-line code that begins with it.
/// `next` is the operation that follows in memory.
fn choose(ops: &mut [Op], i: usize, next: usize, base: u32) {
    let own = u64::from(ops[i].cost) | ONE_INSTRUCTION;
    let ends = matches!(ops[i].kind, Opcode::Jal | Opcode::Jalr) || ops[i].kind.is_branch();
    let rest = if ends { 0 } else { ops[next].run };
    // The handler of a jump reads the operation at the target without a check, so the target must
    // exist.
    let target = i as i64 + i64::from(ops[i].imm) / 2;
    let reachable = 0..ops.len() as i64 - 2;
    let direct = ops[i].kind == Opcode::Jal || ops[i].kind.is_branch();
    if ops[i].is_observed() || next >= ops.len() || direct && !reachable.contains(&target) {
        return;
    }
    if let Some(handler) = fast::handler(&ops[i], base) {
        ops[i].handler = Slot::new(handler);
        ops[i].run = own + rest;
    }
}
