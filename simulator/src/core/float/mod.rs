//! Floating point, F and D: every result and flag is Berkeley SoftFloat's; `host` has shortcuts
//! that give the same, and `portable` does where SoftFloat cannot be built.

pub(super) mod host;
#[cfg(any(test, not(all(target_arch = "x86_64", target_os = "linux"))))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod soft;

use super::code::Op;
use super::decode::uses_rounding;
use super::instruction::Opcode;
use super::state::Core;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
use portable as soft;
use soft::{Double, Single};

/// A single in a register that holds no properly boxed one.
const CANONICAL_SINGLE: u32 = 0x7fc0_0000;
const CANONICAL_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

pub(super) const BOX: u64 = 0xffff_ffff_0000_0000;
const INVALID: u32 = 0x10;

/// The single in a register.
pub(super) fn unbox(register: u64) -> u32 {
    if register & BOX == BOX {
        register as u32
    } else {
        CANONICAL_SINGLE
    }
}

/// Carries out an instruction that touches only registers and `fcsr`, without retiring it; false if
/// its rounding mode is invalid.
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
        FminS => Single(minimum(core, bits_a, bits_b)),
        FmaxS => Single(maximum(core, bits_a, bits_b)),
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
        FminD => Double(minimum_double(core, bits_a, bits_b)),
        FmaxD => Double(maximum_double(core, bits_a, bits_b)),
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

/// `minimumNumber` of IEEE 754-2019: a NaN loses against a number, and −0 is smaller than +0.
fn minimum(core: &mut Core, a: u32, b: u32) -> u32 {
    let (x, y) = (Single(a), Single(b));
    core.fcsr |= if x.is_signaling() || y.is_signaling() {
        INVALID
    } else {
        0
    };
    match (x.is_nan(), y.is_nan()) {
        (true, true) => CANONICAL_SINGLE,
        (true, false) => b,
        (false, true) => a,
        _ if x.eq(y) => a | b,
        _ => {
            if x.lt(y) {
                a
            } else {
                b
            }
        }
    }
}

/// `maximumNumber` of IEEE 754-2019.
fn maximum(core: &mut Core, a: u32, b: u32) -> u32 {
    let (x, y) = (Single(a), Single(b));
    core.fcsr |= if x.is_signaling() || y.is_signaling() {
        INVALID
    } else {
        0
    };
    match (x.is_nan(), y.is_nan()) {
        (true, true) => CANONICAL_SINGLE,
        (true, false) => b,
        (false, true) => a,
        _ if x.eq(y) => a & b,
        _ => {
            if x.lt(y) {
                b
            } else {
                a
            }
        }
    }
}

fn minimum_double(core: &mut Core, a: u64, b: u64) -> u64 {
    let (x, y) = (Double(a), Double(b));
    core.fcsr |= if x.is_signaling() || y.is_signaling() {
        INVALID
    } else {
        0
    };
    match (x.is_nan(), y.is_nan()) {
        (true, true) => CANONICAL_DOUBLE,
        (true, false) => b,
        (false, true) => a,
        _ if x.eq(y) => a | b,
        _ => {
            if x.lt(y) {
                a
            } else {
                b
            }
        }
    }
}

fn maximum_double(core: &mut Core, a: u64, b: u64) -> u64 {
    let (x, y) = (Double(a), Double(b));
    core.fcsr |= if x.is_signaling() || y.is_signaling() {
        INVALID
    } else {
        0
    };
    match (x.is_nan(), y.is_nan()) {
        (true, true) => CANONICAL_DOUBLE,
        (true, false) => b,
        (false, true) => a,
        _ if x.eq(y) => a & b,
        _ => {
            if x.lt(y) {
                b
            } else {
                a
            }
        }
    }
}

/// The class of a number with `exponent` and `fraction` bits, as `fclass` encodes it.
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
