//! Reports the actions of cores to the checker of programs (`--check`).
//!
//! The check does not affect the cores. An instruction is reported in the cycle in which it is
//! first issued, even if it then waits for a bank or for another tile.

mod access;
mod follower;
mod frames;
mod heap;
mod leap;
mod tasks;

pub use follower::Follower;

use super::{CoreComplex, CorePorts};
use crate::check::{Checker, Finding, Kind, Point, SharedChecker, State};
use crate::core::{computes_from_numbers, is_nan, next_access, Core, Link};
use crate::memory::{self, Place};
use crate::program::Role;
use crate::protocol::Map;
use frames::Frames;
use heap::HeapCall;
use std::ops::Range;

/// Registers `sp` and `a0` (RISC-V psABI, register convention).
const SP: usize = 2;
const A0: usize = 10;
/// The registers other than `sp` that a called function must preserve.
const SAVED: [usize; 12] = [8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27];

/// The identity of a core, with the process and the thread that it executes.
#[derive(Debug, Clone, Copy)]
struct Identity {
    tile: u16,
    core: u32,
    process: u32,
    thread: u32,
}

impl Identity {
    /// The instruction that the core is about to execute, as reports name it. The number of the
    /// task in the result is 0; the caller sets it.
    #[inline]
    fn point(self, core: &Core, follower: &Follower) -> Point {
        Point {
            cycle: core.time,
            core: self.core,
            process: self.process,
            thread: self.thread,
            task: 0,
            calls: follower.calls.node(),
            pc: core.pc,
        }
    }
}

impl CoreComplex {
    #[inline]
    fn identity(&self, core: usize) -> Identity {
        let hart = &self.harts[core];
        Identity {
            tile: self.tile,
            core: self.core_number(core),
            process: hart.process,
            thread: hart.thread,
        }
    }

    /// Makes a checker observe the cores. From then on, cores execute ahead of the clock only
    /// within `check_stretch`.
    pub fn check_by(&mut self, checker: SharedChecker) {
        self.checker = Some(checker);
    }

    /// Reports to the checker that a core gets a process. `share` is the process's part of the
    /// memory, and `heap` its heap, as offsets in the memory. `stack` is the core's stack, as a
    /// range of the core's addresses, and `data` is the offset of the data window.
    pub fn begin_check(
        &mut self,
        core: usize,
        share: Range<u32>,
        heap: Range<u32>,
        stack: Range<u32>,
        data: u32,
    ) {
        let Some(checker) = &self.checker else {
            return;
        };
        let mut checker = checker.lock().expect("nobody panics with the checker");
        checker.begin(self.tile, share);
        checker.races.start(self.core_number(core));
        if let Some(follower) = &mut self.harts[core].follower {
            follower.frames = Frames::new(stack);
        }
        if self.harts[core].thread != 0 {
            return;
        }
        checker.ports.forget(self.harts[core].process);
        let place = (self.tile, heap.start);
        checker.mark(place, heap.end - heap.start, State::Unallocated);
        if let Some(follower) = &self.harts[core].follower {
            for gap in &follower.landmarks.gaps {
                let offset = data + (gap.start - crate::protocol::map::DATA);
                checker.mark((self.tile, offset), gap.end - gap.start, State::Gap);
            }
        }
    }

    /// Reports to the checker the instruction that a core is about to issue.
    pub(in crate::tile::cores) fn check(&mut self, core: usize, ports: &mut CorePorts) {
        let hart = &mut self.harts[core];
        let now = (hart.core.pc, hart.core.instret);
        let is_noted = |follower: &mut Box<Follower>| (follower.pc, follower.retired) == now;
        let Some(mut follower) = hart.follower.take_if(|follower| !is_noted(follower)) else {
            return;
        };
        if let Some(shared) = self.checker.take() {
            let mut checker = shared.lock().expect("nobody panics with the checker");
            let who = self.identity(core);
            let hart = &self.harts[core];
            let (regions, code) = (&hart.regions, &hart.code);
            if !follower.passes::<false>(&hart.core, regions, code, &mut checker, who) {
                self.check_next(core, &mut follower, &mut checker, ports);
            }
            drop(checker);
            self.checker = Some(shared);
        }
        self.harts[core].follower = Some(follower);
    }

    fn check_next(
        &mut self,
        core: usize,
        follower: &mut Follower,
        checker: &mut Checker,
        ports: &mut CorePorts,
    ) {
        let hart = &self.harts[core];
        let (pc, stack) = (hart.core.pc, hart.core.x(SP));
        if follower.link != Link::None {
            (follower.calls).follow(&mut checker.calls, follower.link, follower.pc, &hart.core);
            if follower.landmarks.main.contains(&follower.pc) {
                self.keep_main(core, follower);
            }
        }
        if let Some((by, register, is_double)) = follower.real.take() {
            if is_nan(&hart.core, register, is_double) {
                checker.note(Finding::new(Kind::Nan, by, 0, 0));
            }
        }
        let last = (follower.pc, follower.link);
        let mut by = self.identity(core).point(&hart.core, follower);
        follower.take_read(by.core, checker);
        follower.pc = pc;
        follower.retired = hart.core.instret;
        follower.link = hart.code.link(pc);
        let returned = match follower.heap {
            Some(call) if (call.returns_to, call.stack) != (pc, stack) => {
                follower.frames.reach(stack);
                return;
            }
            returned => returned,
        };
        by.task = checker.races.task(by.core);
        if let Some(call) = returned {
            follower.heap = None;
            self.heap_returns(core, &call, by, follower, checker, ports.chip.map);
            follower.definedness.returned();
        }
        // A function of the program may end with a tail call of a heap function. Then the heap
        // function returns directly to the caller of the program's function, which has ended too.
        self.follow_tasks(core, last, by, follower, checker, ports.chip.map);
        by.task = checker.races.task(by.core);
        by.calls = follower.calls.node();
        let begun = follower.landmarks.heap_function(pc);
        if let (Some((function, layout)), None) = (begun, returned) {
            let call = HeapCall {
                function,
                layout,
                arguments: [0, 1, 2].map(|argument| hart.core.x(A0 + argument)),
                returns_to: hart.core.return_address(),
                from: last.0,
                stack,
                is_of_program: follower.landmarks.role(last.0) == Role::Program,
            };
            if call.is_of_program && last.1 == Link::None {
                by.pc = call.from;
            }
            self.heap_begins(core, &call, by, follower, checker, ports.chip.map);
            follower.heap = Some(call);
            return;
        }
        let role = follower.landmarks.role(pc);
        self.check_stack(core, last, role, follower, checker, ports.chip.map);
        let hart = &self.harts[core];
        if checker.finds_nan {
            let result = computes_from_numbers(&hart.core, &hart.code);
            follower.real = result.map(|(register, is_double)| (by, register, is_double));
        }
        if follower.definedness.follow(&hart.core, &hart.code) {
            checker.note_undefined(by, follower.undefined_from);
        }
        if let Some(access) = next_access(&self.harts[core].core, &self.harts[core].code) {
            self.check_access(core, &access, (by, role), follower, checker, ports);
            follower.pass_access(access.writes());
        } else if role == Role::Program {
            self.check_value(core, by, follower, checker);
        }
    }

    /// Updates the checker's state of the stack. The variables of a new function become undefined.
    /// Saved registers are marked, because no other function may access them.
    fn check_stack(
        &self,
        core: usize,
        last: (u32, Link),
        role: Role,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let hart = &self.harts[core];
        let (pc, pointer) = (hart.core.pc, hart.core.x(SP));
        let change = (follower.frames).follow(&hart.code, last, pc, pointer);
        if let Some(begun) = change.begun {
            let bytes = begun.end - begun.start;
            if let Some(place) = self.place_of(core, begun.start, bytes, map) {
                checker.begin_frame(
                    place,
                    bytes,
                    follower.landmarks.role(last.0) == Role::Program,
                );
            }
        }
        if change.saves && role == Role::Program {
            let access = next_access(&hart.core, &hart.code);
            let place = access.and_then(|access| self.place_of(core, access.address, 4, map));
            if let Some(place) = place {
                checker.mark(place, 4, State::Saved);
            }
        }
    }

    /// Stores the registers and the stack frame of `main` in the follower. `main` has just called a
    /// function or returned.
    fn keep_main(&self, core: usize, follower: &mut Follower) {
        let hart = &self.harts[core].core;
        let stack = hart.x(SP);
        follower.main = SAVED.iter().map(|&register| hart.x(register)).collect();
        match follower.link {
            Link::Return => {
                let frame = (follower.main_stack..stack).step_by(4);
                let words = frame.filter_map(|address| self.own_word(core, address));
                follower.main.extend(words);
                follower.main_returned = Some(stack);
            }
            _ => {
                follower.main_stack = stack;
                follower.main_returned = None;
            }
        }
    }

    pub(super) fn own_word(&self, core: usize, address: u32) -> Option<u32> {
        let offset = self.own(core, address, 4)?;
        Some(memory::read(&self.memory, offset, 4) as u32)
    }

    /// The place in memory of the byte at an address of a core. None if the address belongs to a
    /// device, or is not mapped.
    pub(super) fn place_at(&self, core: usize, address: u32, map: &Map) -> Option<Place> {
        if let Some(offset) = self.own(core, address, 1) {
            return Some((self.tile, offset));
        }
        let target = map.resolve(self.harts[core].elsewhere(address, 1), 1)?;
        (!target.device).then_some((target.endpoint, target.offset))
    }

    /// The place in memory of the first of `bytes` bytes at an address. None if some of these bytes
    /// do not exist, because a faulty program may request any number.
    pub(super) fn place_of(
        &self,
        core: usize,
        address: u32,
        bytes: u32,
        map: &Map,
    ) -> Option<Place> {
        let place = self.place_at(core, address, map)?;
        let elsewhere = self.harts[core].elsewhere(address, bytes);
        let exists =
            self.own(core, address, bytes).is_some() || map.is_memory(elsewhere, bytes.max(1));
        exists.then_some(place)
    }

    /// The words that may point to blocks of the heap when a core's process has ended: the
    /// callee-saved registers of the core, and those of `main` with its stack frame. Also returns
    /// the stack pointer.
    pub fn last_words(&self, core: usize) -> (Vec<u32>, u32) {
        let hart = &self.harts[core];
        let mut words: Vec<u32> = (SAVED.iter())
            .map(|&register| hart.core.x(register))
            .collect();
        let mut stack = hart.core.x(SP);
        if let Some(follower) = &hart.follower {
            words.extend(&follower.main);
            stack = follower.main_returned.unwrap_or(stack);
        }
        (words, stack)
    }
}
