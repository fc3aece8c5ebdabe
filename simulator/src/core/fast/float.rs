//! Handlers of floating-point instructions that compute with registers.
//!
//! Each handler tries the host's floating-point unit (see `float::host`). It calls SoftFloat if it
//! cannot prove that the result and the flags are right.

use super::super::code::Op;
use super::super::float::host::{self, Checked, READY, READY_MASK};
use super::super::float::{self, unbox, BOX};
use super::super::undo::Entry;
use super::{f, next, stop_exact, x, Context, Core, Handler, Opcode};

/// Whether the instruction may round to nearest, either by its own rounding-mode field or by `frm`.
/// In the second case the handler checks the value of `frm`.
fn rounds_to_nearest(op: &Op) -> bool {
    matches!(op.rm, 0 | 7)
}

/// Selects the handler of a floating-point instruction.
pub(super) fn select<const L: usize>(op: &Op) -> Handler {
    use Opcode::*;
    match op.kind {
        FsgnjS => fsgnj_s::<L>,
        FsgnjnS => fsgnjn_s::<L>,
        FsgnjxS => fsgnjx_s::<L>,
        FsgnjD => fsgnj_d::<L>,
        FsgnjnD => fsgnjn_d::<L>,
        FsgnjxD => fsgnjx_d::<L>,
        FminS => fmin_s::<L>,
        FmaxS => fmax_s::<L>,
        FminD => fmin_d::<L>,
        FmaxD => fmax_d::<L>,
        FmvWX => fmv_w_x::<L>,
        FcvtDW => fcvt_d_w::<L>,
        FcvtDWu => fcvt_d_wu::<L>,
        FcvtDS => fcvt_d_s::<L>,
        _ if op.kind.is_to_integer() => select_to_integer::<L>(op),
        _ if rounds_to_nearest(op) => select_nearest::<L>(op),
        _ => soft::<L>,
    }
}

fn select_to_integer<const L: usize>(op: &Op) -> Handler {
    use Opcode::*;
    const TO_ZERO: u8 = 1;
    match op.kind {
        _ if op.rd == 0 => soft::<L>,
        FmvXW => fmv_x_w::<L>,
        FeqS => feq_s::<L>,
        FltS => flt_s::<L>,
        FleS => fle_s::<L>,
        FeqD => feq_d::<L>,
        FltD => flt_d::<L>,
        FleD => fle_d::<L>,
        FcvtWS if op.rm == TO_ZERO => fcvt_w_s::<L>,
        FcvtWuS if op.rm == TO_ZERO => fcvt_wu_s::<L>,
        FcvtWD if op.rm == TO_ZERO => fcvt_w_d::<L>,
        FcvtWuD if op.rm == TO_ZERO => fcvt_wu_d::<L>,
        _ => soft::<L>,
    }
}

fn select_nearest<const L: usize>(op: &Op) -> Handler {
    use Opcode::*;
    match op.kind {
        FaddS => fadd_s::<L>,
        FsubS => fsub_s::<L>,
        FmulS => fmul_s::<L>,
        FdivS => fdiv_s::<L>,
        FsqrtS => fsqrt_s::<L>,
        FaddD => fadd_d::<L>,
        FsubD => fsub_d::<L>,
        FmulD => fmul_d::<L>,
        FdivD => fdiv_d::<L>,
        FsqrtD => fsqrt_d::<L>,
        FcvtSD => fcvt_s_d::<L>,
        FcvtSW => fcvt_s_w::<L>,
        FcvtSWu => fcvt_s_wu::<L>,
        _ if !host_fuses() => soft::<L>,
        FmaddS => fmadd_s::<L>,
        FmsubS => fmsub_s::<L>,
        FnmsubS => fnmsub_s::<L>,
        FnmaddS => fnmadd_s::<L>,
        FmaddD => fmadd_d::<L>,
        FmsubD => fmsub_d::<L>,
        FnmsubD => fnmsub_d::<L>,
        FnmaddD => fnmadd_d::<L>,
        _ => soft::<L>,
    }
}

/// Whether the host has the instructions that the handlers of fused multiply-add use.
fn host_fuses() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(target_arch = "aarch64");
}

/// Defines a handler.
macro_rules! handler {
    ($(#[$attribute:meta])* $name:ident($core:ident, $op:ident, $memory:ident, $context:ident, $count:ident, $log:ident) $body:block) => {
        $(#[$attribute])*
        unsafe fn $name<const L: usize>(
            $core: *mut Core,
            $op: *const Op,
            $memory: *mut u8,
            $context: *mut Context,
            $count: u64,
            $log: *mut Entry,
        ) {
            // The body of a handler either calls another handler and returns, or falls through to
            // the code below, which calls the handler of the next instruction.
            $body
            next!($core, $op.add(L), $memory, $context, $count, $log)
        }
    };
}

handler! {
    /// Executes any floating-point instruction with SoftFloat.
    #[cold]
    #[inline(never)]
    soft(core, op, memory, context, count, log) {
        if !float::execute(&mut *core, &*op) {
            return stop_exact(core, op, memory, context, count, log);
        }
    }
}

/// Reads a double or a single from a register.
macro_rules! get {
    (f64, $core:ident, $number:expr) => {
        f64::from_bits(f!($core, $number))
    };
    (f32, $core:ident, $number:expr) => {
        f32::from_bits(unbox(f!($core, $number)))
    };
}

macro_rules! put {
    (f64, $core:ident, $number:expr, $value:expr) => {
        f!($core, $number) = f64::to_bits($value)
    };
    (f32, $core:ident, $number:expr, $value:expr) => {
        f!($core, $number) = BOX | u64::from(f32::to_bits($value))
    };
}

/// Defines handlers of arithmetic instructions with two operands. They use the host's result only
/// if `$check` proves that the operation has raised no flag except *inexact*.
macro_rules! arithmetic {
    ($($name:ident, $unsure:ident: $type:tt, $check:ident, |$a:ident, $b:ident, $r:ident| $value:expr, $inexact:expr;)*) => { $(
        handler! {
            $name(core, op, memory, context, count, log) {
                let $a = get!($type, core, (*op).rs1);
                let $b = get!($type, core, (*op).rs2);
                let result = $value;
                if (*core).fcsr & READY_MASK != READY || !result.$check() {
                    return $unsure::<L>(core, op, memory, context, count, log);
                }
                put!($type, core, (*op).rd, result);
            }
        }

        handler! {
            #[cold]
            #[inline(never)]
            $unsure(core, op, memory, context, count, log) {
                let $a = get!($type, core, (*op).rs1);
                let $b = get!($type, core, (*op).rs2);
                let $r = $value;
                if (*core).fcsr & 0xe0 != 0 {
                    return soft::<L>(core, op, memory, context, count, log);
                }
                let Some(inexact) = $inexact else {
                    return soft::<L>(core, op, memory, context, count, log);
                };
                (*core).fcsr |= u32::from(inexact);
                put!($type, core, (*op).rd, $r);
            }
        }
    )* };
}

arithmetic! {
    fadd_d, fadd_d_unsure: f64, is_number, |a, b, r| a + b, host::sum_is_inexact(a, b, r);
    fsub_d, fsub_d_unsure: f64, is_number, |a, b, r| a - b, host::sum_is_inexact(a, -b, r);
    fmul_d, fmul_d_unsure: f64, is_ordinary, |a, b, r| a * b, host::product_is_inexact(a, b, r);
    fdiv_d, fdiv_d_unsure: f64, is_ordinary, |a, b, r| a / b, host::quotient_is_inexact(a, b, r);
    fadd_s, fadd_s_unsure: f32, is_number, |a, b, r| a + b, single_sum(a, b, r);
    fsub_s, fsub_s_unsure: f32, is_number, |a, b, r| a - b, single_sum(a, -b, r);
    fmul_s, fmul_s_unsure: f32, is_ordinary, |a, b, r| a * b, single_product(a, b, r);
    fdiv_s, fdiv_s_unsure: f32, is_ordinary, |a, b, r| a / b, single_quotient(a, b, r);
}

/// Whether a sum of singles is inexact; none if that cannot be decided. The code also adds the
/// operands as doubles. If the double sum is exact, the single sum is exact if and only if both are
/// equal. If the double sum is inexact, so is the single sum.
fn single_sum(a: f32, b: f32, sum: f32) -> Option<bool> {
    let wide = f64::from(a) + f64::from(b);
    let lost = host::sum_is_inexact(f64::from(a), f64::from(b), wide)?;
    sum.is_number().then(|| lost || wide != f64::from(sum))
}

fn single_product(a: f32, b: f32, product: f32) -> Option<bool> {
    // The product of two 24-bit significands always fits into a double.
    let zero = a == 0.0 && b.is_number() || b == 0.0 && a.is_number();
    (zero || product.is_ordinary()).then(|| f64::from(a) * f64::from(b) != f64::from(product))
}

fn single_quotient(a: f32, b: f32, quotient: f32) -> Option<bool> {
    quotient
        .is_ordinary()
        .then(|| f64::from(quotient) * f64::from(b) != f64::from(a))
}

macro_rules! roots {
    ($($name:ident, $unsure:ident: $type:tt;)*) => { $(
        handler! {
            $name(core, op, memory, context, count, log) {
                let a = get!($type, core, (*op).rs1);
                let result = a.sqrt();
                if (*core).fcsr & READY_MASK != READY || !result.is_ordinary() {
                    return $unsure::<L>(core, op, memory, context, count, log);
                }
                put!($type, core, (*op).rd, result);
            }
        }

        handler! {
            #[cold]
            #[inline(never)]
            $unsure(core, op, memory, context, count, log) {
                let a = get!($type, core, (*op).rs1);
                let root = a.sqrt();
                if (*core).fcsr & 0xe0 != 0 {
                    return soft::<L>(core, op, memory, context, count, log);
                }
                let Some(inexact) = host::root_is_inexact(f64::from(a), f64::from(root)) else {
                    return soft::<L>(core, op, memory, context, count, log);
                };
                (*core).fcsr |= u32::from(inexact);
                put!($type, core, (*op).rd, root);
            }
        }
    )* };
}

roots! {
    fsqrt_s, fsqrt_s_unsure: f32;
    fsqrt_d, fsqrt_d_unsure: f64;
}

macro_rules! fused {
    ($($name:ident: $type:tt, |$a:ident, $b:ident, $c:ident| $value:expr;)*) => { $(
        handler! {
            #[cfg_attr(target_arch = "x86_64", target_feature(enable = "fma"))]
            $name(core, op, memory, context, count, log) {
                let $a = get!($type, core, (*op).rs1);
                let $b = get!($type, core, (*op).rs2);
                let $c = get!($type, core, (*op).rs3);
                let result = $value;
                if (*core).fcsr & READY_MASK != READY || !result.is_ordinary() {
                    return soft::<L>(core, op, memory, context, count, log);
                }
                put!($type, core, (*op).rd, result);
            }
        }
    )* };
}

fused! {
    fmadd_s: f32, |a, b, c| a.mul_add(b, c);
    fmsub_s: f32, |a, b, c| a.mul_add(b, -c);
    fnmsub_s: f32, |a, b, c| (-a).mul_add(b, c);
    fnmadd_s: f32, |a, b, c| (-a).mul_add(b, -c);
    fmadd_d: f64, |a, b, c| a.mul_add(b, c);
    fmsub_d: f64, |a, b, c| a.mul_add(b, -c);
    fnmsub_d: f64, |a, b, c| (-a).mul_add(b, c);
    fnmadd_d: f64, |a, b, c| (-a).mul_add(b, -c);
}

macro_rules! signs {
    ($($name:ident: $type:tt, |$a:ident, $b:ident| $value:expr;)*) => { $(
        handler! {
            $name(core, op, memory, context, count, log) {
                let $a = get!($type, core, (*op).rs1).to_bits();
                let $b = get!($type, core, (*op).rs2).to_bits();
                put!($type, core, (*op).rd, $type::from_bits($value));
            }
        }
    )* };
}

const SINGLE_SIGN: u32 = 1 << 31;
const DOUBLE_SIGN: u64 = 1 << 63;

signs! {
    fsgnj_s: f32, |a, b| a & !SINGLE_SIGN | b & SINGLE_SIGN;
    fsgnjn_s: f32, |a, b| a & !SINGLE_SIGN | !b & SINGLE_SIGN;
    fsgnjx_s: f32, |a, b| a ^ b & SINGLE_SIGN;
    fsgnj_d: f64, |a, b| a & !DOUBLE_SIGN | b & DOUBLE_SIGN;
    fsgnjn_d: f64, |a, b| a & !DOUBLE_SIGN | !b & DOUBLE_SIGN;
    fsgnjx_d: f64, |a, b| a ^ b & DOUBLE_SIGN;
}

macro_rules! extremes {
    ($($name:ident: $type:tt, |$a:ident, $b:ident| $first:expr;)*) => { $(
        handler! {
            $name(core, op, memory, context, count, log) {
                let $a = get!($type, core, (*op).rs1);
                let $b = get!($type, core, (*op).rs2);
                // SoftFloat handles NaNs, and zeros with different signs.
                if $a.is_nan() || $b.is_nan() || $a == $b {
                    return soft::<L>(core, op, memory, context, count, log);
                }
                put!($type, core, (*op).rd, if $first { $a } else { $b });
            }
        }
    )* };
}

extremes! {
    fmin_s: f32, |a, b| a < b;
    fmax_s: f32, |a, b| a > b;
    fmin_d: f64, |a, b| a < b;
    fmax_d: f64, |a, b| a > b;
}

macro_rules! comparisons {
    ($($name:ident: $type:tt, |$a:ident, $b:ident| $value:expr;)*) => { $(
        handler! {
            $name(core, op, memory, context, count, log) {
                let $a = get!($type, core, (*op).rs1);
                let $b = get!($type, core, (*op).rs2);
                if $a.is_nan() || $b.is_nan() {
                    return soft::<L>(core, op, memory, context, count, log);
                }
                x!(core, (*op).rd) = u32::from($value);
            }
        }
    )* };
}

comparisons! {
    feq_s: f32, |a, b| a == b;
    flt_s: f32, |a, b| a < b;
    fle_s: f32, |a, b| a <= b;
    feq_d: f64, |a, b| a == b;
    flt_d: f64, |a, b| a < b;
    fle_d: f64, |a, b| a <= b;
}

macro_rules! to_integers {
    ($($name:ident: $type:tt, $convert:ident;)*) => { $(
        handler! {
            $name(core, op, memory, context, count, log) {
                let Some((value, inexact)) = host::$convert(f64::from(get!($type, core, (*op).rs1))) else {
                    return soft::<L>(core, op, memory, context, count, log);
                };
                (*core).fcsr |= u32::from(inexact);
                x!(core, (*op).rd) = value;
            }
        }
    )* };
}

to_integers! {
    fcvt_w_s: f32, to_i32;
    fcvt_wu_s: f32, to_u32;
    fcvt_w_d: f64, to_i32;
    fcvt_wu_d: f64, to_u32;
}

/// Defines handlers of conversions to single precision. A conversion is exact if the result
/// converts back to the original number.
macro_rules! to_singles {
    ($($name:ident: |$core:ident, $op:ident| $from:expr, $valid:expr;)*) => { $(
        handler! {
            $name($core, $op, memory, context, count, log) {
                let from = $from;
                let result = from as f32;
                if (*$core).fcsr & 0xe0 != 0 || $valid && !result.is_ordinary() {
                    return soft::<L>($core, $op, memory, context, count, log);
                }
                (*$core).fcsr |= u32::from(f64::from(result) != f64::from(from));
                put!(f32, $core, (*$op).rd, result);
            }
        }
    )* };
}

to_singles! {
    fcvt_s_d: |core, op| get!(f64, core, (*op).rs1), true;
    fcvt_s_w: |core, op| x!(core, (*op).rs1) as i32, false;
    fcvt_s_wu: |core, op| x!(core, (*op).rs1), false;
}

handler! {
    fcvt_d_s(core, op, memory, context, count, log) {
        let value = get!(f32, core, (*op).rs1);
        if value.is_nan() {
            return soft::<L>(core, op, memory, context, count, log);
        }
        put!(f64, core, (*op).rd, f64::from(value));
    }
}

handler! {
    fcvt_d_w(core, op, memory, context, count, log) {
        put!(f64, core, (*op).rd, f64::from(x!(core, (*op).rs1) as i32));
    }
}

handler! {
    fcvt_d_wu(core, op, memory, context, count, log) {
        put!(f64, core, (*op).rd, f64::from(x!(core, (*op).rs1)));
    }
}

handler! {
    fmv_x_w(core, op, memory, context, count, log) {
        x!(core, (*op).rd) = f!(core, (*op).rs1) as u32;
    }
}

handler! {
    fmv_w_x(core, op, memory, context, count, log) {
        f!(core, (*op).rd) = BOX | u64::from(x!(core, (*op).rs1));
    }
}
