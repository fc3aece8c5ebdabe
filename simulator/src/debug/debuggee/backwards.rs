//! Going backwards: to the last event, or by one instruction.

use super::{tid, Course, Debuggee, Stop, PATIENCE};
use crate::debug::calls;
use crate::debug::events::{Accessing, Event, EventKind};
use gdbstub::common::Signal;
use gdbstub::target::ext::base::reverse_exec::ReplayLogPosition;
use std::time::Instant;

/// A backward search runs through windows of cycles. `FIRST_WINDOW` is the length of the first one
/// in cycles; each further window is `GROWTH` times as long as the one before.
const FIRST_WINDOW: u64 = 256;
const GROWTH: u64 = 8;

/// A backward search. It goes back to the start of a window of cycles that ends at the present
/// cycle, and looks for the last event in it. If there is none, it continues with a longer window.
#[derive(Debug)]
pub struct Backwards {
    what: Wanted,
    /// The end of the search: a cycle and a core. Events in earlier cycles count. Events in this
    /// cycle count only for cores with lower numbers.
    end: (u64, u32),
    window: u64,
    start: u64,
    phase: Phase,
    last: Option<Event>,
    /// Whether the simulation has been restarted in order to reach the event that was found.
    returns: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The last event (breakpoint or watched access) before the present cycle.
    Event,
    /// The first cycle of the run.
    Begin,
    /// The first cycle before which this core has retired this many instructions.
    Retired(u32, u64),
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// The simulation runs to the start of the window.
    Travel,
    /// The simulation looks for the event in the window.
    Search,
    /// The simulation runs to the event that was found.
    Return(Event),
}

impl Debuggee {
    /// Makes the chip go back. If `step` is set, it goes back by one instruction of the core that
    /// gdb has selected; otherwise to the last event.
    pub fn go_back(&mut self, step: bool) {
        self.recent.clone_from(&self.events.breakpoints);
        let now = self.history.now();
        let core = self.current;
        let before = calls::before(self.history.past(), core, self.retired(core).0);
        let what = match (step, before) {
            (false, _) => Wanted::Event,
            (true, Some(retired)) => Wanted::Retired(core, retired),
            (true, None) => Wanted::Begin,
        };
        self.unreported.clear();
        self.told_end = false;
        self.course = Course::Backwards(Backwards {
            what,
            end: (now, self.at_event.take().unwrap_or(0)),
            window: FIRST_WINDOW,
            start: now.saturating_sub(FIRST_WINDOW),
            phase: Phase::Travel,
            last: None,
            returns: false,
        });
    }

    /// Searches backwards until there is a stop to report to gdb, or until `deadline` on the host's
    /// clock. Fails if the simulation cannot be restarted.
    pub(super) fn backwards(
        &mut self,
        course: &mut Backwards,
        deadline: Instant,
    ) -> Result<Option<Stop>, String> {
        loop {
            match course.phase {
                Phase::Travel => {
                    if self.history.now() > course.start {
                        self.history.restart().map_err(|error| error.to_string())?;
                        self.events.forget();
                    }
                    if !self.history.travel(course.start, deadline) {
                        return Ok(None);
                    }
                    self.look();
                    if course.start > 0 {
                        self.mark_reported();
                    }
                    course.last = None;
                    course.phase = Phase::Search;
                    if let Wanted::Retired(core, wanted) = course.what {
                        let retired = self.retired(core).0;
                        if course.start > 0 && retired >= wanted {
                            self.widen(course);
                        }
                    }
                }
                Phase::Search => {
                    if let Some(stop) = self.search(course, deadline) {
                        return Ok(stop);
                    }
                }
                Phase::Return(event) => {
                    if self.history.now() > event.at {
                        self.history.restart().map_err(|error| error.to_string())?;
                        self.events.forget();
                        course.returns = true;
                    }
                    if !self.history.travel(event.at, deadline) {
                        return Ok(None);
                    }
                    if course.returns {
                        self.look();
                        self.mark_reported();
                    }
                    return Ok(Some(self.report(event)));
                }
            }
        }
    }

    fn widen(&self, course: &mut Backwards) {
        course.window *= GROWTH;
        course.start = course.end.0.saturating_sub(course.window);
        course.phase = Phase::Travel;
    }

    /// Searches the current window. Returns none if the window is finished and the search has
    /// another phase. Otherwise returns the stop to report to gdb, or `Some(None)` if `deadline`
    /// has come.
    fn search(&mut self, course: &mut Backwards, deadline: Instant) -> Option<Option<Stop>> {
        let mut patience = PATIENCE;
        loop {
            let now = self.history.now();
            match course.what {
                Wanted::Begin => {}
                Wanted::Retired(core, wanted) => {
                    if self.retired(core).0 == wanted {
                        self.events.mark_reported(self.history.chip(), core);
                        self.at_event = Some(core);
                        return Some(Some(self.signal(core, Signal::SIGTRAP)));
                    }
                }
                Wanted::Event => {
                    for core in self.arrivals(&self.recent) {
                        if (now, core) >= course.end {
                            break;
                        }
                        self.events.mark_reported(self.history.chip(), core);
                        course.last = Some(Event {
                            at: now,
                            core,
                            kind: EventKind::Breakpoint,
                        });
                    }
                }
            }
            if now >= course.end.0 {
                if let Some(event) = course.last {
                    course.phase = Phase::Return(event);
                } else if course.start > 0 {
                    self.widen(course);
                } else {
                    // The search has come back to the first cycle without finding anything.
                    if self.history.now() > 0 && self.history.restart().is_ok() {
                        self.events.forget();
                    }
                    return Some(Some(self.begin(self.current)));
                }
                return None;
            }
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                if Instant::now() >= deadline {
                    return Some(None);
                }
            }
            let accesses = self.accesses();
            let others = self.advance(&accesses);
            let at = self.history.now();
            let own = accesses
                .iter()
                .filter(|a| a.has_happened(self.history.chip()));
            let own = own.map(|&Accessing { core, kind, .. }| Event { at, core, kind });
            let mut events: Vec<Event> = own.chain(others).collect();
            events.sort_by_key(|event| event.core);
            for event in events {
                if course.what == Wanted::Event && (event.at, event.core) < course.end {
                    course.last = Some(event);
                }
            }
        }
    }

    fn begin(&mut self, core: u32) -> Stop {
        self.current = core;
        Stop::ReplayLog {
            tid: Some(tid(core)),
            pos: ReplayLogPosition::Begin,
        }
    }
}
