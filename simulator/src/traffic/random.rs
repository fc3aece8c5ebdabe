//! Random numbers: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
//! 2014). It is small, has a seed, and gives the same numbers on every host.

#[derive(Debug, Clone)]
pub struct Random(u64);

/// The generator's output function, which spreads each bit of `z` over all bits.
fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The random numbers of a `seed` with this `stream`. Each stream is a sequence of its own.
    pub fn new(seed: u64, stream: u64) -> Random {
        Random(mix(mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)) ^ stream))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A random number below `count`, which must not be 0.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        ((self.bits() as u128 * count as u128) >> 64) as usize
    }

    /// Returns true with the probability `chance`.
    #[inline]
    pub fn happens(&mut self, chance: Chance) -> bool {
        self.bits() >> 11 < chance.0
    }
}

/// A probability, in units of 2⁻⁵³. Comparisons of integers give the same result on every host.
#[derive(Debug, Clone, Copy)]
pub struct Chance(u64);

impl Chance {
    /// `probability` is from 0 to 1.
    pub fn new(probability: f64) -> Chance {
        Chance((probability * (1u64 << 53) as f64) as u64)
    }

    pub fn is_never(self) -> bool {
        self.0 == 0
    }
}
