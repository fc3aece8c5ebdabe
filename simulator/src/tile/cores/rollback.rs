//! Optimistic execution: cores run ahead of the chip's clock, that is, they execute instructions of
//! cycles that the clock has not reached. If a straggler (an access from outside that concerns an
//! earlier cycle) arrives, they are rolled back to that cycle.
//!
//! Cores that run ahead change only themselves and their tile's memory. A checkpoint of the cores
//! and an undo log of their stores are kept until the clock has caught up.

use super::bypass::Bypass;
use super::hart::{Hart, State};
use super::second_run::SecondRun;
use super::strands::Strands;
use super::turns::Turns;
use super::windows::{Plan, SharedPages, Windows, LEAST, NEAR, PROBE};
use super::CoreComplex;
use crate::core::{
    run_ahead, run_ahead_traced, run_exact, step, Cache, CodeImage, Core, Step, Stop, UndoLog,
    View, MOST_LOGGED,
};
use crate::memory::Banks;
use crate::tile::ports::Cycle;

/// Number of entries in a tile's undo log for each core of the tile.
const LOG_ENTRIES: usize = 8192;
/// Number of entries in the undo log for each core on chips with caches. There, one instruction may
/// log several entries.
const LOG_ENTRIES_CACHED: usize = MOST_LOGGED * LOG_ENTRIES;
/// Each time that a tile runs ahead of the clock, it executes at most this many cycles. More would
/// cost more after a rollback, and would need a larger undo log.
const LONGEST: u64 = 32768;
/// If a tile may run ahead of the clock, its limit is at least this many cycles, however often it
/// has been rolled back.
const SHORTEST: u64 = 4;
/// After an access of the network interface, a tile with several running cores does not run ahead
/// for this number of cycles. The flits of a packet arrive one per cycle, and each would roll the
/// cores back.
const CALM: u64 = 3;

/// The state of a tile whose cores run ahead of the clock, and what a rollback needs.
#[derive(Debug)]
pub struct RunAhead {
    pub(super) log: UndoLog,
    /// The cores that have executed instructions ahead of the clock: index and earlier state of
    /// each. Valid while `active`. All other cores are unchanged.
    pub(super) checkpoint: Vec<(usize, Core)>,
    pub(super) banks: Banks,
    /// Whether any core has a cache.
    caches: bool,
    pub(super) active: bool,
    /// The earliest cycle in which an interrupt may come. The cores must be rolled back to the
    /// clock then. `u64::MAX` if none can come.
    stops_at: u64,
    /// The first cycle that the cores have executed ahead of the clock.
    pub(super) from: u64,
    /// The latest cycle that has been executed ahead, and the latest turn in it.
    pub(super) reached: (u64, usize),
    /// Largest number of cycles that the cores may run ahead next time. It grows each time, and
    /// shrinks after a rollback.
    pub(super) lead: u64,
    /// The latest cycle in which a network interface has used the memory.
    pub(super) interface: u64,
    pub(super) windows: Windows,
    pub(super) shared: SharedPages,
    pub(super) bypass: Bypass,
    pub(super) second_run: SecondRun,
    pub(super) strands: Strands,
}

impl RunAhead {
    pub fn new(cores: u32, banks: &Banks, caches: bool) -> RunAhead {
        let entries = if caches {
            LOG_ENTRIES_CACHED
        } else {
            LOG_ENTRIES
        };
        RunAhead {
            log: UndoLog::new(entries * cores as usize),
            checkpoint: Vec::new(),
            banks: banks.clone(),
            caches,
            active: false,
            stops_at: u64::MAX,
            from: 0,
            reached: (0, 0),
            lead: SHORTEST,
            interface: 0,
            windows: Windows::default(),
            shared: SharedPages::default(),
            bypass: Bypass::default(),
            second_run: SecondRun::default(),
            strands: Strands::default(),
        }
    }

    /// Whether the cores have executed anything in this cycle or later.
    pub(super) fn is_beyond(&self, cycle: u64) -> bool {
        self.active && self.reached >= (cycle, 0)
    }
}

impl CoreComplex {
    /// A core, its view of the tile's memory, and its decoded code.
    #[inline]
    pub(super) fn view(&mut self, core: usize) -> (&mut Core, View<'_>, &CodeImage) {
        let hart = &mut self.harts[core];
        let view = View {
            memory: &mut self.memory,
            regions: &hart.regions,
            rights: &hart.rights,
            page_shift: self.page_shift,
            shared: &self.ahead.shared.pages,
            lookaside: &mut hart.lookaside,
            cache: hart.cache.as_ref(),
            code_cache: hart
                .code_cache
                .as_ref()
                .filter(|_| hart.code_in_dram.is_some()),
            log: &mut self.ahead.log,
            banks: Some(&mut self.banks),
        };
        (&mut hart.core, view, &hart.code)
    }

    /// Executes the due instruction of a core, unless only the tile can carry it out.
    pub(super) fn step(&mut self, core: usize) -> Step {
        let (core, mut view, code) = self.view(core);
        let step = step(core, &mut view, code);
        if !self.ahead.active {
            self.ahead.log.clear();
        }
        step
    }

    /// Executes the due instruction of a core as [`CoreComplex::step`] does, but leaves accesses to
    /// cached memory to the tile.
    pub(super) fn step_past_cache(&mut self, core: usize) -> Step {
        let cache = self.harts[core].cache.as_ref().map(Cache::covering_nothing);
        let (core, mut view, code) = self.view(core);
        view.cache = cache.as_ref();
        let step = step(core, &mut view, code);
        if !self.ahead.active {
            self.ahead.log.clear();
        }
        step
    }

    /// Makes the cores run ahead of the clock, unless they are ahead already. A later rollback can
    /// restore the present state, but no earlier one.
    pub fn run_ahead(&mut self) {
        if self.ahead.strands.active {
            return self.extend_strands();
        }
        let is_followed =
            self.profiles.is_some() || self.shadow.is_some() || self.checker.is_some();
        if self.ahead.active || is_followed || !self.access_logs.is_empty() {
            return;
        }
        let Some(start) = self.earliest() else { return };
        let is_alone = self.alone().is_some();
        let is_used = start < self.ahead.interface + CALM;
        let is_disturbed = is_used || self.ahead.lead < LEAST || self.ahead.windows.needed_tile;
        if !is_alone && is_disturbed && self.begin_strands(start) {
            return;
        }
        if is_used && !is_alone {
            self.ahead.lead = (self.ahead.lead / 2).max(SHORTEST);
            return;
        }
        if self.ahead.caches && self.harts.iter().any(Hart::announces) {
            return;
        }
        let stop = self.uninterrupted_until();
        if stop <= start {
            return;
        }
        self.run_from(start, stop.min(start + self.ahead.lead));
        self.ahead.stops_at = stop;
    }

    /// The earliest cycle in which an interrupt may come to a core of the tile.
    pub(super) fn uninterrupted_until(&self) -> u64 {
        let ends = self.harts.iter().map(Hart::uninterrupted_until);
        ends.min().unwrap_or(u64::MAX)
    }

    /// The only running core. None if several cores run, or none does.
    pub(super) fn alone(&self) -> Option<usize> {
        let mut running = (self.harts.iter().enumerate())
            .filter(|(_, hart)| hart.state == State::Running)
            .map(|(index, _)| index);
        let first = running.next();
        first.filter(|_| running.next().is_none())
    }

    /// Makes the cores run ahead, and saves the earlier state of those that execute anything, for a
    /// rollback. `start` is the cycle of the core that is furthest behind.
    pub(super) fn run_from(&mut self, start: u64, until: u64) {
        self.ahead.log.clear();
        self.ahead.from = start;
        self.ahead.active = true;
        self.ahead.checkpoint.clear();
        let alone = self.alone();
        self.ahead.banks.restore(&self.banks);
        self.ahead.lead = (2 * self.ahead.lead).min(LONGEST);
        self.ahead.reached = (0, 0);
        let trace = self.ahead.bypass.begin(start, alone.is_some());
        if let Some(index) = alone {
            let core = self.harts[index].core.clone();
            self.ahead.checkpoint.push((index, core));
            let (core, mut view, code) = self.view(index);
            // Without another running core, no access has to wait for a bank.
            view.banks = None;
            let stop = match trace {
                None => run_ahead(core, &mut view, code, until),
                Some(mut trace) => {
                    let stop = run_ahead_traced(core, &mut view, code, until, &mut trace);
                    self.ahead.bypass.traced(trace);
                    stop
                }
            };
            let time = self.harts[index].core.time;
            // At full speed, a core does not mark banks as taken. So it must execute its last cycle
            // again when the clock reaches that cycle.
            self.ahead.reached = (time.saturating_sub(1), usize::MAX);
            return (self.ahead.second_run).ended(stop != Stop::Slow, time - start);
        }
        let plan = match until - start >= LEAST {
            true => self.ahead.windows.plan(),
            false => Plan::Turns,
        };
        let until = match plan {
            Plan::Probe => start + PROBE,
            Plan::Turns | Plan::Windows => until,
        };
        self.ahead.windows.needed_tile = match plan {
            Plan::Windows => self.run_windows(start, until),
            Plan::Turns | Plan::Probe => self.interleave(until, until - start < NEAR),
        };
        let time = self.earliest().unwrap_or(start);
        self.ahead.second_run.ended(time >= until, time - start);
    }

    /// Makes the cores execute everything before cycle `limit`, and nothing later. Rolls them back
    /// if they have already executed this cycle.
    pub fn synchronize(&mut self, limit: u64) {
        self.end_strands(limit);
        if self.must_return((limit, 0)) {
            self.roll_back(limit);
        }
        self.commit();
    }

    /// Must be called before the network interface uses memory or changes the state of a core in
    /// this cycle. After it, the cores have executed everything before this cycle and nothing
    /// later. If cores come first in a cycle (`cores_first`), they have also executed this cycle
    /// and taken the banks of their accesses.
    pub fn synchronize_for_interface(&mut self, cycle: Cycle) {
        let Cycle { now, costs } = cycle;
        self.end_strands(now);
        if !self.ahead.active {
            return;
        }
        if !costs.cores_first {
            return self.synchronize(now);
        }
        // At full speed, cores do not mark banks as taken, so they must execute this cycle again.
        if self.must_return((now, 0)) {
            self.roll_back(now + 1);
            self.retake(now);
        }
        self.commit();
    }

    /// Must be called before a core has its turn in this cycle. After it, no core of the tile has
    /// executed anything that comes after this turn.
    pub(super) fn synchronize_for_core(&mut self, now: u64, core: usize) {
        if self.must_return((now, self.turns.turn(core, now))) {
            self.roll_back(now);
        }
        self.commit();
    }

    /// Whether the cores have executed anything at `moment`, a (cycle, turn), or later. If the
    /// cores have run ahead twice in a row (`second_run.rs`), only one of the two remains
    /// afterwards.
    #[inline]
    fn must_return(&mut self, moment: (u64, usize)) -> bool {
        if !self.ahead.active {
            return false;
        }
        self.settle_first(moment);
        self.ahead.reached >= moment
    }

    fn roll_back(&mut self, limit: u64) {
        let done = limit.saturating_sub(self.ahead.from);
        self.ahead.lead = (done / 2).clamp(SHORTEST, LONGEST);
        if self.ahead.windows.have_marks() {
            let mut windows = std::mem::take(&mut self.ahead.windows);
            self.roll_windows_back(&mut windows, limit);
            self.ahead.windows = windows;
            return;
        }
        self.restore();
        self.interleave(limit, true);
        self.retake(limit);
    }

    /// Restores the state in which the cores began to run ahead.
    pub(super) fn restore(&mut self) {
        self.ahead.log.restore(&mut self.memory);
        for (index, core) in &self.ahead.checkpoint {
            self.harts[*index].core.clone_from(core);
        }
        self.banks.restore(&self.ahead.banks);
    }

    /// Makes everything that the cores have executed final, so that it cannot be undone.
    fn commit(&mut self) {
        self.ahead.log.clear();
        self.ahead.windows.forget();
        self.ahead.second_run.forget();
        self.ahead.active = false;
        self.ahead.stops_at = u64::MAX;
    }

    /// If an interrupt may come in cycle `now`, rolls back the cores that are ahead of the clock.
    pub fn stop_for_interrupts(&mut self, now: u64) {
        self.merge_strands(now);
        if self.ahead.stops_at <= now {
            self.synchronize(now);
        }
    }

    /// The earliest cycle in which a core of the tile has an action. None if no core has one.
    pub fn next_event(&self) -> Option<u64> {
        let next = self.harts.iter().filter_map(Hart::next_event).min();
        match self.ahead.stops_at {
            u64::MAX => next,
            stop => Some(next.map_or(stop, |next| next.min(stop))),
        }
    }

    pub(super) fn earliest(&self) -> Option<u64> {
        self.harts
            .iter()
            .filter(|hart| hart.state == State::Running)
            .map(|hart| hart.core.time)
            .min()
    }

    /// Executes all instructions before cycle `until`, with memory accesses in the order (cycle,
    /// turn). Stops at the first instruction that needs the tile, because the core cannot execute
    /// it alone. If `exact`, nothing after that instruction is executed. Otherwise each core
    /// continues to its next memory access. Then the host switches between cores less often, but
    /// must roll cores back if one of them soon needs the tile. Returns whether execution has
    /// stopped before `until`.
    pub(super) fn interleave(&mut self, until: u64, exact: bool) -> bool {
        if let Some(core) = self.alone() {
            return self.run_one(core, until);
        }
        // Cores whose next instruction only the tile can carry out.
        let mut stuck = 0u32;
        // Cores whose earlier state the checkpoint already contains.
        let mut saved = (self.ahead.checkpoint.iter()).fold(0u32, |set, (core, _)| set | 1 << core);
        let mut sequence = self.turns.sequence(self.earliest().unwrap_or(until));
        for (index, hart) in self.harts.iter().enumerate() {
            if hart.state == State::Running {
                sequence.insert(index, hart.core.time);
            }
        }
        let mut reached = 0;
        let needs_tile = loop {
            let Some((cycle, index)) = sequence.take().filter(|&(cycle, _)| cycle < until) else {
                break false;
            };
            if stuck & 1 << index != 0 {
                break true;
            }
            // The core may execute instructions up to the cycle in which another core has its turn.
            let next = sequence.next_cycle().unwrap_or(until);
            let turn = next.max(cycle + 1).min(until);
            if saved & 1 << index == 0 {
                saved |= 1 << index;
                let core = self.harts[index].core.clone();
                self.ahead.checkpoint.push((index, core));
            }
            let (core, mut view, code) = self.view(index);
            let limit = if exact { turn } else { until };
            if run_exact(core, &mut view, code, limit, turn) != Step::Done {
                stuck |= 1 << index;
            }
            let time = core.time;
            let last = limit.min(time).saturating_sub(1);
            reached = reached.max(sequence.moment(index, last));
            sequence.insert(index, time);
        };
        self.ahead.reached = self.ahead.reached.max(Turns::split(reached));
        needs_tile
    }

    /// Does the work of [`CoreComplex::interleave`] if core `index` is the only one that runs.
    fn run_one(&mut self, index: usize, until: u64) -> bool {
        if self.harts[index].core.time >= until {
            return false;
        }
        if self.ahead.checkpoint.iter().all(|&(core, _)| core != index) {
            let core = self.harts[index].core.clone();
            self.ahead.checkpoint.push((index, core));
        }
        let (core, mut view, code) = self.view(index);
        let needs_tile = run_exact(core, &mut view, code, until, until) != Step::Done;
        let last = until.min(core.time).saturating_sub(1);
        let reached = (last, self.turns.turn(index, last));
        self.ahead.reached = self.ahead.reached.max(reached);
        needs_tile
    }
}
