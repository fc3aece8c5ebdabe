//! Expands compressed instructions to 32-bit instructions (C extension on RV32 with F and D).

/// The 32-bit instruction that `half` stands for; none if it is illegal or reserved.
pub(super) fn expand(half: u16) -> Option<u32> {
    let half = u32::from(half);
    match (half & 3, half >> 13) {
        (0, 0) => addi4spn(half),
        (0, function @ 1..=3) => Some(load(half, function)),
        (0, function @ 5..=7) => Some(store(half, function)),
        (1, 0) => Some(i_type(ADDI, full(half, 7), full(half, 7), immediate(half))),
        (1, 1) => Some(j_type(1, jump_offset(half))),
        (1, 2) => Some(i_type(ADDI, full(half, 7), 0, immediate(half))),
        (1, 3) => lui_or_addi16sp(half),
        (1, 4) => arithmetic(half),
        (1, 5) => Some(j_type(0, jump_offset(half))),
        (1, function @ (6 | 7)) => Some(branch(half, function - 6)),
        (2, 0) => shift_left(half),
        (2, function @ 1..=3) => load_sp(half, function),
        (2, 4) => jump_move_add(half),
        (2, function @ 5..=7) => Some(store_sp(half, function)),
        _ => None,
    }
}

const ADDI: u32 = 0x13;
const SLLI: u32 = 0x1013;
const SRLI: u32 = 0x5013;
const ANDI: u32 = 0x7013;
const JALR: u32 = 0x67;
const ADD: u32 = 0x33;
const EBREAK: u32 = 0x0010_0073;
/// The opcodes of FLD, LW and FLW, in the order in which the C extension numbers them.
const LOADS: [u32; 3] = [0x3007, 0x2003, 0x2007];
/// The opcodes of FSD, SW and FSW, in the order in which the C extension numbers them.
const STORES: [u32; 3] = [0x3027, 0x2023, 0x2027];

fn bit(half: u32, from: u32, to: u32) -> u32 {
    (half >> from & 1) << to
}

fn field(half: u32, from: u32, count: u32, to: u32) -> u32 {
    (half >> from & ((1 << count) - 1)) << to
}

fn full(half: u32, from: u32) -> u32 {
    field(half, from, 5, 0)
}

/// The number of a register that is encoded in three bits: one of `x8` to `x15`.
fn short(half: u32, from: u32) -> u32 {
    field(half, from, 3, 0) + 8
}

fn sign(value: u32, width: u32) -> i32 {
    (value << (32 - width)) as i32 >> (32 - width)
}

fn i_type(base: u32, rd: u32, rs1: u32, immediate: i32) -> u32 {
    base | rd << 7 | rs1 << 15 | (immediate as u32) << 20
}

fn s_type(base: u32, rs1: u32, rs2: u32, immediate: u32) -> u32 {
    base | (immediate & 31) << 7 | rs1 << 15 | rs2 << 20 | (immediate >> 5) << 25
}

fn j_type(rd: u32, offset: i32) -> u32 {
    let offset = offset as u32;
    0x6f | rd << 7
        | field(offset, 12, 8, 12)
        | bit(offset, 11, 20)
        | field(offset, 1, 10, 21)
        | bit(offset, 20, 31)
}

/// The six-bit signed immediate that most compressed instructions with an immediate have.
fn immediate(half: u32) -> i32 {
    sign(bit(half, 12, 5) | field(half, 2, 5, 0), 6)
}

fn jump_offset(half: u32) -> i32 {
    let offset = bit(half, 12, 11)
        | bit(half, 11, 4)
        | field(half, 9, 2, 8)
        | bit(half, 8, 10)
        | bit(half, 7, 6)
        | bit(half, 6, 7)
        | field(half, 3, 3, 1)
        | bit(half, 2, 5);
    sign(offset, 12)
}

fn addi4spn(half: u32) -> Option<u32> {
    let immediate =
        field(half, 11, 2, 4) | field(half, 7, 4, 6) | bit(half, 6, 2) | bit(half, 5, 3);
    (immediate != 0).then(|| i_type(ADDI, short(half, 2), 2, immediate as i32))
}

fn word_offset(half: u32) -> u32 {
    field(half, 10, 3, 3) | bit(half, 6, 2) | bit(half, 5, 6)
}

fn double_offset(half: u32) -> u32 {
    field(half, 10, 3, 3) | field(half, 5, 2, 6)
}

fn load(half: u32, function: u32) -> u32 {
    let offset = if function == 1 {
        double_offset(half)
    } else {
        word_offset(half)
    };
    i_type(
        LOADS[function as usize - 1],
        short(half, 2),
        short(half, 7),
        offset as i32,
    )
}

fn store(half: u32, function: u32) -> u32 {
    let offset = if function == 5 {
        double_offset(half)
    } else {
        word_offset(half)
    };
    s_type(
        STORES[function as usize - 5],
        short(half, 7),
        short(half, 2),
        offset,
    )
}

fn lui_or_addi16sp(half: u32) -> Option<u32> {
    let rd = full(half, 7);
    if rd == 2 {
        let value = bit(half, 12, 9)
            | bit(half, 6, 4)
            | bit(half, 5, 6)
            | field(half, 3, 2, 7)
            | bit(half, 2, 5);
        return (value != 0).then(|| i_type(ADDI, 2, 2, sign(value, 10)));
    }
    let value = immediate(half);
    (value != 0).then_some(0x37 | rd << 7 | (value as u32) << 12)
}

fn arithmetic(half: u32) -> Option<u32> {
    let rd = short(half, 7);
    let amount = field(half, 2, 5, 0) as i32;
    match (field(half, 10, 2, 0), bit(half, 12, 0)) {
        (0, 0) => Some(i_type(SRLI, rd, rd, amount)),
        (1, 0) => Some(i_type(SRLI, rd, rd, amount | 0x400)),
        (2, _) => Some(i_type(ANDI, rd, rd, immediate(half))),
        (3, 0) => {
            let base = [0x4000_0033, 0x4033, 0x6033, 0x7033][field(half, 5, 2, 0) as usize];
            Some(base | rd << 7 | rd << 15 | short(half, 2) << 20)
        }
        _ => None,
    }
}

fn branch(half: u32, function: u32) -> u32 {
    let offset = bit(half, 12, 8)
        | field(half, 10, 2, 3)
        | field(half, 5, 2, 6)
        | field(half, 3, 2, 1)
        | bit(half, 2, 5);
    let offset = sign(offset, 9) as u32;
    0x63 | function << 12
        | bit(offset, 11, 7)
        | field(offset, 1, 4, 8)
        | short(half, 7) << 15
        | field(offset, 5, 6, 25)
        | bit(offset, 12, 31)
}

fn shift_left(half: u32) -> Option<u32> {
    let rd = full(half, 7);
    (bit(half, 12, 0) == 0).then(|| i_type(SLLI, rd, rd, field(half, 2, 5, 0) as i32))
}

fn load_sp(half: u32, function: u32) -> Option<u32> {
    let rd = full(half, 7);
    let offset = match function {
        1 => bit(half, 12, 5) | field(half, 5, 2, 3) | field(half, 2, 3, 6),
        _ => bit(half, 12, 5) | field(half, 4, 3, 2) | field(half, 2, 2, 6),
    };
    (function != 2 || rd != 0).then(|| i_type(LOADS[function as usize - 1], rd, 2, offset as i32))
}

fn store_sp(half: u32, function: u32) -> u32 {
    let offset = match function {
        5 => field(half, 10, 3, 3) | field(half, 7, 3, 6),
        _ => field(half, 9, 4, 2) | field(half, 7, 2, 6),
    };
    s_type(STORES[function as usize - 5], 2, full(half, 2), offset)
}

fn jump_move_add(half: u32) -> Option<u32> {
    let (rd, rs2) = (full(half, 7), full(half, 2));
    match (bit(half, 12, 0), rd, rs2) {
        (0, 0, 0) => None,
        (0, rs1, 0) => Some(i_type(JALR, 0, rs1, 0)),
        (0, ..) => Some(ADD | rd << 7 | rs2 << 20),
        (_, 0, 0) => Some(EBREAK),
        (_, rs1, 0) => Some(i_type(JALR, 1, rs1, 0)),
        _ => Some(ADD | rd << 7 | rd << 15 | rs2 << 20),
    }
}
