//! Faster checking by leaps: a core executes code at full speed, and its accesses are checked
//! afterwards.
//!
//! Most accesses go to bytes that are accessible and defined, and need no further check. So a core
//! executes some code before the check and records its accesses. If the check finds any other
//! access, the core is rolled back to the instruction that has made it.

use super::follower::Follower;
use super::SP;
use crate::check::Checker;
use crate::core::{run_ahead_traced, step, CodeImage, Core, Link, Step, Trace, View};
use crate::program::Landmarks;

/// Length of the shortest leap (`SHORTEST`) and of the longest leap (`LONGEST`) in cycles.
const SHORTEST: u64 = 64;
const LONGEST: u64 = 4096;
/// A core usually executes at most this many cycles beyond the intended end of a leap. If it
/// executes beyond cycle `until` of its caller, it is rolled back to that cycle.
const OVERRUN: u64 = 128;
/// A leap of fewer instructions takes more of the host's time than it saves.
const WORTH: u64 = 48;
/// Largest number of instructions between two leaps.
const LONGEST_PAUSE: u64 = 2048;
/// A process executes this many instructions before its first leap. In a short process, preparing
/// the code for leaps would take more time than leaps save.
const BEGIN: u64 = 4096;

/// The state of a core's leaps.
#[derive(Debug, Default)]
pub struct Leaps {
    /// A copy of the code in which execution stops before each instruction that always needs a
    /// check. None if no such copy can be made.
    code: Option<Box<CodeImage>>,
    is_prepared: bool,
    trace: Trace,
    /// Cycles of the next leap.
    cycles: u64,
    /// The next leap may begin when the core has retired `due` instructions. The last pause between
    /// leaps had `pause` instructions.
    due: u64,
    pause: u64,
}

impl Leaps {
    /// Chooses the length of the next leap and of the pause before it. The last leap has executed
    /// `instructions` instructions; `is_back` says whether it was rolled back. `now` is the number
    /// of instructions that the core has retired.
    fn note(&mut self, now: u64, instructions: u64, is_back: bool) {
        self.cycles = match is_back {
            true => (self.cycles / 2).max(SHORTEST),
            false => (2 * self.cycles).min(LONGEST),
        };
        self.pause = match instructions < WORTH {
            true => (2 * self.pause + 16).min(LONGEST_PAUSE),
            false => 0,
        };
        self.due = now + self.pause;
    }
}

/// The addresses of the instructions that need a check whatever their operands are. Examples are
/// calls and returns, instructions that move the stack pointer or restore a register from the
/// stack, and instructions that may lead from the program to the library or back.
fn stops(code: &CodeImage, landmarks: &Landmarks) -> Vec<u32> {
    let must_stop = |&pc: &u32| {
        let conduct = code.conduct(pc);
        let leaves = |next: u32| landmarks.role(next) != landmarks.role(pc);
        conduct.is_special
            || conduct.divides
            || conduct.links
            || conduct.moves_stack
            || conduct.restores
            || landmarks.at(pc).begins_function()
            || code
                .successors(pc)
                .is_none_or(|successors| successors.into_iter().any(leaves))
    };
    let halves = 0..code.bytes().len() as u32 / 2;
    let pcs = halves.map(|half| code.base() + 2 * half);
    pcs.filter(must_stop).collect()
}

impl Follower {
    /// Whether a leap may begin at the instruction that the core is about to execute.
    #[inline]
    fn may_leap(&self, core: &Core, checker: &Checker) -> bool {
        core.instret >= self.leaps.due
            && self.link == Link::None
            && self.heap.is_none()
            && self.definedness.is_whole()
            && self.behind_fence == 0
            && !checker.finds_nan
            && self.real.is_none()
            && self.frames.is_settled(core.x(SP))
            && (self.pc, self.retired) != (core.pc, core.instret)
            && self.landmarks.role(self.pc) == self.landmarks.role(core.pc)
    }

    /// Executes code at full speed until at most cycle `until`, if that may save time, and then
    /// checks its accesses. The undo log must be empty, and is empty afterwards.
    #[inline]
    pub(super) fn leap(
        &mut self,
        core: &mut Core,
        view: &mut View,
        code: &CodeImage,
        checker: &Checker,
        (tile, until): (u16, u64),
    ) {
        if self.may_leap(core, checker) && core.time + OVERRUN + SHORTEST < until {
            self.try_leap(core, view, code, checker, (tile, until));
        }
    }

    fn try_leap(
        &mut self,
        core: &mut Core,
        view: &mut View,
        code: &CodeImage,
        checker: &Checker,
        (tile, until): (u16, u64),
    ) {
        if !self.leaps.is_prepared {
            if core.instret < BEGIN {
                self.leaps.due = BEGIN;
                return;
            }
            self.leaps.is_prepared = true;
            self.leaps.code = code.stopping(&stops(code, &self.landmarks)).map(Box::new);
        }
        let below = (self.frames.below())
            .and_then(|below| {
                let start = view
                    .regions
                    .translate(below.start, below.end - below.start)?;
                Some(start..start + (below.end - below.start))
            })
            .unwrap_or(0..0);
        let leaps = &mut self.leaps;
        let Some(ahead) = &leaps.code else {
            leaps.due = u64::MAX;
            return;
        };
        if ahead.is_observed(core.pc) {
            return;
        }
        leaps.cycles = leaps.cycles.max(SHORTEST);
        let before = core.clone();
        let end = core.time + leaps.cycles.min(until - OVERRUN - core.time);
        // A leap does not record which memory banks it uses. No other core uses them during the
        // leap, and a rollback could not restore their state.
        let banks = view.banks.take();
        leaps.trace.origin = core.time;
        leaps.trace.touches.clear();
        run_ahead_traced(core, view, ahead, end, &mut leaps.trace);
        let is_clear = |offset: u32, bytes: u32| {
            let start = offset & !(bytes - 1);
            !(below.contains(&start) || below.contains(&(start + bytes - 1)))
                && checker.are_plain((tile, start), bytes)
        };
        let touches = leaps.trace.touches.iter();
        let wrong = touches
            .clone()
            .find(|touch| !is_clear(touch.offset(), touch.bytes()));
        let wrong = wrong.map(|touch| leaps.trace.origin + u64::from(touch.cycle));
        let back = match wrong {
            None if core.time <= until => None,
            // Other events may happen in cycle `until`, so the leap keeps only what precedes this
            // cycle.
            wrong => Some(wrong.unwrap_or(until).min(until)),
        };
        if let Some(back) = back {
            view.log.restore(view.memory);
            *core = before.clone();
            while core.time < back && step(core, view, code) == Step::Done {}
        }
        view.banks = banks;
        view.log.clear();
        let instructions = core.instret - before.instret;
        leaps.note(core.instret, instructions, back.is_some());
        if instructions > 0 {
            (self.pc, self.retired, self.read) = (before.pc, core.instret - 1, None);
        }
    }
}
