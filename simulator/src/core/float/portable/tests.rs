//! Compares it with Berkeley SoftFloat 3.

use super::{begin, flags, Double, Single};
use softfloat_sys as sf;

/// SplitMix64 (Steele, Lea and Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A number of a format: often with an exponent at an end, or near 0, and with runs of equal bits
/// in the fraction.
fn number(state: &mut u64, fraction: u32, exponent: u32) -> u64 {
    let most = (1 << exponent) - 1;
    let bias = most / 2;
    let random = next(state);
    let power = match random % 8 {
        0 => random >> 8 & 1,
        1 => most - (random >> 8 & 1),
        2 => bias + (random >> 8 & 63),
        3 | 4 => bias + (random >> 8 & 7) - 4,
        5 => random >> 8 & 127,
        _ => random >> 8 & most,
    };
    let mask = (1 << fraction) - 1;
    let bits = next(state) & mask;
    let run = |shift: u64| mask >> (shift % u64::from(fraction + 1));
    let digits = match random >> 32 & 7 {
        0 => 0,
        1 => run(bits),
        2 => mask & !run(bits),
        3 => run(bits) ^ run(bits >> 8) ^ 1,
        4 => 1,
        _ => bits,
    };
    (random >> 60 & 1) << (fraction + exponent) | power << fraction | digits
}

macro_rules! compare {
    ($test:ident, $type:ident, $bits:ty, $fraction:expr, $exponent:expr, $raw:ident,
     $add:ident, $sub:ident, $mul:ident, $div:ident, $fused:ident, $sqrt:ident, $eq:ident,
     $lt:ident, $le:ident, $signaling:ident, $to_i32:ident, $to_u32:ident, $from_i32:ident,
     $from_u32:ident, $convert:ident, $to_other:ident) => {
        #[test]
        fn $test() {
            let cases = std::env::var("ONCHIP_CASES");
            let cases = cases.map_or(20_000, |cases| cases.parse().expect("a number of cases"));
            let mut state = 1;
            for _ in 0..cases {
                let mut draw = || number(&mut state, $fraction, $exponent) as $bits;
                let (a, b, c) = (draw(), draw(), draw());
                // Sometimes near the product, with the other sign.
                let c = match next(&mut state) % 4 {
                    0 => (sf_product(a, b) ^ 1 << (<$bits>::BITS - 1)) ^ (c & 1),
                    _ => c,
                };
                let b = match next(&mut state) % 8 {
                    0 => a ^ 1 << (<$bits>::BITS - 1) ^ (b & 3),
                    _ => b,
                };
                let raw = |v| sf::$raw { v };
                let (x, y, z) = ($type(a), $type(b), $type(c));
                let integer = next(&mut state) as u32 >> (next(&mut state) % 32);
                for rounding in 0..5 {
                    let check = |name: &str, ours: &dyn Fn() -> u64, theirs: &dyn Fn() -> u64| {
                        begin(rounding);
                        let found = (ours(), flags());
                        // SAFETY: this is a variable of the thread.
                        let expected = unsafe {
                            sf::softfloat_roundingMode_write_helper(rounding);
                            sf::softfloat_exceptionFlags_write_helper(0);
                            let result = theirs();
                            (
                                result,
                                u32::from(sf::softfloat_exceptionFlags_read_helper()),
                            )
                        };
                        let what = format!("{name} {a:x} {b:x} {c:x} {integer:x} mode {rounding}");
                        assert_eq!(found, expected, "{what}");
                    };
                    // SAFETY of all: they are functions of numbers.
                    unsafe {
                        check("add", &|| x.add(y).0.into(), &|| {
                            sf::$add(raw(a), raw(b)).v.into()
                        });
                        check("sub", &|| x.sub(y).0.into(), &|| {
                            sf::$sub(raw(a), raw(b)).v.into()
                        });
                        check("mul", &|| x.mul(y).0.into(), &|| {
                            sf::$mul(raw(a), raw(b)).v.into()
                        });
                        check("div", &|| x.div(y).0.into(), &|| {
                            sf::$div(raw(a), raw(b)).v.into()
                        });
                        check("sqrt", &|| x.sqrt().0.into(), &|| {
                            sf::$sqrt(raw(a)).v.into()
                        });
                        let fused = || sf::$fused(raw(a), raw(b), raw(c)).v.into();
                        check("fused", &|| $type::fused(x, y, z).0.into(), &fused);
                        check("eq", &|| x.eq(y).into(), &|| sf::$eq(raw(a), raw(b)).into());
                        check("lt", &|| x.lt(y).into(), &|| sf::$lt(raw(a), raw(b)).into());
                        check("le", &|| x.le(y).into(), &|| sf::$le(raw(a), raw(b)).into());
                        assert_eq!(x.is_nan(), !sf::$eq(raw(a), raw(a)), "{a:x}");
                        let signaling = || sf::$signaling(raw(a)).into();
                        check("signaling", &|| x.is_signaling().into(), &signaling);
                        let to_i32 = || sf::$to_i32(raw(a), rounding, true) as u32;
                        check("to i32", &|| x.to_i32(rounding).into(), &|| to_i32().into());
                        let to_u32 = || sf::$to_u32(raw(a), rounding, true) as u32;
                        check("to u32", &|| x.to_u32(rounding).into(), &|| to_u32().into());
                        let signed = integer as i32;
                        let from = || sf::$from_i32(signed).v.into();
                        check("from i32", &|| $type::from_i32(signed).0.into(), &from);
                        let from = || sf::$from_u32(integer).v.into();
                        check("from u32", &|| $type::from_u32(integer).0.into(), &from);
                        let convert = || sf::$convert(raw(a)).v.into();
                        check("convert", &|| x.$to_other().0.into(), &convert);
                    }
                }
            }

            fn sf_product(a: $bits, b: $bits) -> $bits {
                // SAFETY: it is a function of numbers.
                unsafe { sf::$mul(sf::$raw { v: a }, sf::$raw { v: b }).v }
            }
        }
    };
}

compare!(
    singles,
    Single,
    u32,
    23,
    8,
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
    f32_to_f64,
    to_double
);
compare!(
    doubles,
    Double,
    u64,
    52,
    11,
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
    f64_to_f32,
    to_single
);
