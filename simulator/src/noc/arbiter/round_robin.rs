//! Round robin: the arbiter chooses the candidate that follows the input served last.

use std::hint::select_unpredictable;

/// The state of one output's arbiter. It changes only with grants, never with time, so idle cycles
/// need not be simulated.
#[derive(Debug, Clone, Copy, Default)]
pub struct RoundRobin {
    /// The input that the arbiter prefers.
    first: u8,
}

impl RoundRobin {
    /// Chooses among `candidates`, a set of inputs (bit i: input i) that must not be empty.
    #[inline]
    pub fn pick(&self, candidates: u64) -> u32 {
        let later = candidates >> self.first << self.first;
        // Both cases are equally frequent, so a branch would be mispredicted half of the time.
        select_unpredictable(later != 0, later, candidates).trailing_zeros()
    }

    /// Notes that `input` has passed a flit. The arbiter prefers this input until it has passed the
    /// `last` flit of its packet.
    #[inline]
    pub fn granted(&mut self, input: u8, last: bool) {
        self.first = (input + last as u8) % 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Inputs that request in every cycle get equal numbers of grants, give or take one,
        /// whatever other inputs do.
        #[test]
        fn saturated_inputs_differ_by_at_most_one(
            saturated in 1u64.., others in prop::collection::vec(any::<u64>(), 1..300)
        ) {
            let mut arbiter = RoundRobin::default();
            let mut grants = [0u32; 64];
            for other in others {
                let input = arbiter.pick(saturated | other);
                prop_assert!((saturated | other) >> input & 1 == 1);
                arbiter.granted(input as u8, true);
                grants[input as usize] += 1;
                let of_saturated = || (0..64).filter(|i| saturated >> i & 1 == 1).map(|i| grants[i]);
                prop_assert!(of_saturated().max().unwrap() - of_saturated().min().unwrap() <= 1);
            }
        }
    }
}
