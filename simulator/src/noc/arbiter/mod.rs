//! Arbiters. An arbiter grants an output to one of the inputs that request it. Only the requests of
//! the highest priority level ([`priority`]) count; among these the arbiter chooses by round robin,
//! by fixed priority, or at random.

pub mod fixed;
pub mod priority;
pub mod random;
pub mod round_robin;

use super::ArbiterPolicy;
use fixed::Fixed;
use random::Random;
use round_robin::RoundRobin;

/// The arbiter of an output. It chooses among packets of one priority level.
#[derive(Debug, Clone, Copy)]
pub enum Arbiter {
    RoundRobin(RoundRobin),
    Fixed(Fixed),
    Random(Random),
}

impl Arbiter {
    pub fn new(policy: ArbiterPolicy) -> Arbiter {
        match policy {
            ArbiterPolicy::RoundRobin => Arbiter::RoundRobin(RoundRobin::default()),
            ArbiterPolicy::Fixed => Arbiter::Fixed(Fixed),
        }
    }

    /// Makes a round-robin arbiter choose at random from now on; `state` determines its choices. An
    /// arbiter with fixed priorities stays as it is.
    pub fn randomize(&mut self, state: u8) {
        if let Arbiter::RoundRobin(_) = self {
            *self = Arbiter::Random(Random::new(state));
        }
    }

    /// Chooses among `candidates`, a set of inputs (bit i: input i) that must not be empty.
    #[inline]
    pub fn pick(&self, candidates: u64) -> u32 {
        match self {
            Arbiter::RoundRobin(arbiter) => arbiter.pick(candidates),
            Arbiter::Fixed(arbiter) => arbiter.pick(candidates),
            Arbiter::Random(arbiter) => arbiter.pick(candidates),
        }
    }

    /// Records that a flit of `input` has passed. `last`: it was the last flit of its packet. A
    /// round-robin arbiter prefers this input until the last flit has passed.
    #[inline]
    pub fn granted(&mut self, input: u8, last: bool) {
        match self {
            Arbiter::RoundRobin(arbiter) => arbiter.granted(input, last),
            Arbiter::Fixed(_) => {}
            Arbiter::Random(arbiter) => arbiter.granted(last),
        }
    }
}
