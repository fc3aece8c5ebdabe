//! Records the earlier accesses to each word of memory with which a later access may race. Most
//! words have only one such access, which is kept in a compact form.

use super::finding::Point;
use super::pages::Pages;
use super::races::Order;
use crate::memory::Place;
use crate::program::QuickMap;
use std::ops::Range;

/// An earlier access. It is forgotten once a later access races with every access that this one
/// races with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Past {
    pub by: Point,
    /// The core or task that made the access (see `clocks.rs`), and its own time then.
    pub strand: u16,
    pub time: u32,
    /// The accessed bytes of the word, a bit for each.
    pub mask: u8,
    pub writes: bool,
    pub order: Order,
}

/// The part of an access that usually stays the same when its instruction is executed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Site {
    /// The instruction, with 0 as its cycle and task.
    by: Point,
    writes: bool,
    order: Order,
}

/// An access, or the number of a list of accesses. All fields are `u32`, so this struct takes 20
/// bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Packed {
    /// The number of the site, or of the list, from 1. 0 means that nothing has accessed the word.
    number: u32,
    time: u32,
    task: u32,
    cycle: u32,
    /// From the lowest bit on: the mask of accessed bytes (0 if the entry stands for a list), the
    /// number of the core or task (see `clocks.rs`), and the high bits of the cycle.
    rest: u32,
}

const MASK_BITS: u32 = 4;
const STRAND_BITS: u32 = 16;

impl Packed {
    fn mask(&self) -> u8 {
        (self.rest & ((1 << MASK_BITS) - 1)) as u8
    }
}

/// Number of sites in the cache of recently used sites. The index is a hash of instruction, call
/// stack and core.
const RECENT: usize = 4096;

/// All accesses.
#[derive(Debug, Default)]
pub(super) struct History {
    words: Pages<Packed>,
    lists: Vec<Vec<Past>>,
    /// Lists that no word uses.
    free: Vec<u32>,
    sites: Vec<Site>,
    numbers: QuickMap<Site, u32>,
    recent: Vec<u32>,
}

impl History {
    /// Forgets the accesses to a range of words.
    pub fn clear(&mut self, endpoint: u16, words: Range<u32>) {
        if !self.lists.is_empty() {
            for word in words.clone() {
                if let Some(list) = self.words.get((endpoint, word)).and_then(list_of) {
                    self.lists[list as usize].clear();
                    self.free.push(list);
                }
            }
        }
        self.words.clear(endpoint, words);
    }

    /// Puts the recorded accesses to a word into `all`, which must be empty.
    pub fn load(&self, word: Place, all: &mut Vec<Past>) {
        let Some(packed) = self.words.get(word).filter(|packed| packed.number != 0) else {
            return;
        };
        match list_of(packed) {
            Some(list) => all.extend_from_slice(&self.lists[list as usize]),
            None => all.push(self.unpack(packed)),
        }
    }

    /// Replaces the recorded accesses to a word.
    pub fn store(&mut self, word: Place, all: &[Past]) {
        let before = self.words.get(word).and_then(list_of);
        let packed = match (all, before) {
            (&[one], _) => {
                if let Some(list) = before {
                    self.lists[list as usize].clear();
                    self.free.push(list);
                }
                self.pack(&one)
            }
            (all, before) => {
                let list = before.or_else(|| self.free.pop()).unwrap_or_else(|| {
                    self.lists.push(Vec::new());
                    self.lists.len() as u32 - 1
                });
                let stored = &mut self.lists[list as usize];
                stored.clear();
                stored.extend_from_slice(all);
                Packed {
                    number: list + 1,
                    ..Packed::default()
                }
            }
        };
        *self.words.get_mut(word) = packed;
    }

    fn pack(&mut self, past: &Past) -> Packed {
        let site = Site {
            by: Point {
                cycle: 0,
                task: 0,
                ..past.by
            },
            writes: past.writes,
            order: past.order,
        };
        Packed {
            number: self.number(site),
            time: past.time,
            task: past.by.task,
            cycle: past.by.cycle as u32,
            rest: ((past.by.cycle >> 32) as u32) << (MASK_BITS + STRAND_BITS)
                | u32::from(past.strand) << MASK_BITS
                | u32::from(past.mask),
        }
    }

    fn unpack(&self, packed: &Packed) -> Past {
        let site = &self.sites[packed.number as usize - 1];
        let above = u64::from(packed.rest >> (MASK_BITS + STRAND_BITS));
        Past {
            by: Point {
                cycle: above << 32 | u64::from(packed.cycle),
                task: packed.task,
                ..site.by
            },
            strand: (packed.rest >> MASK_BITS) as u16,
            time: packed.time,
            mask: packed.mask(),
            writes: site.writes,
            order: site.order,
        }
    }

    /// Returns the number of a site. A new site gets the next number; numbers begin with 1.
    fn number(&mut self, site: Site) -> u32 {
        self.recent.resize(RECENT, 0);
        let calls = site.by.calls.wrapping_mul(0x9e37_79b1) >> 16;
        let recent = (site.by.pc / 2 + 31 * site.by.core + calls) as usize % RECENT;
        let number = self.recent[recent];
        if number != 0 && self.sites[number as usize - 1] == site {
            return number;
        }
        let sites = &mut self.sites;
        let number = *self.numbers.entry(site).or_insert_with(|| {
            sites.push(site);
            sites.len() as u32
        });
        self.recent[recent] = number;
        number
    }
}

fn list_of(packed: &Packed) -> Option<u32> {
    let is_list = packed.number != 0 && packed.mask() == 0;
    is_list.then(|| packed.number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(cycle: u64, mask: u8) -> Past {
        Past {
            by: Point {
                cycle,
                core: 3,
                task: 9,
                pc: 70,
                ..Point::default()
            },
            strand: 4,
            time: 7,
            mask,
            writes: true,
            order: Order::default(),
        }
    }

    fn cycles(history: &History, word: u32) -> Vec<u64> {
        let mut all = Vec::new();
        history.load((0, word), &mut all);
        all.iter().map(|past| past.by.cycle).collect()
    }

    #[test]
    fn what_is_stored_is_loaded() {
        let mut history = History::default();
        let cycle = 5 << 32 | 17;
        history.store((0, 2), &[past(cycle, 6)]);
        let mut all = Vec::new();
        history.load((0, 2), &mut all);
        let [one] = all[..] else {
            panic!("{all:?}");
        };
        assert_eq!(one.by, past(cycle, 6).by);
        assert_eq!(
            (one.strand, one.time, one.mask, one.writes),
            (4, 7, 6, true)
        );
    }

    #[test]
    fn words_share_lists_one_after_the_other() {
        let mut history = History::default();
        history.store((0, 2), &[past(1, 1), past(2, 2)]);
        history.store((0, 3), &[past(3, 1), past(4, 2)]);
        assert_eq!(
            (cycles(&history, 2), cycles(&history, 3)),
            (vec![1, 2], vec![3, 4])
        );
        history.clear(0, 0..3);
        history.store((0, 3), &[past(5, 15)]);
        assert_eq!(
            (cycles(&history, 2), cycles(&history, 3)),
            (vec![], vec![5])
        );
        history.store((0, 9), &[past(6, 1), past(7, 2)]);
        assert_eq!((cycles(&history, 9), history.lists.len()), (vec![6, 7], 2));
    }
}
