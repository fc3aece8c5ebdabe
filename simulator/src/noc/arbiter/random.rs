//! An arbiter that chooses at random, so that packets have random delays
//! ([`Perturb`](crate::config::Perturb)).

/// The state of the arbiter of one output: a number that determines the next choice. It changes
/// only when an input is granted the output, so idle cycles need not be simulated.
#[derive(Debug, Clone, Copy)]
pub struct Random {
    state: u8,
}

impl Random {
    pub fn new(state: u8) -> Random {
        Random { state }
    }

    /// Chooses among `candidates`, a set of inputs (bit i: input i) that must not be empty.
    pub fn pick(self, mut candidates: u64) -> u32 {
        for _ in 0..(u32::from(self.state) * candidates.count_ones()) >> 8 {
            candidates &= candidates - 1;
        }
        candidates.trailing_zeros()
    }

    /// Records that a flit of the chosen input has passed. The state changes only after the last
    /// flit of a packet (`last`). Its sequence is that of a linear congruential generator with
    /// period 256 (Knuth, *The Art of Computer Programming*, section 3.2.1.2, theorem A).
    pub fn granted(&mut self, last: bool) {
        if last {
            self.state = self.state.wrapping_mul(141).wrapping_add(59);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a period of 256 choices, each of four inputs is chosen equally often.
    #[test]
    fn all_are_chosen_equally_often() {
        let mut arbiter = Random::new(7);
        let mut chosen = [0; 32];
        for _ in 0..256 {
            chosen[arbiter.pick(0b1011_0100) as usize] += 1;
            arbiter.granted(true);
        }
        assert_eq!([2, 4, 5, 7].map(|input: usize| chosen[input]), [64; 4]);
    }
}
