//! A region is a set of instructions that are compiled together. It has the instructions that can
//! be reached from one frequently executed instruction, the nearest first.

use super::super::code::{CodeImage, Op};
use super::super::instruction::Opcode;
use super::super::price::Price;
use super::super::Demand;
use super::fusion::fuse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Largest number of instructions in a block.
pub(in super::super) const LONGEST_BLOCK: usize = 64;
/// Largest number of cycles of an instruction that is compiled. The cycles of a block must fit into
/// the bits that `count` has for them.
const LONGEST: u32 = 2000;
/// A block ends at the latest with the instruction that reaches this number of cycles.
const BLOCK_CYCLES: u32 = 256;
// Compiled code executes at most one block after it has reached its limit. The demand has an entry
// for each cycle, and must have room for the cycles of that block, too.
const _: () = assert!(BLOCK_CYCLES + LONGEST <= Demand::OVERRUN as u32);

/// An instruction of a region.
pub(super) struct Part {
    /// Index of the instruction's operation in the code image.
    pub index: usize,
    pub op: Op,
    pub price: Price,
}

impl Part {
    /// Index of the operation that follows this one in memory.
    pub fn next(&self) -> usize {
        next(self.index, &self.op)
    }

    /// Index of the operation to which this one branches or jumps.
    pub fn target(&self) -> usize {
        target(self.index, &self.op)
    }
}

fn next(index: usize, op: &Op) -> usize {
    index + usize::from(op.length) / 2
}

fn target(index: usize, op: &Op) -> usize {
    (index as i64 + i64::from(op.imm) / 2) as usize
}

/// Instructions of a region that are executed one after the other, and entered only at the first.
pub(super) struct Block {
    pub parts: Vec<Part>,
    /// Index of the operation that follows the last part in memory. Execution continues there
    /// unless that part jumps.
    pub next: usize,
    /// Whether the block ends only because it has reached the largest size of a block, or the end
    /// of its instruction-cache line. If so, no jump in the region leads to the next block.
    pub is_cut: bool,
}

/// A set of instructions that are compiled together.
pub(super) struct Region {
    /// The blocks, by index of their first operation.
    pub blocks: BTreeMap<usize, Block>,
}

impl Region {
    /// Makes a region of about `most` instructions that can be reached from the operation `head`.
    /// None if `head` cannot be compiled. The region has no operations that already have compiled
    /// code (`is_there` returns true). It has no block with an access that is not ready (`is_ready`
    /// returns false), except the block of `head`.
    pub fn from(
        code: &CodeImage,
        head: usize,
        most: usize,
        is_there: impl Fn(usize) -> bool,
        is_ready: impl Fn(usize) -> bool,
    ) -> Option<Region> {
        let ops = code.ops();
        if !can_be_compiled(code, head) {
            return None;
        }
        let mut leaders = BTreeSet::from([head]);
        let mut within = BTreeSet::new();
        let mut open = VecDeque::from([head]);
        while let Some(first) = open.pop_front() {
            let mut index = first;
            if first != head && !accesses(code, first).all(&is_ready) {
                continue;
            }
            while within.len() < most && !within.contains(&index) && !is_there(index) {
                let op = &ops[index];
                let next = next(index, op);
                let mut lead = |index: usize| {
                    if index < ops.len() && leaders.insert(index) {
                        open.push_back(index);
                    }
                };
                if !can_be_compiled(code, index) {
                    // The next instruction begins a block, so that compiled code can be entered
                    // there again.
                    lead(next);
                    break;
                }
                within.insert(index);
                let is_call = matches!(op.kind, Opcode::Jal | Opcode::Jalr) && op.rd != 0;
                if op.kind == Opcode::Jal || op.kind.is_branch() {
                    lead(target(index, op));
                }
                if op.kind.is_branch() || is_call {
                    lead(next);
                }
                if ends_block(op.kind) {
                    break;
                }
                index = next;
            }
        }
        let mut blocks = BTreeMap::new();
        let mut starts: VecDeque<usize> = leaders
            .iter()
            .copied()
            .filter(|at| within.contains(at))
            .collect();
        while let Some(first) = starts.pop_front() {
            let block = block(code, first, &leaders, &within);
            if block.is_cut {
                leaders.insert(block.next);
                starts.push_back(block.next);
            }
            blocks.insert(first, block);
        }
        Some(Region { blocks })
    }

    /// The operations of a block. If the block is cut, those of the blocks that continue it are
    /// included.
    pub fn straight_line(&self, first: usize) -> Vec<&Op> {
        let mut ops = Vec::new();
        let mut next = Some(first);
        while let Some(block) = next.and_then(|first| self.blocks.get(&first)) {
            ops.extend(block.parts.iter().map(|part| &part.op));
            next = block.is_cut.then_some(block.next);
        }
        ops
    }
}

/// The indices of the loads and stores in the block that would begin at operation `first`.
fn accesses(code: &CodeImage, first: usize) -> impl Iterator<Item = usize> + '_ {
    let ops = code.ops();
    let after = move |&index: &usize| {
        let op = ops.get(index)?;
        (!ends_block(op.kind)).then(|| next(index, op))
    };
    std::iter::successors(Some(first), after)
        .take_while(|&index| index < code.ops().len() && can_be_compiled(code, index))
        .filter(|&index| ops[index].kind.is_memory())
}

fn ends_block(kind: Opcode) -> bool {
    matches!(kind, Opcode::Jal | Opcode::Jalr) || kind.is_branch()
}

/// The block that begins at `first`.
fn block(
    code: &CodeImage,
    first: usize,
    leaders: &BTreeSet<usize>,
    within: &BTreeSet<usize>,
) -> Block {
    let mut parts: Vec<Part> = Vec::new();
    let mut index = first;
    let mut cycles = 0;
    loop {
        let op = code.ops()[index].clone();
        let ends = ends_block(op.kind);
        let next = next(index, &op);
        cycles += most_cycles(code, &op);
        parts.push(Part {
            index,
            op,
            price: code
                .prices()
                .map_or(Price::default(), |prices| prices[index]),
        });
        index = next;
        // Compiled code checks only at the start of a block whether the core changes the
        // instruction-cache line, so a block must end with its line. Its first instruction may
        // begin in the line before.
        let is_long = parts.len() >= LONGEST_BLOCK
            || cycles >= BLOCK_CYCLES
            || code
                .lines(first)
                .is_some_and(|(_, line)| code.lines(next) != Some((line, line)));
        if ends || leaders.contains(&next) || !within.contains(&next) || is_long {
            let is_cut = !ends && is_long && within.contains(&next) && !leaders.contains(&next);
            fuse(&mut parts);
            return Block {
                parts,
                next,
                is_cut,
            };
        }
    }
}

/// The cycles of an instruction and of its hit in the data cache, without those that a taken branch
/// adds.
fn most_cycles(code: &CodeImage, op: &Op) -> u32 {
    let hit = code.cache().map_or(0, |cache| cache.hit);
    op.cost + if op.kind.is_memory() { hit } else { 0 }
}

/// Whether the compiler can translate the instruction. In unusual cases, compiled code may still
/// leave it to the interpreter.
fn can_be_compiled(code: &CodeImage, index: usize) -> bool {
    let op = &code.ops()[index];
    let lies_in_two = |(first, last)| first != last;
    if !super::host::TAKES_LINES && code.lines(index).is_some_and(lies_in_two) {
        return false;
    }
    // The fast interpreter stops before an operation whose `run` is 0, and so must compiled code.
    if op.is_observed() || op.run == 0 || most_cycles(code, op) > LONGEST {
        return false;
    }
    match op.kind {
        kind if kind.is_atomic() => false,
        // The target of a branch is known to the compiler, but that of a `jalr` only at run time.
        Opcode::Jalr if op.varies() => super::host::LOOKS_UP_LATE,
        kind if op.varies() => kind.is_branch(),
        Opcode::Flw | Opcode::Fld => true,
        kind if kind.is_load() => op.rd != 0,
        kind if kind.is_float() => super::float::is_known(op),
        _ => true,
    }
}
