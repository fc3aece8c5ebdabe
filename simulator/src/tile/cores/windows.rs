//! Running ahead with several cores: each core runs separately through a window of cycles, then the
//! accesses of all cores are merged.
//!
//! Cores of a tile delay each other only at the banks of its memory. The values in one core depend
//! on another core only if one writes what the other touches. So each core runs separately through
//! a window at full speed, and records the banks that it needs in each cycle. Merging these demands
//! in the order (cycle, turn) gives the number of cycles that each access waits for its bank. Such
//! a wait delays everything after it in the same core. Accesses to pages that other cores may touch
//! are also recorded one by one. If a core has touched what another one has written, the window is
//! executed again, in turns. If a core needs the tile, or an access from outside reaches the tile,
//! the window is executed again until shortly before that, and the rest in turns.
//!
//! After a window, all accesses before its end have their final cycles. Accesses that delays have
//! moved past the end are *carried over* to the next window.

use super::hart::State;
use super::protection::Owner;
use super::timetable::Timetable;
use super::touched::Touched;
use super::turns::TERM;
use super::CoreComplex;
use crate::core::{
    next_touch, run_banked, run_exact, Core, Demand, Kept, Step, Stop, Touch, Trace,
};
use std::array::from_fn;
use std::mem::swap;

/// Number of cycles of the windows of a short run ahead. After a disturbance the runs ahead of a
/// tile become longer step by step, and use these windows first.
const FIRST: u64 = 64;
/// Number of cycles of a short window.
const SHORT: u64 = 256;
/// Number of cycles of a long window. An access to the tile from outside causes the window to be
/// executed again.
const LONG: u64 = Demand::LONGEST as u64;
/// Smallest number of cycles of a run ahead that uses long windows.
const FAR: u64 = 4 * LONG;
/// Smallest number of cycles of a run ahead that uses short windows.
pub(super) const NEAR: u64 = SHORT + 128;
/// Smallest number of cycles that a run ahead executes in turns after its last window.
const BEHIND: u64 = 64;
/// Smallest number of cycles of a run ahead that uses windows. In a shorter run ahead, the cores
/// execute in turns.
pub(super) const LEAST: u64 = FIRST + BEHIND;
/// A window must not end within this number of cycles before an instruction that needs the tile,
/// because cores run past the end of a window to the end of a straight-line sequence of
/// instructions.
const APPROACH: u64 = 48;
/// A window may be cut short so that it ends before an instruction that needs the tile. It keeps at
/// least this number of cycles.
const CUT: u64 = 32;
/// Number of cycles of a run ahead that tests whether the cores still need the tile often.
pub(super) const PROBE: u64 = 64;
/// After cores have touched the same memory in the first window, they execute in turns in at most
/// this many runs ahead before windows are tried again.
const LONGEST_PAUSE: u32 = 64;

/// A lane: a running core in a run ahead with windows.
#[derive(Debug, Default)]
struct Lane {
    /// Index of the core in the tile.
    core: usize,
    /// The core's accesses to shared pages. At the start of a window, only the accesses that are
    /// carried over from the window before.
    trace: Trace,
    /// The banks that the core needs from the start of the window on. At the start of a window,
    /// only the banks of accesses that are carried over from the window before.
    demand: Demand,
}

/// The state of all lanes, that is, of the running cores, at the start of a window.
#[derive(Debug, Default)]
struct Checkpoint {
    /// The first cycle of the window.
    start: u64,
    lanes: Vec<LaneMark>,
    /// Length of the undo log.
    log: usize,
}

/// The state of a lane (a running core) at the start of a window, with the accesses that it carries
/// over.
#[derive(Debug)]
struct LaneMark {
    core: Core,
    touches: Vec<Touch>,
    demand: Kept,
}

impl LaneMark {
    /// An empty mark, to be overwritten.
    fn new() -> LaneMark {
        LaneMark {
            core: Core::new(0, 0, 0),
            touches: Vec::new(),
            demand: Kept::default(),
        }
    }
}

/// The lanes (running cores) of a run ahead, and the checkpoints of its windows.
#[derive(Debug, Default)]
pub(super) struct Marks {
    lanes: Vec<Lane>,
    /// Checkpoints of the windows; the first `used` ones are in use.
    checkpoints: Vec<Checkpoint>,
    used: usize,
}

/// The pages of a tile's memory that more than one core may touch while cores run ahead.
#[derive(Debug, Default)]
pub(super) struct SharedPages {
    /// The processes of which several cores have run ahead since page tags last changed: a bit for
    /// each, by owner number.
    teams: u32,
    /// For each page, whether more than one core may touch it. Empty if that is not known.
    pub pages: Vec<bool>,
    /// Whether all pages count as shared, because each core runs ahead for itself, in a strand.
    all: bool,
}

impl SharedPages {
    /// Removes all information after a change of page tags.
    pub fn forget(&mut self) {
        (self.teams, self.all) = (0, false);
        self.pages.clear();
    }
}

/// How several cores run ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    Windows,
    /// The cores execute in turns, because they have touched the same memory in the last windows.
    Turns,
    /// For a few cycles, the cores execute in turns, because a core needed the tile at the end of
    /// the last run ahead.
    Probe,
}

/// The windows of a run ahead: each running core runs separately through a window of cycles, then
/// the accesses of all cores are merged.
#[derive(Debug, Default)]
pub(super) struct Windows {
    /// The lanes and checkpoints of the current run ahead.
    marks: Marks,
    touched: Touched,
    /// Number of runs ahead in turns before windows are tried again (`pause`), and its value after
    /// the last failure.
    pause: u32,
    last_pause: u32,
    /// Index of the lane that runs first in a window: the lane that last stopped within a window.
    first: usize,
    /// Whether a core has needed the tile at the end of the last run ahead of several cores.
    pub needed_tile: bool,
}

impl Windows {
    /// Plans the next run ahead. Counts `pause` down.
    pub fn plan(&mut self) -> Plan {
        if self.pause > 0 {
            self.pause -= 1;
            return Plan::Turns;
        }
        match self.needed_tile {
            true => Plan::Probe,
            false => Plan::Windows,
        }
    }

    /// Whether the current run ahead has checkpoints of windows.
    pub fn have_marks(&self) -> bool {
        self.marks.used > 0
    }

    /// Forgets the checkpoints of the last run ahead.
    pub fn forget(&mut self) {
        self.marks.used = 0;
    }

    /// Exchanges the current checkpoints with `marks`.
    pub fn exchange_marks(&mut self, marks: &mut Marks) {
        swap(&mut self.marks, marks);
    }

    fn begin(&mut self, cores: impl Iterator<Item = usize>, origin: u64, banks: u32) {
        let mut count = 0;
        for core in cores {
            if count == self.marks.lanes.len() {
                self.marks.lanes.push(Lane::default());
            }
            let lane = &mut self.marks.lanes[count];
            lane.core = core;
            lane.trace.origin = origin;
            lane.trace.touches.clear();
            lane.demand.reset(banks, origin);
            count += 1;
        }
        self.marks.lanes.truncate(count);
        self.marks.used = 0;
    }

    fn end(&mut self, succeeded: bool) {
        self.last_pause = match succeeded {
            true => 0,
            false => (2 * self.last_pause + 1).min(LONGEST_PAUSE),
        };
        self.pause = self.last_pause;
    }

    /// Whether no lane has touched what another lane has written, in this window or in the accesses
    /// carried over. The memory has `units` units of 8 bytes.
    fn are_apart(&mut self, units: usize) -> bool {
        self.touched.clear(units);
        let touched = &mut self.touched;
        let mut lanes = self.marks.lanes.iter().enumerate();
        lanes.all(|(number, lane)| {
            let mut touches = lane.trace.touches.iter();
            touches.all(|&touch| touched.admits(touch, number as u32))
        })
    }

    /// The accesses that lanes other than `lane` carry over.
    fn carried_beside(&self, lane: usize) -> impl Iterator<Item = &Touch> {
        let others = self
            .marks
            .lanes
            .iter()
            .enumerate()
            .filter(move |&(n, _)| n != lane);
        others.flat_map(|(_, other)| &other.trace.touches)
    }

    /// Whether an access of a lane and one that another lane carries over touch the same unit, and
    /// one of the two writes.
    fn overtakes(&self, lane: usize, touch: Touch) -> bool {
        self.carried_beside(lane)
            .any(|c| c.unit() == touch.unit() && (c.writes() || touch.writes()))
    }
}

impl CoreComplex {
    /// Runs several cores ahead from cycle `start` to `until`, or to the first instruction that
    /// needs the tile. `until` must be at least `LEAST` cycles after `start`. Returns whether an
    /// instruction needs the tile.
    pub(super) fn run_windows(&mut self, start: u64, until: u64) -> bool {
        let running = self.harts.iter().enumerate();
        let running = running.filter(|(_, hart)| hart.state == State::Running);
        let mut windows = std::mem::take(&mut self.ahead.windows);
        windows.begin(running.map(|(index, _)| index), start, self.banks.count());
        let lanes = windows.marks.lanes.iter();
        let lanes = lanes.map(|lane| (lane.core, self.harts[lane.core].core.clone()));
        self.ahead.checkpoint.extend(lanes);
        self.find_shared_pages(self.teams(&windows));
        let length = match until - start {
            FAR.. => LONG,
            NEAR.. => SHORT,
            _ => FIRST,
        };
        let mut now = start;
        let (mut succeeded, mut is_cut) = (true, false);
        while succeeded && !is_cut && now + length + BEHIND <= until {
            self.mark(&mut windows, now);
            let end = self.run_window(&mut windows, now, now + length);
            succeeded = end.is_some();
            if let Some(end) = end {
                self.merge(&mut windows, now - start, end - now);
                is_cut = end < now + length;
                now = end;
            }
        }
        let needs_tile = if succeeded && self.resolve(&mut windows, until) {
            self.ahead.reached = self.latest(&windows);
            // Cores at full speed have run past the end of the last window. The other cores take
            // turns up to the cycle of the one that is furthest ahead.
            let lanes = windows
                .marks
                .lanes
                .iter()
                .map(|lane| self.harts[lane.core].core.time);
            let last = lanes.max().map_or(until, |last| last.min(until));
            // After a window that was cut, a core will soon need the tile.
            let further = if is_cut { PROBE } else { 0 };
            self.interleave(until.min(last + further), is_cut)
        } else {
            self.replay(&mut windows, (now + length).min(until))
        };
        windows.end(now > start || needs_tile);
        self.ahead.windows = windows;
        needs_tile
    }

    /// The processes of which several cores run ahead: a bit for each, by owner number.
    fn teams(&self, windows: &Windows) -> u32 {
        let (mut one, mut several) = (0u32, 0);
        for lane in &windows.marks.lanes {
            let owner = 1 << self.harts[lane.core].owner;
            several |= one & owner;
            one |= owner;
        }
        several
    }

    /// Computes the pages that several cores may touch. `teams` are the processes of which several
    /// cores run ahead, a bit for each, by owner number. The lookaside of compiled code depends on
    /// these pages, so it is cleared.
    fn find_shared_pages(&mut self, teams: u32) {
        let SharedPages {
            teams: known,
            pages,
            all,
        } = &mut self.ahead.shared;
        if *known & teams == teams && !pages.is_empty() && !*all {
            return;
        }
        *known |= teams;
        *all = false;
        let teams = *known;
        pages.clear();
        pages.extend(self.tags.iter().map(|tag| match tag.owner {
            Owner::Process(owner) => teams & 1 << owner != 0,
            Owner::Code => false,
            _ => true,
        }));
        for hart in &mut self.harts {
            hart.lookaside.clear();
        }
    }

    /// Makes all pages count as shared, so that every access is traced.
    pub(super) fn share_all_pages(&mut self) {
        let SharedPages { pages, all, .. } = &mut self.ahead.shared;
        if std::mem::replace(all, true) {
            return;
        }
        pages.clear();
        pages.resize(self.tags.len(), true);
        for hart in &mut self.harts {
            hart.lookaside.clear();
        }
    }

    /// The latest (cycle, turn) that has been executed since the start of the first window.
    fn latest(&self, windows: &Windows) -> (u64, usize) {
        let lanes = windows.marks.lanes.iter().map(|lane| lane.core);
        let lanes = lanes.zip(&windows.marks.checkpoints[0].lanes);
        let moved = lanes.filter_map(|(index, first)| {
            let core = &self.harts[index].core;
            let last = core.time - 1;
            (core.instret != first.core.instret).then(|| (last, self.turns.turn(index, last)))
        });
        moved.max().unwrap_or((0, 0))
    }

    /// Stores a checkpoint at the start of a window, which begins in cycle `start`.
    fn mark(&mut self, windows: &mut Windows, start: u64) {
        if windows.marks.used == windows.marks.checkpoints.len() {
            windows.marks.checkpoints.push(Checkpoint::default());
        }
        let checkpoint = &mut windows.marks.checkpoints[windows.marks.used];
        windows.marks.used += 1;
        (checkpoint.start, checkpoint.log) = (start, self.ahead.log.len());
        (checkpoint.lanes).resize_with(windows.marks.lanes.len(), LaneMark::new);
        for (mark, lane) in checkpoint.lanes.iter_mut().zip(&windows.marks.lanes) {
            mark.core.clone_from(&self.harts[lane.core].core);
            mark.touches.clone_from(&lane.trace.touches);
            lane.demand.keep(&mut mark.demand);
        }
    }

    /// Runs each core through a window, from its checkpoint on. If a core needs the tile, cuts the
    /// window short before that. Returns the cycle in which the window ends. None if the cores must
    /// take turns instead.
    fn run_window(&mut self, windows: &mut Windows, start: u64, mut end: u64) -> Option<u64> {
        while let Some((stop, time)) = self.run_alone(windows, end) {
            let before = time.saturating_sub(APPROACH);
            if stop != Stop::Slow || !(start + CUT..end).contains(&before) {
                return None;
            }
            end = before;
            let last = windows.marks.used - 1;
            self.return_to(windows, last);
        }
        let units = self.bytes() as usize / 8;
        windows.are_apart(units).then_some(end)
    }

    /// Runs each core to the end of the window as if it were alone. If a core stops before the end,
    /// returns the reason and the cycle.
    fn run_alone(&mut self, windows: &mut Windows, end: u64) -> Option<(Stop, u64)> {
        let lanes = windows.marks.lanes.len();
        let first = windows.first.min(lanes);
        for number in (first..lanes).chain(0..first) {
            let lane = &mut windows.marks.lanes[number];
            let (core, mut view, code) = self.view(lane.core);
            let written = (&mut lane.trace, &mut lane.demand);
            let stop = run_banked(core, &mut view, code, end, written);
            if stop != Stop::Limit {
                windows.first = number;
                return Some((stop, core.time));
            }
        }
        None
    }

    /// Restores the memory and the lanes to a checkpoint.
    fn return_to(&mut self, windows: &mut Windows, checkpoint: usize) {
        let checkpoint = &windows.marks.checkpoints[checkpoint];
        self.ahead.log.restore_to(checkpoint.log, &mut self.memory);
        for (lane, mark) in windows.marks.lanes.iter_mut().zip(&checkpoint.lanes) {
            self.harts[lane.core].core.clone_from(&mark.core);
            lane.trace.touches.clone_from(&mark.touches);
            lane.demand.restore(&mark.demand);
        }
    }

    /// Merges the accesses of a window: each gets its banks as soon as they are free, in the order
    /// (cycle, turn). The window has `cycles` cycles and begins `from` cycles after the origin.
    fn merge(&mut self, windows: &mut Windows, from: u64, cycles: u64) {
        let lanes = &mut windows.marks.lanes[..];
        let origin = lanes.first().map_or(0, |lane| lane.trace.origin);
        // In the first cycle of a run ahead no bank is taken, because the tile has already finished
        // the work of the previous cycle.
        debug_assert!(from > 0 || self.banks.closed_to_cores(origin) == 0);
        let begin = origin + from;
        let mut core = self.turns.first(begin);
        let terms: [usize; Demand::LONGEST / TERM + 1] = from_fn(|_| {
            let lane = lanes.iter().position(|lane| lane.core >= core);
            core = self.turns.after(core);
            lane.unwrap_or(0)
        });
        let demands = lanes.iter().map(|lane| lane.demand.row());
        let timetable = Timetable::new(demands, cycles as usize);
        let delays = timetable.delays(begin as usize % TERM, |term| terms[term]);
        for (lane, delay) in lanes.iter_mut().zip(delays) {
            // All accesses that remain in the lane have been delayed by `delay` cycles.
            let served = cycles - u64::from(delay);
            lane.trace.forget_before(begin + served);
            lane.trace.wait(delay);
            lane.demand.advance(served as usize, begin + cycles);
            self.harts[lane.core].core.time += u64::from(delay);
        }
    }

    /// Executes in turns, up to cycle `limit`, until no lane carries accesses over any more.
    /// Returns false if that is impossible: an access carried over lies at `limit` or later, comes
    /// after an instruction that needs the tile, or should have come after another access.
    fn resolve(&mut self, windows: &mut Windows, limit: u64) -> bool {
        loop {
            let mut is_carried = false;
            let mut first = (u64::MAX, 0);
            let mut next = None;
            for (number, lane) in windows.marks.lanes.iter_mut().enumerate() {
                let demand = lane.demand.first();
                is_carried |= demand.is_some();
                let cycle = demand.map_or(self.harts[lane.core].core.time, |(cycle, _)| cycle);
                if self.turns.is_before((cycle, lane.core), first) {
                    first = (cycle, lane.core);
                    next = Some((number, demand));
                }
            }
            if !is_carried {
                return true;
            }
            let cycle = first.0;
            let Some((number, demand)) = next.filter(|_| cycle < limit) else {
                return false;
            };
            let lane = &mut windows.marks.lanes[number];
            if let Some((_, banks)) = demand {
                if self.banks.take_all(banks, cycle) {
                    lane.demand.serve();
                    lane.trace.forget_before(cycle + 1);
                } else {
                    lane.demand.wait();
                    lane.trace.wait(1);
                    self.harts[lane.core].core.time += 1;
                }
                continue;
            }
            let (index, origin) = (lane.core, lane.trace.origin);
            let (core, mut view, code) = self.view(index);
            let touch = match windows.carried_beside(number).next() {
                Some(_) => next_touch(core, &view, code, origin),
                None => None,
            };
            if touch.is_some_and(|touch| windows.overtakes(number, touch)) {
                return false;
            }
            if run_exact(core, &mut view, code, cycle + 1, cycle + 1) != Step::Done {
                return false;
            }
        }
    }

    /// Rolls the cores back to cycle `limit`. They execute most of the window that contains this
    /// cycle again, and the rest in turns.
    #[inline(never)]
    pub(super) fn roll_windows_back(&mut self, windows: &mut Windows, limit: u64) {
        let begin = |windows: &Windows| windows.marks.checkpoints[windows.marks.used - 1].start;
        while windows.marks.used > 1 && begin(windows) + CUT + APPROACH > limit {
            windows.marks.used -= 1;
        }
        let (start, last) = (begin(windows), windows.marks.used - 1);
        if start + CUT + APPROACH <= limit {
            self.return_to(windows, last);
            self.banks.restore(&self.ahead.banks);
            let end = (limit - APPROACH).min(start + LONG);
            if let Some(end) = self.run_window(windows, start, end) {
                self.merge(windows, start - self.ahead.from, end - start);
                if self.resolve(windows, limit) && self.latest(windows).0 < limit {
                    self.ahead.reached = self.latest(windows);
                    self.interleave(limit, true);
                    return;
                }
            }
        }
        self.replay(windows, limit);
    }

    /// Restores the tile, and executes in turns everything before cycle `limit`, or up to the first
    /// instruction that needs the tile. Returns whether an instruction needs it.
    fn replay(&mut self, windows: &mut Windows, limit: u64) -> bool {
        while windows.marks.used > 0 {
            windows.marks.used -= 1;
            let last = windows.marks.used;
            self.return_to(windows, last);
            self.banks.restore(&self.ahead.banks);
            if windows.marks.used == 0
                || self.latest(windows).0 < limit && self.resolve(windows, limit)
            {
                break;
            }
        }
        self.ahead.reached = self.latest(windows);
        self.interleave(limit, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const UNITS: u32 = 4;

    fn touch() -> impl Strategy<Value = Touch> {
        (0..100u32, 0..UNITS * 2, any::<bool>())
            .prop_map(|(cycle, word, writes)| Touch::of(cycle, 4 * word, writes))
    }

    /// Random accesses of several lanes.
    fn lanes() -> impl Strategy<Value = Vec<Vec<Touch>>> {
        prop::collection::vec(prop::collection::vec(touch(), 0..4), 2..6)
    }

    fn carry(windows: &mut Windows, lanes: &[Vec<Touch>]) {
        windows.begin(0..lanes.len(), 0, 4);
        for (lane, touches) in windows.marks.lanes.iter_mut().zip(lanes) {
            lane.trace.touches.clone_from(touches);
        }
    }

    /// Whether the result depends on the order of two accesses.
    fn meet(one: Touch, other: Touch) -> bool {
        one.offset() / 8 == other.offset() / 8 && (one.writes() || other.writes())
    }

    proptest! {
        #[test]
        fn lanes_are_apart_unless_two_of_them_meet(before in lanes(), lanes in lanes()) {
            let mut windows = Windows::default();
            // Accesses of an earlier window must have no effect.
            carry(&mut windows, &before);
            windows.are_apart(UNITS as usize);
            carry(&mut windows, &lanes);
            let found = windows.are_apart(UNITS as usize);
            let pairs = lanes.iter().enumerate().flat_map(|(at, one)| {
                let others = lanes[at + 1..].iter();
                others.flat_map(move |other| one.iter().map(move |&touch| (touch, other)))
            });
            let meeting = |(touch, other): (Touch, &Vec<Touch>)| other.iter().any(|&o| meet(touch, o));
            prop_assert_eq!(found, !pairs.into_iter().any(meeting));
        }

        #[test]
        fn an_access_overtakes_what_others_carry_and_not_its_own(
            lanes in lanes(), lane in 0..2usize, touch in touch(),
        ) {
            let mut windows = Windows::default();
            carry(&mut windows, &lanes);
            let others = lanes.iter().enumerate().filter(|&(number, _)| number != lane);
            let mut others = others.flat_map(|(_, touches)| touches);
            let is_overtaken = others.any(|&other| meet(touch, other));
            prop_assert_eq!(windows.overtakes(lane, touch), is_overtaken);
        }
    }
}
