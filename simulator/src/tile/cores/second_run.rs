//! A second run ahead: a tile whose cores have executed beyond the clock continues before the clock
//! has caught up.
//!
//! If several host threads execute tiles ahead of the clock (`chip/workers.rs`), a tile that will
//! soon have to run ahead again does so early, together with other tiles. Until the clock has
//! passed the end of the first run, the tile keeps a checkpoint for each of the two runs. An access
//! from outside in a cycle of the first run undoes the second one.

use super::windows::Marks;
use super::CoreComplex;
use crate::core::{Core, UndoLog};
use crate::memory::Banks;
use std::mem::swap;

/// The thresholds above which the simulator uses several threads.
#[derive(Debug, Clone, Copy)]
pub struct Thresholds {
    /// Smallest number of cycles that a tile must be allowed to execute ahead of the clock
    /// (`RunAhead::lead`).
    pub lead: u64,
    /// A tile may run ahead a second time if its last run ahead of the clock had at least this many
    /// cycles, and the next one would have, too.
    pub length: u64,
    /// Smallest number of tiles that several threads execute ahead of the clock together.
    pub tiles: usize,
    /// Smallest number of tiles that the scheduler must visit in a cycle for zones to pay off.
    /// Zones are parts of the chip that threads simulate at the same time (`chip/zones`).
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

/// The first of two successive runs ahead of the clock, while the clock has not passed its end. The
/// fields mean what they mean in `RunAhead`.
#[derive(Debug)]
struct FirstRun {
    log: UndoLog,
    checkpoint: Vec<(usize, Core)>,
    banks: Banks,
    from: u64,
    reached: (u64, usize),
    marks: Marks,
}

/// The state of a tile that has run ahead of the clock and has then run ahead further, before the
/// clock has passed the end of the first run.
#[derive(Debug, Default)]
pub(super) struct SecondRun {
    /// The first of the two runs; valid if `active`, and allocated when first needed.
    first: Option<Box<FirstRun>>,
    /// Whether the tile's current run ahead of the clock is the second of two.
    active: bool,
    /// Whether the last run ahead of the clock can be continued. It cannot if a core has stopped at
    /// an instruction that only the tile can carry out.
    possible: bool,
    /// Number of cycles of the last run ahead of the clock.
    length: u64,
}

impl SecondRun {
    /// Drops the first of two runs when the clock has passed its end.
    #[inline]
    pub fn forget(&mut self) {
        self.active = false;
    }

    /// Records that a run ahead of the clock has ended: its number of cycles, and whether it can be
    /// continued.
    #[inline]
    pub fn ended(&mut self, possible: bool, length: u64) {
        self.possible = possible;
        self.length = length;
    }
}

impl CoreComplex {
    /// Whether the tile will probably execute many cycles when it next runs ahead of the clock.
    pub fn goes_far(&self, thresholds: &Thresholds) -> bool {
        let ahead = &self.ahead;
        !ahead.active
            && ahead.lead >= thresholds.lead
            && ahead.second_run.length >= thresholds.length
    }

    /// Whether the cores, which are ahead of the clock, may continue. `can_go_on` then checks
    /// whether the clock allows it.
    pub fn may_go_on(&self, thresholds: &Thresholds) -> bool {
        let ahead = &self.ahead;
        let last = &ahead.second_run;
        let was_long = ahead.lead >= thresholds.lead && last.length >= thresholds.length;
        // Traced execution must not be continued. The trace shows which accesses of interfaces need
        // no rollback, but would lack the accesses after it.
        ahead.active && last.possible && was_long && !ahead.bypass.is_traced()
    }

    /// Whether the tile can run ahead further. If it has already done so twice, the clock must have
    /// passed the end of the first run. The new run must be long enough; [`Self::go_on`] would end
    /// it at the cycle computed here.
    pub fn can_go_on(&self, now: u64, thresholds: &Thresholds) -> bool {
        let further = &self.ahead.second_run;
        let is_free = !further.active || further.first.as_ref().is_some_and(|f| f.reached.0 < now);
        let until = now + self.ahead.lead;
        is_free
            && self
                .earliest()
                .is_some_and(|time| time + thresholds.length <= until)
    }

    /// Makes the cores run ahead of the clock, or continue if they are ahead already.
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

    /// Must be called when something happens to the tile at `moment`, a (cycle, turn). If the tile
    /// has run ahead twice, keeps one of the two runs: drops the first one if it ends before the
    /// moment, and otherwise undoes the second one.
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
