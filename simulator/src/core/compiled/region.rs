//! Which instructions are compiled together: those that can be reached from one, nearest first.

use super::super::code::{CodeImage, Op};
use super::super::fast::SLICE;
use super::super::instruction::Opcode;
use super::super::price::Price;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Instructions of a block at most.
const LONGEST_BLOCK: usize = 64;
/// Where a region can be entered, at most.
const ENTRANCES: usize = 4;
/// Returns are looked up among so many calls of the region.
const CALLS: usize = 6;

/// An instruction of a region.
pub(super) struct Part {
    /// Among the image's operations.
    pub index: usize,
    pub op: Op,
    pub price: Price,
}

impl Part {
    /// The operation behind it.
    pub fn next(&self) -> usize {
        self.index + usize::from(self.op.length) / 2
    }

    /// Where it branches or jumps to.
    pub fn target(&self) -> usize {
        (self.index as i64 + i64::from(self.op.imm) / 2) as usize
    }
}

/// A straight-line part of a region.
pub(super) struct Block {
    pub parts: Vec<Part>,
    /// What comes behind the last part, unless that jumps: an operation.
    pub next: usize,
}

/// What is compiled to one function.
pub(super) struct Region {
    /// By the index of their first operation.
    pub blocks: BTreeMap<usize, Block>,
    /// Blocks where it is entered; the hot one is the first.
    pub entrances: Vec<usize>,
    /// Operations behind calls, where returns lead.
    pub returns: Vec<usize>,
    /// The address of the image's first byte.
    pub base: u32,
    /// What a taken branch adds, in cycles.
    pub taken: u32,
}

impl Region {
    /// Of at most so many instructions, reached from the operation at `head`; none if that cannot
    /// be compiled.
    pub fn from(code: &CodeImage, head: usize, most: usize) -> Option<Region> {
        let ops = code.ops();
        if !can_be_compiled(&ops[head]) {
            return None;
        }
        let mut leaders = BTreeSet::from([head]);
        let mut within = BTreeSet::new();
        let mut loops = BTreeSet::new();
        let mut returns = Vec::new();
        let mut open = VecDeque::from([head]);
        while let Some(first) = open.pop_front() {
            let mut index = first;
            while within.len() < most && !within.contains(&index) && can_be_compiled(&ops[index]) {
                within.insert(index);
                let op = &ops[index];
                let next = index + usize::from(op.length) / 2;
                let target = (index as i64 + i64::from(op.imm) / 2) as usize;
                let kind = op.kind;
                if kind == Opcode::Jal || kind.is_branch() {
                    if target <= index && leaders.contains(&target) {
                        loops.insert(target);
                    }
                    if op.rd != 0 && kind == Opcode::Jal {
                        returns.push(next);
                    }
                    let falls = kind.is_branch() || op.rd != 0;
                    for place in [Some(target), falls.then_some(next)].into_iter().flatten() {
                        if leaders.insert(place) {
                            open.push_back(place);
                        }
                    }
                    break;
                }
                if kind == Opcode::Jalr {
                    break;
                }
                index = next;
            }
        }
        let mut region = Region {
            blocks: BTreeMap::new(),
            entrances: vec![head],
            returns: Vec::new(),
            base: code.base(),
            taken: code.costs().branch_taken,
        };
        let mut starts: VecDeque<usize> = leaders
            .iter()
            .copied()
            .filter(|at| within.contains(at))
            .collect();
        while let Some(first) = starts.pop_front() {
            let (block, is_cut) = block(code, first, &leaders, &within);
            if is_cut {
                leaders.insert(block.next);
                starts.push_back(block.next);
            }
            region.blocks.insert(first, block);
        }
        returns.retain(|at| region.blocks.contains_key(at));
        returns.truncate(CALLS);
        region.returns = returns;
        let more = loops
            .into_iter()
            .filter(|&at| at != head && region.blocks.contains_key(&at));
        region.entrances.extend(more.take(ENTRANCES - 1));
        // One that leaves at once is not worth its entry.
        (within.len() > 1).then_some(region)
    }

    /// Its instructions.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.blocks.values().flat_map(|block| &block.parts)
    }
}

/// The block from `first` on, and whether it has been cut only because it is long.
fn block(
    code: &CodeImage,
    first: usize,
    leaders: &BTreeSet<usize>,
    within: &BTreeSet<usize>,
) -> (Block, bool) {
    let mut parts: Vec<Part> = Vec::new();
    let mut index = first;
    let mut cycles = 0;
    loop {
        let op = code.ops()[index].clone();
        let ends = op.kind == Opcode::Jal || op.kind == Opcode::Jalr || op.kind.is_branch();
        let next = index + usize::from(op.length) / 2;
        cycles += op.cost;
        parts.push(Part {
            index,
            op,
            price: code
                .prices()
                .map_or(Price::default(), |prices| prices[index]),
        });
        index = next;
        let is_long = parts.len() >= LONGEST_BLOCK || cycles >= SLICE / 8;
        if ends || leaders.contains(&next) || !within.contains(&next) || is_long {
            let is_cut = !ends && is_long && within.contains(&next) && !leaders.contains(&next);
            return (Block { parts, next }, is_cut);
        }
    }
}

/// Whether the compiler knows the instruction, or, of one that may need help, its usual case.
fn can_be_compiled(op: &Op) -> bool {
    use Opcode::*;
    // Handlers that only stop have no run; neither have those at a run's end.
    if op.observed || op.run == 0 {
        return false;
    }
    match op.kind {
        Jalr => op.rd == 0,
        kind if kind.is_atomic() => false,
        kind if kind.is_load() && op.rd == 0 => matches!(kind, Flw | Fld),
        kind if kind.is_float() => super::float::is_known(op),
        _ => true,
    }
}
