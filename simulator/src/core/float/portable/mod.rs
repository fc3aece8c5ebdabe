//! Floating-point arithmetic in integers, for hosts where SoftFloat cannot be built.
//!
//! The results are those of Berkeley SoftFloat 3 with its RISC-V specialisation. This
//! specialisation decides what IEEE 754-2019 leaves open: every NaN is the canonical NaN, and
//! tininess is detected after rounding.

mod arithmetic;
mod number;
#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests;

pub(super) use number::{begin, flags};

use number::Format;
use std::cmp::Ordering;

macro_rules! format {
    ($name:ident, $bits:ty, $fraction:expr, $exponent:expr) => {
        /// The bits of a floating-point number.
        #[derive(Clone, Copy)]
        pub(super) struct $name(pub $bits);

        impl $name {
            const FORMAT: Format = Format {
                fraction: $fraction,
                exponent: $exponent,
            };

            fn bits(self) -> u64 {
                self.0.into()
            }

            pub fn negated(self) -> Self {
                $name(self.0 ^ (1 << (<$bits>::BITS - 1)))
            }

            pub fn is_nan(self) -> bool {
                self.0 << 1 > (Self::FORMAT.infinity(false) as $bits) << 1
            }

            pub fn add(self, other: Self) -> Self {
                $name(Self::FORMAT.add(self.bits(), other.bits()) as $bits)
            }

            pub fn sub(self, other: Self) -> Self {
                self.add(other.negated())
            }

            pub fn mul(self, other: Self) -> Self {
                $name(Self::FORMAT.multiply(self.bits(), other.bits()) as $bits)
            }

            pub fn div(self, other: Self) -> Self {
                $name(Self::FORMAT.divide(self.bits(), other.bits()) as $bits)
            }

            pub fn fused(a: Self, b: Self, c: Self) -> Self {
                $name(Self::FORMAT.fused(a.bits(), b.bits(), c.bits()) as $bits)
            }

            pub fn sqrt(self) -> Self {
                $name(Self::FORMAT.root(self.bits()) as $bits)
            }

            pub fn eq(self, other: Self) -> bool {
                Self::FORMAT.compare(self.bits(), other.bits(), false) == Some(Ordering::Equal)
            }

            pub fn lt(self, other: Self) -> bool {
                Self::FORMAT.compare(self.bits(), other.bits(), true) == Some(Ordering::Less)
            }

            pub fn le(self, other: Self) -> bool {
                let order = Self::FORMAT.compare(self.bits(), other.bits(), true);
                order.is_some_and(Ordering::is_le)
            }

            pub fn is_signaling(self) -> bool {
                Self::FORMAT.is_signaling(self.bits())
            }

            /// Converts to a signed integer, with the rounding mode that [`begin`] has set.
            pub fn to_i32(self, _rounding: u8) -> u32 {
                Self::FORMAT.to_integer(self.bits(), i32::MIN.into(), i32::MAX.into()) as u32
            }

            /// Converts to an unsigned integer, with the rounding mode that [`begin`] has set.
            pub fn to_u32(self, _rounding: u8) -> u32 {
                Self::FORMAT.to_integer(self.bits(), 0, u32::MAX.into()) as u32
            }

            pub fn from_i32(value: i32) -> Self {
                $name(Self::FORMAT.of_integer(value.into()) as $bits)
            }

            pub fn from_u32(value: u32) -> Self {
                $name(Self::FORMAT.of_integer(value.into()) as $bits)
            }
        }
    };
}

format!(Single, u32, 23, 8);
format!(Double, u64, 52, 11);

impl Single {
    pub fn to_double(self) -> Double {
        Double(Self::FORMAT.to(&Double::FORMAT, self.bits()))
    }
}

impl Double {
    pub fn to_single(self) -> Single {
        Single(Self::FORMAT.to(&Single::FORMAT, self.bits()) as u32)
    }
}
