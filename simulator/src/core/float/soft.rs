//! Berkeley SoftFloat 3 with its RISC-V specialisation, as safe types.
//!
//! SoftFloat keeps the rounding mode and the flags in thread-local variables. Their encodings are
//! those of RISC-V.

use softfloat_sys as sf;

/// Sets the rounding mode (0 to 4), and clears the flags.
pub(super) fn begin(rounding: u8) {
    // SAFETY: the calls only store to variables of this thread.
    unsafe {
        sf::softfloat_roundingMode_write_helper(rounding);
        sf::softfloat_exceptionFlags_write_helper(0);
    }
}

/// The flags raised since [`begin`], as in `fflags`.
pub(super) fn flags() -> u32 {
    // SAFETY: the call only reads a variable of this thread.
    u32::from(unsafe { sf::softfloat_exceptionFlags_read_helper() })
}

macro_rules! format {
    ($name:ident, $bits:ty, $raw:ident, $add:ident, $sub:ident, $mul:ident, $div:ident, $fused:ident, $sqrt:ident,
     $eq:ident, $lt:ident, $le:ident, $signaling:ident, $to_i32:ident, $to_u32:ident, $from_i32:ident, $from_u32:ident,
     $infinity:expr) => {
        /// The bits of a floating-point number.
        #[derive(Clone, Copy)]
        pub(super) struct $name(pub $bits);

        // SAFETY of all calls: SoftFloat's functions take and return plain numbers. Apart from
        // these, they access only variables of this thread.
        impl $name {
            fn raw(self) -> sf::$raw {
                sf::$raw { v: self.0 }
            }

            pub fn negated(self) -> Self {
                $name(self.0 ^ (1 << (<$bits>::BITS - 1)))
            }

            pub fn is_nan(self) -> bool {
                self.0 << 1 > $infinity << 1
            }

            pub fn add(self, other: Self) -> Self {
                $name(unsafe { sf::$add(self.raw(), other.raw()) }.v)
            }

            pub fn sub(self, other: Self) -> Self {
                $name(unsafe { sf::$sub(self.raw(), other.raw()) }.v)
            }

            pub fn mul(self, other: Self) -> Self {
                $name(unsafe { sf::$mul(self.raw(), other.raw()) }.v)
            }

            pub fn div(self, other: Self) -> Self {
                $name(unsafe { sf::$div(self.raw(), other.raw()) }.v)
            }

            pub fn fused(a: Self, b: Self, c: Self) -> Self {
                $name(unsafe { sf::$fused(a.raw(), b.raw(), c.raw()) }.v)
            }

            pub fn sqrt(self) -> Self {
                $name(unsafe { sf::$sqrt(self.raw()) }.v)
            }

            pub fn eq(self, other: Self) -> bool {
                unsafe { sf::$eq(self.raw(), other.raw()) }
            }

            pub fn lt(self, other: Self) -> bool {
                unsafe { sf::$lt(self.raw(), other.raw()) }
            }

            pub fn le(self, other: Self) -> bool {
                unsafe { sf::$le(self.raw(), other.raw()) }
            }

            pub fn is_signaling(self) -> bool {
                unsafe { sf::$signaling(self.raw()) }
            }

            pub fn to_i32(self, rounding: u8) -> u32 {
                unsafe { sf::$to_i32(self.raw(), rounding, true) as u32 }
            }

            pub fn to_u32(self, rounding: u8) -> u32 {
                unsafe { sf::$to_u32(self.raw(), rounding, true) as u32 }
            }

            pub fn from_i32(value: i32) -> Self {
                $name(unsafe { sf::$from_i32(value) }.v)
            }

            pub fn from_u32(value: u32) -> Self {
                $name(unsafe { sf::$from_u32(value) }.v)
            }
        }
    };
}

format!(
    Single,
    u32,
    float32_t,
    f32_add,
    f32_sub,
    f32_mul,
    f32_div,
    f32_mulAdd,
    f32_sqrt,
    f32_eq,
    f32_lt,
    f32_le,
    f32_isSignalingNaN,
    f32_to_i32,
    f32_to_ui32,
    i32_to_f32,
    ui32_to_f32,
    0x7f80_0000u32
);
format!(
    Double,
    u64,
    float64_t,
    f64_add,
    f64_sub,
    f64_mul,
    f64_div,
    f64_mulAdd,
    f64_sqrt,
    f64_eq,
    f64_lt,
    f64_le,
    f64_isSignalingNaN,
    f64_to_i32,
    f64_to_ui32,
    i32_to_f64,
    ui32_to_f64,
    0x7ff0_0000_0000_0000u64
);

impl Single {
    pub fn to_double(self) -> Double {
        // SAFETY: the function takes and returns plain numbers, as all of SoftFloat's do.
        Double(unsafe { sf::f32_to_f64(self.raw()) }.v)
    }
}

impl Double {
    pub fn to_single(self) -> Single {
        // SAFETY: the function takes and returns plain numbers, as all of SoftFloat's do.
        Single(unsafe { sf::f64_to_f32(self.raw()) }.v)
    }
}
