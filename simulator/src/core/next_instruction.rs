//! What `--check` needs to know about the next instruction of a core.

use super::call_sites::Link;
use super::code::CodeImage;
use super::instruction::Opcode;
use super::{Core, Order};

const SP: u8 = 2;
/// A bit for each register whose value a function must preserve: `ra` and `s0` to `s11`.
pub const PRESERVED: u32 = 0x0ffc_0302;

/// The memory order that the fence at `pc` demands. None if there is no fence.
pub fn fence_at(code: &CodeImage, pc: u32) -> Option<Order> {
    let op = code.op(pc).filter(|op| op.kind == Opcode::Fence)?;
    Some(Order::of_fence(op.imm))
}

/// The two addresses that may follow the branch at `pc`: the next instruction, and the branch's
/// target. None if there is no branch.
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

/// The target register of the next instruction, and whether the result has double precision. None
/// if the instruction does not compute a floating-point number, or if one of its operands is a NaN.
pub fn computes_from_numbers(core: &Core, code: &CodeImage) -> Option<(u8, bool)> {
    let op = code.op(core.pc)?;
    let is_double = op.kind.computes_real()?;
    let operands = [op.rs1, op.rs2, op.rs3];
    let mut used = operands.iter().take(op.kind.sources());
    used.all(|&register| !is_nan(core, register, is_double))
        .then_some((op.rd, is_double))
}

/// Whether a register holds a NaN of this precision. A register that is not NaN-boxed counts as a
/// single-precision NaN.
pub fn is_nan(core: &Core, register: u8, is_double: bool) -> bool {
    let bits = core.f[usize::from(register) & 31];
    match is_double {
        true => f64::from_bits(bits).is_nan(),
        false => bits >> 32 != 0xffff_ffff || f32::from_bits(bits as u32).is_nan(),
    }
}

/// How an instruction uses the stack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StackUse {
    #[default]
    None,
    /// The instruction adds to, or subtracts from, the stack pointer, as functions do when they
    /// begin and end.
    Moves,
    /// The instruction stores this register at an address relative to the stack pointer.
    Saves(u8),
    /// The instruction gives this register another value.
    Sets(u8),
}

/// How the instruction at `pc` uses the stack.
pub fn stack_use(code: &CodeImage, pc: u32) -> StackUse {
    use Opcode::*;
    let Some(op) = code.op(pc) else {
        return StackUse::None;
    };
    match op.kind {
        Addi | Add | Sub if op.rd == SP && op.rs1 == SP => StackUse::Moves,
        Sw if op.rs1 == SP => StackUse::Saves(op.rs2),
        Lb | Lh | Lw | Lbu | Lhu | Jal | Jalr => StackUse::Sets(op.rd),
        FcvtWS | FcvtWuS | FmvXW | FclassS | FeqS | FltS | FleS => StackUse::Sets(op.rd),
        FcvtWD | FcvtWuD | FclassD | FeqD | FltD | FleD => StackUse::Sets(op.rd),
        kind if kind.is_pure() || kind.is_control() || kind.is_atomic() => StackUse::Sets(op.rd),
        _ => StackUse::None,
    }
}

/// What `--check` needs to know about an instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Bytes of memory that the instruction accesses; 0 if it accesses none.
    pub bytes: u8,
    /// The instruction may write memory.
    pub writes: bool,
    /// The instruction is an atomic.
    pub is_atomic: bool,
    /// The instruction is a call or a return.
    pub links: bool,
    /// How the instruction uses the stack.
    pub stack: StackUse,
    /// The instruction loads a register of [`PRESERVED`] from an address relative to the stack
    /// pointer.
    pub restores: bool,
    /// The instruction writes the stack pointer.
    pub moves_stack: bool,
    /// The instruction is a fence, or there is no instruction at its address.
    pub is_special: bool,
    /// The instruction divides integers.
    pub divides: bool,
    /// The instruction computes a floating-point number that may be a NaN.
    pub makes_real: bool,
}

impl Conduct {
    /// Whether no check needs to look at the instruction, except the one for undefined bits.
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
