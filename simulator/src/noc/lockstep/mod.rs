//! A mesh or torus under steady traffic, simulated 64 routers at a time.
//!
//! A [`Network`](super::Network) visits each flit. In this model, a word of the host has a bit for
//! each of 64 routers, and the same few instructions move the flits of all of them. An output
//! passes a flit if the input that was granted the output has a flit, and if there is a credit. The
//! model visits a single router only when a head comes to the front of an input, when an arbiter
//! grants an output to a head, and when a tile has handed over or taken the last flit of a packet.
//!
//! An input or output is a virtual channel of a port, as in the module `router`. The tile's port
//! has one virtual channel. Each other port has as many as the network, up to [`MOST`].
//!
//! The model covers most synthetic traffic: a mesh or torus with one traffic class, packets of one
//! length, and endpoints that take every flit at once. In every cycle, endpoints observe exactly
//! what they would observe with a `Network`.

mod build;
mod choice;
mod counters;
mod cycle;
mod dispatch;
mod links;
mod queues;
mod routes;
mod word;

use super::arbiter::Arbiter;
use super::table::Table;
use super::topology::mesh::{EAST, LOCAL, NORTH, SOUTH, WEST};
use choice::Choice;
use counters::{Counters, Length};
pub use dispatch::Lockstep;
use links::Line;
use queues::{Coordinates, Packet, Queues, NO_MIDDLE};
use routes::Routes;
use word::{Arrivals, Word};

/// Number of ports of a router: the tile's port, and one for each of the four directions.
const PORTS: usize = 5;
/// Largest number of virtual channels of a port.
const MOST: usize = 4;
/// Number of routers that share a word.
const WORD: usize = 64;
/// For each port, the neighbour's port at the other end of its link.
const FACING: [usize; PORTS] = [LOCAL, WEST, EAST, NORTH, SOUTH];

/// An output of a router.
#[derive(Debug, Clone, Copy)]
struct Output {
    /// The inputs whose head requests the output. Unused if heads choose their outputs.
    requests: u32,
    arbiter: Arbiter,
    /// The number of the packet queue of the buffer behind the output (`queue`), and the index at
    /// which the next packet will enter this queue (`tail`).
    tail: u8,
    queue: usize,
    /// Total number of flits of all packets to which the output was granted.
    flits: u64,
}

/// The model of routers that have `CHANNELS` inputs and as many outputs.
#[derive(Debug, Clone)]
pub struct Model<const CHANNELS: usize> {
    now: u64,
    routers: usize,
    /// Columns of the grid.
    columns: usize,
    /// Whether packets go along rows first. Used only without `routes`.
    rows_first: bool,
    /// The routing rule. None for dimension-order routing on a mesh with one virtual channel.
    routes: Option<Box<Routes>>,
    /// How heads choose their outputs. None if they have no choice.
    choice: Option<Choice<CHANNELS>>,
    length: Length,
    /// Delays in cycles. `hop`: from a grant until the flit is in the next router. `out`: from a
    /// grant until the flit is at the tile. `delay`: from a tile to its router. `credit`: from the
    /// departure of a flit until the upstream sender has the credit.
    hop: u64,
    out: u64,
    delay: u64,
    credit: u64,
    words: Vec<Word<CHANNELS>>,
    /// The links along rows, and along columns.
    lines: [Line; 2],
    /// Number of packets that tiles have taken completely.
    arrived: u64,
    /// The flits and credits on links, by the cycle in which they arrive, and then by word of 64
    /// routers. The list is a ring buffer for `cycles` cycles.
    arrivals: Vec<Arrivals<CHANNELS>>,
    cycles: u64,
    positions: Table<Coordinates>,
    outputs: Table<Output>,
    /// For each buffer of a router or tile, the packets in it and on the link to it.
    queues: Queues,
    /// For each tile, the index of its next packet in the queue of its router's local input.
    sent: Table<u8>,
}

/// An iterator over a set of routers in a word. For each router, it yields the router's number and
/// the router's bit.
struct Members {
    first: usize,
    bits: u64,
}

/// The routers in word `number` whose bits are set in `bits`.
#[inline(always)]
fn members(number: usize, bits: u64) -> Members {
    Members {
        first: number * WORD,
        bits,
    }
}

impl Iterator for Members {
    type Item = (usize, u64);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, u64)> {
        if self.bits == 0 {
            return None;
        }
        let place = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some((self.first + place as usize, 1 << place))
    }
}

impl<const CHANNELS: usize> Model<CHANNELS> {
    /// Number of virtual channels of each port except the tile's.
    const EACH: usize = (CHANNELS - 1) / (PORTS - 1);

    /// Converts a port and a virtual channel to the index of an input or output in its router.
    #[inline(always)]
    const fn number(port: usize, channel: usize) -> usize {
        match port {
            LOCAL => LOCAL,
            _ => 1 + (port - 1) * Self::EACH + channel,
        }
    }

    /// Converts the index of an input or output in its router to a port and a virtual channel.
    #[inline(always)]
    const fn split(number: usize) -> (usize, usize) {
        match number {
            LOCAL => (LOCAL, 0),
            _ => (1 + (number - 1) / Self::EACH, (number - 1) % Self::EACH),
        }
    }

    /// Index in `arrivals` of the first word's arrivals in a cycle.
    #[inline(always)]
    fn at(&self, cycle: u64) -> usize {
        (cycle & (self.cycles - 1)) as usize * self.words.len()
    }

    /// Simulates the network up to `cycle`. Tiles take flits as soon as they arrive. When a tile
    /// takes the last flit of a packet, calls `arrived` with the tile and the name of the packet.
    #[inline]
    fn step(&mut self, cycle: u64, arrived: &mut impl FnMut(usize, u32)) {
        while self.now < cycle {
            match self.choice {
                None => self.run::<false>(arrived),
                Some(_) => self.run::<true>(arrived),
            }
        }
    }

    /// Makes a tile hand over a packet, flit by flit, from this cycle on. The tile must have handed
    /// over its previous packet. The network does not read `name`.
    #[inline]
    fn send(&mut self, tile: usize, name: u32, target: u16) {
        let middle = match &mut self.routes {
            None => NO_MIDDLE,
            Some(routes) => routes.draw_middle(tile, target.into()),
        };
        let target = self.positions[target.into()];
        let queue = tile * CHANNELS + LOCAL;
        let packet = Packet {
            name,
            target,
            middle,
        };
        self.queues.put(queue, &mut self.sent[tile], packet);
        let word = &mut self.words[tile / WORD];
        debug_assert_eq!(word.sending >> (tile % WORD) & 1, 0, "a tile is sending");
        word.sending |= 1 << (tile % WORD);
    }

    /// Makes each tile that is sending hand over a flit if its router has a free slot. Calls `sent`
    /// with each tile that has handed over the last flit of its packet.
    #[inline]
    fn hand_over(&mut self, sent: &mut impl FnMut(usize)) {
        for number in 0..self.words.len() {
            let word = &mut self.words[number];
            let handed = word.sending & word.ready.some();
            word.ready.subtract(handed);
            let last = word.handed.pass(handed, self.length);
            word.sending &= !last;
            if self.delay == 0 {
                word.lengths[LOCAL].add(handed);
                self.route(number, LOCAL..LOCAL + 1);
            } else {
                let at = self.at(self.now + self.delay);
                self.arrivals[at + number].flits[LOCAL] |= handed;
            }
            members(number, last).for_each(|(tile, _)| sent(tile));
        }
    }

    /// Whether a tile has a packet of which it has handed over no flit yet.
    fn is_waiting(&self, tile: usize) -> bool {
        let (word, bit) = (&self.words[tile / WORD], (tile % WORD) as u32);
        word.sending >> bit & 1 == 1 && word.handed.at(bit) == 0
    }

    /// Number of flits that a port of a router has passed on so far.
    fn flits(&self, router: usize, port: usize) -> u64 {
        let (word, bit) = (&self.words[router / WORD], (router % WORD) as u32);
        let of_output = |output: usize| {
            let granted = self.outputs[router * CHANNELS + output].flits;
            let owner = (0..CHANNELS).find(|&input| word.owned[input][output] >> bit & 1 == 1);
            let rest = owner.map_or(0, |input| {
                self.length.flits() - word.positions[input].at(bit)
            });
            granted - rest
        };
        let outputs = (0..CHANNELS).filter(|&output| Self::split(output).0 == port);
        outputs.map(of_output).sum()
    }

    /// Number of flits that tiles have taken so far, and number of flits in buffers and on links.
    fn counts(&self) -> (u64, u64) {
        let held = |word: &Word<CHANNELS>| -> u64 { word.lengths.iter().map(Counters::sum).sum() };
        let arriving = |arrivals: &Arrivals<CHANNELS>| -> u64 {
            let flits = arrivals.flits.iter().chain([&arrivals.ejected]);
            flits.map(|bits| u64::from(bits.count_ones())).sum()
        };
        let begun: u64 = self.words.iter().map(|word| word.arriving.sum()).sum();
        let in_flight = self.words.iter().map(held).sum::<u64>()
            + self.arrivals.iter().map(arriving).sum::<u64>();
        (self.arrived * self.length.flits() + begun, in_flight)
    }
}
