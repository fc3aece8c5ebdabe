//! Which banks the cores of a tile want in each cycle of a window, and how long each waits for
//! them.
//!
//! In most cycles no two cores want the same bank. So several cycles are looked at at once, and
//! only where two meet they have their turns.

/// Cycles of the longest window.
pub(super) const LONGEST: usize = 1024;
/// Cycles that are looked at at once.
const WIDTH: usize = 4;
/// Cores of a tile at most.
const MOST: usize = 32;

/// What a core wants, a bit for each bank: in each cycle of the window, then nothing.
type Row = [u32; LONGEST + WIDTH];

/// What the cores want, if none has to wait.
#[derive(Debug, Default)]
pub(super) struct Timetable {
    rows: Vec<Row>,
    /// Of the window.
    cycles: usize,
}

impl Timetable {
    /// Empty, for so many cores and a window of so many cycles.
    pub fn clear(&mut self, cores: usize, cycles: usize) {
        self.cycles = cycles;
        self.rows.resize(cores, [0; LONGEST + WIDTH]);
        for row in &mut self.rows {
            row[..cycles + WIDTH].fill(0);
        }
    }

    /// What a core wants, by cycles of the window; what is written behind it has no meaning.
    pub fn row(&mut self, core: usize) -> &mut Row {
        &mut self.rows[core]
    }

    /// The cycles that each core has waited by the end of the window. `first` gives the one that has
    /// the first turn in a cycle; those with higher numbers follow, then the others.
    pub fn delays(&self, first: impl Fn(usize) -> usize) -> [u32; MOST] {
        let mut delays = [0; MOST];
        let mut cycle = 0;
        while let Some(meeting) = self.next_meeting(cycle, &delays) {
            self.serve(meeting, first(meeting), &mut delays);
            cycle = meeting + 1;
        }
        delays
    }

    /// The first cycle from `cycle` on in which two cores want the same bank.
    #[inline]
    fn next_meeting(&self, mut cycle: usize, delays: &[u32; MOST]) -> Option<usize> {
        while cycle < self.cycles {
            let (mut taken, mut met) = ([0; WIDTH], [0; WIDTH]);
            for (row, &delay) in self.rows.iter().zip(delays) {
                // Nobody waits more often than there have been cycles.
                let at = cycle - delay as usize;
                let wanted: &[u32; WIDTH] = row[at..at + WIDTH].try_into().expect("so many");
                for lane in 0..WIDTH {
                    met[lane] |= taken[lane] & wanted[lane];
                    taken[lane] |= wanted[lane];
                }
            }
            if met.iter().fold(0, |all, banks| all | banks) != 0 {
                let first = met.iter().position(|&banks| banks != 0)?;
                return Some(cycle + first).filter(|&cycle| cycle < self.cycles);
            }
            cycle += WIDTH;
        }
        None
    }

    /// The turns of a cycle: who wants a bank that is taken waits for the next one.
    #[inline]
    fn serve(&self, cycle: usize, first: usize, delays: &mut [u32; MOST]) {
        let mut taken = 0;
        for core in (first..self.rows.len()).chain(0..first) {
            let wanted = self.rows[core][cycle - delays[core] as usize];
            // Half of them wait: a branch would be guessed wrongly.
            let waits = u32::from(wanted & taken != 0);
            delays[core] += waits;
            taken |= wanted & waits.wrapping_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cycle by cycle, and turn by turn.
    fn one_by_one(table: &Timetable, first: impl Fn(usize) -> usize) -> Vec<u32> {
        let cores = table.rows.len();
        let mut delays = vec![0; cores];
        for cycle in 0..table.cycles {
            let mut taken = 0;
            for turn in 0..cores {
                let core = (first(cycle) + turn) % cores;
                let wanted = table.rows[core][cycle - delays[core] as usize];
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
            banks in prop::sample::select(vec![1u32, 4, 16, 32]),
            cycles in prop::sample::select(vec![256, LONGEST]),
            seed: u64,
        ) {
            let mut table = Timetable::default();
            table.clear(cores, cycles);
            let mut random = seed | 1;
            let mut below = |limit: u32| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 33) as u32 % limit
            };
            for core in 0..cores {
                for cycle in 0..=cycles {
                    if below(8) < often {
                        table.row(core)[cycle] = 1 << below(banks) | 1 << below(banks);
                    }
                }
            }
            let first = |cycle: usize| (cycle / 16 + 3) % cores;
            let found = table.delays(first);
            prop_assert_eq!(&found[..cores], &one_by_one(&table, first)[..]);
        }
    }
}
