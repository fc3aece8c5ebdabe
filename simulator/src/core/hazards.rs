//! What an instruction is about to do, for checks of a program.

use super::code::CodeImage;
use super::instruction::Opcode;
use super::{Core, Order};

/// The order that the instruction at `pc` demands, if it is a fence.
pub fn fence_at(code: &CodeImage, pc: u32) -> Option<Order> {
    let op = code.op(pc).filter(|op| op.kind == Opcode::Fence)?;
    Some(Order::of_fence(op.imm))
}

/// Whether the instruction that the core is about to execute divides an integer by zero.
pub fn divides_by_zero(core: &Core, code: &CodeImage) -> bool {
    use Opcode::*;
    let divisor = code.op(core.pc).and_then(|op| match op.kind {
        Div | Divu | Rem | Remu => Some(core.x(op.rs2.into())),
        _ => None,
    });
    divisor == Some(0)
}
