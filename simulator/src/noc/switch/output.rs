//! An output of a switch into one lane: who wants it, who holds it, and the link behind it.

use crate::noc::arbiter::Arbiter;
use crate::noc::link::Link;
use std::hint::select_unpredictable;

/// Every input may have the output.
pub const ANYBODY: u32 = !0;

#[derive(Debug, Clone, Copy)]
pub struct Output {
    pub link: Link,
    /// The inputs whose oldest flit wants to leave here.
    pub wanted: u32,
    /// The inputs that may: those of `starters`, or the one whose packet is passing.
    pub holder: u32,
    /// The inputs whose packets may start: all, or, where a circuit holds the output, the circuit's.
    starters: u32,
    /// A packet has begun to pass, and its last flit has not.
    passing: bool,
    /// Number of the first input buffer of this switch and plane.
    pub first_buffer: u32,
    arbiter: Arbiter,
}

impl Output {
    /// An output whose inputs' buffers begin at `first_buffer`.
    pub fn new(link: Link, first_buffer: usize, arbiter: Arbiter) -> Output {
        Output {
            link,
            wanted: 0,
            holder: ANYBODY,
            starters: ANYBODY,
            passing: false,
            first_buffer: first_buffer as u32,
            arbiter,
        }
    }

    /// Whether it passes a flit on in the next cycle.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.wanted & self.holder != 0 && self.link.credits > 0
    }

    /// Which of `candidates`, inputs whose oldest flit may leave here, is served.
    #[inline]
    pub fn pick(&self, candidates: u32) -> u32 {
        self.arbiter.pick(candidates)
    }

    /// A flit of `input` has passed, `last` of its packet or not; `follows`: the next one of the same
    /// packet stands behind it.
    #[inline]
    pub fn passed(&mut self, input: u8, last: bool, follows: bool) {
        let bit = 1 << input;
        self.wanted ^= bit * u32::from(!follows);
        self.holder = select_unpredictable(last, self.starters, bit);
        self.passing = !last;
        self.arbiter.granted(input, last);
    }

    /// From now on only packets of these inputs may start. One that is passing goes on.
    pub fn restrict(&mut self, starters: u32) {
        self.starters = starters;
        if !self.passing {
            self.holder = starters;
        }
    }

    /// The input of the circuit that holds this output, if one does.
    pub fn circuit(&self) -> Option<u32> {
        (self.starters != ANYBODY).then(|| self.starters.trailing_zeros())
    }
}
