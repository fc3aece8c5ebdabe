//! Watches and reservations: pages to which a write must be noticed.
//!
//! The fast path of a core tests one byte of rights a page. Taking the right to write from it
//! sends every write to that page through the slow path, which wakes the watchers.

use super::hart::Watch;
use super::protection::{Tag, READ, WRITE};
use super::{CoreComplex, Reservation};

impl CoreComplex {
    /// Recomputes every core's rights to a page.
    pub(super) fn refresh(&mut self, page: u32) {
        let start = page << self.page_shift;
        let bytes = self.page_bytes();
        let tag: Tag = self.tags[page as usize];
        for core in 0..self.harts.len() {
            let mut rights = self.harts[core].base_rights(&tag);
            let number = self.core_number(core);
            let watched = self
                .harts
                .iter()
                .enumerate()
                .any(|(other, hart)| other != core && hart.watches(start, bytes));
            let reserved = self
                .reservations
                .iter()
                .any(|r| r.holder != number && r.word.wrapping_sub(start) < bytes);
            if watched || reserved {
                rights &= !WRITE;
            }
            let hart = &mut self.harts[core];
            let before =
                std::mem::replace(&mut hart.rights[page as usize], rights & (READ | WRITE));
            if before != hart.rights[page as usize] {
                hart.lookaside.clear();
            }
        }
    }

    /// Recomputes every core's rights to every page.
    pub fn refresh_all(&mut self) {
        for page in 0..self.tags.len() as u32 {
            self.refresh(page);
        }
    }

    fn refresh_range(&mut self, start: u32, end: u32) {
        for page in start >> self.page_shift..=(end - 1) >> self.page_shift {
            self.refresh(page);
        }
    }

    /// The core watches this range from now on, instead of the former one.
    pub(super) fn arm(&mut self, core: usize, watch: Option<Watch>) {
        let before = std::mem::replace(&mut self.harts[core].watch, watch);
        if self.harts.len() == 1 || before == watch {
            return;
        }
        for range in [before, watch].into_iter().flatten() {
            self.refresh_range(range.start, range.end);
        }
    }

    /// The core `holder` (number on the chip) has loaded this word with a reservation.
    pub(super) fn reserve(&mut self, holder: u32, word: u32) {
        let old = self.reservations.iter().position(|r| r.holder == holder);
        if let Some(place) = old {
            let before = self.reservations[place].word;
            self.reservations[place].word = word;
            self.refresh(before >> self.page_shift);
        } else {
            self.reservations.push(Reservation { holder, word });
        }
        self.refresh(word >> self.page_shift);
    }

    /// Takes a core's reservation; whether it was for this word and still held.
    pub(super) fn release(&mut self, holder: u32, word: u32) -> bool {
        let Some(place) = self.reservations.iter().position(|r| r.holder == holder) else {
            return false;
        };
        let held = self.reservations.remove(place).word;
        self.refresh(held >> self.page_shift);
        held == word
    }

    /// Ends the reservations of all cores but `by` on words that have been written.
    pub(super) fn lapse(&mut self, offset: u32, bytes: u32, by: Option<u32>) {
        let mut place = 0;
        while place < self.reservations.len() {
            let Reservation { holder, word } = self.reservations[place];
            if Some(holder) != by && word < offset + bytes && offset < word + 4 {
                self.reservations.remove(place);
                self.refresh(word >> self.page_shift);
            } else {
                place += 1;
            }
        }
    }
}
