//! The state of 64 routers with their tiles. Each router has one bit in each number of 64 bits.

use super::counters::{Counters, Positions};
use super::{Model, LOCAL, PORTS};

#[derive(Debug, Clone, Copy)]
pub struct Word<const CHANNELS: usize> {
    /// By input and output: the packet at the front of the input has been granted the output.
    pub owned: [[u64; CHANNELS]; CHANNELS],
    /// By output: some packet has been granted the output.
    pub taken: [u64; CHANNELS],
    /// By input and output: the head at the front of the input requests the output.
    pub wanted: [[u64; CHANNELS]; CHANNELS],
    /// By output: its port has last passed a flit on through this output.
    pub served: [u64; CHANNELS],
    /// By output: number of slots that the router knows to be free at the other end of the output's
    /// link.
    pub credits: [Counters; CHANNELS],
    /// By input: number of flits in the buffer.
    pub lengths: [Counters; CHANNELS],
    /// By input: the position in its packet of the flit at the front of the buffer.
    pub positions: [Positions; CHANNELS],
    /// By input: the head of the packet at the front has been routed.
    pub routed: [u64; CHANNELS],
    /// The tiles that are handing over a packet.
    pub sending: u64,
    /// Number of free slots in the router's local input, as far as the router's tile knows.
    pub ready: Counters,
    /// `handed` is the position in its packet of the next flit that a tile hands over. `arriving`
    /// is the position of the next flit that a tile takes.
    pub handed: Positions,
    pub arriving: Positions,
}

impl<const CHANNELS: usize> Word<CHANNELS> {
    /// Routers without packets, whose buffers have `slots` slots.
    pub fn new(routers: u64, slots: u32) -> Word<CHANNELS> {
        let free = Counters::new(routers, slots);
        let is_first = |output| Model::<CHANNELS>::split(output).1 == 0;
        Word {
            owned: [[0; CHANNELS]; CHANNELS],
            taken: [0; CHANNELS],
            wanted: [[0; CHANNELS]; CHANNELS],
            served: std::array::from_fn(|output| routers * u64::from(is_first(output))),
            credits: [free; CHANNELS],
            lengths: [Counters::default(); CHANNELS],
            positions: [Positions::default(); CHANNELS],
            routed: [0; CHANNELS],
            sending: 0,
            ready: free,
            handed: Positions::default(),
            arriving: Positions::default(),
        }
    }

    /// The heads that have come to the front of an input since the last call. Marks them as routed.
    #[inline(always)]
    pub fn take_heads(&mut self, input: usize) -> u64 {
        let heads = self.lengths[input].some() & !self.routed[input];
        self.routed[input] |= heads;
        heads
    }

    /// The inputs of a router whose head requests `output`.
    #[inline(always)]
    pub fn requests(&self, output: usize, router: usize) -> u32 {
        (0..CHANNELS).fold(0, |requests, input| {
            requests | ((self.wanted[input][output] >> router) as u32 & 1) << input
        })
    }

    /// Keeps in `passing`, the outputs that could pass a flit, only one output of each port: the
    /// first after the output that the port served last.
    #[inline(always)]
    pub fn take_turns(&mut self, passing: &mut [u64; CHANNELS]) {
        for port in LOCAL + 1..PORTS {
            let first = Model::<CHANNELS>::number(port, 0);
            let outputs = || first..first + Model::<CHANNELS>::EACH;
            // For each output, whether it comes after the output that the port has served last, and
            // whether the port has already chosen an output in this cycle.
            let (mut is_later, mut decided) = (0, 0);
            let mut chosen = [0; CHANNELS];
            for output in outputs() {
                chosen[output] = passing[output] & is_later & !decided;
                decided |= chosen[output];
                is_later |= self.served[output];
            }
            for output in outputs() {
                let chosen = chosen[output] | passing[output] & !decided;
                decided |= chosen;
                passing[output] = chosen;
            }
            for output in outputs() {
                self.served[output] = self.served[output] & !decided | passing[output];
            }
        }
    }
}

/// The arrivals of a cycle at the routers and tiles of a word, a bit for each router or tile.
#[derive(Debug, Clone, Copy)]
pub struct Arrivals<const CHANNELS: usize> {
    /// For each input, the routers at which a flit arrives.
    pub flits: [u64; CHANNELS],
    /// The tiles at which a flit arrives.
    pub ejected: u64,
    /// For each output, the routers at which a credit arrives.
    pub credits: [u64; CHANNELS],
    /// The tiles at which a credit arrives.
    pub ready: u64,
}

impl<const CHANNELS: usize> Default for Arrivals<CHANNELS> {
    fn default() -> Self {
        Arrivals {
            flits: [0; CHANNELS],
            ejected: 0,
            credits: [0; CHANNELS],
            ready: 0,
        }
    }
}
