//! The undefined bits of a core's registers, that is, the bits that do not come from any written
//! value. Instructions propagate them bit by bit as in Valgrind's memcheck (Seward and Nethercote,
//! "Using Valgrind to detect undefined value errors with bit-precision").

use super::code::{CodeImage, Op};
use super::instruction::Opcode;
use super::{Access, AccessKind, Core};

/// The undefined bits of a core's registers.
#[derive(Debug, Clone, Default)]
pub struct Definedness {
    x: [u32; 32],
    f: [u64; 32],
    /// Whether any register has undefined bits.
    any: bool,
}

/// The undefined bits of a sum: all bits from the lowest undefined bit up, because a carry may
/// change them.
fn carried(bits: u32) -> u32 {
    bits | bits.wrapping_neg()
}

/// Returns all 32 bits if any bit is undefined, otherwise none.
fn spread(bits: u32) -> u32 {
    match bits {
        0 => 0,
        _ => u32::MAX,
    }
}

impl Definedness {
    /// Updates the registers when a function has returned. The caller-saved integer registers and
    /// all floating-point registers count as defined, because the callee has left its own values in
    /// them.
    pub fn returned(&mut self) {
        const CALLER_SAVED: [usize; 16] =
            [1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31];
        for register in CALLER_SAVED {
            self.x[register] = 0;
        }
        self.f = [0; 32];
        self.any = self.x != [0; 32];
    }

    /// Whether no register has undefined bits.
    #[inline]
    pub fn is_whole(&self) -> bool {
        !self.any
    }

    /// The undefined bits of the value that the store at `pc` writes.
    pub fn stored(&self, core: &Core, code: &CodeImage) -> u64 {
        let Some(op) = code.op(core.pc).filter(|_| self.any) else {
            return 0;
        };
        match op.kind {
            Opcode::Fsw | Opcode::Fsd => self.f[usize::from(op.rs2)],
            _ => self.x[usize::from(op.rs2)].into(),
        }
    }

    /// Updates the target register of a load. `bits` are the undefined bits of the loaded value.
    pub fn loaded(&mut self, access: &Access, bits: u64) {
        let bits = bits & (u64::MAX >> (64 - 8 * access.bytes.clamp(1, 8)));
        self.any |= bits != 0;
        match access.kind {
            AccessKind::Load {
                rd, float: true, ..
            } => self.f[usize::from(rd & 31)] = bits,
            AccessKind::Load { rd, signed, .. } => {
                let sign = 8 * access.bytes - 1;
                let is_extended = signed && bits >> sign & 1 != 0;
                let above = if is_extended { u64::MAX << sign } else { 0 };
                self.set(rd, (bits | above) as u32);
            }
            AccessKind::Amo { rd, .. } | AccessKind::LoadReserved { rd } => {
                self.set(rd, bits as u32);
            }
            AccessKind::StoreConditional { rd, .. } => self.set(rd, 0),
            AccessKind::Store { .. } => {}
        }
    }

    fn set(&mut self, rd: u8, bits: u32) {
        if rd != 0 {
            self.x[usize::from(rd & 31)] = bits;
        }
    }

    /// Propagates undefined bits through the instruction that the core is about to execute. Returns
    /// whether a branch condition or an address depends on undefined bits.
    #[inline]
    pub fn follow(&mut self, core: &Core, code: &CodeImage) -> bool {
        match code.op(core.pc).filter(|_| self.any) {
            Some(op) => {
                let is_used = self.follow_op(core, op);
                self.any = self.x != [0; 32] || self.f != [0; 32];
                is_used
            }
            None => false,
        }
    }

    fn follow_op(&mut self, core: &Core, op: &Op) -> bool {
        use Opcode::*;
        let (one, two) = (usize::from(op.rs1), usize::from(op.rs2));
        let (a, b) = (self.x[one], self.x[two]);
        let (value_a, value_b) = (core.x[one], core.x[two]);
        let immediate = op.imm as u32;
        let bits = match op.kind {
            Beq | Bne => {
                // If two defined bits of the operands differ, the undefined bits do not affect the
                // comparison.
                let is_decided = (value_a ^ value_b) & !(a | b) != 0;
                return self.uses((a | b) != 0 && !is_decided, one, two);
            }
            // In a signed comparison with zero, only the sign bit matters.
            Blt | Bge if two == 0 => return self.uses(a >> 31 != 0, one, one),
            Blt | Bge | Bltu | Bgeu => return self.uses(a | b != 0, one, two),
            Jalr => {
                let is_used = self.uses(a != 0, one, one);
                self.set(op.rd, 0);
                return is_used;
            }
            kind if kind.is_memory() => return self.uses(a != 0, one, one),
            Lui | Auipc | Jal | Csrrw | Csrrs | Csrrc | Csrrwi | Csrrsi | Csrrci => 0,
            Addi => carried(a),
            Add | Sub | Mul => carried(a | b),
            Xori => a,
            Xor if one == two => 0,
            Xor => a | b,
            Andi => a & immediate,
            And => (a & b) | (a & value_b) | (b & value_a),
            Ori => a & !immediate,
            Or => (a & b) | (a & !value_b) | (b & !value_a),
            Slli => a << (immediate & 31),
            Srli => a >> (immediate & 31),
            Srai => (a as i32 >> (immediate & 31)) as u32,
            Sll | Srl | Sra if b & 31 != 0 => u32::MAX,
            Sll => a << (value_b & 31),
            Srl => a >> (value_b & 31),
            Sra => (a as i32 >> (value_b & 31)) as u32,
            Sltiu if immediate == 1 => u32::from(a != 0 && value_a & !a == 0),
            Sltu if one == 0 => u32::from(b != 0 && value_b & !b == 0),
            Slti if immediate == 0 => a >> 31,
            Slt if two == 0 => a >> 31,
            Slti | Sltiu => u32::from(a != 0),
            Slt | Sltu => u32::from(a | b != 0),
            Mulh | Mulhsu | Mulhu | Div | Divu | Rem | Remu => spread(a | b),
            kind if kind.is_float() => {
                self.follow_float(op);
                return false;
            }
            _ => return false,
        };
        self.set(op.rd, bits);
        false
    }

    /// Propagates undefined bits through a floating-point instruction: if an operand has undefined
    /// bits, the whole result is undefined.
    fn follow_float(&mut self, op: &Op) {
        use Opcode::*;
        let from_integer = matches!(op.kind, FcvtSW | FcvtSWu | FmvWX | FcvtDW | FcvtDWu);
        let to_integer = op.kind.is_to_integer();
        let is_unary = to_integer && !matches!(op.kind, FeqS | FltS | FleS | FeqD | FltD | FleD)
            || matches!(op.kind, FsqrtS | FsqrtD | FcvtSD | FcvtDS);
        let is_fused = (FmaddS as u8..=FnmaddS as u8).contains(&(op.kind as u8))
            || (FmaddD as u8..=FnmaddD as u8).contains(&(op.kind as u8));
        let mut undefined = match from_integer {
            true => self.x[usize::from(op.rs1)] != 0,
            false => self.f[usize::from(op.rs1)] != 0,
        };
        undefined |= !from_integer && !is_unary && self.f[usize::from(op.rs2)] != 0;
        undefined |= is_fused && self.f[usize::from(op.rs3)] != 0;
        match to_integer {
            true => self.set(op.rd, if undefined { u32::MAX } else { 0 }),
            false => self.f[usize::from(op.rd)] = if undefined { u64::MAX } else { 0 },
        }
    }

    /// Returns `is_used`, which says whether an instruction depends on undefined bits. If so, the
    /// registers `one` and `other` count as defined from now on, so that each mistake is reported
    /// once.
    fn uses(&mut self, is_used: bool, one: usize, other: usize) -> bool {
        if is_used {
            self.x[one] = 0;
            self.x[other] = 0;
        }
        is_used
    }
}
