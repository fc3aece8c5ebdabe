//! Floating-point instructions on zeros, subnormal numbers, infinities and NaNs, as compiled code
//! and as single steps.

use super::compiled::agree;

/// Doubles to test: zeros, the smallest and largest subnormal numbers, normal numbers and integers,
/// infinities, NaNs, and numbers whose products and quotients are tiny, huge, exact and inexact.
const DOUBLES: [u64; 24] = [
    0,
    1 << 63,
    1,
    0x800f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x8010_0000_0000_0001,
    0x1fe0_0000_0000_0000,
    0x2007_1234_5678_9abc,
    0x5fe0_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_1234,
    0x7ff0_0000_0000_0001,
    0x3ff0_0000_0000_0000,
    0xbfef_ffff_ffff_ffff,
    0x3fd5_5555_5555_5555,
    0x4008_0000_0000_0000,
    0x41df_ffff_ffe0_0000,
    0xc1e0_0000_0010_0000,
    0x41ef_ffff_fff0_0000,
    0x4200_0000_0000_0800,
    0xc3e8_0000_0000_0000,
];
const SINGLES: [u32; 22] = [
    0,
    1 << 31,
    1,
    0x807f_ffff,
    0x0080_0000,
    0x8080_0001,
    0x1f80_0000,
    0x2012_3456,
    0x5f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc0_1234,
    0x7f80_0001,
    0x3f80_0000,
    0xbf7f_ffff,
    0x3eaa_aaab,
    0x4040_0000,
    0x4eff_ffff,
    0xcf00_0001,
    0x4f80_0000,
];

/// A program that executes each instruction on all pairs of these numbers. If `clears` is set, it
/// clears all flags before each instruction. It keeps a checksum of flags in `s3` and one of
/// results in `s4`.
fn on_all_pairs(numbers: &[u64], instructions: &[String], clears: bool) -> String {
    let mut text = "li a0, 0x80004000".to_string();
    for (number, at) in numbers.iter().zip((0..).step_by(8)) {
        let (low, high) = (*number as u32, number >> 32);
        text += &format!("; li t0, {low}; sw t0, {at}(a0); li t0, {high}; sw t0, {at}+4(a0)");
    }
    let end = 8 * numbers.len();
    text += &format!("; addi s2, a0, {end}; mv s0, a0; 1: mv s1, a0; 2: fld fa0, 0(s0)");
    text += "; fld fa1, 0(s1); xor t0, s0, s1; andi t0, t0, 0x78; add t0, t0, a0; fld fs0, 0(t0)";
    for instruction in instructions {
        let clear = if clears { "fsflags zero; " } else { "" };
        text += &format!(
            "; {clear}{instruction}; frflags t1; slli s3, s3, 1; xor s3, s3, t1; \
             fsd fa2, -8(a0); lw t1, -8(a0); lw t2, -4(a0); add s4, s4, t1; slli s4, s4, 1; \
             xor s4, s4, t2; add s4, s4, a2"
        );
    }
    text + "; addi s1, s1, 8; bne s1, s2, 2b; addi s0, s0, 8; bne s0, s2, 1b"
}

#[test]
fn special_numbers_agree_with_single_steps() {
    let boxed = SINGLES.map(|single| 0xffff_ffff << 32 | u64::from(single));
    for (numbers, format, other) in [(&DOUBLES[..], "d", "s"), (&boxed[..], "s", "d")] {
        let mut instructions = Vec::new();
        for name in ["fadd", "fsub", "fmul", "fdiv", "fmin", "fmax", "fsgnjx"] {
            instructions.push(format!("{name}.{format} fa2, fa0, fa1"));
        }
        for name in ["fmadd", "fmsub", "fnmadd", "fnmsub"] {
            instructions.push(format!("{name}.{format} fa2, fa0, fa1, fs0"));
        }
        for name in ["feq", "flt", "fle"] {
            instructions.push(format!("{name}.{format} a2, fa0, fa1"));
        }
        for integer in ["w", "wu"] {
            instructions.push(format!("fcvt.{integer}.{format} a2, fa0, rtz"));
            instructions.push(format!("fcvt.{format}.{integer} fa2, t1"));
        }
        instructions.push(format!("fsqrt.{format} fa2, fa0"));
        instructions.push(format!("fcvt.{other}.{format} fa2, fa0"));
        for clears in [true, false] {
            agree(&on_all_pairs(numbers, &instructions, clears), 5);
        }
    }
}
