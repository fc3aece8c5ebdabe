//! SplitMix64, a generator of random numbers whose sequences are equal on every host (Steele, Lea
//! and Flood, "Fast splittable pseudorandom number generators", 2014).

/// Increment of the generator's state for each number.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The generator's output function, which spreads each bit of `z` over all bits.
#[inline(always)]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The random number that follows `state`.
#[inline(always)]
pub const fn after(state: u64) -> u64 {
    mix(state.wrapping_add(STEP))
}

/// Advances the state, and returns its random number.
#[inline(always)]
pub const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mix(*state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the seed 1234567, from the page on SplitMix64 of Rosetta Code.
    #[test]
    fn known_sequence() {
        let mut state = 1_234_567;
        let numbers: Vec<u64> = (0..5).map(|_| next(&mut state)).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }
}
