//! The events that wake a core: writes to memory that the core watches, and events of the network
//! interface and of devices.
//!
//! When the simulator executes code at full speed, it tests one byte of rights for each page. For a
//! page with a watched or reserved word, this byte lacks the right to write. So the tile carries
//! out every write to such a page, and wakes the cores that watch it.

use super::hart::{State, Watch};
use super::protection::{Tag, READ, WRITE};
use super::{CoreComplex, Reservation};
use crate::protocol::core_registers::EVENT_WRITTEN;
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Recomputes all cores' rights to a page.
    pub(super) fn refresh(&mut self, page: u32) {
        let start = page << self.page_shift;
        let bytes = self.page_bytes();
        let tag: Tag = self.tags[page as usize];
        let watching = self.harts.iter().enumerate();
        let watching = watching.filter(|(_, hart)| hart.watches(start, bytes));
        let watchers = watching.fold(0u32, |set, (core, _)| set | 1 << core);
        for core in 0..self.harts.len() {
            let mut rights = self.harts[core].base_rights(&tag);
            let number = self.core_number(core);
            let watched = watchers & !(1 << core) != 0;
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

    /// Recomputes all cores' rights to all pages.
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

    /// Makes a core watch the range `watch` from now on, instead of its previous range.
    pub(super) fn arm(&mut self, core: usize, watch: Option<Watch>) {
        let before = std::mem::replace(&mut self.harts[core].watch, watch);
        if self.harts.len() == 1 || before == watch {
            return;
        }
        for range in [before, watch].into_iter().flatten() {
            self.refresh_range(range.start, range.end);
        }
    }

    /// Records that core number `holder` on the chip has loaded a word with a reservation.
    pub(super) fn reserve(&mut self, holder: u32, word: u32) {
        let old = self.reservations.iter().position(|r| r.holder == holder);
        if let Some(index) = old {
            let before = self.reservations[index].word;
            self.reservations[index].word = word;
            self.refresh(before >> self.page_shift);
        } else {
            self.reservations.push(Reservation { holder, word });
        }
        self.refresh(word >> self.page_shift);
    }

    /// Ends a core's reservation. Returns whether the core had a reservation of `word`.
    pub(super) fn release(&mut self, holder: u32, word: u32) -> bool {
        let Some(index) = self.reservations.iter().position(|r| r.holder == holder) else {
            return false;
        };
        let held = self.reservations.remove(index).word;
        self.refresh(held >> self.page_shift);
        held == word
    }

    /// Ends the reservations on words that a write has changed, except the reservation of core
    /// `by`.
    pub(super) fn lapse(&mut self, offset: u32, bytes: u32, by: Option<u32>) {
        let mut index = 0;
        while index < self.reservations.len() {
            let Reservation { holder, word } = self.reservations[index];
            if Some(holder) != by && word < offset + bytes && offset < word + 4 {
                self.reservations.remove(index);
                self.refresh(word >> self.page_shift);
            } else {
                index += 1;
            }
        }
    }

    /// Signals an event to a core, and wakes the core if it is asleep.
    pub fn signal(&mut self, core: usize, event: u32, cycle: Cycle) {
        let Cycle { now, costs } = cycle;
        let number = self.core_number(core);
        let hart = &mut self.harts[core];
        hart.events |= event;
        if hart.state != State::Waiting {
            return;
        }
        if let Some(access) = hart.pending.take() {
            let issued = hart.since;
            let time = (now + costs.wakeup + costs.perturb.of_wakeup(number, now))
                .max(issued + costs.register)
                .max(cycle.retry());
            // If an interrupt is due, its handler runs first, and then the core executes its load
            // from `WAIT` again.
            if hart.interrupts != 0 && hart.due_interrupt(now).is_some() {
                return self.resume(core, time, cycle);
            }
            let events = std::mem::take(&mut hart.events);
            self.resume(core, time, cycle);
            self.harts[core].core.complete(&access, events.into(), time);
        }
    }

    /// Makes a stalled core run again from cycle `time` on. The other cores of the tile may be
    /// ahead of the clock with a checkpoint in which this core is stalled. Then they are rolled
    /// back first. If cores run ahead independently, in strands, each has its own checkpoint, and
    /// no rollback is needed.
    pub fn resume(&mut self, core: usize, time: u64, cycle: Cycle) {
        if !self.ahead.strands.active {
            self.synchronize_for_interface(cycle);
        }
        self.harts[core].resume(cycle.now, time);
    }

    /// Handles a write to this tile's memory by the core `by`, or by the network interface if `by`
    /// is none. Cores that watch the bytes get an event, and other cores lose their reservations on
    /// them.
    #[inline]
    pub fn written(&mut self, offset: u32, bytes: u32, by: Option<usize>, cycle: Cycle) {
        let watched = self.harts.iter().any(|hart| hart.watches(offset, bytes));
        if watched || !self.reservations.is_empty() {
            self.notify_write(offset, bytes, by, cycle);
        }
    }

    fn notify_write(&mut self, offset: u32, bytes: u32, by: Option<usize>, cycle: Cycle) {
        if !self.reservations.is_empty() {
            self.lapse(offset, bytes, by.map(|core| self.core_number(core)));
        }
        for core in 0..self.harts.len() {
            if by != Some(core) && self.harts[core].watches(offset, bytes) {
                self.signal(core, EVENT_WRITTEN, cycle);
            }
        }
    }
}
