//! The order in which the cores of a tile have their turns in a cycle.
//!
//! The first turn rotates (a rotating arbiter: Dally and Towles, *Principles and Practices of
//! Interconnection Networks*, 18.4): a core has the first turn for a *term* of 16 cycles, then the
//! next core has it. In a cycle, the cores with higher numbers than the first one follow it, then
//! those with lower numbers. A term is longer than the time for which the network interface can
//! keep a core from a bank ([`Banks`](crate::memory::Banks)). So a core waits for a bank for at
//! most 16 cycles for each core of the tile, whatever the other cores do.

use std::hint::select_unpredictable;

/// Number of cycles of a term.
pub(super) const TERM: usize = 16;

/// The order of turns in a tile.
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

    /// The core that has the first turn in the next term after the term in which `core` has it.
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

    /// The position of a core's turn in a cycle, from 0 on.
    #[inline]
    pub fn turn(self, core: usize, cycle: u64) -> usize {
        let first = self.first(cycle);
        match core.checked_sub(first) {
            Some(turn) => turn,
            None => core + self.cores as usize - first,
        }
    }

    /// Whether the turn `one`, a (cycle, core), comes before the turn `other`.
    #[inline]
    pub fn is_before(self, one: (u64, usize), other: (u64, usize)) -> bool {
        if one.0 != other.0 {
            return one.0 < other.0;
        }
        let first = self.first(one.0);
        (one.1 < first, one.1) < (other.1 < first, other.1)
    }
}

/// Largest number of cores of a tile.
const MOST_CORES: usize = 32;
/// For each of the next `NEAR` cycles, a [`Sequence`] has a set of cores.
const NEAR: u64 = 64;

/// The next turns of cores, in the order of (cycle, turn). For each of the next cycles, there is a
/// set of the cores with a turn. So the next turn is found in a few steps, however many cores there
/// are.
#[derive(Debug)]
pub(super) struct Sequence {
    turns: Turns,
    /// The term of the last call of `first_in`, and the core that has the first turn in this term.
    term: u64,
    first: usize,
    /// The cycle of the latest turn that has been taken.
    now: u64,
    /// For each of the next `NEAR` cycles, the cores with a turn (`near`, a bit for each core). In
    /// `occupied`, a bit for each of these cycles that has any turns.
    near: [u32; NEAR as usize],
    occupied: u64,
    /// The cores whose turns come after the next `NEAR` cycles (`far`, a bit for each core), the
    /// cycle of each such turn (`cycles`), and the earliest of these cycles.
    far: u32,
    cycles: [u64; MOST_CORES],
    earliest: u64,
}

impl Turns {
    /// An empty sequence of turns from cycle `now` on.
    pub fn sequence(self, now: u64) -> Sequence {
        Sequence {
            turns: self,
            term: now / TERM as u64,
            first: self.first(now),
            now,
            near: [0; NEAR as usize],
            occupied: 0,
            far: 0,
            cycles: [0; MOST_CORES],
            earliest: u64::MAX,
        }
    }

    /// The (cycle, turn) for which [`Sequence::moment`] has returned the number `moment`.
    pub fn split(moment: u64) -> (u64, usize) {
        (moment / MOST_CORES as u64, moment as usize % MOST_CORES)
    }
}

impl Sequence {
    /// Gives a core a turn in cycle `cycle`. The sequence must not contain the core already. The
    /// cycle must not be before that of the latest turn taken.
    #[inline]
    pub fn insert(&mut self, core: usize, cycle: u64) {
        if cycle - self.now < NEAR {
            self.near[(cycle % NEAR) as usize] |= 1 << core;
            self.occupied |= 1 << (cycle % NEAR);
        } else {
            self.far |= 1 << core;
            self.cycles[core] = cycle;
            self.earliest = self.earliest.min(cycle);
        }
    }

    /// The cycle of the next turn.
    #[inline]
    pub fn next_cycle(&self) -> Option<u64> {
        if self.occupied != 0 {
            let start = (self.now % NEAR) as u32;
            return Some(self.now + u64::from(self.occupied.rotate_right(start).trailing_zeros()));
        }
        (self.far != 0).then_some(self.earliest)
    }

    /// Removes the next turn, and returns its cycle and its core.
    #[inline]
    pub fn take(&mut self) -> Option<(u64, usize)> {
        self.now = self.next_cycle()?;
        if self.earliest < self.now + NEAR {
            self.bring_near();
        }
        let first = self.first_in(self.now);
        let set = &mut self.near[(self.now % NEAR) as usize];
        let later = *set >> first << first;
        let core = if later != 0 { later } else { *set }.trailing_zeros();
        *set &= !(1 << core);
        if *set == 0 {
            self.occupied &= !(1 << (self.now % NEAR));
        }
        Some((self.now, core as usize))
    }

    #[cold]
    fn bring_near(&mut self) {
        let mut far = std::mem::take(&mut self.far);
        self.earliest = u64::MAX;
        while far != 0 {
            let core = far.trailing_zeros() as usize;
            far &= far - 1;
            self.insert(core, self.cycles[core]);
        }
    }

    /// The core that has the first turn in a cycle. Divides only if the cycle belongs to another
    /// term than the cycle of the previous call.
    #[inline]
    fn first_in(&mut self, cycle: u64) -> usize {
        let term = cycle / TERM as u64;
        if term != self.term {
            self.term = term;
            self.first = self.turns.first(cycle);
        }
        self.first
    }

    /// A number for a core's turn in a cycle. The numbers have the same order as (cycle, turn).
    #[inline]
    pub fn moment(&mut self, core: usize, cycle: u64) -> u64 {
        let first = self.first_in(cycle);
        let later = select_unpredictable(core < first, self.turns.cores, 0);
        cycle * MOST_CORES as u64 + (core as u64 + later - first as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        let mut sequence = turns.sequence(0);
        for cycle in 0..200 {
            let order: Vec<usize> = turns.of(cycle).collect();
            for (turn, &core) in order.iter().enumerate() {
                assert_eq!(turns.turn(core, cycle), turn);
            }
            for (turn, &core) in (0..).zip(&order) {
                let moment = sequence.moment(core, cycle);
                assert_eq!(moment, cycle * MOST_CORES as u64 + turn);
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

    proptest! {
        #[test]
        fn a_sequence_has_the_order_of_the_turns(
            cores in 1usize..=32,
            start in 0..1000u64,
            steps in prop::collection::vec(prop_oneof![0..4u64, 0..80u64, 0..400u64], 1..300),
        ) {
            let turns = Turns::new(cores as u32);
            let mut sequence = turns.sequence(start);
            let mut next = vec![];
            for (core, step) in steps.iter().take(cores).enumerate() {
                sequence.insert(core, start + step);
                next.push((start + step, core));
            }
            for step in &steps {
                let key = |&&(cycle, core): &&(u64, usize)| (cycle, turns.turn(core, cycle));
                let first = *next.iter().min_by_key(key).expect("there is a core");
                prop_assert_eq!(sequence.next_cycle(), Some(first.0));
                prop_assert_eq!(sequence.take(), Some(first));
                let again = (first.0 + 1 + step, first.1);
                sequence.insert(again.1, again.0);
                next.retain(|it| it.1 != first.1);
                next.push(again);
            }
        }
    }
}
