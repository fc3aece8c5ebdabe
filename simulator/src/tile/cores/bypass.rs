//! Accesses of the network interface to a tile's memory while a core runs ahead, that is, while it
//! has already executed instructions of later cycles. Such an access may force a rollback of the
//! core. Most accesses need no rollback, because the core has not touched their bytes.
//!
//! If only one core of a tile runs, it records its accesses in a trace while it runs ahead. The
//! interface may write bytes that are not in the trace: if the core is rolled back later and
//! executes again, it still reads the same values. The interface may read bytes unless the core has
//! written them in a later cycle. If interfaces come first in a cycle, the core must not have
//! written them in the same cycle either. Core and interface must not need the same bank in the
//! cycle of the interface's access.

use super::CoreComplex;
use crate::core::{Touch, Trace};
use crate::memory::Banks;
use crate::tile::ports::Cycle;

/// After an access of the interface, the core's accesses are traced the next 16 times that the core
/// runs ahead. They are not always traced, because tracing takes the host's time.
const TRACED_RUNS: u32 = 16;
/// A line has `1 << LINE` bytes.
const LINE: u32 = 6;
/// Size of a Bloom filter in bits.
const FILTER: usize = 1024;

/// A Bloom filter of lines of memory: it has all inserted lines, and perhaps others.
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

/// How the network interface uses bytes of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Reads,
    Writes,
}

/// The accesses of a core that runs ahead of the clock, and the accesses of the interface in that
/// time.
#[derive(Debug)]
pub(super) struct Bypass {
    trace: Trace,
    /// Whether the trace records the accesses of the core that is now ahead.
    is_traced: bool,
    /// How many more times to trace a core that runs ahead.
    wanted: u32,
    /// The lines that the traced core has touched (`touched`) or written (`written`). The filters
    /// are filled when they are first needed (`are_filtered`).
    touched: Filter,
    written: Filter,
    are_filtered: bool,
    /// Index in the trace of the core's first access in the current cycle or later.
    next: usize,
    /// The latest cycle in which interfaces accessed the memory without a rollback, and the set of
    /// banks that these accesses used (a bit for each bank).
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
    /// Must be called when a core begins to run ahead at cycle `start`. `alone`: no other core of
    /// the tile runs. Returns a trace if the core must record its accesses; the caller passes the
    /// filled trace to `traced`.
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

    /// Whether the core that is now ahead records its accesses.
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

    /// Whether the core's accesses forbid the interface's access to these bytes. The interface must
    /// not write bytes that the core has accessed, or read bytes that the core has written in cycle
    /// `from` or later.
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

    /// Whether the core uses one of the banks in the set `wanted` in cycle `now`.
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
    /// Takes memory banks for an access of the network interface, which reads or writes `bytes`
    /// bytes. Only the first `banked` of them need a bank. Returns false if a needed bank has
    /// already served an access in this cycle.
    #[inline(always)]
    pub fn claim(&mut self, offset: u32, bytes: u32, banked: u32, what: Use, cycle: Cycle) -> bool {
        let wanted = self.banks.of_interface(offset, banked);
        self.ahead.bypass.wanted = TRACED_RUNS;
        self.ahead.interface = cycle.now;
        if self.ahead.strands.active {
            self.end_strands_using(offset, bytes, what, cycle.now);
        }
        let free = match self.ahead.active {
            true => self.claim_beside(offset, bytes, wanted, what, cycle),
            false => self.banks.take_all_for_interface(wanted, cycle.now),
        };
        self.count_served(free, banked)
    }

    /// Takes the banks in the set `wanted` for the network interface while a core has executed
    /// beyond the current cycle. Returns false if one of the banks has already served an access in
    /// this cycle.
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

    /// Lets the network interface use bytes of the memory without taking banks.
    pub fn claim_bytes(&mut self, offset: u32, bytes: u32, what: Use, cycle: Cycle) {
        self.ahead.bypass.wanted = TRACED_RUNS;
        if self.ahead.strands.active {
            return self.end_strands_using(offset, bytes, what, cycle.now);
        }
        self.make_way(offset, bytes, 0, what, cycle);
    }

    /// Rolls back the cores that have executed beyond the current cycle, unless the interface's
    /// access can do without. `wanted` is the set of banks that the access uses. Returns true if no
    /// rollback was needed.
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
        // The trace does not show which banks the core used in this cycle before it began to run
        // ahead. If cores have kept the interface from a bank for several cycles in a row, all
        // banks are closed to cores in the next cycle, but a core that is ahead may have used one.
        if costs.cores_first && self.banks.closed_to_cores(now) & wanted != 0 {
            return false;
        }
        let from = now + u64::from(costs.cores_first);
        let bypass = &mut self.ahead.bypass;
        !bypass.meets_at_bank(wanted, now, &self.banks) && !bypass.meets(offset, bytes, what, from)
    }

    /// After a rollback, takes the banks again that interfaces have taken in cycle `now`.
    pub(super) fn retake(&mut self, now: u64) {
        let (cycle, passed) = self.ahead.bypass.passed;
        if cycle == now && passed != 0 {
            let free = self.banks.take_all_for_interface(passed, now);
            debug_assert!(free, "the core has not taken them");
        }
    }
}
