//! A second run ahead of a tile, which begins before the clock has reached the end of the first
//! one.
//!
//! If several threads of the host run tiles ahead (`chip/workers.rs`), a tile that will soon have
//! to run ahead again does so early, together with other tiles. Until the clock has passed the end
//! of the first run ahead, the tile keeps a checkpoint for each of the two. An access to the tile
//! from outside, in a cycle of the first run ahead, undoes the second one.

use super::windows::Marks;
use super::CoreComplex;
use crate::core::{Core, UndoLog};
use crate::memory::Banks;
use std::mem::swap;

/// The thresholds above which the simulator uses several threads.
#[derive(Debug, Clone, Copy)]
pub struct Thresholds {
    /// Smallest number of cycles for which a tile must be allowed to run ahead (`RunAhead::lead`).
    pub lead: u64,
    /// Smallest number of cycles that the last run ahead must have had, and that a second one must
    /// have.
    pub length: u64,
    /// Smallest number of tiles that run ahead together.
    pub tiles: usize,
    /// Smallest number of visits to tiles in a cycle for which it pays off to divide the chip into
    /// zones, which threads simulate side by side (`chip/zones`).
    pub visits: u32,
}

impl Default for Thresholds {
    /// Estimates. They assume that a sleeping thread takes about 10 µs to start, and that
    /// simulating 8,192 cycles of a core takes about as long.
    fn default() -> Thresholds {
        Thresholds {
            lead: 4096,
            length: 1024,
            tiles: 3,
            visits: 4,
        }
    }
}

/// The first of two successive runs ahead, whose end the clock has not passed. The fields have the
/// meaning of those in `RunAhead`.
#[derive(Debug)]
struct FirstRun {
    log: UndoLog,
    checkpoint: Vec<(usize, Core)>,
    banks: Banks,
    from: u64,
    reached: (u64, usize),
    marks: Marks,
}

/// The state of a tile's second run ahead, which begins before the clock has reached the end of the
/// first one.
#[derive(Debug, Default)]
pub(super) struct SecondRun {
    /// The first of the two runs ahead, valid if `active`; allocated when first needed.
    first: Option<Box<FirstRun>>,
    /// Whether the current run ahead is the second of two.
    active: bool,
    /// Whether the last run ahead can be continued: it has not stopped because a core needs the
    /// tile.
    possible: bool,
    /// Number of cycles of the last run ahead.
    length: u64,
}

impl SecondRun {
    /// Drops the first of two runs ahead after the clock has passed it.
    #[inline]
    pub fn forget(&mut self) {
        self.active = false;
    }

    /// Records the length in cycles of a run ahead that has ended, and whether it can be continued.
    #[inline]
    pub fn ended(&mut self, possible: bool, length: u64) {
        self.possible = possible;
        self.length = length;
    }
}

impl CoreComplex {
    /// Whether the next run ahead will probably be long.
    pub fn goes_far(&self, thresholds: &Thresholds) -> bool {
        let ahead = &self.ahead;
        !ahead.active
            && ahead.lead >= thresholds.lead
            && ahead.second_run.length >= thresholds.length
    }

    /// Whether the cores, which are ahead of the clock, may run ahead further. `can_go_on` checks
    /// whether the clock allows it.
    pub fn may_go_on(&self, thresholds: &Thresholds) -> bool {
        let ahead = &self.ahead;
        let last = &ahead.second_run;
        let was_long = ahead.lead >= thresholds.lead && last.length >= thresholds.length;
        // A traced run ahead must not be continued: its trace shows which accesses of interfaces
        // need no rollback, but covers this run only.
        ahead.active && last.possible && was_long && !ahead.bypass.is_traced()
    }

    /// Whether the tile can begin another run ahead: the clock has passed the end of the first one
    /// if there are two, and the new one would be long enough. [`Self::go_on`] would run up to the
    /// cycle computed here.
    pub fn can_go_on(&self, now: u64, thresholds: &Thresholds) -> bool {
        let further = &self.ahead.second_run;
        let is_free = !further.active || further.first.as_ref().is_some_and(|f| f.reached.0 < now);
        let until = now + self.ahead.lead;
        is_free
            && self
                .earliest()
                .is_some_and(|time| time + thresholds.length <= until)
    }

    /// Runs the cores ahead, or further ahead if they are ahead already.
    pub fn go_on(&mut self, now: u64) {
        if !self.ahead.active {
            return self.run_ahead();
        }
        let Some(start) = self.earliest() else { return };
        if self.uninterrupted_until() < u64::MAX {
            return;
        }
        let ahead = &mut self.ahead;
        let first = ahead.second_run.first.get_or_insert_with(|| {
            Box::new(FirstRun {
                log: ahead.log.emptied(),
                checkpoint: Vec::new(),
                banks: ahead.banks.clone(),
                from: 0,
                reached: (0, 0),
                marks: Marks::default(),
            })
        });
        swap(&mut first.log, &mut ahead.log);
        swap(&mut first.checkpoint, &mut ahead.checkpoint);
        swap(&mut first.banks, &mut ahead.banks);
        ahead.windows.exchange_marks(&mut first.marks);
        ahead.windows.forget();
        first.from = ahead.from;
        first.reached = ahead.reached;
        ahead.second_run.active = true;
        self.run_from(start, now + self.ahead.lead);
    }

    /// Must be called when something happens to the tile at `moment`, a (cycle, turn). Drops the
    /// first of two runs ahead if it ends before the moment, and otherwise undoes the second one.
    pub(super) fn settle_first(&mut self, moment: (u64, usize)) {
        if !self.ahead.second_run.active {
            return;
        }
        self.ahead.second_run.active = false;
        let Some(mut first) = self.ahead.second_run.first.take() else {
            return;
        };
        if first.reached >= moment {
            self.restore();
            let ahead = &mut self.ahead;
            swap(&mut first.log, &mut ahead.log);
            swap(&mut first.checkpoint, &mut ahead.checkpoint);
            swap(&mut first.banks, &mut ahead.banks);
            ahead.windows.exchange_marks(&mut first.marks);
            ahead.from = first.from;
            ahead.reached = first.reached;
        }
        self.ahead.second_run.first = Some(first);
    }
}
