//! Tells the checker of programs what the cores are about to do.
//!
//! The core does not notice. Whatever an instruction does counts in the cycle in which it is first
//! issued, also if it waits for a bank or for another tile.

use super::calls::Calls;
use super::command_buffer::is_command;
use super::frames::Frames;
use super::register_access::buffer_register;
use super::tasks::Inside;
use super::{CoreComplex, CorePorts};
use crate::check::{
    Access as Checked, Checker, Finding, Key, Kind, Order, Point, SharedChecker, State,
};
use crate::core::{
    computes_from_numbers, divides_by_zero, fence_at, is_at_stack_pointer, is_nan, next_access,
    step, Access, AccessKind, CodeImage, Core, Definedness, Link, RegionMap, Step, View,
};
use crate::memory::{self, Place};
use crate::program::{HeapFunction, Landmarks, Role};
use crate::protocol::core_registers::{HOST_CALL, REGISTERS, REGISTERS_END};
use crate::protocol::device_registers::{COUNTER_NOTIFY, COUNTER_NOTIFY_STRIDE};
use crate::protocol::{decode, Device, Map};
use crate::tile::dma::Direction;
use std::ops::Range;
use std::sync::Arc;

/// Registers `sp` and `a0` (RISC-V psABI, register convention).
const SP: usize = 2;
const A0: usize = 10;
/// Registers that a function gives back as they were, besides `sp`.
const SAVED: [usize; 12] = [8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27];
/// Alignment of blocks, and bytes in front of each, which hold its length
/// (`runtime/libc/memory/chunk.h`).
const ALIGNMENT: u32 = 16;
const HEADER: u32 = 4;
/// Calls of the host that write a file, and read one (`docs/register-map.md`).
const HOST_WRITE: u32 = 3;
const HOST_READ: u32 = 4;
/// The most instructions between a fence and the store that it belongs to.
const BEHIND_FENCE: u8 = 3;
/// Transfers of more bytes carry messages, not flags.
const FLAG_BYTES: u32 = 256;
/// The most cycles of a stretch, after which the scheduler looks at the host's clock.
const STRETCH: u64 = 8192;

/// A call of a function of the heap that has not returned.
#[derive(Debug, Clone, Copy)]
struct HeapCall {
    function: HeapFunction,
    arguments: [u32; 3],
    returns_to: u32,
    stack: u32,
}

/// The core's position in its program, as the check follows it.
#[derive(Debug)]
pub struct Follower {
    pub(super) landmarks: Arc<Landmarks>,
    calls: Calls,
    pub(super) frames: Frames,
    /// The instruction that was issued last, its effect on the calls, and the number of
    /// instructions before it.
    pc: u32,
    link: Link,
    retired: u64,
    heap: Option<HeapCall>,
    /// The functions of OpenMP's library, and the tasks, that the core is in.
    pub(super) inside: Vec<Inside>,
    /// The functions of tasks, and the numbers of the tasks, that the library has read last.
    pub(super) hands: Vec<(u32, u32)>,
    /// The words that the last instruction of the library has read.
    pub(super) records: Vec<Place>,
    /// The instruction that computes a real number, its register, and whether that is double.
    real: Option<(Point, u8, bool)>,
    /// The number of instructions in which a store still belongs to the last fence. The compiler
    /// may put what makes its address in between.
    behind_fence: u8,
    /// The undefined bits of its registers, and where the last ones were loaded from.
    definedness: Definedness,
    undefined_from: Option<(Place, u32)>,
    /// The undefined bits of a block that `realloc` resizes, byte by byte.
    resized: Vec<u8>,
    /// The word that the program has loaded last.
    loaded: Option<Place>,
    /// The registers, and the part of the stack, that `main` had at its latest call or return.
    pub main: Vec<u32>,
    /// The lowest stack pointer of `main`, and that when `main` has returned.
    main_stack: u32,
    main_returned: Option<u32>,
    /// What the last instruction has read, whose value others may have written meanwhile.
    read: Option<Key>,
    /// What the last transfer reads.
    got: Vec<Key>,
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
            hands: Vec::new(),
            records: Vec::new(),
            real: None,
            behind_fence: 0,
            definedness: Definedness::default(),
            undefined_from: None,
            resized: Vec::new(),
            loaded: None,
            main: Vec::new(),
            main_stack: 0,
            main_returned: None,
            read: None,
            got: Vec::new(),
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
        checker: &Checker,
        (tile, until): (u16, u64),
    ) -> bool {
        while core.time < until {
            if !self.passes(core, view.regions, code, checker, tile) {
                return false;
            }
            if step(core, view, code) != Step::Done {
                return true;
            }
            if view.log.is_full() {
                view.log.clear();
            }
        }
        true
    }

    /// Follows the instruction that the core is about to execute, if that is all there is to do
    /// about it. The chip must have no other core.
    #[inline]
    fn passes(
        &mut self,
        core: &Core,
        regions: &RegionMap,
        code: &CodeImage,
        checker: &Checker,
        tile: u16,
    ) -> bool {
        let (pc, retired) = (core.pc, core.instret);
        if (self.pc, self.retired) == (pc, retired) {
            return true;
        }
        let conduct = code.conduct(pc);
        if self.link != Link::None {
            return false;
        }
        if let Some(call) = self.heap {
            if call.returns_to == pc {
                return false;
            }
            self.frames.reach(core.x(SP));
        } else {
            let pointer = core.x(SP);
            let is_calm = !conduct.is_special
                && self.definedness.is_whole()
                && !(checker.finds_nan && conduct.makes_real)
                && self.real.is_none()
                && !self.landmarks.begins_function(pc)
                && (self.inside.last()).is_none_or(|inside| inside.returns_to != pc)
                && self.frames.is_calm(code, self.pc, conduct.saves, pointer);
            if !is_calm
                || conduct.accesses_memory && !self.reaches(core, regions, code, checker, tile)
            {
                return false;
            }
            if !conduct.accesses_memory && self.landmarks.role(pc) == Role::Program {
                self.behind_fence = self.behind_fence.saturating_sub(1);
            }
            self.frames.follow_calm(code, (self.pc, pc), pointer);
        }
        self.link = match conduct.links {
            true => code.link(pc),
            false => Link::None,
        };
        (self.pc, self.retired, self.read) = (pc, retired, None);
        true
    }

    /// Follows an access to bytes of the core's own that all may be accessed and are defined, if it
    /// is one.
    #[inline]
    fn reaches(
        &mut self,
        core: &Core,
        regions: &RegionMap,
        code: &CodeImage,
        checker: &Checker,
        tile: u16,
    ) -> bool {
        let Some(access) = next_access(core, code) else {
            return false;
        };
        let Some(offset) = regions.translate(access.address, access.bytes) else {
            return false;
        };
        let place = (tile, offset);
        if self.frames.is_below(access.address) || !checker.are_plain(place, access.bytes) {
            return false;
        }
        if !access.writes() && self.is_for_program(core.pc, checker) {
            self.loaded = Some(place);
        }
        self.behind_fence = 0;
        true
    }

    /// Whether the instruction at `pc` belongs to the program, or to a function that accesses
    /// memory for the program.
    fn is_for_program(&self, pc: u32, checker: &Checker) -> bool {
        match self.landmarks.role(pc) {
            Role::Program => true,
            Role::Copy => (checker.calls.caller(self.calls.node()))
                .is_some_and(|(_, pc)| self.landmarks.role(pc) == Role::Program),
            Role::Library => false,
        }
    }

    /// How the next access of the program takes part in the order of accesses.
    fn order(&self, access: &Access, code: &CodeImage) -> Order {
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
    /// Lets a checker follow the cores. Then no core runs ahead.
    pub fn check_by(&mut self, checker: SharedChecker) {
        self.checker = Some(checker);
    }

    /// Tells the checker that a core gets a process, whose heap and share of the memory these are.
    /// The stack is given by its addresses.
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
        let place = (self.tile, heap.start);
        checker.mark(place, heap.end - heap.start, State::Unallocated);
        if let Some(follower) = &self.harts[core].follower {
            for gap in &follower.landmarks.gaps {
                let offset = data + (gap.start - crate::protocol::map::DATA);
                checker.mark((self.tile, offset), gap.end - gap.start, State::Gap);
            }
        }
    }

    /// Lets the only core of the chip that runs execute checked instructions until its time is
    /// `until`, or it needs help. Nothing else may happen on the chip before.
    pub(super) fn check_stretch(&mut self, core: usize, until: u64, ports: &mut CorePorts) {
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
        if !checker.races.is_of_one_core() {
            return;
        }
        let Some(mut follower) = self.harts[core].follower.take() else {
            return;
        };
        let tile = self.tile;
        loop {
            let (hart, mut view, code) = self.view(core);
            let is_over = follower.run(hart, &mut view, code, &checker, (tile, until));
            self.ahead.log.clear();
            if is_over {
                break;
            }
            self.check_next(core, &mut follower, &mut checker, ports);
            if self.step(core) != Step::Done || !checker.races.is_of_one_core() {
                break;
            }
        }
        self.harts[core].follower = Some(follower);
    }

    /// Tells the checker of the instruction that a core is about to issue.
    pub(super) fn check(&mut self, core: usize, ports: &mut CorePorts) {
        let hart = &mut self.harts[core];
        let (pc, retired) = (hart.core.pc, hart.core.instret);
        let Some(mut follower) = hart.follower.take() else {
            return;
        };
        if (follower.pc, follower.retired) != (pc, retired) {
            if let Some(checker) = self.checker.clone() {
                let mut checker = checker.lock().expect("nobody panics with the checker");
                self.check_next(core, &mut follower, &mut checker, ports);
            }
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
        follower.pc = pc;
        follower.retired = hart.core.instret;
        follower.link = hart.code.link(pc);
        let mut by = Point {
            cycle: hart.core.time,
            core: self.core_number(core),
            process: hart.process,
            thread: hart.thread,
            task: 0,
            calls: follower.calls.node(),
            pc,
        };
        // The core has got the value that it has asked for.
        if let Some(key) = follower.read.take() {
            checker.races.acquire(by.core, key);
        }
        if follower.heap.is_none() {
            self.follow_tasks(core, last.0, by, follower, checker, ports.chip.map);
        }
        by.task = checker.races.task(by.core);
        if let Some(call) = follower.heap {
            if call.returns_to == pc && call.stack == stack {
                follower.heap = None;
                self.heap_returns(core, &call, by, follower, checker, ports.chip.map);
                follower.definedness.returned();
            } else {
                follower.frames.reach(stack);
                return;
            }
        } else if let Some(function) = follower.landmarks.heap_function(pc) {
            let call = HeapCall {
                function,
                arguments: [0, 1, 2].map(|argument| hart.core.x(A0 + argument)),
                returns_to: hart.core.return_address(),
                stack,
            };
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
            follower.behind_fence = 0;
        } else if role == Role::Program {
            self.check_value(core, by, follower, checker);
        }
    }

    /// Follows the stack: the variables of a function have no values when it begins, and nobody
    /// else may touch the registers that it saves.
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

    /// Keeps what `main` has in registers and on the stack, now that it has called or returned.
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

    /// The place of the byte at an address of a core, unless it is a device's.
    pub(super) fn place_at(&self, core: usize, address: u32, map: &Map) -> Option<Place> {
        if let Some(offset) = self.own(core, address, 1) {
            return Some((self.tile, offset));
        }
        let target = map.resolve(self.harts[core].elsewhere(address, 1), 1)?;
        (!target.device).then_some((target.endpoint, target.offset))
    }

    /// The place of the first of `bytes` bytes, if there is memory for all of them. A wrong program
    /// may give any number.
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

    fn heap_begins(
        &self,
        core: usize,
        call: &HeapCall,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let block = call.arguments[0];
        let frees = match call.function {
            HeapFunction::Free => true,
            // Blocks are copied, and freed if they do not fit where they are.
            HeapFunction::Resize => true,
            _ => false,
        };
        if !frees || block == 0 {
            return;
        }
        match self.place_at(core, block, map) {
            Some(place) => {
                let bytes = checker.block_bytes(place).unwrap_or(0);
                let undefined = &checker.undefined;
                follower.resized.clear();
                if call.function == HeapFunction::Resize {
                    let bits = |byte| undefined.load((place.0, place.1 + byte), 1) as u8;
                    follower.resized.extend((0..bytes).map(bits));
                }
                checker.free(place, block, by);
            }
            None => checker.note(Finding::new(Kind::BadFree, by, block, 0)),
        }
    }

    fn heap_returns(
        &self,
        core: usize,
        call: &HeapCall,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let [first, second, third] = call.arguments;
        let result = self.harts[core].core.x(A0);
        let (block, bytes) = match call.function {
            HeapFunction::Allocate => (result, first),
            HeapFunction::AllocateArray => (result, first.wrapping_mul(second)),
            HeapFunction::AllocateAligned => (result, second),
            HeapFunction::AllocateTo if result == 0 => {
                (self.own_word(core, first).unwrap_or(0), third)
            }
            HeapFunction::Resize => match (result, first, second) {
                (0, 0, _) | (0, _, 0) => return,
                (0, ..) => return self.heap_keeps(core, first, checker, map),
                _ => (result, second),
            },
            HeapFunction::Extend if result != u32::MAX && first as i32 > 0 => {
                if let Some(place) = self.place_of(core, result, first, map) {
                    checker.mark(place, first, State::Open);
                }
                return;
            }
            _ => return,
        };
        if block == 0 {
            return;
        }
        if let Some(place) = self.place_of(core, block, bytes, map) {
            let slack = (bytes + HEADER).next_multiple_of(ALIGNMENT) - bytes;
            // The instruction behind the call has been reached; the call is before it.
            let by = Point {
                pc: call.returns_to.saturating_sub(1),
                ..by
            };
            checker.allocate(place, block, bytes, slack, by);
            let is_for_program = follower.landmarks.role(by.pc) == Role::Program;
            if call.function == HeapFunction::AllocateArray || !is_for_program {
                return checker.undefined.copy(None, place, bytes);
            }
            checker.undefined.begin(place, bytes);
            if call.function == HeapFunction::Resize {
                let kept = (place.1..place.1 + bytes).zip(&follower.resized);
                for (offset, bits) in kept {
                    (checker.undefined).store((place.0, offset), 1, u64::from(*bits));
                }
            }
        }
    }

    /// Takes back that a block was freed, because there is no room for a larger one.
    fn heap_keeps(&self, core: usize, block: u32, checker: &mut Checker, map: &Map) {
        if let Some(place) = self.place_at(core, block, map) {
            checker.keep(place);
        }
    }

    /// Tells the checker of a load, a store or an atomic.
    fn check_access(
        &mut self,
        core: usize,
        access: &Access,
        (by, role): (Point, Role),
        follower: &mut Follower,
        checker: &mut Checker,
        ports: &mut CorePorts,
    ) {
        let (address, bytes) = (access.address, access.bytes);
        if (REGISTERS..REGISTERS_END).contains(&address) {
            return self.check_command(core, access, by, follower, checker, ports);
        }
        let place = match self.own(core, address, bytes) {
            Some(offset) => (self.tile, offset),
            None => {
                let elsewhere = self.harts[core].elsewhere(address, bytes);
                match ports.chip.map.resolve(elsewhere, bytes) {
                    Some(target) if target.device => {
                        let device = (target.endpoint, target.offset);
                        let map = ports.chip.map;
                        return self.check_device(core, access, device, follower, checker, map);
                    }
                    Some(target) => (target.endpoint, target.offset),
                    None => return,
                }
            }
        };
        let of_program = follower.is_for_program(by.pc, checker);
        // An atomic operation on a byte is one on its word.
        let is_plain = matches!(
            access.kind,
            AccessKind::Load { .. } | AccessKind::Store { .. }
        );
        let checked = Checked {
            by,
            place,
            address,
            bytes,
            writes: access.writes(),
            is_lenient: !is_plain || role != Role::Program && !access.writes() && bytes == 4,
            may_meet_saved: match role {
                Role::Program => is_at_stack_pointer(&self.harts[core].code, by.pc),
                _ => !of_program,
            },
        };
        checker.access(&checked);
        if of_program && follower.frames.is_below(address) {
            checker.note(Finding {
                writes: checked.writes,
                ..Finding::new(Kind::Returned, by, address, bytes)
            });
        }
        self.follow_bits(core, access, place, follower, checker);
        if !of_program {
            follower.share_window(&checked, checker);
            if checker.races.has_tasks() {
                self.follow_records(access, place, follower, checker);
                if follower.handles_tasks() {
                    return;
                }
            }
            let key = (place.0, false, place.1 & !3);
            if access.reads() {
                follower.read = Some(key);
            }
            // A store to a thread's own memory orders none of its tasks.
            if access.writes() && (by.task == 0 || !self.is_own_of_thread(core, address, follower))
            {
                checker.races.release(by.core, key);
            }
            return;
        }
        if by.task != 0 && self.is_threadprivate(core, address, follower) {
            return;
        }
        if !access.writes() {
            follower.loaded = Some(place);
        }
        let order = follower.order(access, &self.harts[core].code);
        checker.share(&checked, order);
        if order.acquires {
            follower.read = Some((place.0, false, place.1 & !3));
        }
    }

    /// Lets undefined bits go from memory to registers, or from there to memory.
    fn follow_bits(
        &self,
        core: usize,
        access: &Access,
        place: Place,
        follower: &mut Follower,
        checker: &mut Checker,
    ) {
        let hart = &self.harts[core];
        let bytes = access.bytes;
        let before = match access.reads() {
            true => checker.undefined.load(place, bytes),
            false => 0,
        };
        if before != 0 {
            // A stack may have a copy of what a block has.
            let of_block = (follower.undefined_from).is_some_and(|(at, _)| checker.is_in_block(at));
            if !of_block || checker.is_in_block(place) {
                follower.undefined_from = Some((place, access.address));
            }
        }
        if access.writes() {
            let bits = match access.kind {
                AccessKind::Store { .. } => follower.definedness.stored(&hart.core, &hart.code),
                _ => 0,
            };
            checker.undefined.store(place, bytes, bits);
        }
        follower.definedness.loaded(access, before);
    }

    /// Tells the checker of an access to a device, which orders what comes before and after.
    fn check_device(
        &self,
        core: usize,
        access: &Access,
        (endpoint, offset): (u16, u32),
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let number = self.core_number(core);
        let key = device_key(endpoint, offset, map);
        let orders = !follower.handles_tasks();
        if access.reads() && orders {
            follower.read = Some(key);
        }
        if access.writes() && orders {
            checker.races.release(number, key);
        }
        let register = decode(offset).filter(|_| !is_controller(endpoint, map));
        if let (Some(register), AccessKind::Store { value }) = (register, access.kind) {
            let is_target = matches!(register.device, Device::Counter(_))
                && register.offset >= COUNTER_NOTIFY
                && (register.offset - COUNTER_NOTIFY).is_multiple_of(COUNTER_NOTIFY_STRIDE);
            if let (true, Some(word)) = (is_target, self.key_at(core, value as u32, map)) {
                checker.races.notifies(key, word);
            }
        }
    }

    /// The word, or the device, at an address of a core.
    fn key_at(&self, core: usize, address: u32, map: &Map) -> Option<Key> {
        if let Some(offset) = self.own(core, address, 4) {
            return Some((self.tile, false, offset & !3));
        }
        let target = map.resolve(self.harts[core].elsewhere(address, 4), 4)?;
        Some(match target.device {
            true => device_key(target.endpoint, target.offset, map),
            false => (target.endpoint, false, target.offset & !3),
        })
    }

    /// Tells the checker of the transfer that a store to a register starts, if it does.
    fn check_command(
        &mut self,
        core: usize,
        access: &Access,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        ports: &mut CorePorts,
    ) {
        let offset = access.address - REGISTERS;
        let AccessKind::Store { value } = access.kind else {
            // It may have read that a transfer is complete.
            for key in &follower.got {
                checker.races.acquire(by.core, *key);
            }
            return;
        };
        if offset == HOST_CALL {
            return self.check_host_call(core, value as u32, by, checker, ports.chip.map);
        }
        let Some(direction) = is_command(offset, value as u32) else {
            return;
        };
        let (number, _) = buffer_register(offset);
        if number >= ports.chip.cycle.costs.command_buffers as usize {
            return;
        }
        let buffer = ports.tile.engine(core).buffer(core, number).clone();
        let map = ports.chip.map;
        // A transfer of nothing writes its counter all the same.
        if buffer.bytes > 0 && self.own(core, buffer.local, buffer.bytes).is_none() {
            return;
        }
        let puts = direction == Direction::Put;
        follower.got.clear();
        for (start, writes) in [(buffer.local, !puts), (buffer.remote, puts)] {
            let part = (start, buffer.bytes, writes);
            self.check_part(core, part, by, follower, checker, map);
        }
        let [local, remote] = [buffer.local, buffer.remote].map(|at| self.place_at(core, at, map));
        let (from, to) = if puts {
            (local, remote)
        } else {
            (remote, local)
        };
        if let Some(to) = to {
            checker.undefined.copy(from, to, buffer.bytes);
        }
        let counter = (buffer.counter != 0).then(|| self.key_at(core, buffer.counter, map));
        if let Some(key) = counter.flatten() {
            checker.races.release(by.core, key);
        }
    }

    /// Tells the checker of what a call of the host reads or writes.
    fn check_host_call(&self, core: usize, call: u32, by: Point, checker: &mut Checker, map: &Map) {
        let [_, address, bytes, _] = self.harts[core].host_arguments;
        let Some(place) = self.place_of(core, address, bytes, map) else {
            return;
        };
        match call {
            HOST_WRITE => {
                if let Some(offset) = checker.undefined.find(place, bytes) {
                    let from = (place.0, offset);
                    let address = address + (offset - place.1);
                    checker.note_undefined(by, Some((from, address)));
                    checker.undefined.copy(None, place, bytes);
                }
            }
            HOST_READ => checker.undefined.copy(None, place, bytes),
            _ => {}
        }
    }

    /// Tells the checker of the local or the remote part of a transfer.
    fn check_part(
        &self,
        core: usize,
        (start, bytes, writes): (u32, u32, bool),
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        if bytes == 0 {
            return;
        }
        let Some(place) = self.place_of(core, start, bytes, map) else {
            if let (Some(key), true) = (self.key_at(core, start, map), bytes >= 4) {
                match writes {
                    true => checker.races.release(by.core, key),
                    false => follower.got.push(key),
                }
            }
            return;
        };
        let checked = Checked {
            by,
            place,
            address: start,
            bytes,
            writes,
            is_lenient: false,
            may_meet_saved: false,
        };
        checker.access(&checked);
        follower.share_window(&checked, checker);
        if bytes > FLAG_BYTES {
            return;
        }
        for offset in (place.1 & !3..place.1 + bytes).step_by(4) {
            let key = (place.0, false, offset);
            match writes {
                true => checker.races.release(by.core, key),
                false => follower.got.push(key),
            }
        }
    }

    /// Tells the checker of an instruction of the program that accesses no memory.
    fn check_value(&self, core: usize, by: Point, follower: &mut Follower, checker: &mut Checker) {
        let hart = &self.harts[core];
        let fence = fence_at(&hart.code, by.pc);
        follower.behind_fence = match fence {
            Some(order) => u8::from(order.releases) * BEHIND_FENCE,
            None => follower.behind_fence.saturating_sub(1),
        };
        if let (Some(order), Some((endpoint, offset))) = (fence, follower.loaded) {
            if order.acquires {
                (checker.races).acquire(by.core, (endpoint, false, offset & !3));
            }
        }
        if divides_by_zero(&hart.core, &hart.code) {
            checker.note(Finding::new(Kind::DivisionByZero, by, 0, 0));
        }
    }

    /// The words of a core that may lead to blocks when its process has ended: those that it has in
    /// registers across calls, and those that `main` had. The stack begins at the second value.
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

fn is_controller(endpoint: u16, map: &Map) -> bool {
    usize::from(endpoint) >= map.tiles()
}

/// The device with the register at an offset of an endpoint's window.
fn device_key(endpoint: u16, offset: u32, map: &Map) -> Key {
    let register = decode(offset).filter(|_| !is_controller(endpoint, map));
    let inside = register.map_or(0, |register| register.offset);
    (endpoint, true, offset - inside)
}
