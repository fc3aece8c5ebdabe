//! When each tile wants attention next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nothing is entered for this tile.
const NEVER: u64 = u64::MAX;

/// One cycle per tile, and the earliest of them at hand.
#[derive(Debug)]
pub struct Calendar {
    /// The valid entry of each tile; entries of the heap that differ are outdated.
    next: Vec<u64>,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Calendar {
    pub fn new(tiles: usize) -> Calendar {
        Calendar {
            next: vec![NEVER; tiles],
            heap: BinaryHeap::new(),
        }
    }

    /// Enters a tile for a cycle, instead of what was entered for it.
    pub fn enter(&mut self, tile: usize, cycle: Option<u64>) {
        let cycle = cycle.unwrap_or(NEVER);
        if self.next[tile] != cycle {
            self.next[tile] = cycle;
            if cycle != NEVER {
                self.heap.push(Reverse((cycle, tile as u32)));
            }
        }
    }

    /// The earliest cycle that is entered.
    pub fn earliest(&mut self) -> Option<u64> {
        while let Some(&Reverse((cycle, tile))) = self.heap.peek() {
            if self.next[tile as usize] == cycle {
                return Some(cycle);
            }
            self.heap.pop();
        }
        None
    }

    /// Takes out the lowest tile that is entered for this cycle or an earlier one.
    pub fn take_due(&mut self, now: u64) -> Option<usize> {
        if self.earliest()? > now {
            return None;
        }
        let Reverse((_, tile)) = self.heap.pop()?;
        self.next[tile as usize] = NEVER;
        Some(tile as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_entry_of_a_tile_counts() {
        let mut calendar = Calendar::new(3);
        calendar.enter(2, Some(5));
        calendar.enter(1, Some(5));
        calendar.enter(0, Some(3));
        calendar.enter(0, Some(9));
        assert_eq!(calendar.earliest(), Some(5));
        assert_eq!(calendar.take_due(5), Some(1));
        assert_eq!(calendar.take_due(5), Some(2));
        assert_eq!(calendar.take_due(5), None);
        calendar.enter(0, None);
        assert_eq!(calendar.earliest(), None);
    }
}
