//! Handlers of instructions whose only effect is to write an integer register.

use super::super::code::Op;
use super::super::integer;
use super::super::state::SP;
use super::super::undo::Entry;
use super::{next, stop_exact, x, Context, Core, Handler, Opcode};

/// Selects the handler of an instruction whose only effect is to write an integer register.
pub(super) fn select<const L: usize>(op: &Op) -> Handler {
    use Opcode::*;
    if op.rd == 0 {
        return nothing::<L>;
    }
    if op.moves_stack() {
        return match op.kind {
            Addi => lower_by_immediate::<L>,
            Add => lower_by_sum::<L>,
            _ => lower_by_difference::<L>,
        };
    }
    match op.kind {
        Lui | Auipc => constant::<L>,
        Addi if op.rs1 == 0 => constant::<L>,
        Addi if op.imm == 0 => copy::<L>,
        Addi => addi::<L>,
        Slti => slti::<L>,
        Sltiu => sltiu::<L>,
        Xori => xori::<L>,
        Ori => ori::<L>,
        Andi => andi::<L>,
        Slli => slli::<L>,
        Srli => srli::<L>,
        Srai => srai::<L>,
        Add => add::<L>,
        Sub => sub::<L>,
        Sll => sll::<L>,
        Slt => slt::<L>,
        Sltu => sltu::<L>,
        Xor => xor::<L>,
        Srl => srl::<L>,
        Sra => sra::<L>,
        Or => or::<L>,
        And => and::<L>,
        Mul => mul::<L>,
        Mulh => mulh::<L>,
        Mulhsu => mulhsu::<L>,
        Mulhu => mulhu::<L>,
        Div => div::<L>,
        Divu => divu::<L>,
        Rem => rem::<L>,
        _ => remu::<L>,
    }
}

unsafe fn nothing<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    next!(core, op.add(L), memory, context, count, log)
}

/// Defines handlers of instructions with two source registers.
macro_rules! registers {
    ($($name:ident: |$a:ident, $b:ident| $value:expr;)*) => { $(
        unsafe fn $name<const L: usize>(core: *mut Core, op: *const Op, memory: *mut u8, context: *mut Context, count: u64, log: *mut Entry) {
            let ($a, $b): (u32, u32) = (x!(core, (*op).rs1), x!(core, (*op).rs2));
            x!(core, (*op).rd) = $value;
            next!(core, op.add(L), memory, context, count, log)
        }
    )* };
}

/// Defines handlers of instructions with a source register and an immediate.
macro_rules! immediates {
    ($($name:ident: |$a:ident, $b:ident| $value:expr;)*) => { $(
        unsafe fn $name<const L: usize>(core: *mut Core, op: *const Op, memory: *mut u8, context: *mut Context, count: u64, log: *mut Entry) {
            let ($a, $b): (u32, u32) = (x!(core, (*op).rs1), (*op).imm as u32);
            x!(core, (*op).rd) = $value;
            next!(core, op.add(L), memory, context, count, log)
        }
    )* };
}

/// Defines handlers of instructions that move the stack pointer. If the result is below the stack
/// limit, they leave the instruction to the exact interpreter.
macro_rules! lowering {
    ($($name:ident: |$core:ident, $op:ident| $value:expr;)*) => { $(
        unsafe fn $name<const L: usize>($core: *mut Core, $op: *const Op, memory: *mut u8, context: *mut Context, count: u64, log: *mut Entry) {
            let value: u32 = $value;
            if (*$core).leaves_stack(value) {
                return stop_exact($core, $op, memory, context, count, log);
            }
            x!($core, SP) = value;
            next!($core, $op.add(L), memory, context, count, log)
        }
    )* };
}

lowering! {
    lower_by_immediate: |core, op| x!(core, SP).wrapping_add((*op).imm as u32);
    lower_by_sum: |core, op| x!(core, (*op).rs1).wrapping_add(x!(core, (*op).rs2));
    lower_by_difference: |core, op| x!(core, SP).wrapping_sub(x!(core, (*op).rs2));
}

unsafe fn constant<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    x!(core, (*op).rd) = (*op).imm as u32;
    next!(core, op.add(L), memory, context, count, log)
}

unsafe fn copy<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    x!(core, (*op).rd) = x!(core, (*op).rs1);
    next!(core, op.add(L), memory, context, count, log)
}

immediates! {
    addi: |a, b| a.wrapping_add(b);
    slti: |a, b| u32::from((a as i32) < b as i32);
    sltiu: |a, b| u32::from(a < b);
    xori: |a, b| a ^ b;
    ori: |a, b| a | b;
    andi: |a, b| a & b;
    slli: |a, b| a << (b & 31);
    srli: |a, b| a >> (b & 31);
    srai: |a, b| (a as i32 >> (b & 31)) as u32;
}

registers! {
    add: |a, b| a.wrapping_add(b);
    sub: |a, b| a.wrapping_sub(b);
    sll: |a, b| a << (b & 31);
    slt: |a, b| u32::from((a as i32) < b as i32);
    sltu: |a, b| u32::from(a < b);
    xor: |a, b| a ^ b;
    srl: |a, b| a >> (b & 31);
    sra: |a, b| (a as i32 >> (b & 31)) as u32;
    or: |a, b| a | b;
    and: |a, b| a & b;
    mul: |a, b| a.wrapping_mul(b);
    mulh: |a, b| integer::mulh(a, b);
    mulhsu: |a, b| integer::mulhsu(a, b);
    mulhu: |a, b| integer::mulhu(a, b);
    div: |a, b| integer::div(a, b);
    divu: |a, b| integer::divu(a, b);
    rem: |a, b| integer::rem(a, b);
    remu: |a, b| integer::remu(a, b);
}
