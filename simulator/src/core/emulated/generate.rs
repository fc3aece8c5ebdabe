//! Generates random instructions, and operands that reach the special cases of instructions.

use super::super::random::Random;
use super::super::Core;
use super::program::{BASE, RANGES};

impl Random {
    /// A random value for an integer register.
    fn word(&mut self) -> u32 {
        match self.below(4) {
            0 => self.of(&[
                0,
                1,
                2,
                31,
                0x7fff_ffff,
                0x8000_0000,
                0xffff_ffff,
                0xffff_fffe,
            ]),
            1 => self.below(64).wrapping_sub(32),
            _ => self.next() as u32,
        }
    }

    /// `count` random instructions.
    pub fn instructions(&mut self, count: u32) -> Vec<u32> {
        let mut words: Vec<u32> = { 0..count }
            .map(|index| instruction(self, index, count))
            .collect();
        for _ in 0..count / 8 {
            let fusible = fusible(self);
            let at = self.below(count - fusible.len() as u32) as usize;
            words[at..at + fusible.len()].copy_from_slice(&fusible);
        }
        words
    }

    /// Returns a core whose registers have values that suit the generated instructions.
    pub fn core(&mut self) -> Core {
        let mut core = Core::new(0, BASE, 0);
        core.x = std::array::from_fn(|_| self.word());
        core.x[0] = 0;
        core.x[CODE as usize] = BASE + 4 * self.below(40);
        for register in DATA {
            let start = self.of(&RANGES).start;
            core.x[register as usize] = start + ((self.below(2 << 10) + 128) & !7);
        }
        core.f = std::array::from_fn(|number| self.float(number));
        core.fcsr = self.of(&[0, 0, 0, 0, 0, 1, 3, 17, 31, 0x21]);
        core.stack_limit = core.x[2].wrapping_sub(self.of(&[0, 0, 16, 2000]));
        core
    }

    /// A random value for the floating-point register `number`. Most registers with an even number
    /// get single-precision values.
    fn float(&mut self, number: usize) -> u64 {
        let integer = self.next() as i32 >> self.below(32);
        match (self.below(16), number % 2) {
            (0, _) => BOX | u64::from(self.of(&SINGLES)),
            (1, _) => self.of(&DOUBLES),
            (2, _) => self.next(),
            (_, 0) => BOX | u64::from((integer as f32 / 8.0).to_bits()),
            _ => (f64::from(integer) / 8.0).to_bits(),
        }
    }
}

const BOX: u64 = 0xffff_ffff << 32;

/// Single-precision zeros, infinities, NaNs, and the ends of the ranges of normal numbers and of
/// integers.
const SINGLES: [u32; 18] = [
    0,
    1 << 31,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x7f80_0001,
    0xffc0_0001,
    0x0080_0000,
    0x7f7f_ffff,
    1,
    0x4f00_0000,
    0xcf00_0000,
    0x4f80_0000,
    0xbf7f_ffff,
    0x3f7f_ffff,
    0x3f80_0000,
    0x3f00_0000,
    0x4080_0000,
];
const DOUBLES: [u64; 21] = [
    0,
    1 << 63,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0xfff8_0000_0000_0001,
    0x0010_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    1,
    0x41e0_0000_0000_0000,
    0x41df_ffff_ffff_ffff,
    0xc1e0_0000_0020_0000,
    0x41f0_0000_0000_0000,
    0x43f0_0000_0000_0000,
    0xbfef_ffff_ffff_ffff,
    0x3fef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0x3fe0_0000_0000_0000,
    0x4010_0000_0000_0000,
    0x3810_0000_0000_0000,
];

/// Registers that hold addresses: two for data (`DATA`), and one for code (`CODE`). Compiled code
/// keeps the first register of `DATA` in a host register, the second one in `Core`.
const DATA: [u32; 2] = [8, 20];
const CODE: u32 = 1;
const SP: u32 = 2;

/// A random instruction of 4 bytes, for index `index` of a program of `count` instructions.
fn instruction(random: &mut Random, index: u32, count: u32) -> u32 {
    let rd = match random.below(32) {
        CODE => 0,
        rd if DATA.contains(&rd) => 2,
        rd => rd,
    };
    let (rs1, rs2) = (random.below(32), random.below(32));
    // A fifth of the instructions move the stack pointer.
    let (rd, rs1) = random.of(&[(rd, rs1), (rd, rs1), (rd, rs1), (rd, rs1), (SP, SP)]);
    let base = random.of(&[8, 8, 8, 20, 20, 20, 0, rs1]);
    let function = random.below(8);
    let immediate = match random.below(4) {
        0 => random.below(64).wrapping_sub(32),
        _ => random.next() as u32,
    };
    // The displacement of a memory access.
    let near = random.below(256).wrapping_sub(128) & random.of(&[!7, !7, !3, !0]);
    // The index of a branch's target. Most targets are after the branch.
    let to = match random.below(4) {
        0 => random.below(index + 1),
        _ => index + random.below(count - index),
    };
    let by = (to.wrapping_sub(index)).wrapping_mul(4);
    let registers = rs2 << 20 | rs1 << 15 | rd << 7;
    match random.below(16) {
        0..3 => {
            let upper = match function {
                0 | 5 => random.of(&[0, 32, 1]),
                _ => random.of(&[0, 1]),
            };
            upper << 25 | registers | function << 12 | 0x33
        }
        3..6 => match function {
            1 => rs2 << 20 | rs1 << 15 | 1 << 12 | rd << 7 | 0x13,
            5 => random.below(2) << 30 | rs2 << 20 | rs1 << 15 | 5 << 12 | rd << 7 | 0x13,
            _ => immediate << 20 | rs1 << 15 | function << 12 | rd << 7 | 0x13,
        },
        6 => immediate & !0xfff | rd << 7 | random.of(&[0x17, 0x37]),
        7 => near << 20 | base << 15 | random.of(&[0, 1, 2, 4, 5]) << 12 | rd << 7 | 0x03,
        8 => near << 20 | base << 15 | random.of(&[2, 3]) << 12 | rd << 7 | 0x07,
        9 => store(near, base, rs2, random.below(3), 0x23),
        10 => store(near, base, rs2, random.of(&[2, 3]), 0x27),
        11 => {
            let condition = random.of(&[0, 1, 4, 5, 6, 7]);
            let rs2 = random.of(&[rs2, rs2, 0, rs1]);
            (by >> 12 & 1) << 31
                | (by >> 5 & 63) << 25
                | rs2 << 20
                | rs1 << 15
                | condition << 12
                | (by >> 1 & 15) << 8
                | (by >> 11 & 1) << 7
                | 0x63
        }
        12 if random.below(2) == 0 => {
            let immediate = (by >> 20 & 1) << 31 | (by >> 1 & 1023) << 21 | (by >> 11 & 1) << 20;
            immediate | (by >> 12 & 255) << 12 | rd << 7 | 0x6f
        }
        12 => random.of(&[CODE, CODE, CODE, rs1]) << 15 | rd << 7 | 0x67,
        _ => float(random, rd),
    }
}

/// Instructions that the compiler may fuse to one. Often an instruction overwrites its own operand.
fn fusible(random: &mut Random) -> Vec<u32> {
    const REGISTERS: [u32; 6] = [5, 10, 11, 12, 18, 28];
    const SLLI: u32 = 0x1013;
    const SRLI: u32 = 0x5013;
    const ADD: u32 = 0x33;
    const OR: u32 = 0x6033;
    const ADDI: u32 = 0x13;
    const LUI: u32 = 0x37;
    let a = random.of(&REGISTERS);
    let [t, u, r, b] = [(); 4].map(|()| {
        let other = random.of(&REGISTERS);
        random.of(&[a, other])
    });
    let amount = 1 + random.below(31);
    let shift = |kind: u32, rd: u32, rs1: u32, by: u32| by << 20 | rs1 << 15 | rd << 7 | kind;
    let [left, right] = [shift(SLLI, t, a, amount), shift(SRLI, u, a, 32 - amount)];
    match random.below(5) {
        0 => vec![left, right, shift(OR, r, t, u)],
        1 => vec![right, left, shift(ADD, r, u, t)],
        2 => vec![shift(SLLI, t, a, 1 + amount % 3), shift(ADD, r, b, t)],
        3 => vec![left, shift(SRLI, r, t, amount)],
        _ => vec![
            random.next() as u32 & !0xfff | t << 7 | LUI,
            shift(ADDI, r, t, amount << 6),
        ],
    }
}

fn store(displacement: u32, base: u32, value: u32, size: u32, kind: u32) -> u32 {
    let immediate = (displacement >> 5 & 127) << 25 | (displacement & 31) << 7;
    immediate | value << 20 | base << 15 | size << 12 | kind
}

/// A random floating-point instruction. If it writes an integer register, it writes `rd`.
fn float(random: &mut Random, rd: u32) -> u32 {
    let is_double = random.below(2);
    // Chooses a register that probably holds a number of the given precision.
    let mut register = |is_double| match random.below(8) {
        0 => random.below(32),
        _ => random.below(16) << 1 | is_double,
    };
    let (to, a, b) = (
        register(is_double),
        register(is_double),
        register(is_double),
    );
    let (c, other) = (register(is_double), register(1 - is_double));
    let b = random.of(&[a, b, b, b]);
    let nearest = random.of(&[0, 7]);
    let signed = random.below(2);
    let integer = random.below(32);
    let (upper, rounding, second, first, to) = match random.below(16) {
        operation @ 0..4 => (operation << 2, nearest, b, a, to),
        4 => (0x2c, nearest, 0, a, to),
        5 => (0x10, random.below(3), b, a, to),
        6 => (0x14, random.below(2), b, a, to),
        7 => (0x50, random.below(3), b, a, rd),
        8 => (0x60, 1, signed, a, rd),
        9 => (0x68, nearest, signed, integer, to),
        10 => (0x20, nearest, 1 - is_double, other, to),
        // Only singles have this instruction, because it moves 32 bits.
        11 => return 0x70 << 25 | a << 15 | rd << 7 | 0x53,
        12 => return 0x78 << 25 | integer << 15 | (to & !1) << 7 | 0x53,
        _ => {
            let kind = random.of(&[0x43, 0x47, 0x4b, 0x4f]);
            let operands = c << 27 | is_double << 25 | b << 20 | a << 15;
            return operands | nearest << 12 | to << 7 | kind;
        }
    };
    (upper | is_double) << 25 | second << 20 | first << 15 | rounding << 12 | to << 7 | 0x53
}

/// All floating-point instructions, with the operands `f1`, `f2` and `f3`. The second value says
/// whether the instruction expects doubles in these registers.
pub(super) fn floats() -> Vec<(u32, bool)> {
    const TO_ZERO: u32 = 1;
    let mut words = Vec::new();
    for is_double in 0..2 {
        let mut add = |upper: u32, second: u32, roundings: std::ops::Range<u32>, to: u32| {
            let word = (upper | is_double) << 25 | second << 20 | 1 << 15 | to << 7 | 0x53;
            let is_source_double = (is_double == 1) != (upper == 0x20);
            words.extend(roundings.map(|rounding| (word | rounding << 12, is_source_double)));
        };
        for operation in 0..4 {
            add(operation << 2, 2, 0..1, 4);
        }
        add(0x2c, 0, 0..1, 4);
        add(0x10, 2, 0..3, 4);
        add(0x10, 1, 0..3, 4);
        add(0x14, 2, 0..2, 4);
        add(0x50, 2, 0..3, 10);
        add(0x60, 0, TO_ZERO..2, 10);
        add(0x60, 1, TO_ZERO..2, 10);
        add(0x20, 1 - is_double, 0..1, 4);
        for kind in [0x43, 0x47, 0x4b, 0x4f] {
            let word = 3 << 27 | is_double << 25 | 2 << 20 | 1 << 15 | 4 << 7 | kind;
            words.push((word, is_double == 1));
        }
    }
    words
}

/// Operands for a floating-point instruction: all pairs of special numbers. The third operand is
/// zero, or the first of the pair.
pub(super) fn operands(is_double: bool) -> Vec<[u64; 3]> {
    let numbers = match is_double {
        true => DOUBLES.to_vec(),
        // One of the single-precision numbers is not NaN-boxed.
        false => SINGLES
            .iter()
            .map(|&it| BOX | u64::from(it))
            .chain([1 << 30])
            .collect(),
    };
    let zero = numbers[0];
    let pairs = numbers
        .iter()
        .flat_map(|&a| numbers.iter().map(move |&b| (a, b)));
    pairs.flat_map(|(a, b)| [[a, b, a], [a, b, zero]]).collect()
}
