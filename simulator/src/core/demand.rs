//! The demand of a core: the banks of the tile's memory that it needs in each cycle while it
//! executes ahead of the chip's clock.

use super::trace::Tracing;

/// Size in bytes of an entry of the demand that has a bit for each of up to 8 banks.
pub const NARROW: usize = 1;
/// Size in bytes of an entry of the demand that has a bit for each of up to 32 banks.
pub const WIDE: usize = 4;

/// The banks that a core needs in each cycle if it never waits for one. There is an entry for each
/// cycle, with a bit for each bank.
#[derive(Debug, Default)]
pub struct Demand {
    /// The cycle to which the first entry belongs.
    begin: u64,
    is_wide: bool,
    /// The entries, as little-endian numbers of [`Demand::width`] bytes. All entries from index
    /// `used` on are 0.
    entries: Vec<u8>,
    used: usize,
    /// The index of the entry at which [`Demand::first`] begins its search.
    next: usize,
}

/// A copy of a demand, by which it can be restored later.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    begin: u64,
    entries: Vec<u8>,
}

impl Demand {
    /// The largest number of cycles in a window, that is, in a period for which a core executes
    /// alone and records its demand.
    pub const LONGEST: usize = 1024;
    /// The largest number of cycles that a core may execute beyond the end of a window, because it
    /// finishes straight-line code.
    pub(super) const OVERRUN: usize = 4096;
    const CYCLES: usize = Demand::LONGEST + Demand::OVERRUN;
    /// Number of bytes that exist, and can be read, after the entry of any cycle of a window.
    pub const BEHIND: usize = 64;

    /// Removes all entries. New entries will be for the cycles from `begin` on, and for a memory
    /// with `banks` banks.
    pub fn reset(&mut self, banks: u32, begin: u64) {
        let is_wide = banks > u8::BITS;
        let bytes = Demand::CYCLES * if is_wide { WIDE } else { NARROW } + Demand::BEHIND;
        if self.entries.len() != bytes {
            self.is_wide = is_wide;
            self.entries = vec![0; bytes];
            self.used = 0;
        }
        self.clear();
        self.begin = begin;
    }

    /// Makes a demand from cycle `begin` on. `wanted` gives the banks that the core needs in each
    /// cycle, as a bit for each bank.
    #[cfg(test)]
    pub fn of(banks: u32, begin: u64, wanted: impl Iterator<Item = u32>) -> Demand {
        let mut demand = Demand::default();
        demand.reset(banks, begin);
        for (wanted, cycle) in wanted.zip(begin..) {
            let (width, at) = (demand.width(), demand.used * demand.width());
            demand.entries[at..at + width].copy_from_slice(&wanted.to_le_bytes()[..width]);
            demand.filled_to(cycle + 1);
        }
        demand
    }

    fn clear(&mut self) {
        let used = self.used * self.width();
        self.entries[..used].fill(0);
        (self.used, self.next) = (0, 0);
    }

    /// How a core must trace its accesses while it executes ahead of the chip's clock, so that this
    /// demand is recorded.
    pub(super) fn tracing(&self) -> Tracing {
        match self.is_wide {
            false => Tracing::Bytes,
            true => Tracing::Words,
        }
    }

    /// Bytes of an entry.
    #[inline(always)]
    pub fn width(&self) -> usize {
        if self.is_wide {
            WIDE
        } else {
            NARROW
        }
    }

    /// The entries from cycle `begin` on, as little-endian numbers of [`Demand::width`] bytes.
    #[inline]
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The address at which the entry of a cycle is stored, and the number of entries for which
    /// there is space from there on.
    pub(super) fn space(&mut self, cycle: u64) -> (*mut u8, u32) {
        let index = ((cycle - self.begin) as usize).min(Demand::CYCLES);
        let room = Demand::CYCLES - index;
        let at = index * self.width();
        (self.entries[at..].as_mut_ptr(), room as u32)
    }

    /// Notes that all entries before this cycle have been written.
    pub(super) fn filled_to(&mut self, cycle: u64) {
        let used = ((cycle - self.begin) as usize).min(Demand::CYCLES);
        self.used = self.used.max(used);
    }

    /// Removes the first `past` entries. The first remaining entry now belongs to cycle `begin`,
    /// which is later than before because the core has been delayed.
    pub fn advance(&mut self, past: usize, begin: u64) {
        let (past, used) = (past.min(self.used), self.used);
        let width = self.width();
        let left = used - past;
        self.entries.copy_within(past * width..used * width, 0);
        self.entries[left * width..used * width].fill(0);
        (self.used, self.next) = (left, 0);
        self.begin = begin;
    }

    /// The first cycle in which the core needs a bank, and a bit for each bank that it needs then.
    pub fn first(&mut self) -> Option<(u64, u32)> {
        while self.next < self.used {
            let banks = self.at(self.next);
            if banks != 0 {
                return Some((self.begin + self.next as u64, banks));
            }
            self.next += 1;
        }
        None
    }

    /// The entry with this index: a bit for each bank that the core needs.
    #[inline]
    fn at(&self, index: usize) -> u32 {
        if !self.is_wide {
            return self.entries[index].into();
        }
        let entry = self.entries[WIDE * index..].first_chunk();
        u32::from_le_bytes(*entry.expect("it is no later than the last"))
    }

    /// The entries from cycle `begin` on, and the size of an entry in bytes.
    #[inline(always)]
    pub fn row(&self) -> (&[u8], usize) {
        (&self.entries, self.width())
    }

    /// Whether the demand has space for a window of [`Demand::LONGEST`] cycles that begins in this
    /// cycle.
    pub fn has_from(&self, cycle: u64) -> bool {
        cycle - self.begin <= Demand::OVERRUN as u64
    }

    /// The entries from this cycle on, as little-endian numbers.
    pub fn entries_from(&self, cycle: u64) -> &[u8] {
        &self.entries[(cycle - self.begin) as usize * self.width()..]
    }

    /// The banks that the core needs in this cycle, as a bit for each bank.
    #[inline]
    pub fn wanted(&self, cycle: u64) -> u32 {
        match cycle.checked_sub(self.begin) {
            Some(index) if index < self.used as u64 => self.at(index as usize),
            _ => 0,
        }
    }

    /// Clears the entry that [`Demand::first`] has returned, because the banks have served it.
    pub fn serve(&mut self) {
        let width = self.width();
        self.entries[self.next * width..][..width].fill(0);
        self.next += 1;
    }

    /// Delays the needs of all cycles by one cycle, because the core waits.
    pub fn wait(&mut self) {
        self.begin += 1;
    }

    pub fn keep(&self, kept: &mut Kept) {
        kept.begin = self.begin;
        kept.entries.clear();
        let used = self.used * self.width();
        kept.entries.extend(&self.entries[..used]);
    }

    /// Restores the demand that `keep` has copied.
    pub fn restore(&mut self, kept: &Kept) {
        self.clear();
        self.begin = kept.begin;
        self.entries[..kept.entries.len()].copy_from_slice(&kept.entries);
        self.used = kept.entries.len() / self.width();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cycles in which the core needs banks, each with a bit for each bank.
    fn wanted(demand: &mut Demand) -> Vec<(u64, u32)> {
        let next = |_| {
            let first = demand.first();
            demand.serve();
            first
        };
        (0..).map_while(next).collect()
    }

    #[test]
    fn what_is_past_is_history_and_what_has_waited_comes_later() {
        for banks in [8, 32] {
            let mut demand = Demand::of(banks, 100, [1, 0, 2, 4, 0, 0, 8].into_iter());
            let mut kept = Kept::default();
            demand.keep(&mut kept);
            // The first three entries have been served by cycle 105, two cycles late. So the other
            // entries are two cycles later, too.
            demand.advance(3, 105);
            demand.wait();
            assert_eq!(wanted(&mut demand), [(106, 4), (109, 8)]);
            demand.restore(&kept);
            assert_eq!(
                wanted(&mut demand),
                [(100, 1), (102, 2), (103, 4), (106, 8)]
            );
            // This removes all 7 entries.
            demand.advance(7, 200);
            assert!(demand.entries().iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn it_has_room_for_what_is_later_than_it_can_hold() {
        let mut demand = Demand::default();
        for banks in [4, 16, 1] {
            demand.reset(banks, 50);
            let (end, room) = demand.space(50 + Demand::CYCLES as u64 - 1);
            assert_eq!(room, 1);
            let bytes = end.addr() - demand.entries().as_ptr().addr() + demand.width();
            assert_eq!(bytes + Demand::BEHIND, demand.entries().len());
            assert_eq!(demand.space(1 << 40).1, 0);
            demand.filled_to(1 << 40);
            assert_eq!(demand.first(), None);
        }
    }

    #[test]
    fn behind_what_is_left_nothing_is_wanted() {
        for banks in [8, 32] {
            let mut demand = Demand::of(banks, 100, [0, 0, 2, 4, 8].into_iter());
            // A restored demand is searched from its first entry.
            assert_eq!(demand.first(), Some((102, 2)));
            demand.advance(2, 110);
            assert_eq!(demand.first(), Some((110, 2)));
            // All bytes after the remaining entries may be read, and later become entries, so they
            // must be 0.
            let left = 3 * demand.width();
            assert!(demand.entries()[left..].iter().all(|&byte| byte == 0));
            demand.filled_to(120);
            assert_eq!(wanted(&mut demand), [(110, 2), (111, 4), (112, 8)]);
        }
    }
}
