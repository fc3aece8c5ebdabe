//! Input buffers of routers and endpoints. They are FIFO queues of flits, and all of them have the
//! same number of slots.

use super::flit::Flit;
use super::table::Table;

/// The number of a slot, which can hold one flit. The slots of all buffers are numbered together.
pub type Slot = u32;

/// The state of one buffer.
#[derive(Debug, Clone, Copy)]
pub struct Buffer {
    /// Slot of the oldest flit.
    pub head: Slot,
    /// For `feeder`, `first_output`, `node` and `input`, see `Owner`.
    pub feeder: u32,
    pub first_output: u32,
    pub node: u16,
    pub input: u8,
    /// Number of flits in the buffer. Flits that are still on the link to the buffer do not count.
    pub length: u8,
}

/// The position of a buffer in the network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Owner {
    /// The number of the router or endpoint that has the buffer.
    pub node: usize,
    /// The number of the buffer among the buffers of its router and traffic class.
    pub input: usize,
    /// The first output that a flit of the buffer can take: the one of the router's first port, in
    /// the first virtual channel of the buffer's traffic class.
    pub first_output: usize,
    /// The link that ends at the buffer. Its sender gets the buffer's credits.
    pub feeder: usize,
}

/// The order in which the slots of each buffer are used: a ring.
#[derive(Debug, Clone, Copy)]
pub struct Ring {
    /// The number of slots of a buffer, minus 1. The number of slots is a power of two, but credits
    /// keep all but `buffer_flits` of them free.
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

/// All buffers of a network. The sender writes a flit into the receiving buffer as soon as the flit
/// leaves: a credit guarantees a free slot, and the link's `tail` is the number of this slot.
/// `length` counts the flit only from the cycle of its arrival on. In this way a flit is copied
/// only once per hop.
#[derive(Debug, Clone)]
pub struct Buffers {
    pub all: Table<Buffer>,
    pub slots: Table<Flit>,
    pub ring: Ring,
}

impl Buffers {
    /// Empty buffers of `slots` slots each.
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

    /// The number of free slots that the next buffer needs before it can accept the packet at the
    /// front of this buffer. This is the packet length in flits if all its flits are in this
    /// buffer. Otherwise the length is not known here, and the result is `slots`, the number of
    /// slots of a whole buffer.
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

    /// Number of flits in all buffers, without the flits that are still on a link.
    pub fn flits(&self) -> u64 {
        self.all.iter().map(|buffer| buffer.length as u64).sum()
    }
}
