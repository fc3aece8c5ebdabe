//! The state of 64 routers with their tiles. In each 64-bit word, a router has one bit.

use super::counters::{Counters, Positions};
use super::{Model, LOCAL, PORTS};

#[derive(Debug, Clone, Copy)]
pub struct Word<const CHANNELS: usize> {
    /// For each input and output, the routers where the packet at the front of the input has been
    /// granted the output.
    pub owned: [[u64; CHANNELS]; CHANNELS],
    /// For each output, the routers where a packet has been granted the output.
    pub taken: [u64; CHANNELS],
    /// For each input and output, the routers where the head at the front of the input requests the
    /// output.
    pub wanted: [[u64; CHANNELS]; CHANNELS],
    /// For each output, the routers where its port last passed a flit through this output.
    pub served: [u64; CHANNELS],
    /// For each output, the number of free slots that the router knows of at the other end of the
    /// output's link.
    pub credits: [Counters; CHANNELS],
    /// For each input, the number of flits in its buffer.
    pub lengths: [Counters; CHANNELS],
    /// For each input, the position in its packet of the flit at the front of the buffer.
    pub positions: [Positions; CHANNELS],
    /// For each input, the routers where the packet at the front has been routed.
    pub routed: [u64; CHANNELS],
    /// The tiles that are handing over a packet.
    pub sending: u64,
    /// For each tile, the number of free slots that it knows of in the local input of its router.
    pub ready: Counters,
    /// For each tile, the position in its packet of the next flit that the tile hands over
    /// (`handed`), and of the next flit that it takes (`arriving`).
    pub handed: Positions,
    pub arriving: Positions,
}

impl<const CHANNELS: usize> Word<CHANNELS> {
    /// Routers without packets. `routers` is the set of routers that exist; their buffers have
    /// `slots` slots.
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

    /// The routers where a head has come to the front of an input since the last call. Marks these
    /// heads as routed.
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

    /// `passing` contains the outputs that could pass a flit. Keeps at most one of them for each
    /// port: the first one in cyclic order after the output that the port served last.
    #[inline(always)]
    pub fn take_turns(&mut self, passing: &mut [u64; CHANNELS]) {
        for port in LOCAL + 1..PORTS {
            let first = Model::<CHANNELS>::number(port, 0);
            let outputs = || first..first + Model::<CHANNELS>::EACH;
            // While the outputs are visited in order: whether the output that the port served last
            // has been visited, and whether the port has chosen an output in this cycle.
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

/// What arrives in a cycle at 64 routers and their tiles, a bit for each router or tile.
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
