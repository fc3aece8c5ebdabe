//! The next cycle in which each tile has work (an event queue, as a calendar queue).
//!
//! A ring of sets (the wheel) contains the entries of the near cycles: a set of tiles for each
//! cycle. A heap contains the entries of later cycles. Most entries are a few cycles ahead, and
//! many are changed before they are due.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The entry for a tile that has no work.
const NEVER: u64 = u64::MAX;
/// Number of cycles on the wheel of near cycles; a multiple of 64.
const NEAR: u64 = 512;

/// For each tile, the next cycle in which it has work. The earliest of these cycles can be found
/// fast.
#[derive(Debug)]
pub struct Calendar {
    /// The entry of each tile.
    next: Vec<u64>,
    /// The wheel contains the entries for `NEAR` cycles, beginning with this one.
    now: u64,
    /// Number of 64-bit words in a set of tiles.
    words: usize,
    /// A set of tiles for each cycle on the wheel.
    near: Vec<u64>,
    /// The cycles on the wheel whose sets may be non-empty (a bit for each cycle).
    occupied: [u64; (NEAR / 64) as usize],
    /// Cycle and tile of each entry that is not on the wheel. An entry is outdated if `next` has
    /// another cycle for the tile.
    far: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Calendar {
    pub fn new(tiles: usize) -> Calendar {
        let words = tiles.div_ceil(64);
        Calendar {
            next: vec![NEVER; tiles],
            now: 0,
            words,
            near: vec![0; NEAR as usize * words],
            occupied: [0; (NEAR / 64) as usize],
            far: BinaryHeap::new(),
        }
    }

    fn is_near(&self, cycle: u64) -> bool {
        cycle - self.now < NEAR
    }

    /// The set of a cycle on the wheel.
    fn set(&mut self, cycle: u64) -> &mut [u64] {
        let start = (cycle % NEAR) as usize * self.words;
        &mut self.near[start..start + self.words]
    }

    fn occupy(&mut self, cycle: u64, tile: usize) {
        self.set(cycle)[tile / 64] |= 1 << (tile % 64);
        let bit = cycle % NEAR;
        self.occupied[(bit / 64) as usize] |= 1 << (bit % 64);
    }

    /// Sets the next cycle in which a tile has work, replacing any earlier entry. The cycle must
    /// not be before the cycle of the latest query.
    #[inline(always)]
    pub fn enter(&mut self, tile: usize, cycle: Option<u64>) {
        let cycle = cycle.unwrap_or(NEVER);
        if self.next[tile] != cycle {
            self.replace(tile, cycle);
        }
    }

    fn replace(&mut self, tile: usize, cycle: u64) {
        let before = std::mem::replace(&mut self.next[tile], cycle);
        if before != NEVER && self.is_near(before) {
            self.set(before)[tile / 64] &= !(1 << (tile % 64));
        }
        if cycle == NEVER {
        } else if self.is_near(cycle) {
            self.occupy(cycle, tile);
        } else {
            self.far.push(Reverse((cycle, tile as u32)));
            if self.far.len() > 4 * self.next.len() + 64 {
                self.tidy();
            }
        }
    }

    /// Removes outdated entries from the heap. A tile leaves many of them there if its deadline is
    /// far ahead and changes often.
    fn tidy(&mut self) {
        let entries = self.next.iter().zip(0..);
        let far = entries.filter(|(&cycle, _)| cycle != NEVER && cycle - self.now >= NEAR);
        self.far = far.map(|(&cycle, tile)| Reverse((cycle, tile))).collect();
    }

    /// The earliest cycle, from `now` on, in which any tile has work.
    pub fn earliest(&mut self, now: u64) -> Option<u64> {
        self.turn_to(now);
        let start = (now % NEAR) as usize;
        let mut word = start / 64;
        let mut members = self.occupied[word] & (u64::MAX << (start % 64));
        for _ in 0..=self.occupied.len() {
            while members != 0 {
                let bit = word as u64 * 64 + u64::from(members.trailing_zeros());
                let cycle = now + (bit + NEAR - now % NEAR) % NEAR;
                if self.set(cycle).iter().any(|&tiles| tiles != 0) {
                    return Some(cycle);
                }
                members &= members - 1;
                self.occupied[word] &= !(1 << (bit % 64));
            }
            word = (word + 1) % self.occupied.len();
            members = self.occupied[word];
        }
        self.first_far().map(|(cycle, _)| cycle)
    }

    /// Removes one tile that has work in cycle `now` (the one with the lowest number), and returns
    /// it.
    pub fn take_due(&mut self, now: u64) -> Option<usize> {
        self.turn_to(now);
        let set = self.set(now);
        let word = set.iter().position(|&tiles| tiles != 0)?;
        let tile = word * 64 + set[word].trailing_zeros() as usize;
        set[word] &= set[word] - 1;
        self.next[tile] = NEVER;
        Some(tile)
    }

    /// Removes the entry of a tile, and returns its cycle.
    pub fn take(&mut self, tile: usize) -> Option<u64> {
        let cycle = self.next[tile];
        self.enter(tile, None);
        (cycle != NEVER).then_some(cycle)
    }

    /// Advances the wheel to cycle `now`, and moves entries for cycles that are near now from the
    /// heap to the wheel. There must be no entries before `now`.
    pub fn turn_to(&mut self, now: u64) {
        self.now = now;
        while let Some((cycle, tile)) = self.first_far() {
            if !self.is_near(cycle) {
                return;
            }
            self.far.pop();
            self.occupy(cycle, tile as usize);
        }
    }

    /// The first entry of the heap that is not outdated.
    fn first_far(&mut self) -> Option<(u64, u32)> {
        while let Some(&Reverse((cycle, tile))) = self.far.peek() {
            if self.next[tile as usize] == cycle {
                return Some((cycle, tile));
            }
            self.far.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_latest_entry_of_a_tile_counts() {
        let mut calendar = Calendar::new(3);
        calendar.enter(2, Some(5));
        calendar.enter(1, Some(5));
        calendar.enter(0, Some(3));
        calendar.enter(0, Some(9));
        assert_eq!(calendar.earliest(0), Some(5));
        assert_eq!(calendar.take_due(5), Some(1));
        assert_eq!(calendar.take_due(5), Some(2));
        assert_eq!(calendar.take_due(5), None);
        calendar.enter(0, None);
        assert_eq!(calendar.earliest(6), None);
    }

    #[test]
    fn deadlines_that_never_come_take_no_room() {
        let mut calendar = Calendar::new(2);
        for now in 0..10_000 {
            calendar.enter(0, Some((1 << 40) + now % 3));
            calendar.enter(1, Some(now + 1));
            calendar.enter(0, Some(now + 1));
            assert_eq!(calendar.earliest(now), Some(now + 1));
            assert!(calendar.far.len() < 100);
        }
        calendar.enter(0, Some(1 << 40));
        calendar.enter(1, None);
        assert_eq!(calendar.earliest(10_000), Some(1 << 40));
    }

    proptest! {
        /// The calendar gives the same results as a search through a plain list.
        #[test]
        fn like_a_list(entries in prop::collection::vec((0usize..70, 0u64..2000, 0u8..4), 1..300)) {
            let mut calendar = Calendar::new(70);
            let mut list = vec![NEVER; 70];
            let mut now = 0;
            for (tile, ahead, what) in entries {
                let cycle = (what != 0).then_some(now + ahead);
                calendar.enter(tile, cycle);
                list[tile] = cycle.unwrap_or(NEVER);
                if what == 3 {
                    let earliest = *list.iter().min().unwrap();
                    prop_assert_eq!(calendar.earliest(now).unwrap_or(NEVER), earliest);
                    if earliest != NEVER {
                        now = earliest;
                        let lowest = list.iter().position(|&cycle| cycle == now);
                        prop_assert_eq!(calendar.take_due(now), lowest);
                        list[lowest.unwrap()] = NEVER;
                    }
                }
            }
        }
    }
}
