//! A virtual channel of a router's output: the inputs that request it, those that may have it, and
//! the link behind it.

use crate::noc::arbiter::Arbiter;
use crate::noc::link::Link;
use std::hint::select_unpredictable;

/// The set of all inputs.
pub const ANY_INPUT: u64 = !0;

#[derive(Debug, Clone, Copy)]
pub struct Output {
    pub link: Link,
    /// The inputs whose oldest flit requests the output.
    pub requests: u64,
    /// The inputs that may have the output: `starters`, or the input whose packet is passing.
    pub eligible: u64,
    /// The inputs whose packets may start: all, or only the circuit's, where a circuit holds the
    /// output.
    starters: u64,
    /// Whether a packet has begun to pass and its last flit has not passed.
    passing: bool,
    /// Number of the first input buffer of this router and class.
    pub first_buffer: u32,
    arbiter: Arbiter,
}

impl Output {
    /// An output that no input requests yet. `first_buffer` is the number of the first input buffer
    /// of its router and class.
    pub fn new(link: Link, first_buffer: usize, arbiter: Arbiter) -> Output {
        Output {
            link,
            requests: 0,
            eligible: ANY_INPUT,
            starters: ANY_INPUT,
            passing: false,
            first_buffer: first_buffer as u32,
            arbiter,
        }
    }

    /// Lets chance decide which of several inputs is served, in place of turns.
    pub fn randomize(&mut self, state: u8) {
        self.arbiter.randomize(state);
    }

    /// Whether the output passes a flit on in the next cycle.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.requests & self.eligible != 0 && self.link.credits > 0
    }

    /// Chooses which of `candidates`, inputs whose oldest flit may leave here, is served.
    #[inline]
    pub fn pick(&self, candidates: u64) -> u32 {
        self.arbiter.pick(candidates)
    }

    /// Notes that a flit of `input` has passed: the `last` of its packet or not. `follows` says
    /// that the next flit of the packet is behind it.
    #[inline]
    pub fn passed(&mut self, input: u8, last: bool, follows: bool) {
        let bit = 1 << input;
        self.requests ^= bit * u64::from(!follows);
        self.eligible = select_unpredictable(last, self.starters, bit);
        self.passing = !last;
        self.arbiter.granted(input, last);
    }

    /// Lets only packets of these inputs start from now on. A packet that is passing is not
    /// stopped.
    pub fn restrict(&mut self, starters: u64) {
        self.starters = starters;
        if !self.passing {
            self.eligible = starters;
        }
    }

    /// How well a packet would do here that comes now: whether none is passing, and how many flits
    /// have room.
    pub fn room(&self) -> (bool, u8) {
        (!self.passing, self.link.credits)
    }

    /// The input of the circuit that holds this output, if one does.
    pub fn circuit(&self) -> Option<u32> {
        (self.starters != ANY_INPUT).then(|| self.starters.trailing_zeros())
    }
}
