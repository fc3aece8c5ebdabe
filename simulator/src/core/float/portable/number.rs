//! Numbers of IEEE 754-2019: unpacking and rounding.

use std::cell::Cell;

/// The flags of floating-point exceptions, as in `fflags`.
pub(super) const INEXACT: u32 = 1;
pub(super) const UNDERFLOW: u32 = 2;
pub(super) const OVERFLOW: u32 = 4;
pub(super) const DIVISION_BY_ZERO: u32 = 8;
pub(super) const INVALID: u32 = 16;

const TO_NEAREST: u8 = 0;
const DOWN: u8 = 2;
const UP: u8 = 3;
const TO_NEAREST_AWAY: u8 = 4;

thread_local! {
    static ROUNDING: Cell<u8> = const { Cell::new(TO_NEAREST) };
    static FLAGS: Cell<u32> = const { Cell::new(0) };
}

/// Sets the rounding mode (0 to 4), and clears the flags.
pub(in super::super) fn begin(rounding: u8) {
    ROUNDING.set(rounding);
    FLAGS.set(0);
}

/// The flags raised since [`begin`], as in `fflags`.
pub(in super::super) fn flags() -> u32 {
    FLAGS.get()
}

pub(super) fn raise(flags: u32) {
    FLAGS.set(FLAGS.get() | flags);
}

/// The sign of a zero that is the exact sum of numbers with different signs.
pub(super) fn sign_of_zero() -> bool {
    ROUNDING.get() == DOWN
}

/// A binary floating-point format.
pub(super) struct Format {
    /// Number of bits of the fraction, and number of bits of the exponent.
    pub fraction: u32,
    pub exponent: u32,
}

/// The kinds of values that a floating-point format has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Zero,
    /// A number other than zero.
    Number,
    Infinity,
    NotANumber,
}

/// The number `significand` · 2^`exponent`. The significand of an unpacked number has as many bits
/// as that of a normal number. The significand of an exact product has more bits.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub kind: Kind,
    pub is_negative: bool,
    pub exponent: i32,
    pub significand: u128,
}

impl Format {
    pub fn infinity(&self, is_negative: bool) -> u64 {
        self.zero(is_negative) | ((1 << self.exponent) - 1) << self.fraction
    }

    pub fn zero(&self, is_negative: bool) -> u64 {
        u64::from(is_negative) << (self.fraction + self.exponent)
    }

    /// The canonical NaN, the only one that RISC-V computes.
    pub fn not_a_number(&self) -> u64 {
        self.infinity(false) | 1 << (self.fraction - 1)
    }

    /// Raises *invalid*, and returns the canonical NaN.
    pub fn invalid(&self) -> u64 {
        raise(INVALID);
        self.not_a_number()
    }

    /// Whether the bits are a signaling NaN, which makes an operation invalid.
    pub fn is_signaling(&self, bits: u64) -> bool {
        self.number(bits).kind == Kind::NotANumber && bits >> (self.fraction - 1) & 1 == 0
    }

    /// The exponent of the lowest bit of a subnormal number.
    fn least(&self) -> i32 {
        2 - (1 << (self.exponent - 1)) - self.fraction as i32
    }

    pub fn number(&self, bits: u64) -> Number {
        let fraction = bits & ((1 << self.fraction) - 1);
        let power = bits >> self.fraction & ((1 << self.exponent) - 1);
        let kind = match (power, fraction) {
            (0, 0) => Kind::Zero,
            (power, 0) if power == (1 << self.exponent) - 1 => Kind::Infinity,
            (power, _) if power == (1 << self.exponent) - 1 => Kind::NotANumber,
            _ => Kind::Number,
        };
        let significand = match power {
            0 => fraction,
            _ => fraction | 1 << self.fraction,
        };
        // The number of bits that the significand of a subnormal number has less than that of a
        // normal one.
        let missing = (significand.leading_zeros() + self.fraction).saturating_sub(63);
        Number {
            kind,
            is_negative: bits >> (self.fraction + self.exponent) & 1 != 0,
            exponent: self.least() + power.max(1) as i32 - 1 - missing as i32,
            significand: u128::from(significand) << (missing & 63),
        }
    }

    /// Rounds `significand` · 2^`exponent`, which must not be 0, to the format. If the caller has
    /// dropped bits of the exact significand, it must have set the lowest bit of `significand`,
    /// which must have at least two bits more than the format.
    pub fn round(&self, is_negative: bool, exponent: i32, significand: u128) -> u64 {
        let length = 128 - significand.leading_zeros() as i32;
        let unbounded = exponent + length - 1 - self.fraction as i32;
        let last = unbounded.max(self.least());
        let (kept, is_inexact) = shifted(is_negative, significand, last - exponent);
        let bits = ((last - self.least()) as u64) << self.fraction;
        let bits = bits.wrapping_add(kept as u64);
        if bits >= self.infinity(false) || last - self.least() >= 1 << self.exponent {
            raise(OVERFLOW | INEXACT);
            let is_infinite = match ROUNDING.get() {
                TO_NEAREST | TO_NEAREST_AWAY => true,
                DOWN => is_negative,
                UP => !is_negative,
                _ => false,
            };
            return self.infinity(is_negative) - u64::from(!is_infinite);
        }
        if is_inexact {
            // Tininess is detected after rounding, as if the exponent had no lower bound.
            let (full, _) = shifted(is_negative, significand, unbounded - exponent);
            let is_normal = full >> (self.fraction + 1) != 0 && unbounded + 1 == self.least();
            let is_tiny = unbounded < self.least() && !is_normal;
            raise(INEXACT | if is_tiny { UNDERFLOW } else { 0 });
        }
        self.zero(is_negative) | bits
    }
}

/// Divides `significand` by 2^`by` and rounds. Returns the result, and whether it is inexact.
pub(super) fn shifted(is_negative: bool, significand: u128, by: i32) -> (u128, bool) {
    if by <= 0 {
        return (significand << -by, false);
    }
    let (kept, rest) = match by {
        1..128 => (significand >> by, significand << (128 - by)),
        128 => (0, significand),
        _ => (0, u128::from(significand != 0)),
    };
    const HALF: u128 = 1 << 127;
    let up = match ROUNDING.get() {
        TO_NEAREST => rest > HALF || rest == HALF && kept & 1 != 0,
        TO_NEAREST_AWAY => rest >= HALF,
        DOWN => is_negative && rest != 0,
        UP => !is_negative && rest != 0,
        _ => false,
    };
    (kept + u128::from(up), rest != 0)
}
