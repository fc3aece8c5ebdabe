//! Input buffers of routers and endpoints: first in, first out. All have the same number of slots.

use super::flit::Flit;
use super::table::Table;

/// A slot for a flit, by its number among the slots of all buffers.
pub type Slot = u32;

/// The state of one buffer.
#[derive(Debug, Clone, Copy)]
pub struct Buffer {
    /// Slot of the oldest flit.
    pub head: Slot,
    /// The link that fills the buffer, as in `Owner::feeder`.
    pub feeder: u32,
    pub first_output: u32,
    pub node: u16,
    pub input: u8,
    /// Number of flits that have arrived.
    pub length: u8,
}

/// The position of a buffer in the network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Owner {
    /// The router that has the buffer at an input, or the endpoint.
    pub node: usize,
    /// The number of the buffer among those of this router and traffic class.
    pub input: usize,
    /// Number of the output that leads by the router's first port into the first virtual channel of
    /// the buffer's class.
    pub first_output: usize,
    /// The link that fills the buffer, and gets its credits.
    pub feeder: usize,
}

/// The order in which the slots of each buffer are used: a ring.
#[derive(Debug, Clone, Copy)]
pub struct Ring {
    /// A buffer has `last` + 1 slots, a power of two. The credits allow the use of only
    /// `buffer_flits` of them.
    last: Slot,
}

impl Ring {
    /// The slot that is used after this one.
    #[inline]
    pub fn after(self, slot: Slot) -> Slot {
        slot & !self.last | (slot + 1) & self.last
    }

    /// The slot that is used before this one.
    pub fn before(self, slot: Slot) -> Slot {
        slot & !self.last | slot.wrapping_sub(1) & self.last
    }
}

/// All buffers of a network. The sender writes a flit into its slot at once: a credit says that a
/// slot is free, and the link's `tail` says which one. The flit counts from the cycle of its
/// arrival on. So a flit is copied only once a hop.
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

    /// The oldest flit of a buffer, which must not be empty.
    #[inline]
    pub fn front(&self, buffer: usize) -> Flit {
        self.slots[self.all[buffer].head as usize]
    }

    /// Number of slots that the packet at the front of a buffer needs: one for each flit if all its
    /// flits are there, otherwise those of a whole buffer.
    pub fn flits_of_front(&self, number: usize, slots: u8) -> u8 {
        let mut slot = self.all[number].head;
        for flits in 1..=self.all[number].length {
            if self.slots[slot as usize].is_last() {
                return flits;
            }
            slot = self.ring.after(slot);
        }
        slots
    }

    /// Copies the state of a buffer, with its flits, from another network.
    pub fn copy(&mut self, number: usize, from: &Buffers) {
        self.all[number] = from.all[number];
        let each = self.ring.last as usize + 1;
        let slots = number * each..(number + 1) * each;
        for slot in slots {
            self.slots[slot] = from.slots[slot];
        }
    }

    /// Number of flits that have arrived in buffers and not left.
    pub fn flits(&self) -> u64 {
        self.all.iter().map(|buffer| buffer.length as u64).sum()
    }
}
