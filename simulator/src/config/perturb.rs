//! Random delays and choices. A delay is a function of the seed, the delayed part of the chip and
//! the cycle. So delays need no state, and do not depend on the scheduler or on the number of host
//! threads.

use super::Perturb;
use crate::splitmix64::after;

impl Perturb {
    /// The delay, in cycles, before a core issues the first instruction of a process.
    pub fn of_start(&self, core: u32, now: u64) -> u64 {
        self.delay(self.start, 0, core, now)
    }

    /// The delay, in cycles, of a core's wakeup.
    pub fn of_wakeup(&self, core: u32, now: u64) -> u64 {
        self.delay(self.wakeup, 1, core, now)
    }

    /// The delay, in cycles, of an answer from the memory of the controller at an endpoint.
    pub fn of_memory(&self, endpoint: u16, now: u64) -> u64 {
        self.delay(self.memory, 2, endpoint.into(), now)
    }

    /// The seed of the random choices that the arbiter of a router's output makes. `output` is the
    /// number of the output in its network.
    pub fn of_ties(&self, output: u32) -> u8 {
        self.delay(u8::MAX.into(), 3, output, 0) as u8
    }

    /// A random number from 0 to `most`, or 0 if random delays are off.
    #[inline]
    fn delay(&self, most: u32, kind: u64, place: u32, now: u64) -> u64 {
        if self.seed == 0 {
            return 0;
        }
        let place = kind << 32 | u64::from(place);
        let bits = [place, now]
            .into_iter()
            .fold(after(self.seed.into()), |state, more| after(state ^ more));
        ((u128::from(bits) * u128::from(most + 1)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wakes a core in each of 10,000 cycles. Returns how often each delay of 0 to 4 cycles occurs.
    fn counts(seed: u32) -> [u32; 5] {
        let perturb = Perturb {
            seed,
            wakeup: 4,
            ..Perturb::default()
        };
        let mut counts = [0; 5];
        for now in 0..10_000 {
            counts[perturb.of_wakeup(3, now) as usize] += 1;
        }
        counts
    }

    /// Each delay from 0 to 4 should occur in a fifth of the 10,000 cycles. The tolerance of 200 is
    /// five standard deviations.
    #[test]
    fn delays_are_uniform() {
        for count in counts(1) {
            assert!((1800..=2200).contains(&count), "{count}");
        }
    }

    #[test]
    fn there_are_none_without_a_seed() {
        assert_eq!(counts(0), [10_000, 0, 0, 0, 0]);
    }
}
