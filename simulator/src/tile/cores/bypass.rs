//! Accesses of the network interface during a run ahead. Most of them do not concern what the core
//! has touched, so they need no rollback.
//!
//! A tile with one running core writes its accesses into a trace while it runs ahead. The interface
//! may write bytes that the core has not touched since the run ahead began: if a later rollback
//! executes the core again, it finds the same values as the first time. The interface may read
//! bytes that the core has not written later, or, if interfaces come first, in the same cycle. In
//! the cycle of the access, the core and the interface must not meet at a bank.

use super::CoreComplex;
use crate::core::{Touch, Trace};
use crate::memory::Banks;
use crate::tile::ports::Cycle;

/// Number of runs ahead that are traced after an access of the interface. A trace costs time.
const TRACED_RUNS: u32 = 16;
/// A line has `1 << LINE` bytes.
const LINE: u32 = 6;
/// Number of bits of a filter.
const FILTER: usize = 1024;

/// A set of lines of memory. It may contain lines that were not inserted.
#[derive(Debug)]
struct Filter([u64; FILTER / 64]);

impl Filter {
    fn insert(&mut self, offset: u32) {
        let line = (offset >> LINE) as usize % FILTER;
        self.0[line / 64] |= 1 << (line % 64);
    }

    fn has_any(&self, offset: u32, bytes: u32) -> bool {
        let lines = offset >> LINE..=(offset + bytes - 1) >> LINE;
        lines.into_iter().any(|line| {
            let line = line as usize % FILTER;
            self.0[line / 64] >> (line % 64) & 1 != 0
        })
    }
}

/// The way in which the interface uses bytes of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Reads,
    Writes,
}

/// The accesses of a run ahead, and the interface's accesses during that run.
#[derive(Debug)]
pub(super) struct Bypass {
    trace: Trace,
    /// Whether the run ahead is traced.
    is_traced: bool,
    /// Number of further runs ahead that will be traced.
    wanted: u32,
    /// The lines that the trace has touched, and those that it has written; made when first needed.
    touched: Filter,
    written: Filter,
    are_filtered: bool,
    /// Index of the first access in the trace that belongs to no past cycle.
    next: usize,
    /// The latest cycle in which interfaces have passed the core, and the banks that they took in
    /// that cycle, a bit for each.
    passed: (u64, u32),
}

impl Default for Bypass {
    fn default() -> Bypass {
        Bypass {
            trace: Trace::default(),
            is_traced: false,
            wanted: 0,
            touched: Filter([0; FILTER / 64]),
            written: Filter([0; FILTER / 64]),
            are_filtered: false,
            next: 0,
            passed: (0, 0),
        }
    }
}

impl Bypass {
    /// Notes that a run ahead begins at cycle `start`. `alone` says that only one core of the tile
    /// runs. Returns the trace to fill if the run is to be traced; the caller gives it back with
    /// `traced`.
    pub fn begin(&mut self, start: u64, alone: bool) -> Option<Trace> {
        self.is_traced = alone && self.wanted > 0;
        self.wanted = self.wanted.saturating_sub(1);
        self.are_filtered = false;
        self.next = 0;
        let mut trace = std::mem::take(&mut self.trace);
        trace.touches.clear();
        trace.origin = start;
        if self.is_traced {
            return Some(trace);
        }
        self.trace = trace;
        None
    }

    /// Whether the run ahead is traced.
    pub fn is_traced(&self) -> bool {
        self.is_traced
    }

    pub fn traced(&mut self, trace: Trace) {
        self.trace = trace;
    }

    fn filter(&mut self) {
        if std::mem::replace(&mut self.are_filtered, true) {
            return;
        }
        self.touched.0.fill(0);
        self.written.0.fill(0);
        for touch in &self.trace.touches {
            // An access is aligned, so it lies in one line.
            self.touched.insert(touch.offset());
            if touch.writes() {
                self.written.insert(touch.offset());
            }
        }
    }

    /// Whether the core's accesses to these bytes keep the interface from using them. The interface
    /// may not read bytes that the core has written in cycle `from` or later.
    fn meets(&mut self, offset: u32, bytes: u32, what: Use, from: u64) -> bool {
        self.filter();
        let lines = match what {
            Use::Reads => &self.written,
            Use::Writes => &self.touched,
        };
        if !lines.has_any(offset, bytes) {
            return false;
        }
        let origin = self.trace.origin;
        let meet = |touch: &Touch| {
            let matters = match what {
                Use::Reads => touch.writes() && origin + u64::from(touch.cycle) >= from,
                Use::Writes => true,
            };
            matters && touch.offset() < offset + bytes && offset < touch.offset() + touch.bytes()
        };
        self.trace.touches.iter().any(meet)
    }

    /// Whether the core takes one of the `wanted` banks, a bit for each, in this cycle.
    #[inline(always)]
    fn meets_at_bank(&mut self, wanted: u32, now: u64, banks: &Banks) -> bool {
        let (origin, touches) = (self.trace.origin, &self.trace.touches[..]);
        let cycle = |touch: &Touch| origin + u64::from(touch.cycle);
        while touches
            .get(self.next)
            .is_some_and(|touch| cycle(touch) < now)
        {
            self.next += 1;
        }
        let of_now = touches[self.next..]
            .iter()
            .take_while(|touch| cycle(touch) == now);
        of_now.fold(0, |mask, touch| {
            mask | banks.mask(touch.offset(), touch.bytes())
        }) & wanted
            != 0
    }
}

impl CoreComplex {
    /// Takes the banks of `banked` bytes for the network interface. The interface is about to use
    /// `bytes` bytes of the memory, and reaches nothing else that the cores use. Returns false if a
    /// bank has served an access in this cycle.
    #[inline(always)]
    pub fn claim(&mut self, offset: u32, bytes: u32, banked: u32, what: Use, cycle: Cycle) -> bool {
        let wanted = self.banks.of_interface(offset, banked);
        self.ahead.bypass.wanted = TRACED_RUNS;
        self.ahead.interface = cycle.now;
        let free = match self.ahead.active {
            true => self.claim_beside(offset, bytes, wanted, what, cycle),
            false => self.banks.take_all_for_interface(wanted, cycle.now),
        };
        self.count_served(free, banked)
    }

    /// Takes the `wanted` banks, a bit for each, for the network interface while cores are ahead.
    /// Returns false if one is taken.
    fn claim_beside(
        &mut self,
        offset: u32,
        bytes: u32,
        wanted: u32,
        what: Use,
        cycle: Cycle,
    ) -> bool {
        let passes = self.make_way(offset, bytes, wanted, what, cycle);
        let free = self.banks.take_all_for_interface(wanted, cycle.now);
        if passes && free {
            let passed = &mut self.ahead.bypass.passed;
            if passed.0 != cycle.now {
                *passed = (cycle.now, 0);
            }
            passed.1 |= wanted;
        }
        free
    }

    /// Lets the network interface use bytes of the memory without taking their banks.
    pub fn claim_bytes(&mut self, offset: u32, bytes: u32, what: Use, cycle: Cycle) {
        self.ahead.bypass.wanted = TRACED_RUNS;
        self.make_way(offset, bytes, 0, what, cycle);
    }

    /// Rolls back the cores that are ahead unless the interface can pass them; `wanted` has a bit
    /// for each bank that the interface uses. Returns whether the interface can pass.
    fn make_way(&mut self, offset: u32, bytes: u32, wanted: u32, what: Use, cycle: Cycle) -> bool {
        let passes = self.can_pass(offset, bytes, wanted, what, cycle);
        if !passes {
            self.synchronize_for_interface(cycle);
        }
        passes
    }

    #[inline(always)]
    fn can_pass(&mut self, offset: u32, bytes: u32, wanted: u32, what: Use, cycle: Cycle) -> bool {
        let Cycle { now, costs } = cycle;
        let is_ahead = self.ahead.is_beyond(now) && self.ahead.bypass.is_traced;
        if !is_ahead || bytes == 0 {
            return false;
        }
        // The trace lacks the banks that a core took in its turn before it ran ahead. A refusal may
        // also close the banks to cores that are ahead.
        if costs.cores_first && self.banks.closed_to_cores(now) & wanted != 0 {
            return false;
        }
        let from = now + u64::from(costs.cores_first);
        let bypass = &mut self.ahead.bypass;
        !bypass.meets_at_bank(wanted, now, &self.banks) && !bypass.meets(offset, bytes, what, from)
    }

    /// Takes again, after a rollback, the banks that interfaces have taken in cycle `now`.
    pub(super) fn retake(&mut self, now: u64) {
        let (cycle, passed) = self.ahead.bypass.passed;
        if cycle == now && passed != 0 {
            let free = self.banks.take_all_for_interface(passed, now);
            debug_assert!(free, "the core has not taken them");
        }
    }
}
