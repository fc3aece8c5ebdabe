//! Operations on numbers of one floating-point format.

use super::number::{
    raise, shifted, sign_of_zero, Format, Kind, Number, DIVISION_BY_ZERO, INVALID,
};

/// Divides `significand` by 2^`by`. Sets the lowest bit of the result if any of the dropped bits
/// was set.
fn shifted_sticky(significand: u128, by: i32) -> u128 {
    match by {
        0 => significand,
        1..128 => significand >> by | u128::from(significand << (128 - by) != 0),
        _ => u128::from(significand != 0),
    }
}

impl Format {
    /// The result of an operation if an operand is a NaN: the canonical NaN. None if no operand is
    /// a NaN. A signaling NaN raises *invalid*.
    fn propagated(&self, operands: &[u64]) -> Option<u64> {
        if operands.iter().any(|&bits| self.is_signaling(bits)) {
            raise(INVALID);
        }
        let mut numbers = operands.iter().map(|&bits| self.number(bits));
        let is_one = numbers.any(|number| number.kind == Kind::NotANumber);
        is_one.then(|| self.not_a_number())
    }

    pub fn add(&self, a: u64, b: u64) -> u64 {
        if let Some(result) = self.propagated(&[a, b]) {
            return result;
        }
        let (x, y) = (self.number(a), self.number(b));
        match (x.kind, y.kind) {
            (Kind::Infinity, Kind::Infinity) if x.is_negative != y.is_negative => self.invalid(),
            (Kind::Infinity, _) | (Kind::Number, Kind::Zero) => a,
            (_, Kind::Infinity) | (Kind::Zero, Kind::Number) => b,
            (Kind::Zero, _) if x.is_negative == y.is_negative => a,
            (Kind::Zero, _) => self.zero(sign_of_zero()),
            _ => self.sum(x, y),
        }
    }

    /// The rounded sum of two numbers, one of which may be an exact product.
    fn sum(&self, x: Number, y: Number) -> u64 {
        let (high, low) = match x.exponent >= y.exponent {
            true => (x, y),
            false => (y, x),
        };
        // The significand of the number with the higher exponent is shifted left, until both
        // exponents are equal or its bits allow no further shift. In the second case, this number
        // is so much greater than the other one that the sum loses at most one leading bit.
        let distance = high.exponent - low.exponent;
        let room = high.significand.leading_zeros() as i32 - 2;
        let extended = distance.min(room);
        let sign = |number: Number| if number.is_negative { -1 } else { 1 };
        let above = (high.significand << extended) as i128 * sign(high);
        let below = shifted_sticky(low.significand, distance - extended) as i128 * sign(low);
        match above + below {
            0 => self.zero(sign_of_zero()),
            sum => self.round(sum < 0, high.exponent - extended, sum.unsigned_abs()),
        }
    }

    pub fn multiply(&self, a: u64, b: u64) -> u64 {
        if let Some(result) = self.propagated(&[a, b]) {
            return result;
        }
        let product = product(self.number(a), self.number(b));
        match product.kind {
            Kind::Zero => self.zero(product.is_negative),
            Kind::Number => self.round(product.is_negative, product.exponent, product.significand),
            Kind::Infinity => self.infinity(product.is_negative),
            Kind::NotANumber => self.invalid(),
        }
    }

    /// The rounded value of `a` · `b` + `c`.
    pub fn fused(&self, a: u64, b: u64, c: u64) -> u64 {
        let product = product(self.number(a), self.number(b));
        let propagated = self.propagated(&[a, b, c]);
        // Zero times infinity is invalid, even if the addend is a NaN.
        let is_given = |bits| self.number(bits).kind == Kind::NotANumber;
        if product.kind == Kind::NotANumber && !is_given(a) && !is_given(b) {
            return self.invalid();
        }
        if let Some(result) = propagated {
            return result;
        }
        let z = self.number(c);
        match (product.kind, z.kind) {
            (Kind::Infinity, Kind::Infinity) if product.is_negative != z.is_negative => {
                self.invalid()
            }
            (Kind::Infinity, _) => self.infinity(product.is_negative),
            (_, Kind::Infinity) | (Kind::Zero, Kind::Number) => c,
            (Kind::Zero, _) if product.is_negative == z.is_negative => c,
            (Kind::Zero, _) => self.zero(sign_of_zero()),
            (_, Kind::Zero) => {
                self.round(product.is_negative, product.exponent, product.significand)
            }
            _ => self.sum(product, z),
        }
    }

    pub fn divide(&self, a: u64, b: u64) -> u64 {
        if let Some(result) = self.propagated(&[a, b]) {
            return result;
        }
        let (x, y) = (self.number(a), self.number(b));
        let is_negative = x.is_negative != y.is_negative;
        match (x.kind, y.kind) {
            (Kind::Zero, Kind::Zero) | (Kind::Infinity, Kind::Infinity) => self.invalid(),
            (Kind::Infinity, _) => self.infinity(is_negative),
            (Kind::Zero, _) | (_, Kind::Infinity) => self.zero(is_negative),
            (_, Kind::Zero) => {
                raise(DIVISION_BY_ZERO);
                self.infinity(is_negative)
            }
            _ => {
                const MORE: i32 = 70;
                let dividend = x.significand << MORE;
                let (quotient, rest) = (dividend / y.significand, dividend % y.significand);
                let exponent = x.exponent - y.exponent - MORE;
                self.round(is_negative, exponent, quotient | u128::from(rest != 0))
            }
        }
    }

    pub fn root(&self, a: u64) -> u64 {
        if let Some(result) = self.propagated(&[a]) {
            return result;
        }
        let x = self.number(a);
        match x.kind {
            Kind::Zero => a,
            _ if x.is_negative => self.invalid(),
            Kind::Infinity => a,
            _ => {
                let more = 70 + (x.exponent & 1);
                let square = x.significand << more;
                let root = square.isqrt();
                let rest = u128::from(root * root != square);
                self.round(false, (x.exponent - more) / 2, root | rest)
            }
        }
    }

    /// Compares two numbers; none if one is a NaN. If `strict`, a NaN raises the flag *invalid*.
    pub fn compare(&self, a: u64, b: u64, strict: bool) -> Option<std::cmp::Ordering> {
        if self.propagated(&[a, b]).is_some() {
            raise(if strict { INVALID } else { 0 });
            return None;
        }
        let ordered = |bits| match bits & !self.zero(true) {
            magnitude if bits & self.zero(true) == 0 => magnitude as i64,
            magnitude => -(magnitude as i64),
        };
        Some(ordered(a).cmp(&ordered(b)))
    }

    /// Converts a number to an integer from `least` to `most`. A value outside this range becomes
    /// the nearer bound, and a NaN becomes `most`.
    pub fn to_integer(&self, a: u64, least: i64, most: i64) -> i64 {
        let x = self.number(a);
        let (size, is_inexact) = match x.kind {
            Kind::Zero => return 0,
            Kind::Number if x.exponent < 64 => shifted(x.is_negative, x.significand, -x.exponent),
            _ => (u128::from(u64::MAX), false),
        };
        let is_negative = x.is_negative && x.kind != Kind::NotANumber;
        let value = size as i128 * if is_negative { -1 } else { 1 };
        let nearest = value.clamp(least.into(), most.into());
        raise(match nearest == value {
            true => u32::from(is_inexact),
            false => INVALID,
        });
        nearest as i64
    }

    pub fn of_integer(&self, value: i64) -> u64 {
        match value {
            0 => 0,
            _ => self.round(value < 0, 0, u128::from(value.unsigned_abs())),
        }
    }

    /// Converts a number to another format.
    pub fn to(&self, other: &Format, a: u64) -> u64 {
        if self.propagated(&[a]).is_some() {
            return other.not_a_number();
        }
        let x = self.number(a);
        match x.kind {
            Kind::Zero => other.zero(x.is_negative),
            Kind::Infinity => other.infinity(x.is_negative),
            _ => other.round(x.is_negative, x.exponent, x.significand),
        }
    }
}

/// The exact product of two numbers. Zero times infinity is a NaN, and so is any product with a
/// NaN.
fn product(x: Number, y: Number) -> Number {
    let kind = match (x.kind, y.kind) {
        (Kind::NotANumber, _) | (_, Kind::NotANumber) => Kind::NotANumber,
        (Kind::Zero, Kind::Infinity) | (Kind::Infinity, Kind::Zero) => Kind::NotANumber,
        (Kind::Infinity, _) | (_, Kind::Infinity) => Kind::Infinity,
        (Kind::Zero, _) | (_, Kind::Zero) => Kind::Zero,
        _ => Kind::Number,
    };
    Number {
        kind,
        is_negative: x.is_negative != y.is_negative,
        exponent: x.exponent + y.exponent,
        significand: match kind {
            Kind::Number => x.significand * y.significand,
            _ => 0,
        },
    }
}
