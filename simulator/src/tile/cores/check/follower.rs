//! What the check knows of a core's position in its program, and the instructions about which it
//! has nothing to note.

use super::frames::Frames;
use super::heap::HeapCall;
use super::leap::Leaps;
use super::tasks::{Inside, Single};
use super::{CoreComplex, SP};
use crate::check::{Checker, Key, Order, Point, State};
use crate::core::{
    divides_by_zero, fence_at, is_at_stack_pointer, next_access, step, Access, AccessKind,
    CodeImage, Conduct, Core, Definedness, Link, RegionMap, Step, View,
};
use crate::memory::Place;
use crate::program::{Landmarks, Role};
use crate::tile::cores::calls::Calls;
use crate::tile::cores::CorePorts;
use std::collections::HashMap;
use std::sync::Arc;

/// The most cycles of a stretch, after which the scheduler looks at the host's clock.
const STRETCH: u64 = 8192;
/// The number of words that were loaded last, among which the flag is that a fence follows.
const LOADED: usize = 4;

/// The core's position in its program, as the check follows it.
#[derive(Debug)]
pub struct Follower {
    pub(super) landmarks: Arc<Landmarks>,
    pub(super) calls: Calls,
    pub(super) frames: Frames,
    /// The instruction that was issued last, its effect on the calls, and the number of
    /// instructions before it.
    pub(super) pc: u32,
    pub(super) link: Link,
    pub(super) retired: u64,
    pub(super) heap: Option<HeapCall>,
    /// The functions of OpenMP's library, and the tasks, that the core is in.
    pub(super) inside: Vec<Inside>,
    /// The tasks that the library has made or read last: the function of each, and its number.
    pub(super) known_tasks: Vec<(u32, u32)>,
    /// The stack pointers where the regions around begin, and the cycles.
    pub(super) regions: Vec<(u32, u64)>,
    pub(super) block: Single,
    /// The stack pointer where the team of a league begins that the core executes.
    pub(super) team: Option<u32>,
    /// Where the program continued when it last asked for the number of threads.
    pub(super) asked_for_count: u32,
    /// The words that the last instruction of the library has read.
    pub(super) records: Vec<Place>,
    /// The instruction that computes a real number, its register, and whether that is double.
    pub(super) real: Option<(Point, u8, bool)>,
    /// The number of instructions in which a store still belongs to the last fence. The compiler
    /// may put what makes its address, or loads it, in between.
    pub(super) behind_fence: u8,
    /// The undefined bits of its registers, and where the last ones were loaded from.
    pub(super) definedness: Definedness,
    pub(super) undefined_from: Option<(Place, u32)>,
    /// The undefined bits of a block that `realloc` resizes, byte by byte.
    pub(super) resized: Vec<u8>,
    /// Words that the program has loaded, the last one first.
    pub(super) loaded: [Option<Place>; LOADED],
    /// The registers, and the part of the stack, that `main` had at its latest call or return.
    pub(super) main: Vec<u32>,
    /// The lowest stack pointer of `main`, and that when `main` has returned.
    pub(super) main_stack: u32,
    pub(super) main_returned: Option<u32>,
    pub(super) leaps: Leaps,
    /// What the last instruction has read, whose value others may have written meanwhile.
    pub(super) read: Option<Key>,
    /// What the last transfer reads.
    pub(super) got: Vec<Key>,
    /// The tiles of counters' notifications, as the core has written them.
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

    /// The most bytes of the stack that the process has used so far.
    pub fn stack_bytes(&self) -> u32 {
        self.frames.depth()
    }

    pub fn landmarks(&self) -> &Landmarks {
        &self.landmarks
    }

    /// Executes instructions about which the check has nothing to note, until the core's time is
    /// `until`. Returns whether that is so, or the core needs help; otherwise the check must look
    /// at the next instruction.
    fn run(
        &mut self,
        core: &mut Core,
        view: &mut View,
        code: &CodeImage,
        checker: &mut Checker,
        (tile, until): (u16, u64),
    ) -> bool {
        while core.time < until {
            self.leap(core, view, code, checker, (tile, until));
            if !self.run_quiet(core, view, code, until) || !self.run_heap(core, view, code, until) {
                return true;
            }
            if core.time >= until {
                break;
            }
            if !self.passes(core, view.regions, code, checker, tile) {
                return false;
            }
            if step(core, view, code) != Step::Done {
                return true;
            }
            view.log.clear();
        }
        true
    }

    /// Executes instructions that only compute with registers, or branch, as long as these have
    /// values. Returns whether the core needs no help.
    #[inline]
    fn run_quiet(
        &mut self,
        core: &mut Core,
        view: &mut View,
        code: &CodeImage,
        until: u64,
    ) -> bool {
        let may_run = self.link == Link::None
            && self.heap.is_none()
            && self.definedness.is_whole()
            && self.real.is_none()
            && self.behind_fence == 0
            && self.frames.knows(core.x(SP))
            && (self.pc, self.retired) != (core.pc, core.instret);
        while may_run && core.time < until && self.landmarks.is_quiet(core.pc) {
            (self.pc, self.retired, self.read) = (core.pc, core.instret, None);
            self.frames.pass_quiet();
            if step(core, view, code) != Step::Done {
                return false;
            }
        }
        true
    }

    /// Executes a function of the heap, whose accesses are right, as far as it does not return.
    /// Its own calls need not be followed. Returns whether the core needs no help.
    #[inline]
    fn run_heap(&mut self, core: &mut Core, view: &mut View, code: &CodeImage, until: u64) -> bool {
        let Some(call) = self.heap else {
            return true;
        };
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

    /// Follows the instruction that the core is about to execute, if that is all there is to do
    /// about it. The chip must have no other core.
    #[inline]
    fn passes(
        &mut self,
        core: &Core,
        regions: &RegionMap,
        code: &CodeImage,
        checker: &mut Checker,
        tile: u16,
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
        if self.heap.is_some()
            || !self.may_follow(core, conduct, code, checker.finds_nan)
            || !self.opens_frame(pointer, regions, code, checker, tile)
        {
            return false;
        }
        let saves =
            self.frames.saves(link, conduct.stack) && self.landmarks.role(pc) == Role::Program;
        if !conduct.accesses_memory {
            self.pass_value(pc);
        } else if !self.reaches(core, regions, code, checker, (tile, saves)) {
            return false;
        }
        self.frames.pass(link, conduct.stack);
        (self.calls).follow(&mut checker.calls, link, self.pc, core);
        self.link = match conduct.links {
            true => code.link(pc),
            false => Link::None,
        };
        (self.pc, self.retired, self.read) = (pc, retired, None);
        true
    }

    /// Whether the only core of a chip leaves nothing to note with its next instruction but calls
    /// and accesses, outside functions of the heap.
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
            && !self.landmarks.begins_function(pc)
            && (self.inside.last()).is_none_or(|inside| inside.returns_to != pc)
    }

    /// Notes the bytes that the last instruction has got for a function, if it has got some.
    /// Returns whether they are the core's own.
    #[inline]
    fn opens_frame(
        &mut self,
        pointer: u32,
        regions: &RegionMap,
        code: &CodeImage,
        checker: &mut Checker,
        tile: u16,
    ) -> bool {
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

    /// Whether the instruction that the core is about to execute leaves nothing to note, unless it
    /// accesses memory.
    #[inline]
    fn may_pass(&self, core: &Core, conduct: Conduct, code: &CodeImage, checker: &Checker) -> bool {
        let pc = core.pc;
        self.link == Link::None
            && !conduct.is_special
            && !conduct.divides
            && self.definedness.is_whole()
            && !(checker.finds_nan && conduct.makes_real)
            && self.real.is_none()
            && !self.landmarks.begins_function(pc)
            && (self.inside.last()).is_none_or(|inside| inside.returns_to != pc)
            && self
                .frames
                .is_calm(code, self.pc, conduct.stack, core.x(SP))
    }

    /// Follows the instruction that the core is about to execute, if it accesses no memory and
    /// leaves nothing to note. The chip may have other cores.
    #[inline]
    pub(super) fn passes_without_access(
        &mut self,
        core: &Core,
        code: &CodeImage,
        checker: &Checker,
    ) -> bool {
        let pc = core.pc;
        let conduct = code.conduct(pc);
        let passes = !conduct.accesses_memory
            && self.heap.is_none()
            && self.read.is_none()
            && self.records.is_empty()
            && matches!(self.block, Single::None)
            && self.landmarks.role(self.pc) == self.landmarks.role(pc)
            && self.may_pass(core, conduct, code, checker);
        if passes {
            self.pass_value(pc);
            self.frames.follow_calm(conduct.stack, core.x(SP));
            self.link = match conduct.links {
                true => code.link(pc),
                false => Link::None,
            };
            (self.pc, self.retired) = (pc, core.instret);
        }
        passes
    }

    /// Follows a load or a store of bytes of the core's own that all may be accessed, if it is one.
    /// The bytes that it loads or stores must be defined. `saves` says whether a store saves a
    /// register of the caller.
    #[inline]
    fn reaches(
        &mut self,
        core: &Core,
        regions: &RegionMap,
        code: &CodeImage,
        checker: &mut Checker,
        (tile, saves): (u16, bool),
    ) -> bool {
        let Some(access) = next_access(core, code) else {
            return false;
        };
        let Some(offset) = regions.translate(access.address, access.bytes) else {
            return false;
        };
        let place = (tile, offset);
        if self.frames.is_below(access.address) {
            return false;
        }
        if saves {
            checker.mark(place, access.bytes, State::Saved);
        }
        if !checker.are_plain(place, access.bytes) {
            let is_store = matches!(access.kind, AccessKind::Store { .. });
            let of_frame = is_at_stack_pointer(code, access.pc)
                && self.landmarks.role(access.pc) == Role::Program;
            let may = is_store || matches!(access.kind, AccessKind::Load { .. });
            if !may || !checker.access_plainly(place, access.bytes, is_store, of_frame) {
                return false;
            }
        }
        self.pass_access(&access);
        true
    }

    /// Notes a load of the program.
    pub(super) fn note_loaded(&mut self, place: Place) {
        if self.loaded[0] != Some(place) {
            self.loaded.rotate_right(1);
            self.loaded[0] = Some(place);
        }
    }

    /// Notes that an instruction that accesses no memory follows a fence.
    #[inline]
    fn pass_value(&mut self, pc: u32) {
        if self.behind_fence > 0 && self.landmarks.role(pc) == Role::Program {
            self.behind_fence -= 1;
        }
    }

    /// Notes that an access follows a fence: a store is the one that the fence belongs to.
    pub(super) fn pass_access(&mut self, access: &Access) {
        self.behind_fence = match access.writes() {
            true => 0,
            false => self.behind_fence.saturating_sub(1),
        };
    }

    /// Whether the instruction at `pc` belongs to the program, or to a function that accesses
    /// memory for the program.
    pub(super) fn is_for_program(&self, pc: u32, checker: &Checker) -> bool {
        match self.landmarks.role(pc) {
            Role::Program => true,
            Role::Copy => (checker.calls.caller(self.calls.node()))
                .is_some_and(|(_, pc)| self.landmarks.role(pc) == Role::Program),
            Role::Library => false,
        }
    }

    /// How the next access of the program takes part in the order of accesses.
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
                // GCC 12 writes a fence before the instruction instead of its bit.
                releases: access.order.releases || self.behind_fence > 0,
                ..Order::default()
            },
        }
    }
}

impl CoreComplex {
    /// Lets the only core of the chip that runs execute checked instructions until its time is
    /// `until`, or it needs help. Nothing else may happen on the chip before.
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
        // The stores that a fence announces go past the data cache.
        if !checker.races.is_of_one_core() && self.harts[core].cache.is_some() {
            return;
        }
        let Some(mut follower) = self.harts[core].follower.take() else {
            return;
        };
        let tile = self.tile;
        while self.harts[core].core.time < until {
            if checker.races.is_of_one_core() && !checker.has_messages() {
                let (hart, mut view, code) = self.view(core);
                let is_over = follower.run(hart, &mut view, code, &mut checker, (tile, until));
                self.ahead.log.clear();
                if is_over {
                    break;
                }
            }
            let hart = &self.harts[core].core;
            if (follower.pc, follower.retired) != (hart.pc, hart.instret)
                && !follower.passes_without_access(hart, &self.harts[core].code, &checker)
            {
                self.check_next(core, &mut follower, &mut checker, ports);
            }
            if self.step(core) != Step::Done {
                break;
            }
        }
        self.harts[core].follower = Some(follower);
    }
}
