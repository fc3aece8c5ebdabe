//! Running ahead again, before the clock has reached the end of the last run ahead.
//!
//! Where several host threads run tiles ahead (`chip/together.rs`), a tile whose next run ahead
//! begins soon begins it when those of other tiles begin. Until the clock has passed the end of the
//! first stretch, what leads back to its start is kept beside what leads back to the second one's.
//! Whatever reaches the tile in the first stretch undoes the second one, which then was in vain.

use super::windows::Marks;
use super::CoreComplex;
use crate::core::{Core, UndoLog};
use crate::memory::Banks;
use std::mem::swap;

/// What makes a run ahead worth another thread.
#[derive(Debug, Clone, Copy)]
pub struct Worth {
    /// Cycles that it may take, by what has disturbed the tile lately.
    pub lead: u64,
    /// Cycles that the last one has taken, and that a second stretch may take.
    pub length: u64,
    /// Tiles that run ahead together.
    pub tiles: usize,
    /// Visits of tiles in a cycle with which zones (`chip/zones`) are worth it.
    pub visits: u32,
}

impl Default for Worth {
    /// Guesses, from this: a thread that sleeps takes some 10 µs to begin, and a core runs 8,192
    /// cycles in about as long.
    fn default() -> Worth {
        Worth {
            lead: 4096,
            length: 1024,
            tiles: 3,
            visits: 4,
        }
    }
}

/// The first of two stretches that are ahead of the clock: as in `RunAhead`.
#[derive(Debug)]
struct Stretch {
    log: UndoLog,
    checkpoint: Vec<(usize, Core)>,
    banks: Banks,
    from: u64,
    reached: (u64, usize),
    marks: Marks,
}

/// What a tile can do beyond its run ahead, and has done.
#[derive(Debug, Default)]
pub(super) struct Continuation {
    /// Made when first needed; valid if `active`.
    first: Option<Box<Stretch>>,
    /// The run ahead is the second of two stretches.
    active: bool,
    /// The last run ahead did not stop because it needs the tile.
    possible: bool,
    /// Cycles of the last run ahead.
    length: u64,
}

impl Continuation {
    /// The stretches are history.
    #[inline]
    pub fn forget(&mut self) {
        self.active = false;
    }

    /// A run ahead of so many cycles has ended.
    #[inline]
    pub fn ended(&mut self, possible: bool, length: u64) {
        self.possible = possible;
        self.length = length;
    }
}

impl CoreComplex {
    /// Whether the next run ahead is likely to be a long one.
    pub fn goes_far(&self, worth: &Worth) -> bool {
        let ahead = &self.ahead;
        !ahead.active && ahead.lead >= worth.lead && ahead.continuation.length >= worth.length
    }

    /// Whether its cores, which are ahead, can run on, if nothing stands in their way.
    pub fn may_go_on(&self, worth: &Worth) -> bool {
        let ahead = &self.ahead;
        let last = &ahead.continuation;
        let was_long = ahead.lead >= worth.lead && last.length >= worth.length;
        // No interface has come by lately, and none passes one of two stretches: there is no trace.
        ahead.active && last.possible && was_long && !ahead.bypass.is_traced()
    }

    /// Whether a second stretch would be long enough, up to the cycle that [`Self::go_on`] runs to.
    pub fn can_go_on(&self, now: u64, worth: &Worth) -> bool {
        let further = &self.ahead.continuation;
        let is_free = !further.active || further.first.as_ref().is_some_and(|f| f.reached.0 < now);
        let until = now + self.ahead.lead;
        is_free
            && self
                .earliest()
                .is_some_and(|time| time + worth.length <= until)
    }

    /// Runs the cores ahead, or, if they are, on.
    pub fn go_on(&mut self, now: u64) {
        if !self.ahead.active {
            return self.run_ahead();
        }
        let Some(start) = self.earliest() else { return };
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

    /// Something happens to the tile at this (cycle, turn): the first of two stretches becomes
    /// history if it lies before, and the second one is undone otherwise.
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
