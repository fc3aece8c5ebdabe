//! A mesh under steady traffic, 64 routers at a time.
//!
//! A [`Network`](super::Network) visits each flit. In this model a word of the host has a bit for
//! each of 64 routers, and the same few instructions move all their flits: an output passes a flit
//! on if the input that owns the output has one, and if there is a credit. A router is visited by
//! itself only once for each packet and step: when the head requests an output, when the arbiter
//! grants it, and when the last flit frees it.
//!
//! This covers most synthetic traffic: a mesh with one traffic class, packets of one length, and
//! endpoints that take every flit at once. In every cycle, endpoints see what they would see with a
//! `Network`.

mod build;
mod choice;
mod counters;
mod cycle;

use super::arbiter::Arbiter;
use super::table::Table;
use super::topology::mesh::{EAST, LOCAL, NORTH, SOUTH, WEST};
use choice::Choice;
use counters::{Counters, Length, Positions};

/// Ports of a router: the tile's, and those of the four directions.
const PORTS: usize = 5;
/// Routers that have a bit in a word.
const WORD: usize = 64;
/// The input behind each output.
const FACING: [usize; PORTS] = [LOCAL, WEST, EAST, NORTH, SOUTH];

/// A packet: its name and its target's coordinates.
#[derive(Debug, Clone, Copy, Default)]
struct Packet {
    name: u32,
    target: Coordinates,
}

/// The dimension along which packets go first, and the other one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Coordinates {
    first: u8,
    second: u8,
}

/// 64 routers with their tiles, a bit for each.
#[derive(Debug, Clone, Copy, Default)]
struct Word {
    /// By input and output: the packet at the front of the input is passing the output.
    owned: [[u64; PORTS]; PORTS],
    /// By output: a packet is passing it.
    taken: [u64; PORTS],
    /// By output: heads request it.
    wanted: [u64; PORTS],
    /// By output: slots that are known to be free at the end of its link.
    credits: [Counters; PORTS],
    /// By input: flits in the buffer.
    lengths: [Counters; PORTS],
    /// By input: the flit at the front of the buffer.
    positions: [Positions; PORTS],
    /// By input: the packet at the front has requested its output.
    routed: [u64; PORTS],
    /// The tiles that hand a packet over.
    sending: u64,
    /// Slots that tiles know to be free in their routers.
    ready: Counters,
    /// The next flits to be handed over, and to be taken.
    handed: Positions,
    arriving: Positions,
}

/// The arrivals of a cycle at the routers and tiles of a word.
#[derive(Debug, Clone, Copy, Default)]
struct Arrivals {
    /// Flits, by input.
    flits: [u64; PORTS],
    /// Flits for tiles.
    ejected: u64,
    /// Credits, by output.
    credits: [u64; PORTS],
    /// Credits for tiles.
    ready: u64,
}

#[derive(Debug, Clone, Copy)]
struct Output {
    /// The inputs at whose front a head requests the output.
    requests: u32,
    arbiter: Arbiter,
    /// The place of the next packet in the queue that the link feeds.
    tail: u8,
    queue: u32,
    /// Number of flits of all packets to which the output was granted.
    flits: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Input {
    /// The place of the packet at the front in the input's queue.
    head: u8,
    /// The output that the packet at the front has requested.
    output: u8,
}

/// The packets in each buffer and on the link to it, in order.
#[derive(Debug, Clone)]
struct Queues {
    all: Table<Packet>,
    /// Places of a queue, a power of two.
    places: u8,
}

impl Queues {
    #[inline(always)]
    fn put(&mut self, queue: u32, tail: &mut u8, packet: Packet) {
        self.all[queue as usize * usize::from(self.places) + usize::from(*tail)] = packet;
        *tail = (*tail + 1) & (self.places - 1);
    }

    #[inline(always)]
    fn front(&self, queue: usize, head: u8) -> Packet {
        self.all[queue * usize::from(self.places) + usize::from(head)]
    }
}

#[derive(Debug, Clone)]
pub struct Lockstep {
    now: u64,
    routers: usize,
    /// Columns of the mesh, which is also the distance between the numbers of neighbours in a
    /// column.
    columns: usize,
    /// Whether packets go along rows first.
    rows_first: bool,
    /// Where routes are adaptive, the choices of heads.
    choice: Option<Choice>,
    length: Length,
    /// Cycles from a grant until the flit is in the next router, or at the tile; from a tile to its
    /// router; and until a credit has returned.
    hop: u64,
    out: u64,
    delay: u64,
    credit: u64,
    words: Vec<Word>,
    /// Number of packets all of whose flits tiles have taken.
    arrived: u64,
    /// The flits and credits on the links: the arrivals of each cycle to come, for each word. The
    /// index of a cycle is its number modulo the length of this ring.
    arrivals: Vec<Arrivals>,
    cycles: u64,
    positions: Table<Coordinates>,
    outputs: Table<Output>,
    inputs: Table<Input>,
    queues: Queues,
    /// For each tile the place of its next packet in the queue of the router's input, and the place
    /// of the next packet to arrive in the tile's own queue.
    sent: Table<u8>,
    taken: Table<u8>,
}

impl Lockstep {
    /// Index of the first word's arrivals in a cycle.
    #[inline(always)]
    fn at(&self, cycle: u64) -> usize {
        (cycle & (self.cycles - 1)) as usize * self.words.len()
    }

    /// Brings the network to `cycle`, in which tiles take all flits that have arrived. Calls
    /// `arrived` with the target and the name of each packet whose last flit is taken.
    #[inline]
    pub fn step(&mut self, cycle: u64, mut arrived: impl FnMut(usize, u32)) {
        while self.now < cycle {
            match self.choice {
                None => self.run::<false>(&mut arrived),
                Some(_) => self.run::<true>(&mut arrived),
            }
        }
    }

    /// Makes a tile that is not sending hand a packet over from this cycle on. `name` is opaque to
    /// the network.
    #[inline]
    pub fn send(&mut self, tile: usize, name: u32, target: u16) {
        let target = self.positions[target.into()];
        let queue = (tile * PORTS + LOCAL) as u32;
        self.queues
            .put(queue, &mut self.sent[tile], Packet { name, target });
        let word = &mut self.words[tile / WORD];
        debug_assert_eq!(word.sending >> (tile % WORD) & 1, 0, "a tile is sending");
        word.sending |= 1 << (tile % WORD);
    }

    /// Makes all tiles that are sending hand a flit over, if there is a slot for it. Calls `sent`
    /// with the tiles that have handed over the last flit.
    #[inline]
    pub fn hand_over(&mut self, mut sent: impl FnMut(usize)) {
        for number in 0..self.words.len() {
            let word = &mut self.words[number];
            let handed = word.sending & word.ready.some();
            word.ready.subtract(handed);
            let mut last = word.handed.pass(handed, self.length);
            word.sending &= !last;
            if self.delay == 0 {
                word.lengths[LOCAL].add(handed);
                match self.choice {
                    None => self.route(number, LOCAL),
                    Some(_) => self.route_adaptively(number, LOCAL),
                }
            } else {
                let at = self.at(self.now + self.delay);
                self.arrivals[at + number].flits[LOCAL] |= handed;
            }
            while last != 0 {
                sent(number * WORD + last.trailing_zeros() as usize);
                last &= last - 1;
            }
        }
    }

    /// Whether a tile has a packet no flit of which it has handed over.
    pub fn is_waiting(&self, tile: usize) -> bool {
        let (word, bit) = (&self.words[tile / WORD], (tile % WORD) as u32);
        word.sending >> bit & 1 == 1 && word.handed.at(bit) == 0
    }

    /// Number of flits that a port of a router has passed on so far.
    pub fn flits(&self, router: usize, port: usize) -> u64 {
        if port >= PORTS {
            return 0;
        }
        let (word, bit) = (&self.words[router / WORD], (router % WORD) as u32);
        let granted = self.outputs[router * PORTS + port].flits;
        let owner = (0..PORTS).find(|&input| word.owned[input][port] >> bit & 1 == 1);
        let rest = owner.map_or(0, |input| {
            self.length.flits() - word.positions[input].at(bit)
        });
        granted - rest
    }

    /// Number of flits that tiles have taken so far, and of those in buffers and on links.
    pub fn counts(&self) -> (u64, u64) {
        let held = |word: &Word| -> u64 { word.lengths.iter().map(Counters::sum).sum() };
        let arriving = |arrivals: &Arrivals| -> u64 {
            let flits = arrivals.flits.iter().chain([&arrivals.ejected]);
            flits.map(|bits| u64::from(bits.count_ones())).sum()
        };
        let begun: u64 = self.words.iter().map(|word| word.arriving.sum()).sum();
        let in_flight = self.words.iter().map(held).sum::<u64>()
            + self.arrivals.iter().map(arriving).sum::<u64>();
        (self.arrived * self.length.flits() + begun, in_flight)
    }
}
