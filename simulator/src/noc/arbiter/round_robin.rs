//! Round robin: the arbiter chooses the candidate that follows the input served last.

use std::hint::select_unpredictable;

/// The state of the arbiter of one output. It changes only when an input is granted the output, so
/// idle cycles need not be simulated.
#[derive(Debug, Clone, Copy, Default)]
pub struct RoundRobin {
    /// The arbiter searches the inputs for a candidate from this one on.
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

    /// Records that a flit of `input` has passed. `last`: it was the last flit of its packet. The
    /// arbiter prefers this input until the last flit has passed.
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
        /// Inputs that request in every cycle get equally many grants, give or take one, whatever
        /// the other inputs do.
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

        /// If each input requests at most one output, iSLIP makes the same matches as round-robin
        /// arbiters, after any number of iterations, and no matching has more pairs (McKeown, "The
        /// iSLIP Scheduling Algorithm for Input-Queued Switches", 1999, section II).
        #[test]
        fn islip_grants_what_round_robin_does(
            cycles in prop::collection::vec(prop::collection::vec(0usize..10, 6), 1..100),
            iterations in 1..5,
        ) {
            let mut arbiters = [RoundRobin::default(); 8];
            let mut islip = Islip::default();
            for requests in cycles {
                // Outputs 8 and 9 do not exist. They stand for an input that requests nothing.
                let requests: Vec<u64> = requests.iter().map(|output| 1 << output & 0xff).collect();
                let mut matched = vec![];
                for (output, arbiter) in arbiters.iter_mut().enumerate() {
                    let of_output = |input: usize| (requests[input] >> output & 1) << input;
                    let candidates = (0..requests.len()).map(of_output).sum();
                    if candidates != 0 {
                        let input = arbiter.pick(candidates);
                        arbiter.granted(input as u8, true);
                        matched.push((input as usize, output));
                    }
                }
                let mut expected = islip.matching(&requests, iterations);
                expected.sort_by_key(|&(_, output)| output);
                prop_assert_eq!(&matched, &expected);
                let requested = requests.iter().fold(0, |all, of_input| all | of_input);
                prop_assert_eq!(matched.len(), requested.count_ones() as usize);
            }
        }
    }

    /// iSLIP for up to 8 inputs and outputs, as published. An unmatched output grants the first
    /// unmatched input that requests it, searching from the output's pointer on. An input accepts
    /// the first of its grants from the input's pointer on. If the first iteration matches an input
    /// and an output, the output's pointer moves to the input after the matched one, and the
    /// input's pointer to the output after the matched one.
    #[derive(Default)]
    struct Islip {
        of_outputs: [usize; 8],
        of_inputs: [usize; 8],
    }

    impl Islip {
        /// The matched pairs of input and output. If bit o of `requests[i]` is set, input i
        /// requests output o.
        fn matching(&mut self, requests: &[u64], iterations: i32) -> Vec<(usize, usize)> {
            let mut pairs: Vec<(usize, usize)> = vec![];
            for iteration in 0..iterations {
                let (inputs, outputs): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
                let requests_of =
                    |input: usize, output| requests.get(input).map_or(0, |r| r >> output & 1);
                let grants: Vec<(usize, usize)> = (0..8)
                    .filter(|output| !outputs.contains(output))
                    .filter_map(|output| {
                        let mut turns = (0..8).map(|turn| (self.of_outputs[output] + turn) % 8);
                        let free = |i: &usize| !inputs.contains(i) && requests_of(*i, output) == 1;
                        Some((turns.find(free)?, output))
                    })
                    .collect();
                for input in 0..8 {
                    let mut turns = (0..8).map(|turn| (self.of_inputs[input] + turn) % 8);
                    if let Some(output) = turns.find(|&output| grants.contains(&(input, output))) {
                        pairs.push((input, output));
                        if iteration == 0 {
                            self.of_outputs[output] = (input + 1) % 8;
                            self.of_inputs[input] = (output + 1) % 8;
                        }
                    }
                }
            }
            pairs
        }
    }
}
