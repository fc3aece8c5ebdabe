//! Computes for how many cycles each core of a tile must wait for memory banks in a window of
//! cycles.
//!
//! In most cycles, no two cores need the same bank. So the code compares several cycles at once,
//! and considers the cores' turns only in cycles in which two cores need one bank.

use super::turns::TERM;
use crate::core::{Demand, NARROW, WIDE};
use std::array::from_fn;
use std::ops::Range;

/// Largest number of cores in a tile.
const MOST: usize = 32;

/// The banks that the cores of a tile need in each cycle of a window, if no core has to wait.
pub(super) struct Timetable<'a> {
    /// For each core, a row with an entry for each cycle. Only the first `cores` rows are used.
    rows: [&'a [u8]; MOST],
    cores: usize,
    /// Number of cycles of the window.
    cycles: usize,
    /// Number of bytes of an entry. An entry is the set of banks that a core needs in one cycle.
    bytes: usize,
}

impl<'a> Timetable<'a> {
    /// The timetable for a window of `cycles` cycles. `demands` contains each core's row, and the
    /// number of bytes of an entry.
    // This function and those of `Demand` that its callers use are inlined, because tiles whose
    // cores only compute are simulated faster then.
    #[inline(always)]
    pub fn new(demands: impl Iterator<Item = (&'a [u8], usize)>, cycles: usize) -> Timetable<'a> {
        assert!(cycles <= Demand::LONGEST);
        let (mut rows, mut cores, mut bytes) = ([&NOTHING[..]; MOST], 0, NARROW);
        for (row, (entries, width)) in rows.iter_mut().zip(demands) {
            *row = entries;
            bytes = width;
            assert!(row.len() >= cycles * bytes + Demand::BEHIND);
            cores += 1;
        }
        Timetable {
            rows,
            cores,
            cycles,
            bytes,
        }
    }

    /// For each core, how many cycles it has waited by the end of the window. The window begins
    /// `phase` cycles after the start of a term, the time for which one core has the first turn.
    /// `first` maps the number of a term to that core. In a cycle, the cores with higher numbers
    /// follow it, then those with lower numbers.
    pub fn delays(&self, phase: usize, first: impl Fn(usize) -> usize) -> [u32; MOST] {
        match self.bytes {
            NARROW => self.delays_of::<NARROW>(phase, first),
            _ => self.delays_of::<WIDE>(phase, first),
        }
    }

    /// Calls the function for this number of cores. It exists for several numbers, so that the
    /// compiler can unroll its loops over cores.
    fn delays_of<const BYTES: usize>(
        &self,
        phase: usize,
        first: impl Fn(usize) -> usize,
    ) -> [u32; MOST] {
        match self.cores {
            ..=2 => self.delays_among::<BYTES, 2>(phase, first),
            3 => self.delays_among::<BYTES, 3>(phase, first),
            4 => self.delays_among::<BYTES, 4>(phase, first),
            5..=8 => self.delays_among::<BYTES, 8>(phase, first),
            9..=16 => self.delays_among::<BYTES, 16>(phase, first),
            _ => self.delays_among::<BYTES, MOST>(phase, first),
        }
    }

    /// Computes the delays of at most `CORES` cores.
    fn delays_among<const BYTES: usize, const CORES: usize>(
        &self,
        phase: usize,
        first: impl Fn(usize) -> usize,
    ) -> [u32; MOST] {
        let mut cursors = self.rows.map(Cursor::of);
        let (mut cycle, mut term) = (0, 0);
        while cycle < self.cycles {
            let end = ((term + 1) * TERM - phase).min(self.cycles);
            let first = first(term);
            let core = |turn| match first + turn {
                core if core < self.cores => core,
                core => core - self.cores,
            };
            let mut turns = [Cursor::of(&NOTHING); CORES];
            for (turn, cursor) in turns[..self.cores].iter_mut().enumerate() {
                *cursor = cursors[core(turn)];
            }
            serve::<BYTES, CORES>(&mut turns, cycle..end);
            for (turn, cursor) in turns[..self.cores].iter().enumerate() {
                cursors[core(turn)] = *cursor;
            }
            (cycle, term) = (end, term + 1);
        }
        from_fn(|core| cursors[core].delay(self.rows[core], BYTES))
    }
}

/// The row of a core that needs no banks.
static NOTHING: [u8; WIDE * Demand::LONGEST + Demand::BEHIND] =
    [0; WIDE * Demand::LONGEST + Demand::BEHIND];

/// A position in a core's row: the address of the window's first entry, minus one entry for each
/// cycle that the core has waited.
#[derive(Clone, Copy)]
struct Cursor(*const u8);

impl Cursor {
    fn of(row: &[u8]) -> Cursor {
        Cursor(row.as_ptr())
    }

    /// The entries from cycle `cycle` of the window on.
    ///
    /// # Safety
    ///
    /// The cycle must lie in the window. Then the entry lies in the row: a core has waited for at
    /// most as many cycles as have passed, and `Demand::BEHIND` bytes follow the window.
    #[inline(always)]
    unsafe fn wanted<T>(self, cycle: usize, bytes: usize) -> T {
        const { assert!(size_of::<T>() <= Demand::BEHIND) };
        self.0
            .wrapping_add(bytes * cycle)
            .cast::<T>()
            .read_unaligned()
    }

    /// Delays the core by a cycle if `waits`. An entry has `bytes` bytes.
    #[inline(always)]
    fn wait(&mut self, bytes: usize, waits: bool) {
        self.0 = self.0.wrapping_sub(bytes * usize::from(waits));
    }

    /// The number of cycles that the core has waited.
    fn delay(self, row: &[u8], bytes: usize) -> u32 {
        ((row.as_ptr().addr() - self.0.addr()) / bytes) as u32
    }
}

/// Gives the cores their turns in these cycles of the window, in the order of `turns`. A core waits
/// for a cycle if a core with an earlier turn has taken its bank.
#[inline(always)]
fn serve<const BYTES: usize, const CORES: usize>(
    turns: &mut [Cursor; CORES],
    cycles: Range<usize>,
) {
    let mut cycle = cycles.start;
    while cycle < cycles.end {
        // This loop finds the first cycle in which two cores need the same bank.
        let (mut taken, mut met) = (0, 0);
        for cursor in &*turns {
            // SAFETY: the cycle lies in the window.
            let wanted = u128::from_le(unsafe { cursor.wanted(cycle, BYTES) });
            met |= taken & wanted;
            taken |= wanted;
        }
        cycle += met.trailing_zeros() as usize / 8 / BYTES;
        if met == 0 || cycle >= cycles.end {
            continue;
        }
        let mut taken = 0;
        for cursor in &mut *turns {
            // SAFETY: the cycle lies in the window.
            let wanted: u32 = match BYTES {
                NARROW => unsafe { cursor.wanted::<u8>(cycle, BYTES) }.into(),
                _ => u32::from_le(unsafe { cursor.wanted(cycle, BYTES) }),
            };
            // About half of the cores wait, so a branch would often be mispredicted on the host.
            let waits = wanted & taken != 0;
            cursor.wait(BYTES, waits);
            taken |= if waits { 0 } else { wanted };
        }
        cycle += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The delay of each core, computed cycle by cycle and turn by turn. A row has the banks that a
    /// core needs. `first` returns the core that has the first turn in a cycle.
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
            cycles in prop::sample::select(vec![32, 64, 256, Demand::LONGEST]),
            phase in 0..TERM,
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
            let demands: Vec<Demand> =
                rows.iter().map(|row| Demand::of(banks, 0, row.iter().copied())).collect();
            let first = |term: usize| (term + 3) % cores;
            let found = Timetable::new(demands.iter().map(Demand::row), cycles).delays(phase, first);
            let first = |cycle: usize| first((phase + cycle) / TERM);
            prop_assert_eq!(&found[..cores], &one_by_one(&rows, cycles, first)[..]);
        }
    }
}
