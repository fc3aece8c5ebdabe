//! Input buffers: first in, first out, of the same number of places each.

use super::flit::Flit;

/// Where the flits of one buffer stand among its places.
#[derive(Debug, Clone, Copy, Default)]
struct Ring {
    /// Place of the oldest flit.
    head: u8,
    /// Place of the next flit to be written.
    tail: u8,
    /// Flits that have arrived; those still on their way have a place, but are not counted.
    length: u8,
}

/// All buffers of a network. A flit gets its place when it is sent (`reserve`: its credit says that
/// there is one) and counts from its arrival on (`settle`), so that it is copied once a hop.
#[derive(Debug, Clone)]
pub struct Buffers {
    places: u8,
    rings: Vec<Ring>,
    flits: Vec<Flit>,
}

impl Buffers {
    pub fn new(count: usize, places: u8) -> Buffers {
        Buffers {
            places,
            rings: vec![Ring::default(); count],
            flits: vec![Flit::default(); count * places as usize],
        }
    }

    fn following(&self, place: u8) -> u8 {
        if place + 1 == self.places {
            0
        } else {
            place + 1
        }
    }

    fn at(&self, buffer: usize, place: u8) -> usize {
        buffer * self.places as usize + place as usize
    }

    /// Writes a flit that will arrive later.
    #[inline]
    pub fn reserve(&mut self, buffer: usize, flit: Flit) {
        let place = self.rings[buffer].tail;
        let at = self.at(buffer, place);
        self.flits[at] = flit;
        self.rings[buffer].tail = self.following(place);
    }

    /// The next reserved flit has arrived; gives the number of flits there are now.
    #[inline]
    pub fn settle(&mut self, buffer: usize) -> u8 {
        let ring = &mut self.rings[buffer];
        ring.length += 1;
        debug_assert!(ring.length <= self.places, "a flit arrived without a place");
        ring.length
    }

    /// Flits that have arrived.
    #[inline]
    pub fn length(&self, buffer: usize) -> u8 {
        self.rings[buffer].length
    }

    /// Flits that have arrived, in all buffers.
    pub fn flits(&self) -> u64 {
        self.rings.iter().map(|ring| ring.length as u64).sum()
    }

    /// The oldest flit that has arrived.
    #[inline]
    pub fn front(&self, buffer: usize) -> Option<Flit> {
        let ring = self.rings[buffer];
        (ring.length > 0).then(|| self.flits[self.at(buffer, ring.head)])
    }

    /// Takes the oldest flit; there must be one.
    #[inline]
    pub fn pop(&mut self, buffer: usize) -> Flit {
        let place = self.rings[buffer].head;
        let following = self.following(place);
        let ring = &mut self.rings[buffer];
        debug_assert!(ring.length > 0, "an empty buffer was popped");
        ring.length -= 1;
        ring.head = following;
        self.flits[self.at(buffer, place)]
    }
}
