//! The effects of the next instruction, for checks of a program.

use super::call_sites::Link;
use super::code::CodeImage;
use super::instruction::Opcode;
use super::{Core, Order};

const SP: u8 = 2;
/// Registers whose values a function must preserve: `ra` and `s0` to `s11`.
pub const PRESERVED: u32 = 0x0ffc_0302;

/// The order that the instruction at `pc` demands, if it is a fence.
pub fn fence_at(code: &CodeImage, pc: u32) -> Option<Order> {
    let op = code.op(pc).filter(|op| op.kind == Opcode::Fence)?;
    Some(Order::of_fence(op.imm))
}

/// The addresses to which the instruction at `pc` may lead if it is a branch: the next instruction,
/// and the branch's target. None if it is no branch.
pub fn branch_at(code: &CodeImage, pc: u32) -> Option<(u32, u32)> {
    let op = code.op(pc).filter(|op| op.kind.is_branch())?;
    Some((
        pc.wrapping_add(op.length.into()),
        pc.wrapping_add(op.imm as u32),
    ))
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

/// The register in which the instruction that the core is about to execute computes a real number,
/// and whether the number has double precision. None if an operand is a NaN.
pub fn computes_from_numbers(core: &Core, code: &CodeImage) -> Option<(u8, bool)> {
    let op = code.op(core.pc)?;
    let is_double = op.kind.computes_real()?;
    let operands = [op.rs1, op.rs2, op.rs3];
    let mut used = operands.iter().take(op.kind.sources());
    used.all(|&register| !is_nan(core, register, is_double))
        .then_some((op.rd, is_double))
}

/// Whether a register holds no number, or one of another precision.
pub fn is_nan(core: &Core, register: u8, is_double: bool) -> bool {
    let bits = core.f[usize::from(register) & 31];
    match is_double {
        true => f64::from_bits(bits).is_nan(),
        false => bits >> 32 != 0xffff_ffff || f32::from_bits(bits as u32).is_nan(),
    }
}

/// The use that an instruction makes of the stack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StackUse {
    #[default]
    None,
    /// The instruction adds to the stack pointer, as the beginning and the end of a function do.
    Moves,
    /// The instruction stores a register at an address relative to the stack pointer.
    Saves(u8),
    /// The instruction gives a register another value.
    Sets(u8),
}

/// The use that the instruction at `pc` makes of the stack.
pub fn stack_use(code: &CodeImage, pc: u32) -> StackUse {
    use Opcode::*;
    let Some(op) = code.op(pc) else {
        return StackUse::None;
    };
    match op.kind {
        Addi | Add | Sub if op.rd == SP && op.rs1 == SP => StackUse::Moves,
        Sw if op.rs1 == SP => StackUse::Saves(op.rs2),
        kind if kind.is_pure() || matches!(kind, Lb | Lh | Lw | Lbu | Lhu | Jal | Jalr) => {
            StackUse::Sets(op.rd)
        }
        _ => StackUse::None,
    }
}

/// Properties of an instruction that the checks of a program need.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Bytes of memory that the instruction accesses.
    pub bytes: u8,
    /// It writes memory, or may do so.
    pub writes: bool,
    /// It is an atomic instruction.
    pub is_atomic: bool,
    /// It is a call or a return.
    pub links: bool,
    /// The instruction's effect on the stack.
    pub stack: StackUse,
    /// Whether the instruction loads such a register from an address relative to the stack pointer.
    pub restores: bool,
    /// It writes the stack pointer.
    pub moves_stack: bool,
    /// It is a fence, or none.
    pub is_special: bool,
    /// It divides integers.
    pub divides: bool,
    /// It computes a real number that may be a NaN.
    pub makes_real: bool,
}

impl Conduct {
    /// Whether there is nothing to look at but the values of registers.
    pub fn is_quiet(&self) -> bool {
        !(self.bytes > 0
            || self.links
            || self.moves_stack
            || self.is_special
            || self.divides
            || self.makes_real
            || matches!(self.stack, StackUse::Sets(register) if PRESERVED >> register & 1 != 0))
    }

    pub(super) fn of(code: &CodeImage, pc: u32) -> Conduct {
        use Opcode::*;
        let kind = code.op(pc).map(|op| op.kind);
        Conduct {
            bytes: kind.map_or(0, Opcode::bytes) as u8,
            writes: kind.is_some_and(|kind| kind.is_memory() && !kind.is_load() && kind != Lr),
            is_atomic: kind.is_some_and(Opcode::is_atomic),
            links: code.link(pc) != Link::None,
            stack: stack_use(code, pc),
            restores: code
                .op(pc)
                .is_some_and(|op| op.kind.is_load() && op.rs1 == SP && PRESERVED >> op.rd & 1 != 0),
            moves_stack: code
                .op(pc)
                .is_some_and(|op| op.rd == SP && !op.kind.is_float()),
            is_special: matches!(kind, None | Some(Fence)),
            divides: matches!(kind, Some(Div | Divu | Rem | Remu)),
            makes_real: kind.is_some_and(|kind| kind.computes_real().is_some()),
        }
    }
}

/// Whether the address of the access at `pc` is relative to the stack pointer.
pub fn is_at_stack_pointer(code: &CodeImage, pc: u32) -> bool {
    code.op(pc).is_some_and(|op| op.rs1 == SP)
}
