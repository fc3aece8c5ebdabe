//! Handlers that execute two instructions at once, the second of which uses the result of the
//! first.
//!
//! Such a handler passes the result of the first instruction on in a host register, because a load
//! from `Core` would cost the host more than the operation itself. The second operation stays in
//! the list, because jumps may lead to it, and because the handler reads its fields there.

use super::super::code::Op;
use super::super::undo::Entry;
use super::{enter, next, stop_limit, x, Context, Core, Handler, Opcode, Slot};

/// An operation with the left operand `left`, and a right operand that the fields of `op` select.
trait Operation {
    unsafe fn value(core: *const Core, op: *const Op, left: u32) -> u32;
}

/// The condition of a branch.
trait Condition {
    fn holds(left: u32, right: u32) -> bool;
}

macro_rules! operations {
    ($($name:ident: |$a:ident, $b:ident| $value:expr, $right:ident;)*) => { $(
        struct $name;

        impl Operation for $name {
            unsafe fn value(core: *const Core, op: *const Op, $a: u32) -> u32 {
                let $b: u32 = $right!(core, op);
                $value
            }
        }
    )* };
}

macro_rules! register {
    ($core:ident, $op:ident) => {
        *(&raw const (*$core).x)
            .cast::<u32>()
            .add(usize::from((*$op).rs2))
    };
}

/// The operand `rs1` of an operation whose operand `rs2` is the result of the first instruction.
/// The operation must be commutative.
macro_rules! other {
    ($core:ident, $op:ident) => {
        *(&raw const (*$core).x)
            .cast::<u32>()
            .add(usize::from((*$op).rs1))
    };
}

macro_rules! immediate {
    ($core:ident, $op:ident) => {{
        let _ = $core;
        (*$op).imm as u32
    }};
}

operations! {
    Add: |a, b| a.wrapping_add(b), register;
    Sub: |a, b| a.wrapping_sub(b), register;
    Xor: |a, b| a ^ b, register;
    Or: |a, b| a | b, register;
    And: |a, b| a & b, register;
    AddTo: |a, b| a.wrapping_add(b), other;
    XorTo: |a, b| a ^ b, other;
    OrTo: |a, b| a | b, other;
    AndTo: |a, b| a & b, other;
    Addi: |a, b| a.wrapping_add(b), immediate;
    Andi: |a, b| a & b, immediate;
    Slli: |a, b| a << (b & 31), immediate;
    Srli: |a, b| a >> (b & 31), immediate;
}

macro_rules! conditions {
    ($($name:ident: |$a:ident, $b:ident| $value:expr;)*) => { $(
        struct $name;

        impl Condition for $name {
            fn holds($a: u32, $b: u32) -> bool {
                $value
            }
        }
    )* };
}

conditions! {
    Equal: |a, b| a == b;
    NotEqual: |a, b| a != b;
    Less: |a, b| (a as i32) < b as i32;
    NotLess: |a, b| a as i32 >= b as i32;
    Below: |a, b| a < b;
    NotBelow: |a, b| a >= b;
}

/// Gives each pair of operations the handler that executes both, if there is such a handler.
pub(super) fn fuse(ops: &mut [Op]) {
    // The last two operations only stop the execution, and belong to no pair.
    for i in 0..ops.len().saturating_sub(2) {
        let second = ops[i + usize::from(ops[i].length) / 2].clone();
        let counted = ops[i].run != 0 && second.run != 0 && !second.checks_time();
        let varies = ops[i].varies() || second.varies();
        if !counted || varies || ops[i].rd == 0 || ops[i].moves_stack() || second.moves_stack() {
            continue;
        }
        let pair = match (ops[i].length, second.length) {
            (2, 2) => first::<1, 1>(&ops[i], &second),
            (2, _) => first::<1, 2>(&ops[i], &second),
            (_, 2) => first::<2, 1>(&ops[i], &second),
            _ => first::<2, 2>(&ops[i], &second),
        };
        if let Some(handler) = pair {
            ops[i].handler = Slot::new(handler);
        }
    }
}

fn first<const L: usize, const M: usize>(op: &Op, second: &Op) -> Option<Handler> {
    if second.kind.is_branch() {
        return match op.kind {
            _ if second.rs1 != op.rd => None,
            Opcode::Addi => branch::<Addi, L, M>(second),
            Opcode::Andi => branch::<Andi, L, M>(second),
            Opcode::Add => branch::<Add, L, M>(second),
            Opcode::And => branch::<And, L, M>(second),
            _ => None,
        };
    }
    if second.rd == 0 {
        return None;
    }
    match op.kind {
        Opcode::Addi => operation::<Addi, L, M>(op, second),
        Opcode::Andi => operation::<Andi, L, M>(op, second),
        Opcode::Slli => operation::<Slli, L, M>(op, second),
        Opcode::Srli => operation::<Srli, L, M>(op, second),
        Opcode::Add => operation::<Add, L, M>(op, second),
        Opcode::Xor => operation::<Xor, L, M>(op, second),
        _ => None,
    }
}

fn branch<F: Operation, const L: usize, const M: usize>(second: &Op) -> Option<Handler> {
    Some(match second.kind {
        Opcode::Beq => then_branch::<F, Equal, L, M>,
        Opcode::Bne => then_branch::<F, NotEqual, L, M>,
        Opcode::Blt => then_branch::<F, Less, L, M>,
        Opcode::Bge => then_branch::<F, NotLess, L, M>,
        Opcode::Bltu => then_branch::<F, Below, L, M>,
        _ => then_branch::<F, NotBelow, L, M>,
    })
}

fn operation<F: Operation, const L: usize, const M: usize>(
    op: &Op,
    second: &Op,
) -> Option<Handler> {
    let left = second.rs1 == op.rd;
    let right = second.rs2 == op.rd;
    Some(match second.kind {
        Opcode::Add if left => then::<F, Add, L, M>,
        Opcode::Sub if left => then::<F, Sub, L, M>,
        Opcode::Xor if left => then::<F, Xor, L, M>,
        Opcode::Or if left => then::<F, Or, L, M>,
        Opcode::And if left => then::<F, And, L, M>,
        Opcode::Addi if left => then::<F, Addi, L, M>,
        Opcode::Andi if left => then::<F, Andi, L, M>,
        Opcode::Slli if left => then::<F, Slli, L, M>,
        Opcode::Srli if left => then::<F, Srli, L, M>,
        Opcode::Add if right => then::<F, AddTo, L, M>,
        Opcode::Xor if right => then::<F, XorTo, L, M>,
        Opcode::Or if right => then::<F, OrTo, L, M>,
        Opcode::And if right => then::<F, AndTo, L, M>,
        _ => return None,
    })
}

unsafe fn then<F: Operation, S: Operation, const L: usize, const M: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    let second = op.add(L);
    let value = F::value(core, op, x!(core, (*op).rs1));
    x!(core, (*op).rd) = value;
    x!(core, (*second).rd) = S::value(core, second, value);
    next!(core, second.add(M), memory, context, count, log)
}

unsafe fn then_branch<F: Operation, C: Condition, const L: usize, const M: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    let second = op.add(L);
    let value = F::value(core, op, x!(core, (*op).rs1));
    x!(core, (*op).rd) = value;
    if C::holds(value, x!(core, (*second).rs2)) {
        let count = count + (*context).taken;
        let target = second.byte_offset((*second).imm as isize * (size_of::<Op>() as isize / 2));
        enter!(core, target, memory, context, count, log)
    } else {
        enter!(core, second.add(M), memory, context, count, log)
    }
}
