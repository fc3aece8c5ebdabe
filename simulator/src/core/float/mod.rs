//! Floating point: the F and D extensions. All results and flags are those of Berkeley SoftFloat.
//! The module `host` computes many of them faster, and the module `portable` replaces SoftFloat
//! where SoftFloat cannot be built.

pub(super) mod host;
#[cfg(any(test, not(all(target_arch = "x86_64", target_os = "linux"))))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod soft;

use super::code::{plain, Op};
use super::decode::uses_rounding;
use super::instruction::{Instruction, Opcode};
use super::state::Core;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
use portable as soft;
use soft::{Double, Single};

/// The canonical NaN in single precision. It is also the single-precision value of a register that
/// is not NaN-boxed.
pub(super) const CANONICAL_SINGLE: u32 = 0x7fc0_0000;
pub(super) const CANONICAL_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

pub(super) const BOX: u64 = 0xffff_ffff_0000_0000;
const INVALID: u32 = 0x10;

/// The single in a register; the canonical NaN if the register is not NaN-boxed.
pub(super) fn unbox(register: u64) -> u32 {
    if register & BOX == BOX {
        register as u32
    } else {
        CANONICAL_SINGLE
    }
}

/// Executes an instruction that accesses only registers and `fcsr`, but does not retire it. Returns
/// false if the rounding mode is invalid.
pub(super) fn execute(core: &mut Core, op: &Op) -> bool {
    let rounding = match op.rm {
        7 => (core.fcsr >> 5) as u8,
        rm => rm,
    };
    if uses_rounding(op.kind) && rounding > 4 {
        return false;
    }
    soft::begin(rounding);
    if is_single(op.kind) {
        execute_single(core, op, rounding);
    } else {
        execute_double(core, op, rounding);
    }
    core.fcsr |= soft::flags();
    true
}

/// Computes the result of a floating-point instruction. `operands` are its floating-point operands
/// (singles are not NaN-boxed), `integer` is its integer operand, and `rm` its rounding-mode field.
/// `fcsr` has the dynamic rounding mode, and gets the flags. The result is 0 if the rounding mode
/// is invalid.
pub fn compute(kind: Opcode, rm: u8, operands: [u64; 3], integer: u32, fcsr: &mut u32) -> u64 {
    let boxes = if is_single(kind) || kind == Opcode::FcvtDS {
        BOX
    } else {
        0
    };
    let mut core = Core::new(0, 0, 0);
    core.fcsr = *fcsr;
    core.x[1] = integer;
    for (register, operand) in core.f[1..].iter_mut().zip(operands) {
        *register = operand | boxes;
    }
    let op = plain(&Instruction {
        kind,
        rd: 4,
        rs1: 1,
        rs2: 2,
        rs3: 3,
        imm: 0,
        length: 4,
        rm,
    });
    if !execute(&mut core, &op) {
        return 0;
    }
    *fcsr = core.fcsr;
    // The instruction has written either `f4` or `x4`; the other one is 0.
    core.f[4] | u64::from(core.x[4])
}

fn is_single(kind: Opcode) -> bool {
    (kind as u8) < Opcode::FmaddD as u8
}

fn execute_single(core: &mut Core, op: &Op, rounding: u8) {
    use Opcode::*;
    let [bits_a, bits_b, bits_c] = [op.rs1, op.rs2, op.rs3].map(|r| unbox(core.f[usize::from(r)]));
    let [a, b, c] = [bits_a, bits_b, bits_c].map(Single);
    const SIGN: u32 = 1 << 31;
    let x = core.x[usize::from(op.rs1)];
    let result = match op.kind {
        FmaddS => Single::fused(a, b, c),
        FmsubS => Single::fused(a, b, c.negated()),
        FnmsubS => Single::fused(a.negated(), b, c),
        FnmaddS => Single::fused(a.negated(), b, c.negated()),
        FaddS => a.add(b),
        FsubS => a.sub(b),
        FmulS => a.mul(b),
        FdivS => a.div(b),
        FsqrtS => a.sqrt(),
        FsgnjS => Single(bits_a & !SIGN | bits_b & SIGN),
        FsgnjnS => Single(bits_a & !SIGN | !bits_b & SIGN),
        FsgnjxS => Single(bits_a ^ bits_b & SIGN),
        FminS => Single(extreme_single(core, bits_a, bits_b, false)),
        FmaxS => Single(extreme_single(core, bits_a, bits_b, true)),
        FcvtSW => Single::from_i32(x as i32),
        FcvtSWu => Single::from_u32(x),
        FmvWX => Single(x),
        _ => {
            let value = match op.kind {
                FcvtWS => a.to_i32(rounding),
                FcvtWuS => a.to_u32(rounding),
                FmvXW => core.f[usize::from(op.rs1)] as u32,
                FeqS => u32::from(a.eq(b)),
                FltS => u32::from(a.lt(b)),
                FleS => u32::from(a.le(b)),
                _ => class(u64::from(bits_a), 8, 23),
            };
            return core.set_x(op.rd, value);
        }
    };
    core.f[usize::from(op.rd)] = BOX | u64::from(result.0);
}

fn execute_double(core: &mut Core, op: &Op, rounding: u8) {
    use Opcode::*;
    let [bits_a, bits_b, bits_c] = [op.rs1, op.rs2, op.rs3].map(|r| core.f[usize::from(r)]);
    let [a, b, c] = [bits_a, bits_b, bits_c].map(Double);
    const SIGN: u64 = 1 << 63;
    let x = core.x[usize::from(op.rs1)];
    let result = match op.kind {
        FmaddD => Double::fused(a, b, c),
        FmsubD => Double::fused(a, b, c.negated()),
        FnmsubD => Double::fused(a.negated(), b, c),
        FnmaddD => Double::fused(a.negated(), b, c.negated()),
        FaddD => a.add(b),
        FsubD => a.sub(b),
        FmulD => a.mul(b),
        FdivD => a.div(b),
        FsqrtD => a.sqrt(),
        FsgnjD => Double(bits_a & !SIGN | bits_b & SIGN),
        FsgnjnD => Double(bits_a & !SIGN | !bits_b & SIGN),
        FsgnjxD => Double(bits_a ^ bits_b & SIGN),
        FminD => Double(extreme_double(core, bits_a, bits_b, false)),
        FmaxD => Double(extreme_double(core, bits_a, bits_b, true)),
        FcvtSD => Double(BOX | u64::from(a.to_single().0)),
        FcvtDS => Single(unbox(bits_a)).to_double(),
        FcvtDW => Double::from_i32(x as i32),
        FcvtDWu => Double::from_u32(x),
        _ => {
            let value = match op.kind {
                FcvtWD => a.to_i32(rounding),
                FcvtWuD => a.to_u32(rounding),
                FeqD => u32::from(a.eq(b)),
                FltD => u32::from(a.lt(b)),
                FleD => u32::from(a.le(b)),
                _ => class(bits_a, 11, 52),
            };
            return core.set_x(op.rd, value);
        }
    };
    core.f[usize::from(op.rd)] = result.0;
}

/// Defines the operation `minimumNumber` of IEEE 754-2019 for a format, and `maximumNumber` if
/// `largest` is set. If one operand is a NaN, both return the other one. Both treat −0 as less than
/// +0.
macro_rules! extreme {
    ($name:ident, $Number:ident, $bits:ty, $canonical:expr) => {
        fn $name(core: &mut Core, a: $bits, b: $bits, largest: bool) -> $bits {
            let (x, y) = ($Number(a), $Number(b));
            if x.is_signaling() || y.is_signaling() {
                core.fcsr |= INVALID;
            }
            match (x.is_nan(), y.is_nan()) {
                (true, true) => $canonical,
                (true, false) => b,
                (false, true) => a,
                _ if x.eq(y) && largest => a & b,
                _ if x.eq(y) => a | b,
                _ if x.lt(y) != largest => a,
                _ => b,
            }
        }
    };
}

extreme!(extreme_single, Single, u32, CANONICAL_SINGLE);
extreme!(extreme_double, Double, u64, CANONICAL_DOUBLE);

/// The class of a number, as `fclass` encodes it. `exponent` and `fraction` are the numbers of bits
/// in these fields of the format.
fn class(bits: u64, exponent: u32, fraction: u32) -> u32 {
    let negative = bits >> (exponent + fraction) & 1 != 0;
    let power = bits >> fraction & ((1 << exponent) - 1);
    let rest = bits & ((1 << fraction) - 1);
    let bit = match (power, rest) {
        (0, 0) => 3,
        (0, _) => 2,
        (p, 0) if p == (1 << exponent) - 1 => 0,
        (p, _) if p == (1 << exponent) - 1 => return 1 << (8 + (rest >> (fraction - 1))),
        _ => 1,
    };
    1 << if negative { bit } else { 7 - bit }
}
