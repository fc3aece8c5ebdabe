//! Computes floating-point operations with the host's unit. The results are used only if they, and
//! the flags, provably equal SoftFloat's.
//!
//! Everything here assumes rounding to nearest, ties to even, as Rust computes. If the host's
//! result is a normal number (or, for a sum, any number), the operation has raised no flag except
//! perhaps *inexact*. An invalid operation gives a NaN, overflow and division by zero give an
//! infinity, and underflow gives a number of at most the smallest normal magnitude. So if *inexact*
//! is already set in `fcsr`, the operation does not change the flags. Otherwise, the functions
//! below decide whether *inexact* must be set. They compute the rounding error, which is exact in
//! these ranges.

/// The value that the bits [`READY_MASK`] of `fcsr` have if rounding is to nearest and *inexact* is
/// set.
pub(in super::super) const READY: u32 = 1;
/// The bits of `fcsr` that hold the rounding mode and *inexact*.
pub(in super::super) const READY_MASK: u32 = 0xe1;

pub(in super::super) trait Checked: Copy {
    /// Whether the value is a finite number.
    fn is_number(self) -> bool;
    /// Whether the value is a finite number whose magnitude is above the smallest normal one.
    fn is_ordinary(self) -> bool;
}

impl Checked for f64 {
    fn is_number(self) -> bool {
        self.to_bits() >> 52 & 0x7ff != 0x7ff
    }

    fn is_ordinary(self) -> bool {
        // The exponent field must be at least 2, so the magnitude is at least twice the smallest
        // normal number.
        (self.to_bits() >> 52 & 0x7ff).wrapping_sub(2) < 0x7fd
    }
}

impl Checked for f32 {
    fn is_number(self) -> bool {
        self.to_bits() >> 23 & 0xff != 0xff
    }

    fn is_ordinary(self) -> bool {
        (self.to_bits() >> 23 & 0xff).wrapping_sub(2) < 0xfd
    }
}

/// Whether a value is so far from both ends of its range that the rounding error of an operation on
/// it can be computed exactly, without overflow or loss of bits.
fn is_moderate(value: f64) -> bool {
    (value.to_bits() >> 52 & 0x7ff).wrapping_sub(200) < 1600
}

/// Whether `sum`, which is `a + b` rounded, is inexact. None if that cannot be decided. Knuth's
/// TwoSum gives the exact error.
pub(in super::super) fn sum_is_inexact(a: f64, b: f64, sum: f64) -> Option<bool> {
    let plain = |value: f64| value == 0.0 || is_moderate(value);
    if !(plain(a) && plain(b) && plain(sum)) {
        return None;
    }
    let from_b = sum - a;
    Some((a - (sum - from_b)) + (b - from_b) != 0.0)
}

/// Whether `product`, which is `a * b` rounded, is inexact. None if that cannot be decided.
pub(in super::super) fn product_is_inexact(a: f64, b: f64, product: f64) -> Option<bool> {
    if a == 0.0 && b.is_number() || b == 0.0 && a.is_number() {
        return Some(false);
    }
    is_moderate(product).then(|| a.mul_add(b, -product) != 0.0)
}

/// Whether `quotient`, which is `a / b` rounded, is inexact. None if that cannot be decided.
pub(in super::super) fn quotient_is_inexact(a: f64, b: f64, quotient: f64) -> Option<bool> {
    (is_moderate(a) && is_moderate(b) && quotient.is_ordinary())
        .then(|| quotient.mul_add(b, -a) != 0.0)
}

/// Whether `root`, which is the square root of `a` rounded, is inexact. None if that cannot be
/// decided.
pub(in super::super) fn root_is_inexact(a: f64, root: f64) -> Option<bool> {
    (is_moderate(a) && a > 0.0).then(|| root.mul_add(root, -a) != 0.0)
}

/// Truncates `value` to a signed integer. Returns the integer, and whether it differs from `value`;
/// none if it does not fit into 32 bits.
pub(in super::super) fn to_i32(value: f64) -> Option<(u32, bool)> {
    let fits = value > -2147483649.0 && value < 2147483648.0;
    fits.then(|| (value as i32 as u32, f64::from(value as i32) != value))
}

/// Truncates `value` to an unsigned integer. Returns the integer, and whether it differs from
/// `value`; none if it does not fit into 32 bits.
pub(in super::super) fn to_u32(value: f64) -> Option<(u32, bool)> {
    let fits = value > -1.0 && value < 4294967296.0;
    fits.then(|| (value as u32, f64::from(value as u32) != value))
}
