//! Decoded instructions.

use super::control;
use crate::config::Isa;

/// The kinds of instructions, by mnemonic. A compressed instruction has the kind of the instruction
/// to which it expands. No program has the instructions from `Rori` to `Sh3add`, which are those of
/// the extensions Zba and Zbb: the compiler of hot code puts them in place of several others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[repr(u8)]
pub enum Opcode {
    Illegal,
    Lui, Auipc, Jal, Jalr,
    Beq, Bne, Blt, Bge, Bltu, Bgeu,
    Lb, Lh, Lw, Lbu, Lhu, Sb, Sh, Sw,
    Addi, Slti, Sltiu, Xori, Ori, Andi, Slli, Srli, Srai,
    Add, Sub, Sll, Slt, Sltu, Xor, Srl, Sra, Or, And,
    Rori, Sh1add, Sh2add, Sh3add,
    Fence, FenceI, CboInval, CboClean, CboFlush, CboZero, Ecall, Ebreak, Mret, Wfi,
    Csrrw, Csrrs, Csrrc, Csrrwi, Csrrsi, Csrrci,
    Mul, Mulh, Mulhsu, Mulhu, Div, Divu, Rem, Remu,
    Lr, Sc,
    Amoswap, Amoadd, Amoxor, Amoand, Amoor, Amomin, Amomax, Amominu, Amomaxu,
    Flw, Fsw, Fld, Fsd,
    FmaddS, FmsubS, FnmsubS, FnmaddS, FaddS, FsubS, FmulS, FdivS, FsqrtS,
    FsgnjS, FsgnjnS, FsgnjxS, FminS, FmaxS, FcvtWS, FcvtWuS, FmvXW, FeqS, FltS, FleS, FclassS,
    FcvtSW, FcvtSWu, FmvWX,
    FmaddD, FmsubD, FnmsubD, FnmaddD, FaddD, FsubD, FmulD, FdivD, FsqrtD,
    FsgnjD, FsgnjnD, FsgnjxD, FminD, FmaxD, FcvtSD, FcvtDS, FeqD, FltD, FleD, FclassD,
    FcvtWD, FcvtWuD, FcvtDW, FcvtDWu,
}

impl Opcode {
    /// Whether the instruction is a load. The result of a load may arrive too late for the next
    /// instruction.
    pub(super) fn is_load(self) -> bool {
        use Opcode::*;
        matches!(self, Lb | Lh | Lw | Lbu | Lhu | Flw | Fld)
    }

    pub(super) fn is_branch(self) -> bool {
        use Opcode::*;
        matches!(self, Beq | Bne | Blt | Bge | Bltu | Bgeu)
    }

    /// Whether this is a floating-point instruction that accesses no memory.
    pub(super) fn is_float(self) -> bool {
        self as u8 >= Opcode::FmaddS as u8
    }

    /// Whether this is a floating-point instruction whose result goes into an integer register.
    pub(super) fn is_to_integer(self) -> bool {
        use Opcode::*;
        matches!(
            self,
            FmvXW
                | FeqS
                | FltS
                | FleS
                | FclassS
                | FeqD
                | FltD
                | FleD
                | FclassD
                | FcvtWS
                | FcvtWuS
                | FcvtWD
                | FcvtWuD
        )
    }

    /// Whether the instruction computes a floating-point number in double precision. None if it
    /// computes none, or if its result is a NaN only when an operand is one.
    pub(super) fn computes_real(self) -> Option<bool> {
        let is_within =
            |first: Opcode, last: Opcode| (first as u8..=last as u8).contains(&(self as u8));
        let is_double = is_within(Opcode::FmaddD, Opcode::FsqrtD);
        (is_double || is_within(Opcode::FmaddS, Opcode::FsqrtS)).then_some(is_double)
    }

    /// Whether the instruction is illegal while the floating-point unit is off. That includes loads
    /// and stores of floating-point registers.
    pub(super) fn needs_float_unit(self) -> bool {
        self as u8 >= Opcode::Flw as u8
    }

    /// Whether the instruction is a load, a store or an atomic.
    #[inline]
    pub(super) fn is_memory(self) -> bool {
        use Opcode::*;
        self.is_load() || matches!(self, Sb | Sh | Sw | Fsw | Fsd) || self.is_atomic()
    }

    /// Bytes of memory that the instruction accesses; 0 if it accesses none.
    #[inline]
    pub(super) fn bytes(self) -> u32 {
        use Opcode::*;
        match self {
            Lb | Lbu | Sb => 1,
            Lh | Lhu | Sh => 2,
            Fld | Fsd => 8,
            _ if self.is_memory() => 4,
            _ => 0,
        }
    }

    /// Whether this is a floating-point instruction that needs the extension D.
    fn is_double(self) -> bool {
        self as u8 >= Opcode::FmaddD as u8
    }

    /// Whether the instruction accesses a control register.
    pub(super) fn is_control(self) -> bool {
        (Opcode::Csrrw as u8..=Opcode::Csrrci as u8).contains(&(self as u8))
    }

    /// The assembler's name of the instruction.
    pub(super) fn mnemonic(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('.');
            }
            name.push(letter.to_ascii_lowercase());
        }
        if self.is_atomic() {
            name.push_str(".w");
        }
        name
    }

    pub(super) fn is_atomic(self) -> bool {
        (Opcode::Lr as u8..=Opcode::Amomaxu as u8).contains(&(self as u8))
    }

    /// Whether the instruction writes an integer register and has no other visible effect.
    pub(super) fn is_pure(self) -> bool {
        use Opcode::*;
        matches!(self, Lui | Auipc)
            || (Addi as u8..=Sh3add as u8).contains(&(self as u8))
            || (Mul as u8..=Remu as u8).contains(&(self as u8))
    }

    /// For each of the operands `rs1`, `rs2` and `rs3`, whether it is a floating-point register.
    /// The value has no meaning for an operand that the instruction does not have.
    pub(super) fn float_sources(self) -> [bool; 3] {
        use Opcode::*;
        match self {
            Fsw | Fsd => [false, true, false],
            FcvtSW | FcvtSWu | FmvWX | FcvtDW | FcvtDWu => [false; 3],
            _ => [self.is_float(); 3],
        }
    }

    /// The number of source registers that the instruction reads, in the order `rs1`, `rs2`, `rs3`.
    pub(super) fn sources(self) -> usize {
        use Opcode::*;
        match self {
            Illegal | Lui | Auipc | Jal | Fence | FenceI | Ecall | Ebreak | Mret | Wfi | Csrrwi
            | Csrrsi | Csrrci => 0,
            CboInval | CboClean | CboFlush | CboZero => 1,
            Jalr | Lb | Lh | Lw | Lbu | Lhu | Flw | Fld | Lr | Csrrw | Csrrs | Csrrc => 1,
            Addi | Slti | Sltiu | Xori | Ori | Andi | Slli | Srli | Srai | Rori => 1,
            FsqrtS | FcvtWS | FcvtWuS | FmvXW | FclassS | FcvtSW | FcvtSWu | FmvWX => 1,
            FsqrtD | FcvtSD | FcvtDS | FclassD | FcvtWD | FcvtWuD | FcvtDW | FcvtDWu => 1,
            FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => 3,
            _ => 2,
        }
    }
}

/// The fields of a decoded instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Instruction {
    pub kind: Opcode,
    /// Length in bytes: 2 or 4.
    pub length: u8,
    pub rd: u8,
    /// First source register; in a CSR instruction with an immediate, the immediate.
    pub rs1: u8,
    pub rs2: u8,
    /// Third source register; in an atomic the bits `aq` and `rl`.
    pub rs3: u8,
    /// Rounding mode; 7 is dynamic.
    pub rm: u8,
    /// The immediate. In a CSR instruction, this is the number of the CSR. In `auipc`, it is the
    /// result. In a fence, its bits name the accesses before and after the fence.
    pub imm: i32,
}

impl Instruction {
    pub fn illegal(length: u8) -> Instruction {
        Instruction {
            kind: Opcode::Illegal,
            length,
            rd: 0,
            rs1: 0,
            rs2: 0,
            rs3: 0,
            rm: 0,
            imm: 0,
        }
    }

    /// The letter of an extension that this instruction needs and the instruction set `isa` lacks.
    /// None if `isa` has all extensions that the instruction needs.
    pub fn lacking(&self, isa: Isa) -> Option<char> {
        let is_double = matches!(self.kind, Opcode::Fld | Opcode::Fsd) || self.kind.is_double();
        let is_float = self.kind.needs_float_unit()
            || self.kind.is_control() && control::is_float(self.imm as u32);
        let needs = [
            ('a', self.kind.is_atomic()),
            ('d', is_double),
            ('f', is_float),
            ('c', self.length == 2 && self.kind != Opcode::Illegal),
        ];
        let mut lacking = needs
            .into_iter()
            .filter(|&(letter, is)| is && !isa.has(letter));
        lacking.next().map(|(letter, _)| letter)
    }

    /// Whether this instruction reads the register that `load` writes.
    pub fn uses(&self, load: &Instruction) -> bool {
        let float = matches!(load.kind, Opcode::Flw | Opcode::Fld);
        if !float && load.rd == 0 {
            return false;
        }
        let registers = [self.rs1, self.rs2, self.rs3];
        let floats = self.kind.float_sources();
        (0..self.kind.sources()).any(|i| registers[i] == load.rd && floats[i] == float)
    }
}
