//! The number of cycles that each instruction takes.
//!
//! The cost of most instructions is fixed when the code is decoded. If it depends on operands, the
//! operation *varies*: both interpreters add [`extra`] cycles before they execute it.

use super::code::{Op, VARIES};
use super::instruction::{Instruction, Opcode};
use crate::config::{CoreCosts, Shifter};

/// The cycles from the issue of an instruction to the issue of the next one, without those that
/// depend on the operands or on whether a branch is taken.
pub(super) fn cost(
    instruction: &Instruction,
    next: Option<&Instruction>,
    costs: &CoreCosts,
) -> u32 {
    use Opcode::*;
    let jumps_there = next
        .is_some_and(|next| next.kind == Jalr && next.rs1 != 0 && written(instruction) == next.rs1);
    let own = own_cost(instruction, next, costs);
    let is_long = matches!(
        instruction.kind,
        Mulh | Mulhsu | Mulhu | Div | Divu | Rem | Remu
    );
    let jumps = next.is_some_and(|next| matches!(next.kind, Jal | Jalr));
    match (jumps_there, jumps && is_long) {
        (true, _) => own + costs.jump_use,
        (false, true) => own.saturating_sub(costs.jump_ahead).max(1),
        (false, false) => own,
    }
}

fn own_cost(instruction: &Instruction, next: Option<&Instruction>, costs: &CoreCosts) -> u32 {
    use Opcode::*;
    match instruction.kind {
        Div | Divu | Rem | Remu => costs.divide,
        Mul => costs.multiply,
        Mulh | Mulhsu | Mulhu => costs.multiply_high(),
        Slli | Srli | Srai => costs.shift() + costs.shifter.steps(instruction.imm as u32 & 31),
        Sll | Srl | Sra => costs.shift(),
        Jal => costs.jump() - costs.branch_taken,
        Jalr => costs.jump_register() - costs.branch_taken,
        Csrrw | Csrrs | Csrrc | Csrrwi | Csrrsi | Csrrci => {
            match is_counter(instruction.imm as u32) {
                true => costs.counter(),
                false => costs.csr(),
            }
        }
        FdivS | FsqrtS | FdivD | FsqrtD => costs.float_divide,
        kind if kind.is_branch() => costs.branch(),
        kind if kind.is_float() => costs.float,
        kind if kind.is_atomic() => costs.atomic,
        kind if kind.is_load() => {
            let waits = next.is_some_and(|next| next.uses(instruction));
            let overwritten = next.is_some_and(|next| {
                let register = written(instruction);
                register != 0 && written(next) == register && !next.kind.is_load()
            });
            let more = match (waits, overwritten) {
                (true, _) => costs.load_use,
                (false, true) => costs.load_overwrite,
                (false, false) => 0,
            };
            costs.load + more
        }
        kind if kind.is_memory() => costs.store(),
        _ => costs.alu,
    }
}

/// Whether a control register is a counter of cycles or instructions, or the upper half of one.
fn is_counter(number: u32) -> bool {
    const COUNTERS: [u32; 4] = [0xb00, 0xb02, 0xc00, 0xc02];
    COUNTERS.contains(&(number & !0x80))
}

/// The integer register that an instruction writes; 0 if it writes none.
fn written(instruction: &Instruction) -> u8 {
    use Opcode::*;
    match instruction.kind {
        Jal | Jalr | Lb | Lh | Lw | Lbu | Lhu => instruction.rd,
        Csrrw | Csrrs | Csrrc | Csrrwi | Csrrsi | Csrrci => instruction.rd,
        kind if kind.is_pure() => instruction.rd,
        _ => 0,
    }
}

/// Sets the flag [`VARIES`] if the cycles of operation `i` depend on its operands. A `jal` never
/// gets the flag, because its target is fixed, and its cost includes the additional cycles of a
/// misaligned target.
pub(super) fn adapt(ops: &mut [Op], i: usize, base: u32, costs: &CoreCosts) {
    use Opcode::*;
    let pc = base.wrapping_add(2 * i as u32);
    let target = i as i64 + i64::from(ops[i].imm) / 2;
    // The two operations at the end of the list, which only stop the execution, are not
    // instructions.
    let wide = |at: i64| (0..ops.len() as i64 - 2).contains(&at) && ops[at as usize].length == 4;
    let late =
        costs.misaligned_target > 0 && pc.wrapping_add(ops[i].imm as u32) & 2 != 0 && wide(target);
    let op = &ops[i];
    let varies = match op.kind {
        Sll | Srl | Sra => costs.shifter != Shifter::Barrel,
        Div | Divu | Rem | Remu => costs.divide_step > 0 || costs.divide_by_zero() != costs.divide,
        Jalr => costs.misaligned_target > 0,
        kind if kind.is_branch() => late,
        _ => false,
    };
    let more = if op.kind == Jal && late {
        costs.misaligned_target
    } else {
        0
    };
    ops[i].flags |= if varies { VARIES } else { 0 };
    ops[i].cost += more;
}

/// The cycles that an operation takes in addition to its cost, because of its operands. The result
/// is negative if a division by zero takes fewer cycles than other divisions. `is_wide` says
/// whether the instruction at an address has 4 bytes.
#[inline]
pub(super) fn extra(
    op: &Op,
    x: &[u32; 32],
    pc: u32,
    costs: &CoreCosts,
    is_wide: impl Fn(u32) -> bool,
) -> i32 {
    use Opcode::*;
    let (a, b) = (x[usize::from(op.rs1 & 31)], x[usize::from(op.rs2 & 31)]);
    let taken = match op.kind {
        Sll | Srl | Sra => return costs.shifter.steps(b & 31) as i32,
        Div | Divu | Rem | Remu => return of_divide(op.kind, b, costs),
        Jalr => {
            let target = a.wrapping_add(op.imm as u32) & !1;
            return late(target, costs, is_wide);
        }
        Beq => a == b,
        Bne => a != b,
        Blt => (a as i32) < b as i32,
        Bge => a as i32 >= b as i32,
        Bltu => a < b,
        Bgeu => a >= b,
        _ => false,
    };
    match taken {
        true => late(pc.wrapping_add(op.imm as u32), costs, is_wide),
        false => 0,
    }
}

/// The additional cycles of a jump or taken branch to `target`, if a wide instruction is misaligned
/// there.
pub(super) fn late(target: u32, costs: &CoreCosts, is_wide: impl Fn(u32) -> bool) -> i32 {
    match target & 2 != 0 && is_wide(target) {
        true => costs.misaligned_target as i32,
        false => 0,
    }
}

fn of_divide(kind: Opcode, divisor: u32, costs: &CoreCosts) -> i32 {
    if divisor == 0 {
        return costs.divide_by_zero() as i32 - costs.divide as i32;
    }
    let signed = matches!(kind, Opcode::Div | Opcode::Rem);
    let places = match signed && (divisor as i32) < 0 {
        true => divisor.leading_ones() - 1,
        false => divisor.leading_zeros(),
    };
    (costs.divide_step * places) as i32
}
