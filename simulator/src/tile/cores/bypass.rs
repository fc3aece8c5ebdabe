//! Accesses of the network interface beside a run ahead: most of them touch nothing that the core
//! has touched, and change nothing for it, so they need no rollback.
//!
//! This holds for a tile of which one running core is ahead. What it has touched is in a trace. An
//! interface may write what the core has not touched at all since the run ahead began, so that a
//! later rollback, which executes it again, finds what it has found the first time; and it may read
//! what the core has not written later, or, if interfaces come first, in this cycle. In this cycle
//! they must not meet at a bank.

use super::CoreComplex;
use crate::core::{Touch, Trace};
use crate::memory::Banks;
use crate::tile::ports::Cycle;

/// Runs ahead that are traced after an access of the interface: a trace costs time.
const TRACED_RUNS: u32 = 16;
/// A line is 64 bytes.
const LINE: u32 = 6;
/// Bits of a filter of lines.
const FILTER: usize = 1024;

/// A set of lines that may have others in it.
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

/// What the interface does with bytes of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Reads,
    Writes,
}

/// What a run ahead has touched, and what the interface has done meanwhile.
#[derive(Debug)]
pub(super) struct Bypass {
    trace: Trace,
    /// The run ahead is traced.
    is_traced: bool,
    /// Runs ahead that will be.
    wanted: u32,
    /// Lines of the trace; made when first asked for.
    touched: Filter,
    written: Filter,
    are_filtered: bool,
    /// The first access of the trace that is not in a past cycle.
    next: usize,
    /// The latest cycle in which interfaces have passed, and the banks they have taken, a bit for
    /// each.
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
    /// A run ahead begins at cycle `start`, `alone` if one core of the tile runs: its trace, if it
    /// shall be traced, to be given back.
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
            // An access lies in one line: it is aligned.
            self.touched.insert(touch.offset());
            if touch.writes() {
                self.written.insert(touch.offset());
            }
        }
    }

    /// Whether the core has touched the bytes so that the interface cannot use them as they are:
    /// for reads, has written them in cycle `from` or later.
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

    /// Whether the core takes one of these banks, a bit for each, in this cycle.
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
    /// The network interface is about to use bytes of the memory, `banked` of them by their banks,
    /// and nothing else of the cores. False if a bank has served an access in this cycle.
    #[inline(always)]
    pub fn claim(&mut self, offset: u32, bytes: u32, banked: u32, what: Use, cycle: Cycle) -> bool {
        let wanted = self.banks.of_interface(offset, banked);
        self.ahead.bypass.wanted = TRACED_RUNS;
        let free = match self.ahead.active {
            true => self.claim_beside(offset, bytes, wanted, what, cycle),
            false => self.banks.take_all_for_interface(wanted, cycle.now),
        };
        self.count_served(free, banked)
    }

    /// Takes banks for the network interface while cores are ahead. `wanted`: the banks, a bit for
    /// each.
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

    /// Puts cores that are ahead back, unless they may stay there; whether they do. `wanted`: the
    /// banks, a bit for each.
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
        // What a core has taken in its turn, before it ran ahead, is not in the trace. A refusal
        // may close the banks to cores that are ahead.
        if costs.cores_first && self.banks.closed_to_cores(now) & wanted != 0 {
            return false;
        }
        let from = now + u64::from(costs.cores_first);
        let bypass = &mut self.ahead.bypass;
        !bypass.meets_at_bank(wanted, now, &self.banks) && !bypass.meets(offset, bytes, what, from)
    }

    /// After a rollback: banks that interfaces have taken in cycle `now`.
    pub(super) fn retake(&mut self, now: u64) {
        let (cycle, passed) = self.ahead.bypass.passed;
        if cycle == now && passed != 0 {
            let free = self.banks.take_all_for_interface(passed, now);
            debug_assert!(free, "the core has not taken them");
        }
    }
}
