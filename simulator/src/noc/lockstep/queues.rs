//! For each buffer, a queue of the packets in it and on the link to it.

use super::Members;
use crate::noc::table::Table;

/// Marks a packet that does not have to pass an intermediate router any more (`routing::middle`).
pub const NO_MIDDLE: u16 = u16::MAX;

/// A packet: its name, its target's coordinates, and the intermediate router that it must reach
/// before its target. That is `NO_MIDDLE` if there is none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Packet {
    pub name: u32,
    pub target: Coordinates,
    pub middle: u16,
}

/// Coordinates of a router. Packets travel along the dimension of `first` before they travel along
/// that of `second`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Coordinates {
    pub first: u8,
    pub second: u8,
}

#[derive(Debug, Clone)]
pub struct Queues {
    all: Table<Packet>,
    /// The index of the first packet in each queue.
    heads: Table<u8>,
    /// The largest index in a queue. A queue has 1 << `bits` places for packets.
    last: u8,
    bits: u32,
}

impl Queues {
    /// `number` empty queues, for buffers of `slots` slots.
    pub fn new(number: usize, slots: u32) -> Queues {
        // A packet in a queue occupies at least one slot of the buffer, except for one packet that
        // may still be on the link. So the queue has one place more than the buffer has slots.
        let places = (slots + 1).next_power_of_two();
        Queues {
            all: vec![Packet::default(); number * places as usize].into(),
            heads: vec![0; number].into(),
            last: places as u8 - 1,
            bits: places.ilog2(),
        }
    }

    /// Adds a packet to a queue at index `tail`, and advances `tail`.
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

    /// Records that the first packet of a queue has reached its intermediate router.
    pub fn reach_middle(&mut self, queue: usize) {
        self.all[queue << self.bits | usize::from(self.heads[queue])].middle = NO_MIDDLE;
    }

    /// For each router in a set, the packet at the front of the queue of one input. The iterator
    /// yields each packet with the router's number and bit. Each router has `inputs` inputs.
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
