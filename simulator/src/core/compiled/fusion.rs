//! Replaces several instructions by one that the guest's instruction set lacks and hosts have.
//!
//! | instructions of the guest | replaced by |
//! |---|---|
//! | `slli t, a, n`, `srli u, a, 32 - n`, `or r, t, u` | `rori r, a, 32 - n` |
//! | `slli t, a, n`, `add r, t, b`, where `n` is 1, 2 or 3 | `sh1add`, `sh2add`, `sh3add` |
//! | `slli t, a, n`, `srli r, t, n` | `andi r, a, 2^(32 - n) - 1` |
//! | `lui t, n`, `addi r, t, m` | `lui r, n + m` |
//!
//! The new instruction takes the place of the last of these. An earlier one is removed if nothing
//! can read the register that it writes: neither an instruction before the register is written
//! again, nor the interpreter, to which compiled code can return in between. The instructions keep
//! their places, cycles and energy: a removed one becomes an instruction without an effect.

use super::super::code::Op;
use super::super::instruction::Opcode;
use super::region::Part;
use super::registers::Registers;

/// The latest instruction that has written a register.
#[derive(Clone, Copy)]
struct Writer {
    /// The instruction's position in the block.
    at: usize,
    kind: Opcode,
    imm: i32,
    /// The register that the instruction has read, and the number of writes to that register
    /// before.
    from: (u8, usize),
}

/// What is known of the registers at an instruction of a block.
#[derive(Default)]
struct Known {
    writers: [Option<Writer>; 32],
    /// For each register, the number of instructions that have written it.
    writes: [usize; 32],
    /// For each register, the position after the latest instruction that reads it.
    read: [usize; 32],
    /// The position after the latest instruction that can leave compiled code.
    left: usize,
}

impl Known {
    /// The latest writer of a register, if it is of the given kind.
    fn writer(&self, register: u8, kind: Opcode) -> Option<Writer> {
        self.writers[usize::from(register)].filter(|writer| writer.kind == kind)
    }

    /// Whether an instruction that writes `rd` can use the operand of `writer`, which has written
    /// `target`, instead of `target`. If so, the second value is the position of `writer` if it
    /// must be removed because it has overwritten its operand.
    fn operand(&self, writer: &Writer, target: u8, rd: u8) -> Option<(u8, Option<usize>)> {
        let (from, writes) = writer.from;
        if from != target {
            let is_kept = self.writes[usize::from(from)] == writes;
            return (from != 0 && is_kept).then_some((from, None));
        }
        // Only the instruction that is replaced may have read the result, and it must overwrite it.
        let after = writer.at + 1;
        let is_read = self.read[usize::from(target)] > after || self.left > after;
        (from == rd && !is_read).then_some((from, Some(writer.at)))
    }

    /// Adds the instruction at position `at`.
    fn add(&mut self, at: usize, op: &Op) {
        let Registers { sources, target } = Registers::of(op);
        for source in sources {
            self.read[usize::from(source)] = at + 1;
        }
        if can_leave(op) {
            self.left = at + 1;
        }
        if target != 0 {
            self.writers[usize::from(target)] = Some(Writer {
                at,
                kind: op.kind,
                imm: op.imm,
                from: (op.rs1, self.writes[usize::from(op.rs1)]),
            });
            self.writes[usize::from(target)] += 1;
        }
    }
}

/// Whether compiled code can leave this instruction to the interpreter.
fn can_leave(op: &Op) -> bool {
    !op.kind.is_pure() && !matches!(op.kind, Opcode::Jal) && !op.kind.is_branch()
        || op.moves_stack()
}

/// An instruction that replaces another one, and the position of an earlier one that it makes
/// unnecessary.
struct Replacement {
    kind: Opcode,
    rs1: u8,
    rs2: u8,
    imm: i32,
    removed: Option<usize>,
}

/// Fuses the instructions of a block.
pub(super) fn fuse(parts: &mut [Part]) {
    let mut known = Known::default();
    for at in 0..parts.len() {
        if let Some(new) = replacement(&known, &parts[at].op) {
            let op = &mut parts[at].op;
            (op.kind, op.rs1, op.rs2, op.imm) = (new.kind, new.rs1, new.rs2, new.imm);
            new.removed
                .into_iter()
                .for_each(|at| remove(&mut parts[at].op));
        }
        known.add(at, &parts[at].op);
    }
    remove_unread(parts);
}

fn replacement(known: &Known, op: &Op) -> Option<Replacement> {
    if op.moves_stack() {
        return None;
    }
    match op.kind {
        Opcode::Or | Opcode::Xor => rotation(known, op),
        Opcode::Add => rotation(known, op).or_else(|| shifted_sum(known, op)),
        Opcode::Srli => masked(known, op),
        Opcode::Addi => constant(known, op),
        _ => None,
    }
}

/// The operands of an operation that commutes, in both orders.
fn operands(op: &Op) -> [(u8, u8); 2] {
    [(op.rs1, op.rs2), (op.rs2, op.rs1)]
}

fn rotation(known: &Known, op: &Op) -> Option<Replacement> {
    operands(op).into_iter().find_map(|(a, b)| {
        let (left, right) = (
            known.writer(a, Opcode::Slli)?,
            known.writer(b, Opcode::Srli)?,
        );
        if left.imm + right.imm != 32 || left.from != right.from {
            return None;
        }
        // If one of the shifts has overwritten the operand, that shift decides.
        let (writer, target) = match left.from.0 == a {
            true => (&left, a),
            false => (&right, b),
        };
        let (rs1, removed) = known.operand(writer, target, op.rd)?;
        Some(Replacement {
            kind: Opcode::Rori,
            rs1,
            rs2: 0,
            imm: right.imm,
            removed,
        })
    })
}

fn shifted_sum(known: &Known, op: &Op) -> Option<Replacement> {
    operands(op).into_iter().find_map(|(a, b)| {
        let shift = known.writer(a, Opcode::Slli)?;
        let kind = match shift.imm {
            1 => Opcode::Sh1add,
            2 => Opcode::Sh2add,
            3 => Opcode::Sh3add,
            _ => return None,
        };
        let (rs1, removed) = known.operand(&shift, a, op.rd)?;
        (b != a && b != 0).then_some(Replacement {
            kind,
            rs1,
            rs2: b,
            imm: 0,
            removed,
        })
    })
}

fn masked(known: &Known, op: &Op) -> Option<Replacement> {
    let shift = known.writer(op.rs1, Opcode::Slli)?;
    let (rs1, removed) = known.operand(&shift, op.rs1, op.rd)?;
    (shift.imm == op.imm).then_some(Replacement {
        kind: Opcode::Andi,
        rs1,
        rs2: 0,
        imm: (u32::MAX >> op.imm) as i32,
        removed,
    })
}

fn constant(known: &Known, op: &Op) -> Option<Replacement> {
    let writer = known.writer(op.rs1, Opcode::Lui);
    let writer = writer.or_else(|| known.writer(op.rs1, Opcode::Auipc))?;
    Some(Replacement {
        kind: Opcode::Lui,
        rs1: 0,
        rs2: 0,
        imm: writer.imm.wrapping_add(op.imm),
        removed: None,
    })
}

/// Removes the instructions of a block that write a register which nothing can read before it is
/// written again.
fn remove_unread(parts: &mut [Part]) {
    // A bit for each register, set if its value may be read.
    let mut wanted = u32::MAX;
    for part in parts.iter_mut().rev() {
        let op = &mut part.op;
        let Registers { sources, target } = Registers::of(op);
        if can_leave(op) {
            wanted = u32::MAX;
        } else if op.kind.is_pure() && target != 0 && wanted >> target & 1 == 0 {
            remove(op);
        } else {
            wanted &= !(1 << target);
            sources.into_iter().for_each(|source| wanted |= 1 << source);
        }
    }
}

/// Makes the instruction one that has no effect and takes as many cycles.
fn remove(op: &mut Op) {
    (op.kind, op.rd, op.rs1, op.rs2, op.imm) = (Opcode::Addi, 0, 0, 0, 0);
}
