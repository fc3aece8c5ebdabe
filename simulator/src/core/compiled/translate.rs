//! Translates the instructions of a region to instructions of the host.
//!
//! Each guest register has a home, which is the same in all compiled code, so every block can be
//! entered and left from anywhere. Within a block, and in a loop of one block, the emitter may keep
//! guest registers elsewhere ([`Emitter::allocate`]). Whenever execution leaves the block, they are
//! put back.
//!
//! The emitted code counts the cycles and instructions of a block at the block's end. If it leaves
//! the block earlier, it counts only those that have been executed.

use super::super::cache::Cache;
use super::super::code::CodeImage;
use super::super::instruction::Opcode;
use super::super::trace::Tracing;
use super::buffer::Buffer;
use super::host::{Assignment, Emitter, Label};
use super::region::{Block, Part, Region};
use super::{count, left, Left, WORDS};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicPtr;

/// Totals of the instructions that a block has before its current instruction.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Cycles and instructions, as packed by [`count`].
    count: u32,
    /// Energy used and words accessed, packed as in `Exchange::charged`.
    charged: u64,
    /// Number of stores. Each has an entry in the undo log.
    stores: usize,
    /// Number of entries in the trace; 0 unless the trace has an entry for each access.
    touches: usize,
    /// Number of accesses that the code counts as hits in the data cache at the end of the block.
    hits: usize,
}

impl Before {
    fn and(self, part: &Part, tracing: Tracing) -> Before {
        let kind = part.op.kind;
        Before {
            count: self.count + count(part.op.cost, 1),
            charged: self.charged
                + u64::from(part.price.energy)
                + (u64::from(part.price.words) << WORDS),
            stores: self.stores + usize::from(kind.is_memory() && !kind.is_load()),
            touches: self.touches + usize::from(kind.is_memory() && tracing == Tracing::Touches),
            hits: self.hits,
        }
    }
}

/// Code outside the straight-line code of the region. It is emitted after all blocks.
enum Exit {
    /// Code that leaves compiled code in the middle of a block.
    Leave {
        index: usize,
        how: u64,
        before: Before,
    },
    /// The code of a taken branch: it adds `count` and continues at `target`.
    Taken { target: usize, count: u32 },
    /// The entrance for jumps to a block that otherwise follows the previous block. The previous
    /// block may leave guest registers elsewhere than in their homes; this code moves them there,
    /// too.
    Enter { first: usize, body: Label },
}

/// Emits the code of a region, which traces memory accesses as `tracing` says. Also returns the
/// region's entrances, each with the index of its operation and its offset in the code.
pub(super) fn translate(
    code: &CodeImage,
    region: &Region,
    entrances: &[AtomicPtr<u8>],
    exit: *const u8,
    tracing: Tracing,
    window: &dyn Fn(usize) -> Option<usize>,
) -> Option<(Buffer, Vec<(usize, usize)>)> {
    let [cache, code_cache] =
        [code.cache(), code.code_cache()].map(|it| it.and_then(Cache::layout));
    let mut emitter = Emitter::new(exit, cache, code_cache);
    let blocks = region.blocks.keys();
    let labels = blocks.map(|&first| (first, emitter.label())).collect();
    let mut it = Translator {
        code,
        entrances,
        taken: count(code.costs().branch_taken, 0),
        labels,
        entered: Vec::new(),
        limits: BTreeMap::new(),
        others: BTreeMap::new(),
        exits: Vec::new(),
        before: Before::default(),
        index: 0,
        refused: None,
        is_nearest: false,
        boxed: 0,
        tracing,
        window,
        emitter,
    };
    let mut following = region.blocks.keys().skip(1);
    for (&first, block) in &region.blocks {
        it.block(first, region, block, following.next().copied());
    }
    it.ways_out();
    Some((it.emitter.finish()?, it.entered))
}

struct Translator<'a> {
    emitter: Emitter,
    code: &'a CodeImage,
    entrances: &'a [AtomicPtr<u8>],
    /// The cycles that taking a branch adds, as packed by [`count`].
    taken: u32,
    /// The label of each block, by the index of its first operation.
    labels: BTreeMap<usize, Label>,
    /// For each block, the index of its first operation, and the offset in the code at which it is
    /// entered.
    entered: Vec<(usize, usize)>,
    /// The exits that are taken when the limit is reached, by the index of the next operation and
    /// the assignment of guest registers to host registers.
    limits: BTreeMap<(usize, Assignment), Label>,
    /// The exits to operations outside the region, by the index of the operation.
    others: BTreeMap<usize, Label>,
    exits: Vec<(Label, Assignment, Exit)>,
    before: Before,
    /// Index of the instruction that is being translated.
    index: usize,
    /// The exit by which the current instruction is left to the interpreter; none if the
    /// instruction has not needed this exit yet.
    refused: Option<Label>,
    /// Whether the current block has already checked that `frm` selects rounding to nearest.
    is_nearest: bool,
    /// A bit for each floating-point register, set if the register holds a NaN-boxed single at this
    /// point of the block.
    boxed: u32,
    tracing: Tracing,
    /// The window of addresses that the accesses of the instruction with this index are expected to
    /// use.
    window: &'a dyn Fn(usize) -> Option<usize>,
}

impl Translator<'_> {
    /// Emits the code of a block. `following` is the first operation of the block that is emitted
    /// next.
    fn block(&mut self, first: usize, region: &Region, block: &Block, following: Option<usize>) {
        let body = self.emitter.label();
        if self.emitter.allocates() {
            self.exit(self.labels[&first], Exit::Enter { first, body });
        } else {
            self.emitter.bind(self.labels[&first]);
            self.entered.push((first, self.emitter.offset()));
        }
        let last = block.parts.last().expect("a block has a part");
        let repeats = last.op.kind.is_branch() && last.target() == first;
        let ops = region.straight_line(first);
        let (length, continues) = (block.parts.len(), block.is_cut);
        self.emitter.allocate(&ops, length, repeats, continues);
        self.emitter.bind(body);
        let begin = self.emitter.assignment();
        self.before = Before::default();
        self.is_nearest = false;
        self.boxed = 0;
        if let Some(lines) = self.code.lines(first) {
            self.index = first;
            self.refused = None;
            let refused = self.refused();
            let pc = self.address(first);
            self.emitter.require_lines(pc, lines, refused);
        }
        for part in &block.parts {
            self.index = part.index;
            self.refused = None;
            self.part(part);
        }
        let kind = last.op.kind;
        if kind == Opcode::Jalr {
            return;
        }
        if kind == Opcode::Jal {
            self.account();
            let next = self.before.count + self.taken;
            return self.go(last.target(), next, following);
        }
        self.account();
        if block.is_cut && following == Some(block.next) && self.emitter.allocates() {
            let limit = self.limit(block.next);
            return self.emitter.pass(self.before.count, limit);
        }
        if kind.is_branch() {
            let loops = (repeats && self.emitter.allocates()).then_some((body, begin));
            self.branch(last, first, loops);
        }
        self.go(block.next, self.before.count, following);
    }

    /// Emits the code of an instruction, and adds the instruction to the totals.
    fn part(&mut self, part: &Part) {
        let op = &part.op;
        let kind = op.kind;
        if kind == Opcode::Jalr {
            return self.jump_by_address(part);
        }
        self.emitter.prepare();
        if kind.is_memory() {
            let missed = self.leave(Left::MISS);
            let count = self.before.count;
            let touched = matches!(self.tracing, Tracing::Bytes | Tracing::Words).then_some(count);
            let entry = self.before.stores;
            let hits = self.tracing == Tracing::Off && self.code.has_hit(part.index);
            if self.tracing == Tracing::Off && !hits {
                let window = (self.window)(part.index);
                self.emitter.expect_window(window, self.code.base());
            }
            let is_counted = self.emitter.expect_hit(op, hits, self.before.hits);
            if kind.is_load() {
                self.emitter.load(op, entry, missed, touched);
                self.note_single(part);
            } else {
                self.emitter.store(op, entry, missed, touched);
            }
            match self.tracing {
                Tracing::Off => {}
                Tracing::Touches => self.emitter.touch(op, self.before.touches, count),
                Tracing::Bytes => self.emitter.demand(op, false, count),
                Tracing::Words => self.emitter.demand(op, true, count),
            }
            self.emitter.accessed();
            self.before.hits += usize::from(is_counted);
        } else if kind.is_float() {
            self.float(part);
        } else if kind == Opcode::Jal {
            if op.rd != 0 {
                self.emitter.set_x(op.rd, self.address(part.next()));
            }
        } else if kind.is_pure() && op.rd != 0 {
            let refused = self.refused();
            self.emitter.integer(op, refused);
        }
        self.emitter.advance();
        self.before = self.before.and(part, self.tracing);
    }

    fn float(&mut self, part: &Part) {
        let op = &part.op;
        let refused = self.refused();
        if super::float::rounds_by_frm(op) && !self.is_nearest {
            self.emitter.require_nearest(refused);
            self.is_nearest = true;
        }
        for number in super::float::singles(op) {
            if self.boxed >> number & 1 == 0 {
                self.emitter.require_boxed(number, refused);
                self.boxed |= 1 << number;
            }
        }
        self.emitter.float(op, refused);
        self.note_single(part);
    }

    /// Records whether the register that the instruction writes then holds a NaN-boxed single.
    fn note_single(&mut self, part: &Part) {
        match super::float::result(&part.op) {
            Some(true) => self.boxed |= 1 << part.op.rd,
            Some(false) => self.boxed &= !(1 << part.op.rd),
            None => {}
        }
    }

    /// Emits a branch. If the branch leads backward within the region, the code of the taken case
    /// is inline. `loops` is set if the branch leads to the start of its own block, in which guest
    /// registers are not in their homes: it has the label there, and the assignment of registers.
    fn branch(&mut self, part: &Part, first: usize, loops: Option<(Label, Assignment)>) {
        let late = match part.op.varies() {
            true => count(self.code.costs().misaligned_target, 0),
            false => 0,
        };
        let count = self.before.count + self.taken + late;
        let target = part.target();
        if target <= first && self.labels.contains_key(&target) {
            let next = self.emitter.label();
            self.emitter.branch(&part.op, false, next);
            let end = self.emitter.assignment();
            match loops {
                Some((body, begin)) => {
                    self.emitter.assign(begin);
                    let limit = self.limit(target);
                    self.emitter.go(count, body, limit);
                }
                None => self.go(target, count, None),
            }
            self.emitter.assume(end);
            return self.emitter.bind(next);
        }
        let taken = self.emitter.label();
        self.emitter.branch(&part.op, true, taken);
        self.exit(taken, Exit::Taken { target, count });
    }

    fn jump_by_address(&mut self, part: &Part) {
        self.emitter.put_back();
        let refused = self.refused();
        let bytes = self.code.bytes().len() as u32 & !1;
        let op = &part.op;
        self.emitter
            .find_target(op, self.code.base(), bytes, refused);
        if op.rd != 0 {
            self.emitter.set_x(op.rd, self.address(part.next()));
        }
        self.before = self.before.and(part, self.tracing);
        self.account();
        let count = self.before.count + self.taken;
        let entrances = self.entrances.as_ptr();
        let late = self.code.late().filter(|_| op.varies());
        self.emitter
            .go_there(count, Left::GO, Left::LIMIT, entrances, late);
    }

    /// The guest address of the operation with this index.
    fn address(&self, index: usize) -> u32 {
        self.code.base().wrapping_add(2 * index as u32)
    }

    fn account(&mut self) {
        let Before {
            charged,
            stores,
            touches,
            hits,
            ..
        } = self.before;
        self.emitter.account(charged, stores, touches, hits);
    }

    /// Emits code that adds `count` to the cycles and instructions, and jumps to operation
    /// `target`.
    fn go(&mut self, target: usize, count: u32, following: Option<usize>) {
        self.emitter.put_back();
        let limit = self.limit(target);
        if following == Some(target) {
            return self.emitter.pass(count, limit);
        }
        let to = match self.labels.get(&target) {
            Some(&label) => label,
            None => self.other(target),
        };
        self.emitter.go(count, to, limit);
    }

    fn limit(&mut self, target: usize) -> Label {
        let assignment = self.emitter.assignment();
        let new = || self.emitter.label();
        *self.limits.entry((target, assignment)).or_insert_with(new)
    }

    fn other(&mut self, target: usize) -> Label {
        let new = || self.emitter.label();
        *self.others.entry(target).or_insert_with(new)
    }

    /// The exit by which the current instruction is left to the interpreter.
    fn refused(&mut self) -> Label {
        match self.refused {
            Some(label) => label,
            None => {
                let label = self.leave(Left::HANDLER);
                self.refused = Some(label);
                label
            }
        }
    }

    fn leave(&mut self, how: u64) -> Label {
        let label = self.emitter.label();
        let (index, before) = (self.index, self.before);
        self.exit(label, Exit::Leave { index, how, before });
        label
    }

    /// Adds an exit that is entered with the current assignment of registers.
    fn exit(&mut self, label: Label, exit: Exit) {
        self.exits.push((label, self.emitter.assignment(), exit));
    }

    fn ways_out(&mut self) {
        for (label, assignment, exit) in std::mem::take(&mut self.exits) {
            self.emitter.bind(label);
            self.emitter.assume(assignment);
            match exit {
                Exit::Leave { index, how, before } => {
                    self.before = before;
                    self.emitter.put_back();
                    self.account();
                    self.emitter.count(before.count);
                    self.emitter.leave(left(index, how));
                }
                Exit::Taken { target, count } => self.go(target, count, None),
                Exit::Enter { first, body } => {
                    self.entered.push((first, self.emitter.offset()));
                    self.emitter.assume(Assignment::HOMES);
                    self.emitter.assign(assignment);
                    self.emitter.jump(body);
                }
            }
        }
        for (index, label) in std::mem::take(&mut self.others) {
            self.emitter.bind(label);
            self.emitter
                .chain(left(index, Left::GO), &self.entrances[index]);
        }
        for ((index, assignment), label) in std::mem::take(&mut self.limits) {
            self.emitter.bind(label);
            self.emitter.assume(assignment);
            self.emitter.put_back();
            self.emitter.leave(left(index, Left::LIMIT));
        }
    }
}
