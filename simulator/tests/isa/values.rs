//! Values that are likely to reveal errors.

use super::random::Random;

/// A random word, often a corner value.
pub fn word(random: &mut Random) -> u32 {
    let bits = random.next() as u32;
    match random.below(6) {
        0 => random.pick(&[
            0,
            1,
            2,
            31,
            32,
            33,
            0x7fff_ffff,
            0x8000_0000,
            0x8000_0001,
            0xffff_ffff,
            0xffff_fffe,
        ]),
        1 => bits >> random.below(32),
        2 => (bits as i32 >> random.below(32)) as u32,
        3 => 1 << random.below(32),
        _ => bits,
    }
}

/// A value for an f register: a double, a single, or a single that is not correctly NaN-boxed.
pub fn float(random: &mut Random) -> u64 {
    match random.below(16) {
        0 => u64::from(single(random)) | random.next() << 32,
        1..=7 => u64::from(single(random)) | 0xffff_ffff_0000_0000,
        _ => double(random),
    }
}

/// A random number of a floating-point format. Its exponent is near zero, near the ends of the
/// range, or random. Its fraction often has few bits, so that results are exact or ties.
fn parts(random: &mut Random, exponent_bits: u32, fraction_bits: u32) -> u64 {
    let (bias, top) = (
        (1u64 << (exponent_bits - 1)) - 1,
        (1u64 << exponent_bits) - 1,
    );
    let exponent = match random.below(8) {
        0 => 0,
        1 => top,
        2 => 1 + random.below(3),
        3 => top - 1 - random.below(3),
        4 => random.below(top),
        _ => bias - 4 + random.below(36),
    };
    let mask = (1u64 << fraction_bits) - 1;
    let fraction = match random.below(6) {
        0 => 0,
        1 => mask << random.below(u64::from(fraction_bits)) & mask,
        2 => mask >> random.below(u64::from(fraction_bits)),
        3 => 1 << random.below(u64::from(fraction_bits)),
        _ => random.next() & mask,
    };
    (random.below(2) << exponent_bits | exponent) << fraction_bits | fraction
}

fn single(random: &mut Random) -> u32 {
    parts(random, 8, 23) as u32
}

fn double(random: &mut Random) -> u64 {
    parts(random, 11, 52)
}
