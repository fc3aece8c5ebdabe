//! Random numbers of traffic.

use crate::splitmix64::{after, mix, next, STEP};

#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A random number generator. Generators with the same `seed` but different `stream` have
    /// different sequences.
    pub fn new(seed: u64, stream: u64) -> Random {
        Random(mix(after(seed) ^ stream))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        next(&mut self.0)
    }

    /// A random number below `count`, which must not be 0.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        ((self.bits() as u128 * count as u128) >> 64) as usize
    }

    /// Returns true with probability `chance`.
    #[inline]
    pub fn happens(&mut self, chance: Chance) -> bool {
        self.bits() >> 11 < chance.0
    }

    /// The results of the next 64 calls of `happens` as a set of bits. Bit 0 is the result of the
    /// first call.
    #[inline]
    pub fn happen(&mut self, chance: Chance) -> u64 {
        let happened = trials(self.0, chance);
        self.0 = self.0.wrapping_add(STEP.wrapping_mul(64));
        happened
    }
}

/// 64 random trials. `before` is the state of the generator before the first one. Each trial
/// depends only on its own state, so a host with vector instructions makes several trials at once.
fn trials(before: u64, chance: Chance) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512dq")]
        fn widest(before: u64, chance: Chance) -> u64 {
            trials_of(before, chance)
        }
        #[target_feature(enable = "avx2")]
        fn wide(before: u64, chance: Chance) -> u64 {
            trials_of(before, chance)
        }
        if is_x86_feature_detected!("avx512dq") {
            // SAFETY: the host has these vector instructions.
            return unsafe { widest(before, chance) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the host has these vector instructions.
            return unsafe { wide(before, chance) };
        }
    }
    trials_of(before, chance)
}

#[inline(always)]
fn trials_of(before: u64, chance: Chance) -> u64 {
    (0..64).fold(0, |happened, trial| {
        let state = before.wrapping_add(STEP.wrapping_mul(trial + 1));
        happened | u64::from(mix(state) >> 11 < chance.0) << trial
    })
}

/// A probability as an integer, in units of 2⁻⁵³. Comparing integers gives the same result on every
/// host.
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
