//! Which banks the cores of a tile want in each cycle of a window, and how long each waits for
//! them.
//!
//! In most cycles no two cores want the same bank. So this compares several cycles at once, and
//! gives cores their turns only in a cycle where two meet.

/// Cycles of the longest window.
pub(super) const LONGEST: usize = 1024;
/// Bytes that are compared at once.
const WIDTH: usize = 16;
/// Cores of a tile at most.
const MOST: usize = 32;

/// Bytes for a cycle where a tile has few banks.
const NARROW: usize = 1;
/// And where it has up to 32.
const WIDE: usize = 4;

/// What a core wants, a bit for each bank: in each cycle of the window, then nothing.
type Row = [u8; WIDE * LONGEST + WIDTH];

/// What the cores want, if none has to wait.
#[derive(Debug, Default)]
pub(super) struct Timetable {
    rows: Vec<Row>,
    /// Of the window.
    cycles: usize,
    is_narrow: bool,
}

impl Timetable {
    /// Empty, for so many cores and banks, and a window of so many cycles.
    pub fn clear(&mut self, cores: usize, banks: u32, cycles: usize) {
        self.cycles = cycles;
        self.is_narrow = banks <= u8::BITS;
        let bytes = cycles * if self.is_narrow { NARROW } else { WIDE } + WIDTH;
        self.rows.resize(cores, [0; WIDE * LONGEST + WIDTH]);
        for row in &mut self.rows {
            row[..bytes].fill(0);
        }
    }

    /// Enters what a core wants: the cycle of the window, and the banks. What it wants behind the
    /// window has no meaning. False, at once, if `each` is none.
    #[inline(always)]
    pub fn enter(&mut self, core: usize, each: impl Iterator<Item = Option<(usize, u32)>>) -> bool {
        match self.is_narrow {
            true => self.enter_bytes::<NARROW>(core, each),
            false => self.enter_bytes::<WIDE>(core, each),
        }
    }

    #[inline(always)]
    fn enter_bytes<const BYTES: usize>(
        &mut self,
        core: usize,
        each: impl Iterator<Item = Option<(usize, u32)>>,
    ) -> bool {
        let row = &mut self.rows[core];
        for entry in each {
            let Some((cycle, banks)) = entry else {
                return false;
            };
            let at = BYTES * cycle.min(self.cycles);
            row[at..at + BYTES].copy_from_slice(&banks.to_le_bytes()[..BYTES]);
        }
        true
    }

    /// The cycles that each core has waited by the end of the window. `first` gives the one that
    /// has the first turn in a cycle; those with higher numbers follow, then the others.
    pub fn delays(&self, first: impl Fn(usize) -> usize) -> [u32; MOST] {
        match self.is_narrow {
            true => self.delays_of::<NARROW>(first),
            false => self.delays_of::<WIDE>(first),
        }
    }

    fn delays_of<const BYTES: usize>(&self, first: impl Fn(usize) -> usize) -> [u32; MOST] {
        let mut delays = [0; MOST];
        let mut cycle = 0;
        while let Some(meeting) = self.next_meeting::<BYTES>(cycle, &delays) {
            self.serve::<BYTES>(meeting, first(meeting), &mut delays);
            cycle = meeting + 1;
        }
        delays
    }

    /// The first cycle from `cycle` on in which two cores want the same bank.
    #[inline]
    fn next_meeting<const BYTES: usize>(
        &self,
        mut cycle: usize,
        delays: &[u32; MOST],
    ) -> Option<usize> {
        while cycle < self.cycles {
            let (mut taken, mut met) = (0, 0);
            for (row, &delay) in self.rows.iter().zip(delays) {
                // Nobody waits more often than there have been cycles.
                let at = BYTES * (cycle - delay as usize);
                let wanted = row[at..at + WIDTH].try_into().expect("so many");
                let wanted = u128::from_le_bytes(wanted);
                met |= taken & wanted;
                taken |= wanted;
            }
            if met != 0 {
                let first = met.trailing_zeros() as usize / 8 / BYTES;
                return Some(cycle + first).filter(|&cycle| cycle < self.cycles);
            }
            cycle += WIDTH / BYTES;
        }
        None
    }

    /// Gives the cores their turns in a cycle. One that wants a bank which another has taken waits
    /// for the next cycle.
    #[inline]
    fn serve<const BYTES: usize>(&self, cycle: usize, first: usize, delays: &mut [u32; MOST]) {
        let mut taken = 0;
        for core in (first..self.rows.len()).chain(0..first) {
            let wanted = self.wanted::<BYTES>(core, cycle - delays[core] as usize);
            // Half of them wait: a branch would be guessed wrongly.
            let waits = u32::from(wanted & taken != 0);
            delays[core] += waits;
            taken |= wanted & waits.wrapping_sub(1);
        }
    }

    /// What a core wants in a cycle.
    #[inline]
    fn wanted<const BYTES: usize>(&self, core: usize, cycle: usize) -> u32 {
        let mut banks = [0; 4];
        let at = BYTES * cycle;
        banks[..BYTES].copy_from_slice(&self.rows[core][at..at + BYTES]);
        u32::from_le_bytes(banks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cycle by cycle, and turn by turn.
    fn one_by_one(rows: &[Vec<u32>], cycles: usize, first: impl Fn(usize) -> usize) -> Vec<u32> {
        let cores = rows.len();
        let mut delays = vec![0; cores];
        for cycle in 0..cycles {
            let mut taken = 0;
            for turn in 0..cores {
                let core = (first(cycle) + turn) % cores;
                let wanted = rows[core][cycle - delays[core] as usize];
                if wanted & taken == 0 {
                    taken |= wanted;
                } else {
                    delays[core] += 1;
                }
            }
        }
        delays
    }

    proptest! {
        #[test]
        fn cores_wait_as_in_single_turns(
            cores in 1usize..=17,
            often in 1u32..=8,
            banks in prop::sample::select(vec![1u32, 4, 8, 16, 32]),
            cycles in prop::sample::select(vec![256, LONGEST]),
            seed: u64,
        ) {
            let mut random = seed | 1;
            let mut below = |limit: u32| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 33) as u32 % limit
            };
            let mut wanted = |_| match below(8) < often {
                true => 1 << below(banks) | 1 << below(banks),
                false => 0,
            };
            let rows: Vec<Vec<u32>> =
                (0..cores).map(|_| (0..=cycles).map(&mut wanted).collect()).collect();
            let mut table = Timetable::default();
            // What it has held before makes no difference.
            for _ in 0..2 {
                table.clear(cores, banks, LONGEST);
                for (core, row) in rows.iter().enumerate() {
                    table.enter(core, row.iter().copied().enumerate().map(Some));
                }
            }
            table.clear(cores, banks, cycles);
            for (core, row) in rows.iter().enumerate() {
                let entries = row.iter().copied().enumerate();
                prop_assert!(table.enter(core, entries.filter(|&(_, banks)| banks != 0).map(Some)));
            }
            let first = |cycle: usize| (cycle / 16 + 3) % cores;
            let found = table.delays(first);
            prop_assert_eq!(&found[..cores], &one_by_one(&rows, cycles, first)[..]);
        }
    }
}
