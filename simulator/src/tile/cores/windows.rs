//! Running ahead with several cores: each alone for a window of cycles, then their accesses merged.
//!
//! Cores of a tile slow each other down only at the banks of its memory, and one core's values
//! depend on another's only where one writes what the other touches. So in a window of cycles each
//! core runs alone at full speed and writes its memory accesses into a trace. Merging the traces in
//! the order (cycle, turn) then gives what each access has waited for its bank, which delays what
//! comes after it in its core. If a core has touched what another one has written, or needs the
//! tile, the window is executed again, in turns.
//!
//! After a window, all accesses before its end are where they belong. What a core has touched after
//! it, because of its delays, is *carried over* to the next window.

use super::hart::State;
use super::protection::Owner;
use super::timetable::{Timetable, LONGEST};
use super::turns::TERM;
use super::CoreComplex;
use crate::core::{next_touch, run_exact, run_traced, Core, Step, Stop, Touch, Trace};
use crate::memory::Banks;
use std::array::from_fn;
use std::mem::swap;

/// Cycles of a window.
const SHORT: u64 = 256;
/// Of a long one. Whatever reaches the tile in a window has it executed again.
const LONG: u64 = LONGEST as u64;
/// Cycles of a run ahead that has long ones.
const FAR: u64 = 4 * LONG;
/// Cycles that a window is worth: behind the last one, a stretch is executed in turns.
pub(super) const LEAST: u64 = SHORT + 128;
/// After windows that did not succeed, at most so many runs ahead are made in turns.
const LONGEST_PAUSE: u32 = 64;

/// A core that runs.
#[derive(Debug, Default)]
struct Lane {
    /// Index of the core in the tile.
    core: usize,
    /// What it has touched: before the window's begin, carried over.
    trace: Trace,
}

/// The state at the begin of a window.
#[derive(Debug, Default)]
struct Checkpoint {
    /// Of each lane: the core, and what is carried over.
    lanes: Vec<(Core, Vec<Touch>)>,
    /// Length of the undo log.
    log: usize,
}

/// What leads back to the beginnings of windows.
#[derive(Debug, Default)]
pub(super) struct Marks {
    lanes: Vec<Lane>,
    /// For each window, the first ones are in use.
    checkpoints: Vec<Checkpoint>,
    used: usize,
}

/// The windows of a run ahead.
#[derive(Debug, Default)]
pub(super) struct Windows {
    lanes: Vec<Lane>,
    /// For each window, the first ones are in use.
    checkpoints: Vec<Checkpoint>,
    used: usize,
    touched: Touched,
    timetable: Timetable,
    /// Of each page whether several lanes may touch it, for these processes with several lanes
    /// (`teams`). Empty: unknown.
    shared_pages: (u32, Vec<bool>),
    /// Runs ahead that are made in turns before windows are tried again, and how many it were the
    /// last time.
    pause: u32,
    last_pause: u32,
}

impl Windows {
    /// Whether it is worth a try.
    pub fn are_promising(&mut self) -> bool {
        let pause = self.pause;
        self.pause = pause.saturating_sub(1);
        pause == 0
    }

    /// Whether the current run ahead has any.
    pub fn have_marks(&self) -> bool {
        self.used > 0
    }

    /// Nothing of the last run ahead is needed any more.
    pub fn forget(&mut self) {
        self.used = 0;
    }

    /// Puts marks aside, and takes others in.
    pub fn exchange_marks(&mut self, marks: &mut Marks) {
        swap(&mut self.lanes, &mut marks.lanes);
        swap(&mut self.checkpoints, &mut marks.checkpoints);
        swap(&mut self.used, &mut marks.used);
    }

    fn begin(&mut self, cores: impl Iterator<Item = usize>, origin: u64) {
        let mut count = 0;
        for core in cores {
            if count == self.lanes.len() {
                self.lanes.push(Lane::default());
            }
            let lane = &mut self.lanes[count];
            lane.core = core;
            lane.trace.origin = origin;
            lane.trace.touches.clear();
            count += 1;
        }
        self.lanes.truncate(count);
        self.used = 0;
    }

    fn end(&mut self, succeeded: bool) {
        self.last_pause = match succeeded {
            true => 0,
            false => (2 * self.last_pause + 1).min(LONGEST_PAUSE),
        };
        self.pause = self.last_pause;
    }

    /// Tags of pages have changed.
    pub fn forget_pages(&mut self) {
        self.shared_pages.1.clear();
    }

    /// Lays out the accesses of a window of so many `cycles` that begins `from` after the origin.
    /// False if a core has touched in it, or touches after it, what another one has written. The
    /// memory has so many units and pages of 2^`page_shift` bytes.
    fn lay_out(
        &mut self,
        (from, cycles): (u64, u64),
        banks: &Banks,
        units: usize,
        page_shift: u32,
    ) -> bool {
        self.touched.clear(units);
        self.timetable
            .clear(self.lanes.len(), banks.count(), cycles as usize);
        let pages = &self.shared_pages.1[..];
        let touched = &mut self.touched;
        let mut lanes = self.lanes.iter().enumerate();
        lanes.all(|(number, lane)| {
            let entries = lane.trace.touches.iter().map(|&touch| {
                let is_shared = pages[(touch.offset() >> page_shift) as usize];
                let is_apart = !is_shared || touched.admits(touch, number as u32);
                let cycle = (touch.cycle - from as u32) as usize;
                is_apart.then(|| (cycle, banks.mask(touch.offset(), touch.bytes())))
            });
            self.timetable.enter(number, entries)
        })
    }

    /// Whether the access of a lane meets one that another lane carries, and one of them writes.
    fn overtakes(&self, lane: usize, touch: Touch) -> bool {
        let others = self.lanes.iter().enumerate().filter(|&(n, _)| n != lane);
        let mut carried = others.flat_map(|(_, other)| &other.trace.touches);
        carried.any(|c| c.unit() == touch.unit() && (c.writes() || touch.writes()))
    }
}

/// Which core has touched which 8 bytes of a tile's memory in a window.
#[derive(Debug, Default)]
struct Touched {
    /// The window, the access, and the lane. In another window than this, nobody.
    units: Vec<u32>,
    window: u32,
}

const LANE_BITS: u32 = 5;
/// The lane where several have read.
const SEVERAL: u32 = (1 << LANE_BITS) - 1;
const WRITTEN: u32 = 1 << LANE_BITS;
const ONE_WINDOW: u32 = 2 * WRITTEN;

impl Touched {
    /// Begins a window, of a memory of so many units.
    fn clear(&mut self, units: usize) {
        self.window = self.window.wrapping_add(ONE_WINDOW);
        if self.window == 0 || self.units.len() != units {
            self.units = vec![0; units];
            self.window = ONE_WINDOW;
        }
    }

    /// Takes an access down; false if the order of lanes makes a difference.
    #[inline]
    fn admits(&mut self, touch: Touch, lane: u32) -> bool {
        let unit = &mut self.units[touch.unit() as usize];
        let known = *unit >= self.window;
        let (by, written) = (*unit % WRITTEN, *unit & WRITTEN != 0);
        let own = !known || by == lane;
        if touch.writes() {
            *unit = self.window | WRITTEN | lane;
            return own;
        }
        if own {
            *unit = self.window | if known { *unit & WRITTEN } else { 0 } | lane;
        } else if !written {
            *unit = self.window | SEVERAL;
        } else {
            return false;
        }
        true
    }
}

impl CoreComplex {
    /// Runs several cores ahead from `start` to `until`, at least `LEAST` cycles later, or to the
    /// first instruction that needs the tile.
    pub(super) fn run_windows(&mut self, start: u64, until: u64) {
        let running = self.harts.iter().enumerate();
        let running = running.filter(|(_, hart)| hart.state == State::Running);
        let mut windows = std::mem::take(&mut self.ahead.windows);
        windows.begin(running.map(|(index, _)| index), start);
        self.find_shared_pages(&mut windows);
        let length = match until - start {
            FAR.. => LONG,
            _ => SHORT,
        };
        let mut now = start;
        let mut succeeded = true;
        while succeeded && now + (length - SHORT) + LEAST <= until {
            let end = now + length;
            self.mark(&mut windows);
            succeeded = self.run_alone(&mut windows, end) == Stop::Limit
                && windows.lay_out(
                    (now - start, length),
                    &self.banks,
                    self.memory.len() / 8,
                    self.page_shift,
                );
            if succeeded {
                self.merge(&mut windows, now - start, length);
                now = end;
            }
        }
        windows.end(now > start);
        if succeeded && self.resolve(&mut windows, until) {
            self.ahead.reached = self.latest(&windows);
            // In turns to where the first of them is, because a run at full speed passes the end.
            let lanes = windows
                .lanes
                .iter()
                .map(|lane| self.harts[lane.core].core.time);
            let until = lanes.max().map_or(until, |last| last.min(until));
            self.interleave(until, false);
        } else {
            self.replay(&mut windows, (now + length).min(until));
        }
        self.ahead.windows = windows;
    }

    /// The processes that have several lanes, a bit for each: its owner in page tags.
    fn teams(&self, windows: &Windows) -> u32 {
        let (mut one, mut several) = (0u32, 0);
        for lane in &windows.lanes {
            let owner = 1 << self.harts[lane.core].owner;
            several |= one & owner;
            one |= owner;
        }
        several
    }

    /// Which pages several lanes may touch.
    fn find_shared_pages(&self, windows: &mut Windows) {
        let teams = self.teams(windows);
        let (known, pages) = &mut windows.shared_pages;
        if *known == teams && !pages.is_empty() {
            return;
        }
        *known = teams;
        pages.clear();
        pages.extend(self.tags.iter().map(|tag| match tag.owner {
            Owner::Process(owner) => teams & 1 << owner != 0,
            Owner::Code => false,
            _ => true,
        }));
    }

    /// Nothing later than this (cycle, turn) has been executed since the first window's begin.
    fn latest(&self, windows: &Windows) -> (u64, usize) {
        let lanes = windows.lanes.iter().map(|lane| lane.core);
        let lanes = lanes.zip(&windows.checkpoints[0].lanes);
        let moved = lanes.filter_map(|(index, (first, _))| {
            let core = &self.harts[index].core;
            let last = core.time - 1;
            (core.instret != first.instret).then(|| (last, self.turns.turn(index, last)))
        });
        moved.max().unwrap_or((0, 0))
    }

    /// Keeps the state at the begin of a window.
    fn mark(&mut self, windows: &mut Windows) {
        if windows.used == windows.checkpoints.len() {
            windows.checkpoints.push(Checkpoint::default());
        }
        let checkpoint = &mut windows.checkpoints[windows.used];
        windows.used += 1;
        checkpoint.log = self.ahead.log.len();
        checkpoint.lanes.truncate(windows.lanes.len());
        for (number, lane) in windows.lanes.iter().enumerate() {
            let core = &self.harts[lane.core].core;
            match checkpoint.lanes.get_mut(number) {
                Some((kept, carried)) => {
                    kept.clone_from(core);
                    carried.clone_from(&lane.trace.touches);
                }
                None => (checkpoint.lanes).push((core.clone(), lane.trace.touches.clone())),
            }
        }
    }

    /// Runs each core to the end of the window as if it were alone.
    fn run_alone(&mut self, windows: &mut Windows, end: u64) -> Stop {
        for lane in &mut windows.lanes {
            let (core, mut view, code) = self.view(lane.core);
            let stop = run_traced(core, &mut view, code, end, &mut lane.trace);
            if stop != Stop::Limit {
                return stop;
            }
        }
        Stop::Limit
    }

    /// Gives each access of a window of so many `cycles`, which begins `from` after the origin, its
    /// banks: in the order (cycle, turn), each when they are free.
    fn merge(&mut self, windows: &mut Windows, from: u64, cycles: u64) {
        let lanes = &mut windows.lanes[..];
        let origin = lanes.first().map_or(0, |lane| lane.trace.origin);
        // In the first cycle of all no bank is taken: cores run ahead after what their tile does in
        // a cycle, and from a later one on.
        debug_assert!(from > 0 || self.banks.closed_to_cores(origin) == 0);
        let begin = origin + from;
        let mut core = self.turns.first(begin);
        let terms: [usize; LONGEST / TERM + 1] = from_fn(|_| {
            let lane = lanes.iter().position(|lane| lane.core >= core);
            core = self.turns.after(core);
            lane.unwrap_or(0)
        });
        let first = |cycle| terms[(begin as usize % TERM + cycle) / TERM];
        let delays = windows.timetable.delays(first);
        for (lane, delay) in lanes.iter_mut().zip(delays) {
            let end = (from + cycles) as u32 - delay;
            let served = lane.trace.touches.partition_point(|t| t.cycle < end);
            lane.trace.touches.drain(..served);
            for touch in &mut lane.trace.touches {
                touch.cycle += delay;
            }
            self.harts[lane.core].core.time += u64::from(delay);
        }
    }

    /// Executes, in turns, until nothing is carried any more, and nothing from cycle `limit` on.
    /// False if that cannot be: what is carried comes later than an instruction that needs the
    /// tile, or has come too early for another access.
    fn resolve(&mut self, windows: &mut Windows, limit: u64) -> bool {
        while windows
            .lanes
            .iter()
            .any(|lane| !lane.trace.touches.is_empty())
        {
            let cycle_of = |lane: &Lane| match lane.trace.touches.first() {
                Some(touch) => lane.trace.origin + u64::from(touch.cycle),
                None => self.harts[lane.core].core.time,
            };
            let lanes = windows.lanes.iter().enumerate();
            let times = lanes.map(|(number, lane)| (cycle_of(lane), lane.core, number));
            let first = times.reduce(|one, other| {
                let other_first = self.turns.is_before((other.0, other.1), (one.0, one.1));
                if other_first {
                    other
                } else {
                    one
                }
            });
            let Some((cycle, _, number)) = first.filter(|&(cycle, ..)| cycle < limit) else {
                return false;
            };
            let lane = &mut windows.lanes[number];
            if let Some(&touch) = lane.trace.touches.first() {
                if self.banks.take(touch.offset(), touch.bytes(), cycle) {
                    lane.trace.touches.remove(0);
                } else {
                    for touch in &mut lane.trace.touches {
                        touch.cycle += 1;
                    }
                    self.harts[lane.core].core.time += 1;
                }
                continue;
            }
            let (index, origin) = (lane.core, lane.trace.origin);
            let (core, mut view, code) = self.view(index);
            let touch = next_touch(core, &view, code, origin);
            if touch.is_some_and(|touch| windows.overtakes(number, touch)) {
                return false;
            }
            if run_exact(core, &mut view, code, cycle + 1, cycle + 1) != Step::Done {
                return false;
            }
        }
        true
    }

    /// Puts the tile back and executes, in turns, what is due before cycle `limit`, and nothing
    /// else, or stops at the first instruction that needs the tile.
    pub(super) fn replay(&mut self, windows: &mut Windows, limit: u64) {
        while windows.used > 0 {
            windows.used -= 1;
            let checkpoint = &windows.checkpoints[windows.used];
            self.ahead.log.restore_to(checkpoint.log, &mut self.memory);
            for (lane, (core, carried)) in windows.lanes.iter_mut().zip(&checkpoint.lanes) {
                self.harts[lane.core].core.clone_from(core);
                lane.trace.touches.clone_from(carried);
            }
            self.banks.restore(&self.ahead.banks);
            if windows.used == 0 || self.latest(windows).0 < limit && self.resolve(windows, limit) {
                break;
            }
        }
        self.ahead.reached = self.latest(windows);
        self.interleave(limit, true);
    }
}
