//! The state of a core as the check tracks it, and the fast execution of instructions that need no
//! full check.

use super::frames::Frames;
use super::heap::HeapCall;
use super::leap::Leaps;
use super::tasks::{Inside, Single};
use super::{CoreComplex, Identity, SP};
use crate::check::{Access as Checked, Checker, Key, Order, Point, State};
use crate::core::{
    divides_by_zero, fence_at, is_at_stack_pointer, next_access, next_address, step, Access,
    AccessKind, CodeImage, Conduct, Core, Definedness, Link, RegionMap, Step, View,
};
use crate::memory::Place;
use crate::program::{Landmark, Landmarks, Role};
use crate::tile::cores::calls::Calls;
use crate::tile::cores::CorePorts;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Largest number of cycles that `check_stretch` executes before it returns to the scheduler, which
/// then looks at the host's clock.
const STRETCH: u64 = 8192;
/// Number of words in the list of recently loaded words. A fence after a load may acquire any of
/// these words.
const LOADED: usize = 4;

/// The state of a core in its program, as the check tracks it.
#[derive(Debug)]
pub struct Follower {
    pub(super) landmarks: Arc<Landmarks>,
    pub(super) calls: Calls,
    pub(super) frames: Frames,
    /// The instruction that was issued last (`pc`), whether it is a call or a return (`link`), and
    /// the number of instructions retired before it.
    pub(super) pc: u32,
    pub(super) link: Link,
    pub(super) retired: u64,
    pub(super) heap: Option<HeapCall>,
    /// The OpenMP library functions and the tasks that the core is executing, the innermost last.
    pub(super) inside: Vec<Inside>,
    /// The tasks whose records the library has created or read most recently: address of the
    /// function and number of each task.
    pub(super) known_tasks: Vec<(u32, u32)>,
    /// Stack pointer and cycle at the beginning of each enclosing parallel region.
    pub(super) regions: Vec<(u32, u64)>,
    pub(super) block: Single,
    /// If the core executes a team of a league, the stack pointer at which the team began.
    pub(super) team: Option<u32>,
    /// The stack pointer when the library last called the program.
    pub(super) called_at: u32,
    /// A function of the program may start the teams of a league one after the other. These are the
    /// addresses of its local variables, of which each team has its own copy.
    pub(super) variables_of_teams: Range<u32>,
    /// The return address of the program's last call that returns the number of threads.
    pub(super) asked_for_count: u32,
    /// The words that the library's last instruction has read. They may be words of task records.
    pub(super) records: Vec<Place>,
    /// A floating-point instruction whose result is not yet known: where it is, its target
    /// register, and whether the result is a double.
    pub(super) real: Option<(Point, u8, bool)>,
    /// For how many more instructions a store still belongs to the last release fence. Between
    /// fence and store, the compiler may compute or load the store's address.
    pub(super) behind_fence: u8,
    /// The undefined bits of the core's registers (`definedness`), and where undefined bits were
    /// last loaded from (`undefined_from`).
    pub(super) definedness: Definedness,
    pub(super) undefined_from: Option<(Place, u32)>,
    /// For each byte of a block that `realloc` resizes, its undefined bits.
    pub(super) resized: Vec<u8>,
    /// The words that the program has loaded last, the latest first.
    pub(super) loaded: [Option<Place>; LOADED],
    /// The callee-saved registers of `main` at its latest call or return. After the return of
    /// `main`, the words of its stack frame follow.
    pub(super) main: Vec<u32>,
    /// The stack pointer of `main` when it last called a function, and its stack pointer after it
    /// has returned.
    pub(super) main_stack: u32,
    pub(super) main_returned: Option<u32>,
    pub(super) leaps: Leaps,
    /// The word or device that the last instruction has read. If another core has released it, this
    /// core acquires it.
    pub(super) read: Option<Key>,
    /// The words and devices from which the core's last transfer reads.
    pub(super) got: Vec<Key>,
    /// For each counter and accumulator, the rectangle of tiles that the core has written to its
    /// target register.
    pub(super) targets: HashMap<Key, u32>,
}

impl Follower {
    pub fn new(landmarks: &Arc<Landmarks>) -> Follower {
        Follower {
            landmarks: landmarks.clone(),
            calls: Calls::default(),
            frames: Frames::default(),
            pc: 0,
            link: Link::None,
            retired: u64::MAX,
            heap: None,
            inside: Vec::new(),
            known_tasks: Vec::new(),
            regions: Vec::new(),
            block: Single::None,
            team: None,
            called_at: 0,
            variables_of_teams: 0..0,
            asked_for_count: 0,
            records: Vec::new(),
            real: None,
            behind_fence: 0,
            definedness: Definedness::default(),
            undefined_from: None,
            resized: Vec::new(),
            loaded: [None; LOADED],
            main: Vec::new(),
            main_stack: 0,
            main_returned: None,
            leaps: Leaps::default(),
            read: None,
            got: Vec::new(),
            targets: HashMap::new(),
        }
    }

    /// Largest number of bytes of the stack that were in use at a time.
    pub fn stack_bytes(&self) -> u32 {
        self.frames.depth()
    }

    pub fn landmarks(&self) -> &Landmarks {
        &self.landmarks
    }

    /// Executes instructions that need no full check, at most until cycle `until`. Returns false if
    /// the next instruction needs a full check. Returns true if the core has reached `until`, or if
    /// only the tile can carry out its instruction. `ALONE`: only one core has begun a process,
    /// this core has created no task, and no messages are in flight.
    #[inline(never)]
    fn run<const ALONE: bool>(
        &mut self,
        core: &mut Core,
        view: &mut View,
        code: &CodeImage,
        checker: &mut Checker,
        (who, until): (Identity, u64),
    ) -> bool {
        while core.time < until {
            if ALONE {
                self.leap(core, view, code, checker, (who.tile, until));
            }
            let needs_help = match self.heap {
                Some(call) => !self.run_heap(&call, core, view, code, until),
                None => self.may_run(core) && !self.run_quiet(core, view, code, until),
            };
            if needs_help {
                return true;
            }
            if core.time >= until {
                break;
            }
            if !self.passes::<ALONE>(core, view.regions, code, checker, who) {
                return false;
            }
            if step(core, view, code) != Step::Done {
                return true;
            }
            view.log.clear();
        }
        true
    }

    /// Whether the next instruction needs no check at all. Such an instruction only computes with
    /// registers or branches, is outside heap functions, and depends on nothing that the check
    /// still has to finish.
    #[inline]
    fn may_run(&self, core: &Core) -> bool {
        self.landmarks.at(core.pc).is_quiet()
            && self.link == Link::None
            && self.definedness.is_whole()
            && self.real.is_none()
            && self.behind_fence == 0
            && self.read.is_none()
            && self.records.is_empty()
            && matches!(self.block, Single::None)
            && self.frames.knows(core.x(SP))
            && (self.pc, self.retired) != (core.pc, core.instret)
    }

    /// Executes instructions that need no check at all (see `may_run`), until the core goes from
    /// the program to the library or back. Returns false if only the tile can carry out the next
    /// instruction.
    #[inline]
    fn run_quiet(
        &mut self,
        core: &mut Core,
        view: &mut View,
        code: &CodeImage,
        until: u64,
    ) -> bool {
        let before = self.landmarks.at(self.pc);
        while core.time < until {
            let next = self.landmarks.at(core.pc);
            if !(next.is_quiet() && next.is_beside(before)) {
                break;
            }
            (self.pc, self.retired) = (core.pc, core.instret);
            self.frames.pass_quiet();
            if step(core, view, code) != Step::Done {
                return false;
            }
        }
        true
    }

    /// Executes a heap function, such as `malloc`, until it returns, or until cycle `until`. Its
    /// accesses are assumed to be right, and its calls are not tracked. Returns false if only the
    /// tile can carry out the next instruction.
    fn run_heap(
        &mut self,
        call: &HeapCall,
        core: &mut Core,
        view: &mut View,
        code: &CodeImage,
        until: u64,
    ) -> bool {
        let mut is_done = true;
        while is_done && core.time < until && core.pc != call.returns_to {
            (self.pc, self.retired, self.read) = (core.pc, core.instret, None);
            self.frames.reach(core.x(SP));
            is_done = step(core, view, code) == Step::Done;
            view.log.clear();
        }
        self.link = code.link(self.pc);
        is_done
    }

    /// Tracks the core's next instruction if it needs no full check, and otherwise returns false.
    /// An instruction needs no full check if two conditions hold: it does not enter or leave a
    /// function or task that the check tracks, and it only accesses the core's own memory, as far
    /// as the core has the right to do so.
    #[inline(always)]
    pub(super) fn passes<const ALONE: bool>(
        &mut self,
        core: &Core,
        regions: &RegionMap,
        code: &CodeImage,
        checker: &mut Checker,
        who: Identity,
    ) -> bool {
        let (pc, retired, pointer) = (core.pc, core.instret, core.x(SP));
        if (self.pc, self.retired) == (pc, retired) {
            return true;
        }
        let conduct = code.conduct(pc);
        let link = self.link;
        if link != Link::None && self.landmarks.main.contains(&self.pc) {
            return false;
        }
        let landmark = self.landmarks.at(pc);
        if self.heap.is_some()
            || landmark.begins_function()
            || !self.may_follow(core, conduct, code, checker.finds_nan)
            || !ALONE && !self.stays(landmark, (pc, conduct.bytes > 0), checker)
            || !self.opens_frame(pointer, regions, code, checker, who.tile)
        {
            return false;
        }
        let mut reached = None;
        if conduct.bytes > 0 {
            reached = self.reaches(core, conduct, (regions, who.tile), code, checker);
            if reached.is_none() {
                return false;
            }
        }
        self.frames.pass(link, conduct.stack);
        if link != Link::None {
            (self.calls).follow(&mut checker.calls, link, self.pc, core);
        }
        match ALONE {
            true => self.read = None,
            false => {
                self.take_read(who.core, checker);
                self.take_records(checker);
            }
        }
        self.link = match conduct.links {
            true => code.link(pc),
            false => Link::None,
        };
        (self.pc, self.retired) = (pc, retired);
        match reached {
            Some(place) => {
                if !ALONE {
                    self.share_plainly(core, code, place, checker, who);
                }
                self.pass_access(conduct.writes);
            }
            None => self.pass_value(landmark),
        }
        true
    }

    /// Reports an access to the core's own memory to the race detection, if other cores may be
    /// concerned.
    fn share_plainly(
        &mut self,
        core: &Core,
        code: &CodeImage,
        place: Place,
        checker: &mut Checker,
        who: Identity,
    ) {
        let Some(access) = next_access(core, code) else {
            return;
        };
        let checked = Checked {
            by: Point {
                task: checker.races.task(who.core),
                ..who.point(core, self)
            },
            place,
            address: access.address,
            bytes: access.bytes,
            writes: access.writes(),
            is_lenient: false,
            may_meet_saved: false,
        };
        let of_program = self.is_for_program(core.pc, checker);
        self.share(core, code, (&checked, &access), of_program, checker);
    }

    /// Whether the next instruction is easy to check: the core does not go from the program to the
    /// library or back, enters no task, and cannot touch the buffer of a message in flight.
    #[inline]
    fn stays(&self, next: Landmark, (pc, accesses_memory): (u32, bool), checker: &Checker) -> bool {
        next.is_beside(self.landmarks.at(self.pc))
            && (self.link == Link::None || !checker.races.is_of_task(pc))
            && !(accesses_memory && checker.has_messages())
    }

    /// Whether the core's next instruction needs no check other than of its calls and accesses.
    #[inline]
    fn may_follow(&self, core: &Core, conduct: Conduct, code: &CodeImage, finds_nan: bool) -> bool {
        let pc = core.pc;
        let must_look = conduct.is_special
            || conduct.divides && divides_by_zero(core, code)
            || finds_nan && conduct.makes_real;
        !must_look
            && self.definedness.is_whole()
            && self.real.is_none()
            && matches!(self.block, Single::None)
            && (self.inside.last()).is_none_or(|inside| inside.returns_to != pc)
    }

    /// Reports the stack bytes that the last instruction has allocated for a function, if it has
    /// allocated any. Returns false if they are not in the core's own memory.
    #[inline]
    fn opens_frame(
        &mut self,
        pointer: u32,
        regions: &RegionMap,
        code: &CodeImage,
        checker: &mut Checker,
        tile: u16,
    ) -> bool {
        if self.frames.knows(pointer) {
            return true;
        }
        let bytes = self.frames.grows(pointer);
        let offset = regions.translate(pointer, bytes);
        if bytes > 0 && offset.is_none() {
            return false;
        }
        if let (Some(_), Some(offset)) = (self.frames.get(code, self.pc, pointer), offset) {
            let of_program = self.landmarks.role(self.pc) == Role::Program;
            checker.begin_frame((tile, offset), bytes, of_program);
        }
        true
    }

    /// The place of the core's next access if all its bytes are in the core's own memory,
    /// accessible and defined; otherwise none.
    #[inline]
    fn reaches(
        &mut self,
        core: &Core,
        conduct: Conduct,
        (regions, tile): (&RegionMap, u16),
        code: &CodeImage,
        checker: &mut Checker,
    ) -> Option<Place> {
        let (address, bytes) = (next_address(core, code)?, conduct.bytes.into());
        let place = (tile, regions.translate(address, bytes)?);
        if self.frames.is_below(address) {
            return None;
        }
        let is_of_program = || self.landmarks.role(core.pc) == Role::Program;
        if self.frames.saves(self.link, conduct.stack) && is_of_program() {
            checker.mark(place, bytes, State::Saved);
        }
        if !checker.are_plain(place, bytes) {
            let of_frame = is_at_stack_pointer(code, core.pc) && is_of_program();
            let is_right = !conduct.is_atomic
                && checker.access_plainly(place, bytes, conduct.writes, of_frame);
            if !is_right {
                return None;
            }
        }
        Some(place)
    }

    /// Remembers a word that the program has loaded.
    pub(super) fn note_loaded(&mut self, place: Place) {
        if self.loaded[0] != Some(place) {
            self.loaded.rotate_right(1);
            self.loaded[0] = Some(place);
        }
    }

    /// Counts an instruction that accesses no memory, if it is between a fence and the store that
    /// belongs to the fence.
    #[inline]
    fn pass_value(&mut self, next: Landmark) {
        if self.behind_fence > 0 && next.role() == Role::Program {
            self.behind_fence -= 1;
        }
    }

    /// Counts an access after a fence. A store ends the count, because it is the store that belongs
    /// to the fence.
    #[inline]
    pub(super) fn pass_access(&mut self, writes: bool) {
        self.behind_fence = match writes {
            true => 0,
            false => self.behind_fence.saturating_sub(1),
        };
    }

    /// Whether the instruction at `pc` is in the program, or in a library function that copies
    /// memory and that the program has called.
    pub(super) fn is_for_program(&self, pc: u32, checker: &Checker) -> bool {
        match self.landmarks.role(pc) {
            Role::Program => true,
            Role::Copy => {
                // One copying function may call another one.
                let mut node = self.calls.node();
                loop {
                    match checker.calls.caller(node) {
                        Some((outer, pc)) if self.landmarks.role(pc) == Role::Copy => node = outer,
                        Some((_, pc)) => break self.landmarks.role(pc) == Role::Program,
                        None => break false,
                    }
                }
            }
            Role::Library => false,
        }
    }

    /// Whether the program's next access is an acquire or a release operation.
    pub(super) fn order(&self, access: &Access, code: &CodeImage) -> Order {
        match access.kind {
            AccessKind::Load { .. } => {
                let next = fence_at(code, access.pc + access.length);
                Order {
                    acquires: next.is_some_and(|order| order.acquires),
                    ..Order::default()
                }
            }
            AccessKind::Store { .. } => Order {
                releases: self.behind_fence > 0,
                ..Order::default()
            },
            _ => Order {
                is_atomic: true,
                acquires: access.order.acquires,
                // GCC 12 emits a fence before the instruction instead of setting the instruction's
                // `rl` bit.
                releases: access.order.releases || self.behind_fence > 0,
                ..Order::default()
            },
        }
    }
}

impl CoreComplex {
    /// Executes and checks instructions of the only running core of the chip, until cycle `until`,
    /// or until only the tile can carry out the next instruction. Nothing else may happen on the
    /// chip before `until`.
    pub(in crate::tile::cores) fn check_stretch(
        &mut self,
        core: usize,
        until: u64,
        ports: &mut CorePorts,
    ) {
        let others = self
            .harts
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != core);
        let next = others.filter_map(|(_, hart)| hart.next_event()).min();
        let until = until.min(next.unwrap_or(u64::MAX));
        let until = until.min(ports.chip.cycle.now + STRETCH);
        let is_observed = self.profiles.is_some()
            || self.shadow.is_some()
            || !self.access_logs.is_empty()
            || self.harts[core].recorder.is_some();
        let (Some(shared), false) = (self.checker.clone(), is_observed) else {
            return;
        };
        let mut checker = shared.lock().expect("nobody panics with the checker");
        // The store that follows a release fence must bypass the data cache. Only the tile can
        // carry out such a store.
        if !checker.races.has_one_core() && self.harts[core].cache.is_some() {
            return;
        }
        let Some(mut follower) = self.harts[core].follower.take() else {
            return;
        };
        let who = self.identity(core);
        while self.harts[core].core.time < until {
            let is_alone = checker.races.has_one_core() && !checker.has_messages();
            let (hart, mut view, code) = self.view(core);
            let end = (who, until);
            let is_over = match is_alone {
                true => follower.run::<true>(hart, &mut view, code, &mut checker, end),
                false => follower.run::<false>(hart, &mut view, code, &mut checker, end),
            };
            self.ahead.log.clear();
            if is_over {
                break;
            }
            let hart = &self.harts[core].core;
            if (follower.pc, follower.retired) != (hart.pc, hart.instret) {
                self.check_next(core, &mut follower, &mut checker, ports);
            }
            if self.step(core) != Step::Done {
                break;
            }
        }
        self.harts[core].follower = Some(follower);
    }
}
