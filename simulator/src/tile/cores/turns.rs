//! The order in which the cores of a tile have their turns in a cycle.
//!
//! The first turn goes round (a rotating arbiter: Dally and Towles, *Principles and Practices of
//! Interconnection Networks*, 18.4): a core has it for a *term* of 16 cycles, then the next core.
//! In a cycle the cores with higher numbers follow the first one, then the others. A term is longer
//! than the time for which the network interface can refuse a core a bank
//! ([`Banks`](crate::memory::Banks)). So a core waits for a bank at most 16 cycles for each core of
//! the tile, whatever the others do.

use std::hint::select_unpredictable;

/// Number of cycles of a term.
pub(super) const TERM: usize = 16;

/// The turns of a tile's cores.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turns {
    cores: u64,
}

impl Turns {
    pub fn new(cores: u32) -> Turns {
        Turns {
            cores: cores.into(),
        }
    }

    /// The core that has the first turn in a cycle.
    #[inline]
    pub fn first(self, cycle: u64) -> usize {
        match self.cores {
            1 => 0,
            cores => (cycle / TERM as u64 % cores) as usize,
        }
    }

    /// The core that has the first turn in the term after that of `core`.
    #[inline]
    pub fn after(self, core: usize) -> usize {
        match core as u64 + 1 {
            core if core == self.cores => 0,
            core => core as usize,
        }
    }

    /// The cores in the order of their turns in a cycle.
    #[inline]
    pub fn of(self, cycle: u64) -> impl Iterator<Item = usize> {
        let first = self.first(cycle);
        (first..self.cores as usize).chain(0..first)
    }

    /// The number of a core's turn in a cycle, from 0 on.
    #[inline]
    pub fn turn(self, core: usize, cycle: u64) -> usize {
        let first = self.first(cycle);
        match core.checked_sub(first) {
            Some(turn) => turn,
            None => core + self.cores as usize - first,
        }
    }

    /// Whether a (cycle, core) comes before another one.
    #[inline]
    pub fn is_before(self, one: (u64, usize), other: (u64, usize)) -> bool {
        if one.0 != other.0 {
            return one.0 < other.0;
        }
        let first = self.first(one.0);
        (one.1 < first, one.1) < (other.1 < first, other.1)
    }
}

/// Most cores of a tile.
pub(super) const MOST_CORES: usize = 32;
/// A moment that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// Turns of cycles that follow each other, mostly of one term: who has the first turn in it is
/// divided out once.
#[derive(Debug)]
pub(super) struct Clocked {
    turns: Turns,
    term: u64,
    first: usize,
}

impl Turns {
    pub fn clocked(self) -> Clocked {
        Clocked {
            turns: self,
            term: 0,
            first: self.first(0),
        }
    }

    /// The cycle of a moment.
    #[inline]
    pub fn cycle(moment: u64) -> u64 {
        moment / MOST_CORES as u64
    }

    /// The (cycle, turn) of a moment.
    pub fn split(moment: u64) -> (u64, usize) {
        (Turns::cycle(moment), moment as usize % MOST_CORES)
    }
}

impl Clocked {
    /// A number for a core's turn in a cycle. Numbers are in the order of (cycle, turn).
    #[inline]
    pub fn moment(&mut self, core: usize, cycle: u64) -> u64 {
        let term = cycle / TERM as u64;
        if term != self.term {
            self.term = term;
            self.first = self.turns.first(cycle);
        }
        let later = select_unpredictable(core < self.first, self.turns.cores, 0);
        cycle * MOST_CORES as u64 + (core as u64 + later - self.first as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_core_has_each_turn_for_a_term() {
        for cores in [1, 2, 5, 16, 17] {
            let turns = Turns::new(cores);
            for core in 0..cores as usize {
                let terms = (1000..).step_by(16).take(cores as usize);
                let mut had: Vec<usize> = terms.map(|cycle| turns.turn(core, cycle)).collect();
                had.sort_unstable();
                assert!(had.into_iter().eq(0..cores as usize), "{core} of {cores}");
            }
        }
    }

    #[test]
    fn the_order_is_that_of_the_turns() {
        let turns = Turns::new(5);
        let mut clocked = turns.clocked();
        for cycle in 0..200 {
            let order: Vec<usize> = turns.of(cycle).collect();
            for (turn, &core) in order.iter().enumerate() {
                assert_eq!(turns.turn(core, cycle), turn);
            }
            for (turn, &core) in (0..).zip(&order) {
                let moment = clocked.moment(core, cycle);
                assert_eq!(moment, cycle * MOST_CORES as u64 + turn);
                assert_eq!(Turns::cycle(moment), cycle);
                assert_eq!(Turns::split(moment), (cycle, turn as usize));
            }
            for pair in order.windows(2) {
                assert!(turns.is_before((cycle, pair[0]), (cycle, pair[1])));
            }
            assert!(turns.is_before((cycle, order[4]), (cycle + 1, order[0])));
            let is_same = turns.of(cycle + 1).eq(order.iter().copied());
            assert_eq!(is_same, (cycle + 1) % 16 != 0);
            let later = turns.first(cycle + TERM as u64);
            assert_eq!(later, turns.after(turns.first(cycle)));
        }
    }
}
