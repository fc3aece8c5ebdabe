//! Compares the portable arithmetic with Berkeley SoftFloat 3, on random numbers.

use super::super::super::random::Random;
use super::super::soft;

/// A random number of a format. Its exponent is often at an end of the range, or near 0, and its
/// fraction often has runs of equal bits.
fn number(source: &mut Random, fraction: u32, exponent: u32) -> u64 {
    let most = (1 << exponent) - 1;
    let bias = most / 2;
    let random = source.next();
    let power = match random % 8 {
        0 => random >> 8 & 1,
        1 => most - (random >> 8 & 1),
        2 => bias + (random >> 8 & 63),
        3 | 4 => bias + (random >> 8 & 7) - 4,
        5 => random >> 8 & 127,
        _ => random >> 8 & most,
    };
    let mask = (1 << fraction) - 1;
    let bits = source.next() & mask;
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
    ($test:ident, $type:ident, $bits:ty, $fraction:expr, $exponent:expr, $to_other:ident) => {
        #[test]
        fn $test() {
            let cases = std::env::var("ONCHIP_CASES");
            let cases = cases.map_or(20_000, |cases| cases.parse().expect("a number of cases"));
            let negated = |bits: $bits| bits ^ 1 << (<$bits>::BITS - 1);
            let mut source = Random(1);
            for _ in 0..cases {
                let mut draw = || number(&mut source, $fraction, $exponent) as $bits;
                let (a, b, c) = (draw(), draw(), draw());
                // In some cases the third operand is close to the negated product.
                let c = match source.next() % 4 {
                    0 => negated(soft::$type(a).mul(soft::$type(b)).0) ^ (c & 1),
                    _ => c,
                };
                let b = match source.next() % 8 {
                    0 => negated(a) ^ (b & 3),
                    _ => b,
                };
                let integer = source.next() as u32 >> (source.next() % 32);
                for rounding in 0..5 {
                    /// Compares the result and the flags of an operation with those of SoftFloat.
                    macro_rules! check {
                        ($name:literal, |$kind:ident| $result:expr) => {{
                            let ours: (u64, u32) = {
                                use super::{begin, flags, $type as $kind};
                                begin(rounding);
                                ($result.into(), flags())
                            };
                            let theirs: (u64, u32) = {
                                use soft::{begin, flags, $type as $kind};
                                begin(rounding);
                                ($result.into(), flags())
                            };
                            let case = format!("{a:x} {b:x} {c:x} {integer:x} mode {rounding}");
                            assert_eq!(ours, theirs, "{} {case}", $name);
                        }};
                    }
                    check!("add", |N| N(a).add(N(b)).0);
                    check!("sub", |N| N(a).sub(N(b)).0);
                    check!("mul", |N| N(a).mul(N(b)).0);
                    check!("div", |N| N(a).div(N(b)).0);
                    check!("sqrt", |N| N(a).sqrt().0);
                    check!("fused", |N| N::fused(N(a), N(b), N(c)).0);
                    check!("eq", |N| N(a).eq(N(b)));
                    check!("lt", |N| N(a).lt(N(b)));
                    check!("le", |N| N(a).le(N(b)));
                    check!("nan", |N| N(a).is_nan());
                    check!("negated", |N| N(a).negated().0);
                    check!("signaling", |N| N(a).is_signaling());
                    check!("to i32", |N| N(a).to_i32(rounding));
                    check!("to u32", |N| N(a).to_u32(rounding));
                    check!("from i32", |N| N::from_i32(integer as i32).0);
                    check!("from u32", |N| N::from_u32(integer).0);
                    check!("convert", |N| N(a).$to_other().0);
                }
            }
        }
    };
}

compare!(singles, Single, u32, 23, 8, to_double);
compare!(doubles, Double, u64, 52, 11, to_single);
