//! Handlers of branches and jumps.

use super::super::code::Op;
use super::super::undo::Entry;
use super::{enter, stop_exact, stop_limit, x, Context, Core, Handler, Opcode};

/// Selects the handler of a branch or jump.
pub(super) fn select<const L: usize>(op: &Op) -> Handler {
    use Opcode::*;
    match op.kind {
        Beq => beq::<L>,
        Bne => bne::<L>,
        Blt => blt::<L>,
        Bge => bge::<L>,
        Bltu => bltu::<L>,
        Bgeu => bgeu::<L>,
        Jal if op.rd == 0 => jump::<L>,
        Jal => jal::<L>,
        _ if op.rd == 0 => jump_register::<L>,
        _ => jalr::<L>,
    }
}

/// The address of the operation that is `imm` bytes of code after `op`. Every halfword of code has
/// an operation.
macro_rules! target {
    ($op:ident) => {
        $op.byte_offset(((*$op).imm as isize) * (size_of::<Op>() as isize / 2))
    };
}

macro_rules! branches {
    ($($name:ident: |$a:ident, $b:ident| $condition:expr;)*) => { $(
        unsafe fn $name<const L: usize>(core: *mut Core, op: *const Op, memory: *mut u8, context: *mut Context, count: u64, log: *mut Entry) {
            let ($a, $b): (u32, u32) = (x!(core, (*op).rs1), x!(core, (*op).rs2));
            if $condition {
                let count = count + (*context).taken;
                enter!(core, target!(op), memory, context, count, log)
            } else {
                enter!(core, op.add(L), memory, context, count, log)
            }
        }
    )* };
}

branches! {
    beq: |a, b| a == b;
    bne: |a, b| a != b;
    blt: |a, b| (a as i32) < b as i32;
    bge: |a, b| a as i32 >= b as i32;
    bltu: |a, b| a < b;
    bgeu: |a, b| a >= b;
}

/// The address in the program of the instruction after `op`.
macro_rules! link {
    ($op:ident, $context:ident) => {
        (*$context)
            .base
            .wrapping_add(($op.add(L).offset_from_unsigned((*$context).first) * 2) as u32)
    };
}

unsafe fn jump<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    let count = count + (*context).taken;
    enter!(core, target!(op), memory, context, count, log)
}

unsafe fn jal<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    x!(core, (*op).rd) = link!(op, context);
    let count = count + (*context).taken;
    enter!(core, target!(op), memory, context, count, log)
}

/// Continues at the program address in a register. If it is outside the code, the exact interpreter
/// must execute the jump.
macro_rules! indirect {
    ($core:ident, $op:ident, $memory:ident, $context:ident, $count:ident, $log:ident $(, $link:expr)?) => {{
        let offset = x!($core, (*$op).rs1)
            .wrapping_add((*$op).imm as u32)
            .wrapping_sub((*$context).base)
            & !1;
        if offset >= (*$context).bytes {
            return stop_exact($core, $op, $memory, $context, $count, $log);
        }
        $($link;)?
        let count = $count + (*$context).taken;
        let target = (*$context)
            .first
            .byte_add(offset as usize * (size_of::<Op>() / 2));
        enter!($core, target, $memory, $context, count, $log)
    }};
}

unsafe fn jump_register<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    indirect!(core, op, memory, context, count, log)
}

unsafe fn jalr<const L: usize>(
    core: *mut Core,
    op: *const Op,
    memory: *mut u8,
    context: *mut Context,
    count: u64,
    log: *mut Entry,
) {
    indirect!(
        core,
        op,
        memory,
        context,
        count,
        log,
        x!(core, (*op).rd) = link!(op, context)
    )
}
