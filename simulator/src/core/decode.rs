//! Decoding of 32-bit instructions.

use super::compressed::expand;
use super::instruction::{Instruction, Opcode};
use crate::config::Isa;

/// Decodes the instruction at `pc` for a core with the instruction set `isa`. `low` is the first
/// halfword of the instruction, and `high` the next halfword of the code, if there is one.
pub(super) fn decode(pc: u32, low: u16, high: Option<u16>, isa: Isa) -> Instruction {
    let found = decode_any(pc, low, high);
    let is_misaligned = pc & 2 != 0 && !isa.has('c');
    if is_misaligned || found.lacking(isa).is_some() {
        return Instruction::illegal(found.length);
    }
    found
}

/// Decodes an instruction as `decode` does, for a core with all extensions.
pub(super) fn decode_any(pc: u32, low: u16, high: Option<u16>) -> Instruction {
    if low & 3 != 3 {
        return match expand(low) {
            Some(word) => Instruction {
                length: 2,
                ..decode_word(pc, word)
            },
            None => Instruction::illegal(2),
        };
    }
    match high {
        Some(high) => decode_word(pc, u32::from(high) << 16 | u32::from(low)),
        None => Instruction::illegal(4),
    }
}

fn bits(word: u32, from: u32, count: u32) -> u32 {
    word >> from & ((1 << count) - 1)
}

fn decode_word(pc: u32, word: u32) -> Instruction {
    let immediate_i = word as i32 >> 20;
    let immediate_u = (word & 0xffff_f000) as i32;
    let mut it = Instruction {
        kind: Opcode::Illegal,
        length: 4,
        rd: bits(word, 7, 5) as u8,
        rs1: bits(word, 15, 5) as u8,
        rs2: bits(word, 20, 5) as u8,
        rs3: bits(word, 27, 5) as u8,
        rm: bits(word, 12, 3) as u8,
        imm: 0,
    };
    let f3 = bits(word, 12, 3);
    (it.kind, it.imm) = match bits(word, 2, 5) {
        0b01101 => (Opcode::Lui, immediate_u),
        0b00101 => (Opcode::Auipc, immediate_u.wrapping_add(pc as i32)),
        0b11011 => (Opcode::Jal, immediate_j(word)),
        0b11001 if f3 == 0 => (Opcode::Jalr, immediate_i),
        0b11000 => (branch(f3), immediate_b(word)),
        0b00000 => (load(f3), immediate_i),
        0b01000 => (store(f3), immediate_s(word)),
        0b00001 => (float_load(f3), immediate_i),
        0b01001 => (float_store(f3), immediate_s(word)),
        0b00100 => alu_immediate(f3, word),
        0b01100 => (alu(f3, bits(word, 25, 7)), 0),
        0b01011 if f3 == 2 => {
            it.rs3 = bits(word, 25, 2) as u8;
            (atomic(bits(word, 27, 5), it.rs2), 0)
        }
        0b00011 => (fence(f3, word), bits(word, 20, 8) as i32),
        0b11100 => (system(word), bits(word, 20, 12) as i32),
        major @ 0b10000..=0b10011 => (fused(major & 3, bits(word, 25, 2)), 0),
        0b10100 => (float(bits(word, 25, 7), f3, it.rs2), 0),
        _ => (Opcode::Illegal, 0),
    };
    if uses_rounding(it.kind) && matches!(it.rm, 5 | 6) {
        it.kind = Opcode::Illegal;
    }
    it
}

fn immediate_s(word: u32) -> i32 {
    (word & 0xfe00_0000) as i32 >> 20 | bits(word, 7, 5) as i32
}

fn immediate_b(word: u32) -> i32 {
    (word & 0x8000_0000) as i32 >> 19
        | (bits(word, 7, 1) << 11 | bits(word, 25, 6) << 5 | bits(word, 8, 4) << 1) as i32
}

fn immediate_j(word: u32) -> i32 {
    (word & 0x8000_0000) as i32 >> 11
        | (bits(word, 12, 8) << 12 | bits(word, 20, 1) << 11 | bits(word, 21, 10) << 1) as i32
}

fn branch(f3: u32) -> Opcode {
    use Opcode::*;
    [Beq, Bne, Illegal, Illegal, Blt, Bge, Bltu, Bgeu][f3 as usize]
}

fn load(f3: u32) -> Opcode {
    use Opcode::*;
    [Lb, Lh, Lw, Illegal, Lbu, Lhu, Illegal, Illegal][f3 as usize]
}

fn store(f3: u32) -> Opcode {
    match f3 {
        0 => Opcode::Sb,
        1 => Opcode::Sh,
        2 => Opcode::Sw,
        _ => Opcode::Illegal,
    }
}

fn float_load(f3: u32) -> Opcode {
    match f3 {
        2 => Opcode::Flw,
        3 => Opcode::Fld,
        _ => Opcode::Illegal,
    }
}

fn float_store(f3: u32) -> Opcode {
    match f3 {
        2 => Opcode::Fsw,
        3 => Opcode::Fsd,
        _ => Opcode::Illegal,
    }
}

fn alu_immediate(f3: u32, word: u32) -> (Opcode, i32) {
    use Opcode::*;
    let kind = match (f3, bits(word, 25, 7)) {
        (0b001, 0) => Slli,
        (0b101, 0) => Srli,
        (0b101, 0b0100000) => Srai,
        (0b001 | 0b101, _) => Illegal,
        _ => [Addi, Illegal, Slti, Sltiu, Xori, Illegal, Ori, Andi][f3 as usize],
    };
    let immediate = match kind {
        Slli | Srli | Srai => bits(word, 20, 5) as i32,
        _ => word as i32 >> 20,
    };
    (kind, immediate)
}

fn alu(f3: u32, f7: u32) -> Opcode {
    use Opcode::*;
    match f7 {
        0 => [Add, Sll, Slt, Sltu, Xor, Srl, Or, And][f3 as usize],
        1 => [Mul, Mulh, Mulhsu, Mulhu, Div, Divu, Rem, Remu][f3 as usize],
        0b0100000 if f3 == 0 => Sub,
        0b0100000 if f3 == 5 => Sra,
        _ => Illegal,
    }
}

fn atomic(function: u32, rs2: u8) -> Opcode {
    use Opcode::*;
    match function {
        0b00010 if rs2 == 0 => Lr,
        0b00011 => Sc,
        0b00001 => Amoswap,
        0b00000 => Amoadd,
        0b00100 => Amoxor,
        0b01100 => Amoand,
        0b01000 => Amoor,
        0b10000 => Amomin,
        0b10100 => Amomax,
        0b11000 => Amominu,
        0b11100 => Amomaxu,
        _ => Illegal,
    }
}

/// The opcode of a fence, or of a cache-management instruction (extensions Zicbom and Zicboz).
fn fence(f3: u32, word: u32) -> Opcode {
    match (f3, bits(word, 7, 5), bits(word, 20, 12)) {
        (0, ..) => Opcode::Fence,
        (1, ..) => Opcode::FenceI,
        (2, 0, 0) => Opcode::CboInval,
        (2, 0, 1) => Opcode::CboClean,
        (2, 0, 2) => Opcode::CboFlush,
        (2, 0, 4) => Opcode::CboZero,
        _ => Opcode::Illegal,
    }
}

fn system(word: u32) -> Opcode {
    use Opcode::*;
    match (bits(word, 12, 3), word) {
        (0, 0x0000_0073) => Ecall,
        (0, 0x0010_0073) => Ebreak,
        (0, 0x3020_0073) => Mret,
        (0, 0x1050_0073) => Wfi,
        (f3, _) => [
            Illegal, Csrrw, Csrrs, Csrrc, Illegal, Csrrwi, Csrrsi, Csrrci,
        ][f3 as usize],
    }
}

fn fused(operation: u32, format: u32) -> Opcode {
    use Opcode::*;
    match format {
        0 => [FmaddS, FmsubS, FnmsubS, FnmaddS][operation as usize],
        1 => [FmaddD, FmsubD, FnmsubD, FnmaddD][operation as usize],
        _ => Illegal,
    }
}

fn float(f7: u32, f3: u32, rs2: u8) -> Opcode {
    use Opcode::*;
    match (f7, rs2, f3) {
        (0b0000000, ..) => FaddS,
        (0b0000001, ..) => FaddD,
        (0b0000100, ..) => FsubS,
        (0b0000101, ..) => FsubD,
        (0b0001000, ..) => FmulS,
        (0b0001001, ..) => FmulD,
        (0b0001100, ..) => FdivS,
        (0b0001101, ..) => FdivD,
        (0b0101100, 0, _) => FsqrtS,
        (0b0101101, 0, _) => FsqrtD,
        (0b0010000, _, 0) => FsgnjS,
        (0b0010000, _, 1) => FsgnjnS,
        (0b0010000, _, 2) => FsgnjxS,
        (0b0010001, _, 0) => FsgnjD,
        (0b0010001, _, 1) => FsgnjnD,
        (0b0010001, _, 2) => FsgnjxD,
        (0b0010100, _, 0) => FminS,
        (0b0010100, _, 1) => FmaxS,
        (0b0010101, _, 0) => FminD,
        (0b0010101, _, 1) => FmaxD,
        (0b0100000, 1, _) => FcvtSD,
        (0b0100001, 0, _) => FcvtDS,
        (0b1010000, _, 0) => FleS,
        (0b1010000, _, 1) => FltS,
        (0b1010000, _, 2) => FeqS,
        (0b1010001, _, 0) => FleD,
        (0b1010001, _, 1) => FltD,
        (0b1010001, _, 2) => FeqD,
        (0b1100000, 0, _) => FcvtWS,
        (0b1100000, 1, _) => FcvtWuS,
        (0b1100001, 0, _) => FcvtWD,
        (0b1100001, 1, _) => FcvtWuD,
        (0b1101000, 0, _) => FcvtSW,
        (0b1101000, 1, _) => FcvtSWu,
        (0b1101001, 0, _) => FcvtDW,
        (0b1101001, 1, _) => FcvtDWu,
        (0b1110000, 0, 0) => FmvXW,
        (0b1110000, 0, 1) => FclassS,
        (0b1110001, 0, 1) => FclassD,
        (0b1111000, 0, 0) => FmvWX,
        _ => Illegal,
    }
}

/// Whether the instruction has a rounding mode. An invalid mode makes it illegal.
pub(super) fn uses_rounding(kind: Opcode) -> bool {
    use Opcode::*;
    kind.is_float()
        && !matches!(
            kind,
            FsgnjS
                | FsgnjnS
                | FsgnjxS
                | FminS
                | FmaxS
                | FmvXW
                | FeqS
                | FltS
                | FleS
                | FclassS
                | FmvWX
                | FsgnjD
                | FsgnjnD
                | FsgnjxD
                | FminD
                | FmaxD
                | FeqD
                | FltD
                | FleD
                | FclassD
        )
}
