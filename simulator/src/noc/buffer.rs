//! Input buffers of routers and endpoints: first in, first out, of the same number of slots each.

use super::flit::Flit;
use super::table::Table;

/// A slot for a flit, by its number among those of all buffers.
pub type Slot = u32;

/// The state of one buffer.
#[derive(Debug, Clone, Copy)]
pub struct Buffer {
    /// Slot of the oldest flit.
    pub head: Slot,
    /// Its `Owner`'s.
    pub feeder: u32,
    pub first_output: u32,
    pub node: u16,
    pub input: u8,
    /// Flits that have arrived.
    pub length: u8,
}

/// Where a buffer is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Owner {
    /// The router whose input it is, or the endpoint.
    pub node: usize,
    /// Its number among the buffers of that router and traffic class.
    pub input: usize,
    /// Number of the output by the router's first port into the first virtual channel of the
    /// buffer's class.
    pub first_output: usize,
    /// The link that fills it, which gets the credits.
    pub feeder: usize,
}

/// How the slots of each buffer follow each other: in a ring.
#[derive(Debug, Clone, Copy)]
pub struct Ring {
    /// A buffer has `last` + 1 slots, a power of two; credits let `buffer_flits` of them be used.
    last: Slot,
}

impl Ring {
    /// The slot that is used after another one.
    #[inline]
    pub fn after(self, slot: Slot) -> Slot {
        slot & !self.last | (slot + 1) & self.last
    }

    /// The slot that is used before another one.
    pub fn before(self, slot: Slot) -> Slot {
        slot & !self.last | slot.wrapping_sub(1) & self.last
    }
}

/// All buffers of a network. The sender of a flit writes it into its slot at once (the credit says
/// that one is free, the link's `tail` which) and it counts from its arrival on: so it is copied
/// once a hop.
#[derive(Debug, Clone)]
pub struct Buffers {
    pub all: Table<Buffer>,
    pub slots: Table<Flit>,
    pub ring: Ring,
}

impl Buffers {
    /// Empty buffers of this many slots.
    pub fn new(owners: &[Owner], slots: u32) -> Buffers {
        let each = slots.next_power_of_two();
        let empty = |(number, owner): (usize, &Owner)| Buffer {
            head: number as u32 * each,
            feeder: owner.feeder as u32,
            first_output: owner.first_output as u32,
            node: owner.node as u16,
            input: owner.input as u8,
            length: 0,
        };
        let all: Vec<Buffer> = owners.iter().enumerate().map(empty).collect();
        Buffers {
            slots: vec![Flit::default(); all.len() * each as usize].into(),
            all: all.into(),
            ring: Ring { last: each - 1 },
        }
    }

    /// The oldest flit; there must be one.
    #[inline]
    pub fn front(&self, buffer: usize) -> Flit {
        self.slots[self.all[buffer].head as usize]
    }

    /// The state of a buffer, and its flits, become those of another network's.
    pub fn copy(&mut self, number: usize, from: &Buffers) {
        self.all[number] = from.all[number];
        let each = self.ring.last as usize + 1;
        let slots = number * each..(number + 1) * each;
        for slot in slots {
            self.slots[slot] = from.slots[slot];
        }
    }

    /// Flits that have arrived, in all buffers.
    pub fn flits(&self) -> u64 {
        self.all.iter().map(|buffer| buffer.length as u64).sum()
    }
}
