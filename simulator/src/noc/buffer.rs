//! Input buffers of switches and endpoints: first in, first out, of the same number of places each.

use super::flit::Flit;

/// A place for a flit, by its number among those of all buffers.
pub type Place = u32;

/// The state of one buffer.
#[derive(Debug, Clone, Copy)]
pub struct Buffer {
    /// The cycle in which the oldest flit could leave at the earliest, if there is one.
    pub since: u64,
    /// Cycles in which the oldest flit could have left, but for the others.
    pub stalled: u64,
    /// Place of the oldest flit.
    pub head: Place,
    /// Its `Owner`'s.
    pub feeder: u32,
    pub first_output: u32,
    pub place: u16,
    pub input: u8,
    /// Flits that have arrived.
    pub length: u8,
}

/// Where a buffer is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Owner {
    /// The switch whose input it is, or the endpoint.
    pub place: usize,
    /// Its number among the buffers of that switch and plane.
    pub input: usize,
    /// Number of the output by the switch's first port into the first lane of the buffer's plane.
    pub first_output: usize,
    /// The link that fills it, which gets the credits.
    pub feeder: usize,
}

/// How the places of each buffer follow each other: round and round.
#[derive(Debug, Clone, Copy)]
pub struct Ring {
    /// A buffer has `last` + 1 places, a power of two; credits let `buffer_flits` of them be used.
    last: Place,
}

impl Ring {
    /// The place that is used after another one.
    #[inline]
    pub fn after(self, place: Place) -> Place {
        place & !self.last | (place + 1) & self.last
    }
}

/// All buffers of a network. The sender of a flit writes it into its place at once (its credit says
/// that there is one, its `tail` which) and it counts from its arrival on: so it is copied once a hop.
#[derive(Debug, Clone)]
pub struct Buffers {
    pub all: Vec<Buffer>,
    pub places: Vec<Flit>,
    pub ring: Ring,
}

impl Buffers {
    /// Empty buffers of so many places.
    pub fn new(owners: &[Owner], places: u32) -> Buffers {
        let each = places.next_power_of_two();
        let empty = |(number, owner): (usize, &Owner)| Buffer {
            since: 0,
            stalled: 0,
            head: number as u32 * each,
            feeder: owner.feeder as u32,
            first_output: owner.first_output as u32,
            place: owner.place as u16,
            input: owner.input as u8,
            length: 0,
        };
        let all: Vec<Buffer> = owners.iter().enumerate().map(empty).collect();
        Buffers {
            places: vec![Flit::default(); all.len() * each as usize],
            all,
            ring: Ring { last: each - 1 },
        }
    }

    /// The oldest flit; there must be one.
    #[inline]
    pub fn front(&self, buffer: usize) -> Flit {
        self.places[self.all[buffer].head as usize]
    }

    /// Flits that have arrived, in all buffers.
    pub fn flits(&self) -> u64 {
        self.all.iter().map(|buffer| buffer.length as u64).sum()
    }
}
