//! A second run ahead, which begins before the clock has reached the end of the first one.
//!
//! If several threads of the host run tiles ahead (`chip/workers.rs`), a tile whose next run ahead
//! will begin soon begins it together with other tiles. Until the clock has passed the end of the
//! first stretch, the tile keeps two checkpoints, one for each stretch. Anything that reaches the
//! tile in the first stretch undoes the second one.

use super::windows::Marks;
use super::CoreComplex;
use crate::core::{Core, UndoLog};
use crate::memory::Banks;
use std::mem::swap;

/// The thresholds above which several threads are used.
#[derive(Debug, Clone, Copy)]
pub struct Thresholds {
    /// Smallest number of cycles that a tile may run ahead, which depends on recent disturbances.
    pub lead: u64,
    /// Fewest cycles that the last run ahead has taken, and that a second stretch may take.
    pub length: u64,
    /// Fewest tiles that run ahead together.
    pub tiles: usize,
    /// Number of visits to tiles in a cycle from which on zones pay off (`chip/zones`).
    pub visits: u32,
}

impl Default for Thresholds {
    /// Estimates from two figures: a sleeping thread starts in some 10 µs, and a core runs 8,192
    /// cycles in about that time.
    fn default() -> Thresholds {
        Thresholds {
            lead: 4096,
            length: 1024,
            tiles: 3,
            visits: 4,
        }
    }
}

/// The first of two stretches that are ahead of the clock. Its fields are as in `RunAhead`.
#[derive(Debug)]
struct Stretch {
    log: UndoLog,
    checkpoint: Vec<(usize, Core)>,
    banks: Banks,
    from: u64,
    reached: (u64, usize),
    marks: Marks,
}

/// The second stretch of a tile, which follows its first run ahead.
#[derive(Debug, Default)]
pub(super) struct Continuation {
    /// The first stretch; made when first needed, valid if `active`.
    first: Option<Box<Stretch>>,
    /// Whether the run ahead is the second of two stretches.
    active: bool,
    /// Whether the last run ahead could have continued: it did not stop because it needs the tile.
    possible: bool,
    /// Number of cycles of the last run ahead.
    length: u64,
}

impl Continuation {
    /// Forgets the first stretch, because the clock has passed it.
    #[inline]
    pub fn forget(&mut self) {
        self.active = false;
    }

    /// Records that a run ahead of `length` cycles has ended, and whether it could continue.
    #[inline]
    pub fn ended(&mut self, possible: bool, length: u64) {
        self.possible = possible;
        self.length = length;
    }
}

impl CoreComplex {
    /// Whether the next run ahead is likely to be a long one.
    pub fn goes_far(&self, thresholds: &Thresholds) -> bool {
        let ahead = &self.ahead;
        !ahead.active
            && ahead.lead >= thresholds.lead
            && ahead.continuation.length >= thresholds.length
    }

    /// Whether the cores, which are ahead, can run on, as far as the clock allows it (`can_go_on`).
    pub fn may_go_on(&self, thresholds: &Thresholds) -> bool {
        let ahead = &self.ahead;
        let last = &ahead.continuation;
        let was_long = ahead.lead >= thresholds.lead && last.length >= thresholds.length;
        // A traced run ahead cannot continue: there have been recent accesses of interfaces, and
        // they cannot pass two stretches.
        ahead.active && last.possible && was_long && !ahead.bypass.is_traced()
    }

    /// Whether a second stretch would be long enough. [`Self::go_on`] would run it up to the cycle
    /// computed here.
    pub fn can_go_on(&self, now: u64, thresholds: &Thresholds) -> bool {
        let further = &self.ahead.continuation;
        let is_free = !further.active || further.first.as_ref().is_some_and(|f| f.reached.0 < now);
        let until = now + self.ahead.lead;
        is_free
            && self
                .earliest()
                .is_some_and(|time| time + thresholds.length <= until)
    }

    /// Runs the cores ahead. If they are ahead already, runs them further.
    pub fn go_on(&mut self, now: u64) {
        if !self.ahead.active {
            return self.run_ahead();
        }
        let Some(start) = self.earliest() else { return };
        if self.uninterrupted_until() < u64::MAX {
            return;
        }
        let ahead = &mut self.ahead;
        let first = ahead.continuation.first.get_or_insert_with(|| {
            Box::new(Stretch {
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
        ahead.continuation.active = true;
        self.run_from(start, now + self.ahead.lead);
    }

    /// Handles two stretches when something happens to the tile at `moment`, a (cycle, turn):
    /// forgets the first stretch if it ends before the moment, otherwise undoes the second one.
    pub(super) fn settle_first(&mut self, moment: (u64, usize)) {
        if !self.ahead.continuation.active {
            return;
        }
        self.ahead.continuation.active = false;
        let Some(mut first) = self.ahead.continuation.first.take() else {
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
        self.ahead.continuation.first = Some(first);
    }
}
