//! An output of a switch: who wants it, who holds it, and the link behind it.

use crate::noc::arbiter::round_robin::RoundRobin;
use crate::noc::link::Link;
use std::hint::select_unpredictable;

/// Every input may have the output.
const ANYBODY: u32 = !0;

#[derive(Debug, Clone, Copy)]
pub struct Output {
    pub link: Link,
    /// The inputs whose oldest flit wants to leave here.
    pub wanted: u32,
    /// The inputs that may: all, or the one whose packet is passing.
    pub holder: u32,
    /// Number of the first port of this switch.
    pub first_port: u32,
    arbiter: RoundRobin,
}

impl Output {
    /// An output of the switch that begins at `first_port`.
    pub fn new(link: Link, first_port: usize) -> Output {
        Output {
            link,
            wanted: 0,
            holder: ANYBODY,
            first_port: first_port as u32,
            arbiter: RoundRobin::default(),
        }
    }

    /// Whether it passes a flit on in the next cycle.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.wanted & self.holder != 0 && self.link.credits > 0
    }

    /// Which of `candidates`, inputs whose oldest flit wants to leave here, is served.
    #[inline]
    pub fn pick(&self, candidates: u32) -> u32 {
        self.arbiter.pick(candidates & self.holder)
    }

    /// A flit of `input` has passed, `last` of its packet or not; `follows`: the next one of the same
    /// packet stands behind it.
    #[inline]
    pub fn passed(&mut self, input: u8, last: bool, follows: bool) {
        let bit = 1 << input;
        self.wanted ^= bit * u32::from(!follows);
        self.holder = select_unpredictable(last, ANYBODY, bit);
        self.arbiter.granted(input, last);
    }
}
