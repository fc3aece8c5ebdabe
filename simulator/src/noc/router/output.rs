//! An output of a router, that is, a virtual channel of an output port: the inputs that request it,
//! the inputs that may use it, and the link that it sends to.

use crate::noc::arbiter::Arbiter;
use crate::noc::link::Link;
use std::hint::select_unpredictable;

/// The set of all inputs.
pub const ANY_INPUT: u64 = !0;

#[derive(Debug, Clone, Copy)]
pub struct Output {
    pub link: Link,
    /// The inputs that have a flit for this output. The flit is the oldest one in the input or, for
    /// a multicast, any flit.
    pub requests: u64,
    /// The inputs that may send a flit. While a packet is passing, this is only the packet's input;
    /// otherwise these are the inputs in `starters`.
    pub eligible: u64,
    /// The inputs whose packets may start to pass. If a circuit holds the output, this is only the
    /// circuit's input; otherwise these are all inputs.
    starters: u64,
    /// Whether a packet is passing: it has begun, but its last flit has not passed.
    passing: bool,
    /// Whether the initiator of the circuit that holds this output is being told, or has been told,
    /// that its circuit keeps another packet off a link.
    pub told: bool,
    /// Number of the first input buffer in the output's router and traffic class.
    pub first_buffer: u32,
    arbiter: Arbiter,
}

impl Output {
    /// An output that no input requests yet. `first_buffer` is the number of the first input buffer
    /// of the output's router and traffic class.
    pub fn new(link: Link, first_buffer: usize, arbiter: Arbiter) -> Output {
        Output {
            link,
            requests: 0,
            eligible: ANY_INPUT,
            starters: ANY_INPUT,
            passing: false,
            told: false,
            first_buffer: first_buffer as u32,
            arbiter,
        }
    }

    /// Makes the arbiter choose at random instead of by round robin, as `Arbiter::randomize` does.
    pub fn randomize(&mut self, state: u8) {
        self.arbiter.randomize(state);
    }

    /// Whether the output could pass a flit on in the next cycle.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.requests & self.eligible != 0 && self.link.credits > 0
    }

    /// Chooses one of `candidates`, the inputs that may send a flit here.
    #[inline]
    pub fn pick(&self, candidates: u64) -> u32 {
        self.arbiter.pick(candidates)
    }

    /// Records that a flit from `input` has passed. `last`: it was the last flit of its packet.
    /// `follows`: the packet's next flit is already in the buffer.
    #[inline]
    pub fn passed(&mut self, input: u8, last: bool, follows: bool) {
        let bit = 1 << input;
        self.requests ^= bit * u64::from(!follows);
        self.eligible = select_unpredictable(last, self.starters, bit);
        self.passing = !last;
        self.arbiter.granted(input, last);
    }

    /// Allows only packets of the inputs `starters` to start from now on. A packet that is already
    /// passing may continue.
    pub fn restrict(&mut self, starters: u64) {
        self.starters = starters;
        if !self.passing {
            self.eligible = starters;
        }
    }

    /// Whether an input has a flit for this output but may not start to pass because of a circuit.
    pub fn keeps_off(&self) -> bool {
        self.keeps_off_any(self.requests)
    }

    /// Whether one of `inputs` may not start to pass because of a circuit.
    pub fn keeps_off_any(&self, inputs: u64) -> bool {
        inputs & !(self.starters | self.eligible) != 0
    }

    /// Whether no packet is passing, and for how many flits there are credits.
    pub fn room(&self) -> (bool, u8) {
        (!self.passing, self.link.credits)
    }

    /// If a circuit holds this output, the input of the circuit.
    pub fn circuit(&self) -> Option<u32> {
        (self.starters != ANY_INPUT).then(|| self.starters.trailing_zeros())
    }
}
