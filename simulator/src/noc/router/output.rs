//! A virtual channel of a router's output port: the inputs that request it, the inputs that may use
//! it, and the link behind it.

use crate::noc::arbiter::Arbiter;
use crate::noc::link::Link;
use std::hint::select_unpredictable;

/// The set of all inputs.
pub const ANY_INPUT: u64 = !0;

#[derive(Debug, Clone, Copy)]
pub struct Output {
    pub link: Link,
    /// The inputs with a flit for this output: their oldest flit, or a later flit of a multicast.
    pub requests: u64,
    /// The inputs that may send a flit: `starters`, or, while a packet is passing, only its input.
    pub eligible: u64,
    /// The inputs whose packets may start. These are all inputs, or, if a circuit holds the output,
    /// only the circuit's input.
    starters: u64,
    /// Whether a packet has begun to pass and its last flit has not passed.
    passing: bool,
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
            first_buffer: first_buffer as u32,
            arbiter,
        }
    }

    /// Makes the arbiter choose at random instead of in turns, as `Arbiter::randomize` does.
    pub fn randomize(&mut self, state: u8) {
        self.arbiter.randomize(state);
    }

    /// Whether the output can pass a flit on in the next cycle.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.requests & self.eligible != 0 && self.link.credits > 0
    }

    /// Chooses one of `candidates`, the inputs that may send a flit here.
    #[inline]
    pub fn pick(&self, candidates: u64) -> u32 {
        self.arbiter.pick(candidates)
    }

    /// Notes that a flit of `input` has passed. `last` says whether it was the last flit of its
    /// packet, `follows` whether the packet's next flit is already in the buffer.
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

    /// Whether no packet is passing the output, and the number of flits for which it has credits.
    pub fn room(&self) -> (bool, u8) {
        (!self.passing, self.link.credits)
    }

    /// The input whose circuit holds this output, if a circuit does.
    pub fn circuit(&self) -> Option<u32> {
        (self.starters != ANY_INPUT).then(|| self.starters.trailing_zeros())
    }
}
