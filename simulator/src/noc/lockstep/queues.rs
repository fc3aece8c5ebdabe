//! The packets in each buffer and on the link to it, in order.

use super::Members;
use crate::noc::table::Table;

/// A packet has no middle before it.
pub const NO_MIDDLE: u16 = u16::MAX;

/// A packet: its name, its target's coordinates, and the middle that it has still to reach
/// (`routing::middle`).
#[derive(Debug, Clone, Copy, Default)]
pub struct Packet {
    pub name: u32,
    pub target: Coordinates,
    pub middle: u16,
}

/// The dimension along which packets go first, and the other one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Coordinates {
    pub first: u8,
    pub second: u8,
}

#[derive(Debug, Clone)]
pub struct Queues {
    all: Table<Packet>,
    /// The place of the first packet in each queue.
    heads: Table<u8>,
    /// The last place of a queue. Queues have 1 << `bits` places.
    last: u8,
    bits: u32,
}

impl Queues {
    /// Empty queues for buffers of this many slots.
    pub fn new(number: usize, slots: u32) -> Queues {
        // A packet is in a queue while its flits need slots there, and one more packet may be on
        // its way.
        let places = (slots + 1).next_power_of_two();
        Queues {
            all: vec![Packet::default(); number * places as usize].into(),
            heads: vec![0; number].into(),
            last: places as u8 - 1,
            bits: places.ilog2(),
        }
    }

    /// Adds a packet at the place `tail` of a queue.
    #[inline(always)]
    pub fn put(&mut self, queue: usize, tail: &mut u8, packet: Packet) {
        self.all[queue << self.bits | usize::from(*tail)] = packet;
        *tail = tail.wrapping_add(1) & self.last;
    }

    /// The first packet of a queue.
    #[inline(always)]
    fn front(&self, queue: usize) -> Packet {
        self.all[queue << self.bits | usize::from(self.heads[queue])]
    }

    /// Removes the first packet of a queue.
    #[inline(always)]
    pub fn take(&mut self, queue: usize) -> Packet {
        let packet = self.front(queue);
        self.heads[queue] = self.heads[queue].wrapping_add(1) & self.last;
        packet
    }

    /// Notes that the first packet of a queue has reached its middle.
    pub fn reach_middle(&mut self, queue: usize) {
        self.all[queue << self.bits | usize::from(self.heads[queue])].middle = NO_MIDDLE;
    }

    /// The first packets in the queues of an input of these routers, which have so many inputs;
    /// each with its router and the router's bit.
    #[inline(always)]
    pub fn fronts(
        &self,
        routers: Members,
        inputs: usize,
        input: usize,
    ) -> impl Iterator<Item = (usize, u64, Packet)> + '_ {
        routers.map(move |(router, bit)| (router, bit, self.front(router * inputs + input)))
    }
}
