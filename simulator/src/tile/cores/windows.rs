//! Several cores of a tile run ahead of the clock: each executes a window of cycles separately,
//! then the accesses of all cores are merged.
//!
//! Cores of a tile delay each other only at the banks of its memory. The values in one core depend
//! on another core only if one writes what the other touches. So each core executes a window at
//! full speed, and records the banks that it needs in each cycle. Merging these demands in the
//! order (cycle, turn) gives the number of cycles that each access must wait for its bank. Such a
//! wait delays everything after it in the same core.
//!
//! Accesses to pages that other cores may touch are also recorded one by one. If a core has touched
//! what another one has written, the window is executed again, in turns. If a core reaches an
//! instruction that needs the tile, or an access from outside reaches the tile, the window is
//! executed again until shortly before that, and the rest in turns.
//!
//! After a window, all accesses before its end have their final cycles. Accesses that waiting has
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

/// Length in cycles of the first windows after a disturbance. A tile then runs ahead for a short
/// time only, and for longer each time.
const FIRST: u64 = 64;
/// Length in cycles of a short window.
const SHORT: u64 = 256;
/// Length in cycles of a long window. If the tile is accessed from outside, the whole window is
/// executed again.
const LONG: u64 = Demand::LONGEST as u64;
/// Long windows are used if the cores may run ahead for at least this number of cycles.
const FAR: u64 = 4 * LONG;
/// Short windows are used if the cores may run ahead for at least this number of cycles.
pub(super) const NEAR: u64 = SHORT + 128;
/// After the last window, cores that run ahead execute at least this number of cycles in turns.
const BEHIND: u64 = 64;
/// Windows are used if the cores may run ahead for at least this number of cycles. Otherwise the
/// cores execute in turns.
pub(super) const LEAST: u64 = FIRST + BEHIND;
/// If an instruction needs the tile, a window must not end less than this number of cycles before
/// it. The reason is that cores stop only at the end of a sequence of instructions without
/// branches, which may be after the end of the window.
const APPROACH: u64 = 48;
/// A window may be shortened so that it ends before an instruction that needs the tile. A shortened
/// window has at least this number of cycles.
const CUT: u64 = 32;
/// For this number of cycles, cores execute in turns, to test whether they still need the tile
/// often.
pub(super) const PROBE: u64 = 64;
/// If cores have touched the same memory in the first window, they execute in turns the next times
/// that they run ahead. This is the largest number of times before windows are tried again.
const LONGEST_PAUSE: u32 = 64;

/// A lane: a core that runs ahead of the clock and executes each window separately.
#[derive(Debug, Default)]
struct Lane {
    /// Index of the core in the tile.
    core: usize,
    /// The core's accesses to shared pages. When a window starts, these are only the accesses that
    /// the window before it has carried over.
    trace: Trace,
    /// The banks that the core needs, from the start of the window on. When a window starts, these
    /// are only the banks of accesses that the window before it has carried over.
    demand: Demand,
}

/// The state of all lanes (the running cores) when a window starts.
#[derive(Debug, Default)]
struct Checkpoint {
    /// The first cycle of the window.
    start: u64,
    lanes: Vec<LaneMark>,
    /// Length of the undo log.
    log: usize,
}

/// The state of a lane (a running core) when a window starts, with the accesses that the window
/// before has carried over.
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

/// The lanes (running cores) of a tile that runs ahead, and a checkpoint for each window.
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
    /// The processes that have had several running cores since page tags last changed. A bit for
    /// each process, by owner number.
    teams: u32,
    /// For each page, whether more than one core may touch it. Empty if that is not known.
    pub pages: Vec<bool>,
    /// Whether all pages count as shared. This is so while each core runs ahead independently, in a
    /// strand.
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
    /// The cores execute in turns, because the windows before failed: cores had touched the same
    /// memory.
    Turns,
    /// The cores execute in turns for a few cycles, because last time a core soon needed the tile.
    Probe,
}

/// How the running cores execute windows: each core executes a window of cycles separately, then
/// the accesses of all cores are merged.
#[derive(Debug, Default)]
pub(super) struct Windows {
    /// The lanes and checkpoints since the cores last began to run ahead.
    marks: Marks,
    touched: Touched,
    /// How many more times the cores must execute in turns before windows are tried again
    /// (`pause`), and the value that `pause` had after the last failure.
    pause: u32,
    last_pause: u32,
    /// Index of the lane that executes a window first. This is the lane that last stopped within a
    /// window.
    first: usize,
    /// Whether the last time that several cores ran ahead, they stopped because a core needed the
    /// tile.
    pub needed_tile: bool,
}

impl Windows {
    /// Chooses how the cores execute when they next run ahead. Counts `pause` down.
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

    /// Whether there are checkpoints of windows.
    pub fn have_marks(&self) -> bool {
        self.marks.used > 0
    }

    /// Forgets the checkpoints of all windows.
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

    /// Whether no lane has touched what another lane has written. Considers the current window and
    /// the accesses carried over to it. The memory has `units` units of 8 bytes.
    fn are_apart(&mut self, units: usize) -> bool {
        self.touched.clear(units);
        let touched = &mut self.touched;
        let mut lanes = self.marks.lanes.iter().enumerate();
        lanes.all(|(number, lane)| {
            let mut touches = lane.trace.touches.iter();
            touches.all(|&touch| touched.admits(touch, number as u32))
        })
    }

    /// The accesses that all lanes other than `lane` carry over to the next window.
    fn carried_beside(&self, lane: usize) -> impl Iterator<Item = &Touch> {
        let others = self
            .marks
            .lanes
            .iter()
            .enumerate()
            .filter(move |&(n, _)| n != lane);
        others.flat_map(|(_, other)| &other.trace.touches)
    }

    /// Whether this access of a lane conflicts with an access that another lane carries over: both
    /// touch the same unit of 8 bytes, and one of them writes.
    fn overtakes(&self, lane: usize, touch: Touch) -> bool {
        self.carried_beside(lane)
            .any(|c| c.unit() == touch.unit() && (c.writes() || touch.writes()))
    }
}

impl CoreComplex {
    /// Makes several cores run ahead from cycle `start` to `until`, or to the first instruction
    /// that needs the tile. `until` must be at least `LEAST` cycles after `start`. Returns whether
    /// an instruction needs the tile.
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
            // Cores at full speed stop some cycles after the end of the last window. The other
            // cores execute in turns until they have reached the cycle of the core that is furthest
            // ahead.
            let lanes = windows
                .marks
                .lanes
                .iter()
                .map(|lane| self.harts[lane.core].core.time);
            let last = lanes.max().map_or(until, |last| last.min(until));
            // If a window was shortened, a core will soon need the tile.
            let further = if is_cut { PROBE } else { 0 };
            self.interleave(until.min(last + further), is_cut)
        } else {
            self.replay(&mut windows, (now + length).min(until))
        };
        windows.end(now > start || needs_tile);
        self.ahead.windows = windows;
        needs_tile
    }

    /// The processes that have several running cores. A bit for each process, by owner number.
    fn teams(&self, windows: &Windows) -> u32 {
        let (mut one, mut several) = (0u32, 0);
        for lane in &windows.marks.lanes {
            let owner = 1 << self.harts[lane.core].owner;
            several |= one & owner;
            one |= owner;
        }
        several
    }

    /// Computes the pages that several cores may touch. `teams` has a bit for each process with
    /// several running cores, by owner number. The lookaside, in which compiled code finds rights
    /// to pages, is cleared, because it depends on these pages.
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

    /// Makes all pages count as shared, so that every access is recorded.
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

    /// The latest (cycle, turn) that the cores have executed, if they have executed anything since
    /// the start of the first window.
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

    /// Executes a window on each core, from its latest checkpoint. If a core reaches an instruction
    /// that needs the tile, the window is shortened and ends before that instruction. Returns the
    /// cycle in which the window ends. None if the cores must execute in turns instead.
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

    /// Executes each core to the end of the window as if it were alone. If a core stops before the
    /// end, returns the reason and the cycle.
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
    /// (cycle, turn). The window has `cycles` cycles. It begins `from` cycles after the first cycle
    /// of the traces (their origin).
    fn merge(&mut self, windows: &mut Windows, from: u64, cycles: u64) {
        let lanes = &mut windows.marks.lanes[..];
        let origin = lanes.first().map_or(0, |lane| lane.trace.origin);
        // No bank is taken in the first cycle, because the tile has already finished the work of
        // the cycle before it.
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
            // All accesses that remain in the lane happen `delay` cycles later.
            let served = cycles - u64::from(delay);
            lane.trace.forget_before(begin + served);
            lane.trace.wait(delay);
            lane.demand.advance(served as usize, begin + cycles);
            self.harts[lane.core].core.time += u64::from(delay);
        }
    }

    /// Executes in turns, up to cycle `limit`, until no lane has accesses that are carried over.
    /// Returns false if that is impossible, because such an access is in cycle `limit` or later,
    /// comes after an instruction that needs the tile, or has been executed before an access that
    /// should precede it.
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

    /// Rolls the cores back to cycle `limit`. They execute most of the window around this cycle
    /// again at full speed, and the rest in turns.
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
    /// instruction that needs the tile. Returns whether an instruction needs the tile.
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
            // This call for other accesses simulates an earlier window, which must have no effect.
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
