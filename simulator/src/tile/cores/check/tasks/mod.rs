//! Reports OpenMP and MPI to the checker: where a core enters and leaves OpenMP constructs and
//! tasks, and its operations on MPI windows.
//!
//! Only the address of its function identifies a task. The library keeps this address in a word of
//! a record, and may copy the word to other records. So the check tracks these words.

mod regions;

use super::follower::Follower;
use super::{CoreComplex, A0, SP};
use crate::check::{
    Access as Checked, Checker, Dependence, Finding, Kind, NewTask, Order, Point, ThreadMemory,
};
use crate::core::{branch_at, Access, AccessKind, Core, Link};
use crate::memory::Place;
use crate::program::{CallTree, Construct, KernelCall, Object, Role};
use crate::protocol::Map;
use std::ops::Range;

/// Register `tp` (RISC-V psABI, register convention).
const TP: usize = 4;
/// Flags of `GOMP_task` (GCC's `include/gomp-constants.h`).
const FINAL: u32 = 1 << 1;
const DEPEND: u32 = 1 << 3;
const DETACH: u32 = 1 << 13;
/// Before a loop, compiled code calls for the number of threads, and then for the thread's number.
/// This is the largest distance of the two calls in bytes of code.
const MOST_BETWEEN_NUMBERS: u32 = 24;
/// Largest number of entries that are read from a list, because a faulty program may give any
/// length.
const MOST_DEPENDENCES: u32 = 1 << 16;
/// The smallest handle of an object that a program has made: handles of predefined MPI objects are
/// smaller (MPI 5.0, appendix A.1.2).
const FIRST_HANDLE: u32 = 1 << 12;
/// Value in place of the stack pointer at which a team ends. It is used for a team that ends with
/// the thread's next request for a team, and not with a return.
const UNTIL_CALL: u32 = 0;

/// An OpenMP or MPI library function, or a task, that a core is executing.
#[derive(Debug)]
pub struct Inside {
    what: What,
    pub returns_to: u32,
    stack: u32,
}

#[derive(Debug)]
enum What {
    /// A construct of OpenMP. The numbers are its first argument, and the task that it has created
    /// or another argument. The last field is the address of the task's event.
    Construct(Construct, u32, u32, Option<u32>),
    /// A library function that creates an MPI object. The array has its first three arguments.
    Making(Object, Point, [u32; 3]),
    /// A call of a function of the kernel's interface. The array has its first two arguments.
    Kernel(KernelCall, Point, [u32; 2]),
    /// A task: where its data is, with the number of bytes, and the tasks that the follower knew
    /// before this task began.
    Task(Option<(Place, u32)>, Vec<(u32, u32)>),
}

/// The progress of a thread that executes a `single` construct.
#[derive(Debug, Clone, Copy)]
pub enum Single {
    None,
    /// The thread has not reached the branch into the construct or past it.
    Begins,
    /// The thread is at the branch that leads into the construct or past it. The branch leads to
    /// these two addresses, and the thread has this stack pointer.
    Branches((u32, u32), u32),
    /// The thread executes the construct until it is at this address with this stack pointer.
    Until(u32, u32),
}

impl Follower {
    /// Whether the core's accesses synchronise nothing. This is so while the core executes a
    /// library function that handles tasks, shares work or runs teams, unless that function is
    /// executing a task.
    pub fn orders_nothing(&self) -> bool {
        use Construct::*;
        let schedules = |inside: &&Inside| matches!(inside.what, What::Construct(Scheduling, ..));
        let construct = self.inside.iter().rev().find(|inside| !schedules(inside));
        construct.is_some_and(|inside| {
            matches!(
                inside.what,
                What::Construct(
                    Task | TaskWait
                        | TaskWaitDepend
                        | GroupStart
                        | GroupEnd
                        | OtherTasking
                        | Fulfil
                        | Share
                        | Single
                        | Section
                        | NextTeam,
                    ..
                )
            )
        })
    }

    /// Whether a thread is in a parallel region. Every thread but the first always is. Outside of
    /// regions the library executes a task at once, because no other thread could execute it.
    fn is_in_region(&self, thread: u32) -> bool {
        thread != 0 || self.is_in(Construct::Parallel)
    }

    fn is_in(&self, construct: Construct) -> bool {
        let is_it =
            |inside: &Inside| matches!(inside.what, What::Construct(it, ..) if it == construct);
        self.inside.iter().any(is_it)
    }

    /// The address of the program's instruction that has called the library. `node` is the node of
    /// the innermost call in the call tree.
    fn calling_instruction(&self, mut node: u32, calls: &CallTree) -> u32 {
        while let Some((above, pc)) = calls.caller(node) {
            if self.landmarks.role(pc) == Role::Program {
                return pc;
            }
            node = above;
        }
        0
    }

    /// Reports an access to the memory of an MPI window that the library makes for the program.
    pub fn share_window(&self, access: &Checked, checker: &mut Checker) {
        let is_atomic = match self.inside.last().map(|inside| &inside.what) {
            Some(What::Construct(Construct::Transfer, ..)) => false,
            Some(What::Construct(Construct::Combine, ..)) => true,
            _ => return,
        };
        if checker.races.are_of_window(access.place, access.bytes) {
            let order = Order {
                is_atomic,
                combines: is_atomic,
                ..Order::default()
            };
            checker.share(access, order);
        }
    }

    /// The task whose record the library is writing. `function` is the task's function. If the
    /// library is creating a task with this function, it is that task; otherwise it is the task
    /// with this function whose record the library has read last.
    fn written_task(&self, function: u32) -> Option<u32> {
        match self.inside.last().map(|inside| &inside.what) {
            Some(&What::Construct(Construct::Task, made, task, _)) if made == function => {
                Some(task)
            }
            _ => self.known_task(function),
        }
    }

    fn known_task(&self, function: u32) -> Option<u32> {
        let found = self
            .known_tasks
            .iter()
            .find(|(other, _)| *other == function);
        found.map(|(_, task)| *task)
    }

    fn know_task(&mut self, function: u32, task: u32) {
        self.known_tasks.retain(|(other, _)| *other != function);
        self.known_tasks.push((function, task));
    }

    /// Tracks the words in which the library keeps the addresses of task functions.
    pub fn follow_records(
        &mut self,
        access: &Access,
        (endpoint, start): Place,
        checker: &mut Checker,
    ) {
        for offset in (0..access.bytes).step_by(4) {
            let place = (endpoint, start + offset);
            if access.reads() {
                self.records.push(place);
            }
            if let AccessKind::Store { value } = access.kind {
                let word = (value >> (8 * offset)) as u32;
                let task = self.written_task(word).map(|task| (word, task));
                checker.races.put_task(place, task);
            }
        }
    }

    /// Records which tasks belong to the words that the last instruction has read. Called when the
    /// core has the values of these words.
    #[inline]
    pub fn take_records(&mut self, checker: &Checker) {
        while let Some(place) = self.records.pop() {
            if let Some((function, task)) = checker.races.task_at(place) {
                self.know_task(function, task);
            }
        }
    }

    /// The memory that only the thread of a core uses in its current region.
    pub fn memory_of_thread(&self, core: u32) -> ThreadMemory {
        let (stack, begun) = self.regions.last().copied().unwrap_or((0, u64::MAX));
        ThreadMemory {
            core,
            stack: self.frames.until(stack),
            begun,
        }
    }

    /// Whether an address is one of the thread's thread-local variables.
    pub fn is_threadprivate(&self, core: &Core, address: u32) -> bool {
        address.wrapping_sub(core.x(TP)) < self.landmarks.thread_bytes
    }

    /// Whether an address is one of the thread's thread-local variables, or lies on its stack.
    pub fn is_own_of_thread(&self, core: &Core, address: u32) -> bool {
        self.is_threadprivate(core, address) || self.frames.contains(address)
    }
}

impl CoreComplex {
    /// Tracks constructs and tasks before the instruction that a core is about to execute. `last`
    /// is the address of the instruction before it.
    pub(super) fn follow_tasks(
        &self,
        core: usize,
        (last, link): (u32, Link),
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let hart = &self.harts[core].core;
        let (pc, stack) = (by.pc, hart.x(SP));
        follower.take_records(checker);
        while let Some(inside) =
            (follower.inside).pop_if(|inside| (inside.returns_to, inside.stack) == (pc, stack))
        {
            self.leave(core, inside, by, follower, checker, map);
        }
        self.follow_shares(core, (last, link), by, follower, checker, map);
        if let Some(construct) = follower.landmarks.construct(pc) {
            let what = self.enter(core, construct, by, follower, checker, map);
            follower.inside.push(Inside {
                what,
                returns_to: hart.return_address(),
                stack,
            });
            return;
        }
        if !checker.races.has_tasks()
            || !checker.races.is_of_task(pc)
            || follower.landmarks.role(last) == Role::Program
        {
            return;
        }
        let task = follower.known_task(pc).unwrap_or(0);
        let Some(NewTask { bytes, made_at, .. }) =
            checker.races.begin_task(by.core, by.process, pc, task)
        else {
            return;
        };
        // In the call tree, the task becomes a child of its construct, and not of the code from
        // which the library happened to start it. Otherwise tasks that start other tasks would have
        // call stacks of any depth.
        follower.calls.begin(checker.calls.below(0, made_at));
        let data = self.place_of(core, hart.x(A0), bytes, map);
        let data = data.map(|place| (place, bytes));
        self.forget(core, data, follower, checker, map);
        let known_tasks = std::mem::take(&mut follower.known_tasks);
        follower.inside.push(Inside {
            what: What::Task(data, known_tasks),
            returns_to: hart.return_address(),
            stack,
        });
    }

    /// Makes the race detection forget the accesses to a task's data, and to the part of the stack
    /// that functions have used. Called where a task or a part of a worksharing construct begins or
    /// ends, because other tasks have used the same memory as their own.
    fn forget(
        &self,
        core: usize,
        data: Option<(Place, u32)>,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let used = follower.frames.take_used();
        let bytes = used.end - used.start;
        let used = (self.place_of(core, used.start, bytes, map)).map(|place| (place, bytes));
        for ((endpoint, start), bytes) in data.into_iter().chain(used) {
            checker.races.forget(endpoint, start..start + bytes);
        }
    }

    fn enter(
        &self,
        core: usize,
        construct: Construct,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) -> What {
        let hart = &self.harts[core].core;
        let argument = |number: usize| hart.x(A0 + number);
        match construct {
            Construct::Section | Construct::SectionsEnd | Construct::Barrier => {
                follower.block = Single::None;
                checker.races.end_share(by.core);
            }
            Construct::Parallel => {
                self.begin_region(by, hart.x(SP), follower, checker);
                checker.races.fork(by.core);
            }
            Construct::NextTeam if follower.is_in_region(by.thread) => {}
            Construct::NextTeam if argument(3) == 0 => {
                self.end_team(core, by, follower, checker, map);
            }
            Construct::NextTeam => {
                checker.races.begin_league(by.core, by.process);
                let of_program = follower.landmarks.role(hart.return_address()) == Role::Program;
                let (start, end) = (hart.x(SP), follower.called_at);
                follower.variables_of_teams = if of_program && start < end {
                    start..end
                } else {
                    0..0
                };
            }
            Construct::Make(object) => {
                return What::Making(object, by, [0, 1, 2].map(argument));
            }
            Construct::Kernel(call) => {
                let arguments = [0, 1].map(argument);
                if let Some(finding) = checker.ports.begin(call, by, arguments) {
                    checker.note(finding);
                }
                return What::Kernel(call, by, arguments);
            }
            Construct::Divide(words) => {
                let words = usize::from(words);
                let divisor = (words..2 * words).map(argument);
                let of_program = follower.landmarks.role(hart.return_address()) == Role::Program;
                if of_program && divisor.fold(0, |bits, word| bits | word) == 0 {
                    let (calls, pc) = checker.calls.caller(by.calls).unwrap_or((by.calls, by.pc));
                    let by = Point { calls, pc, ..by };
                    checker.note(Finding::new(Kind::DivisionByZero, by, 0, 0));
                }
            }
            Construct::Drop(object) => checker.objects.free(by.process, object, argument(0)),
            Construct::BufferBusy | Construct::BufferIdle => {
                let [start, bytes, is_received] = [0, 1, 2].map(argument);
                if let Some((endpoint, offset)) = self.place_of(core, start, bytes, map) {
                    let memory = (endpoint, offset..offset + bytes);
                    match construct {
                        Construct::BufferBusy => {
                            checker.begin_message(memory, is_received != 0, by)
                        }
                        _ => checker.end_message(&memory),
                    }
                }
            }
            _ => {}
        }
        let races = &mut checker.races;
        let (mut task, mut event) = (0, None);
        match construct {
            Construct::Task => {
                let [function, _, copy, bytes, _, is_deferred, flags, depends] =
                    [0, 1, 2, 3, 4, 5, 6, 7].map(argument);
                let depends = match flags & DEPEND {
                    0 => Vec::new(),
                    _ => self.depends(core, depends),
                };
                let new = NewTask {
                    process: by.process,
                    function,
                    is_deferred: is_deferred & 1 != 0
                        && (follower.is_in_region(by.thread) || follower.is_in(Construct::Target)),
                    is_final: flags & FINAL != 0,
                    is_copied: copy != 0,
                    bytes,
                    depends,
                    made_at: follower.calling_instruction(by.calls, &checker.calls),
                    memory: follower.memory_of_thread(by.core),
                };
                task = races.make_task(by.core, new);
                follower.know_task(function, task);
                if flags & DETACH != 0 {
                    event = self.own_word(core, hart.x(SP).wrapping_add(4));
                }
            }
            Construct::TaskWaitDepend => {
                let depends = self.depends(core, argument(0));
                task = races.depend(by.core, &depends);
            }
            Construct::GroupStart => races.begin_group(by.core),
            Construct::ThreadNumber => {
                // Before a loop, the compiler requests the number of threads and right after it the
                // thread's number. Otherwise the program itself requests the thread's number.
                let distance = hart.return_address().wrapping_sub(follower.asked_for_count);
                races.ask_for_thread(by.core, distance > MOST_BETWEEN_NUMBERS);
            }
            Construct::ThreadCount => follower.asked_for_count = hart.return_address(),
            Construct::Fulfil => races.fulfil(by.core, argument(0)),
            Construct::Unlock => races.unlock(by.core, by.process, argument(0)),
            Construct::UnlockAll => races.unlock(by.core, by.process, 0),
            _ => {}
        }
        match construct {
            Construct::Remap => What::Construct(construct, argument(2), argument(0), None),
            Construct::WindowCreate => What::Construct(construct, argument(0), argument(1), None),
            Construct::WindowAttach => What::Construct(construct, argument(1), argument(2), None),
            Construct::WindowAllocate => What::Construct(construct, argument(4), argument(0), None),
            _ => What::Construct(construct, argument(0), task, event),
        }
    }

    fn leave(
        &self,
        core: usize,
        inside: Inside,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let (construct, argument, task, event) = match inside.what {
            What::Construct(construct, argument, task, event) => (construct, argument, task, event),
            What::Task(data, known_tasks) => {
                checker.races.end_task(by.core);
                self.forget(core, data, follower, checker, map);
                follower.known_tasks = known_tasks;
                return;
            }
            What::Kernel(call, by, arguments) => {
                let result = self.harts[core].core.x(A0);
                (checker.ports).end(call, by, arguments, result, self.tile);
                return;
            }
            What::Making(object, by, arguments) => {
                let result = self.harts[core].core.x(A0);
                let [first, second, third] = arguments;
                let (address, is_made) = match object {
                    Object::Communicator => (first, true),
                    Object::Datatype => (first, result == 0),
                    Object::Window => (third, second == 0),
                    Object::Group | Object::Operation => (result, result >= FIRST_HANDLE),
                };
                if is_made {
                    checker.objects.make(object, address, by);
                }
                return;
            }
        };
        let races = &mut checker.races;
        let result = self.harts[core].core.x(A0);
        let to_program = follower.landmarks.role(by.pc) == Role::Program;
        if construct == Construct::Parallel {
            follower.regions.pop();
            // The region's function may have ended with a tail call of the library inside a
            // `single`, if the compiler has merged the end of the `single` with other code.
            follower.block = Single::None;
            races.end_share(by.core);
        }
        match construct {
            Construct::Task => {
                let event = event.and_then(|at| self.own_word(core, at));
                races.has_made_task(by.core, task, event);
            }
            Construct::TaskWait => races.wait_for_children(by.core),
            Construct::TaskWaitDepend => races.wait_for_dependences(by.core, task),
            Construct::GroupEnd => races.end_group(by.core),
            Construct::Barrier => {
                races.wait_for_all(by.core, by.process);
                races.begin_phase(by.core);
            }
            Construct::Single if result & 1 != 0 && to_program => {
                races.begin_share(by.core);
                self.forget(core, None, follower, checker, map);
                follower.block = Single::Begins;
            }
            Construct::Section if result != 0 && to_program => {
                races.begin_share(by.core);
                self.forget(core, None, follower, checker, map);
            }
            Construct::Parallel if by.thread == 0 && follower.inside.is_empty() => {
                races.end_region(by.core, by.process);
            }
            Construct::Parallel => races.wait_for_all(by.core, by.process),
            Construct::Target if !follower.is_in_region(by.thread) => {
                races.wait_for_all(by.core, by.process);
            }
            Construct::Lock => races.lock(by.core, by.process, argument),
            Construct::TestLock if result != 0 => {
                races.lock(by.core, by.process, argument);
            }
            Construct::NextTeam if follower.is_in_region(by.thread) => {}
            Construct::NextTeam if result & 1 != 0 => {
                self.begin_team(core, UNTIL_CALL, by, follower, checker, map);
            }
            Construct::NextTeam => races.end_league(by.process),
            Construct::Finalize => checker.finalize(by.process),
            Construct::Hash => follower.definedness.returned(),
            Construct::LockAll => races.lock(by.core, by.process, 0),
            Construct::Remap => self.set_apart(core, argument, task, checker, map),
            Construct::WindowCreate | Construct::WindowAttach => {
                if let Some((endpoint, start)) = self.place_of(core, argument, task, map) {
                    races.add_window(endpoint, start..start + task);
                }
            }
            Construct::WindowAllocate => {
                let base = self.own_word(core, argument).unwrap_or(0);
                if let Some((endpoint, start)) = self.place_of(core, base, task, map) {
                    races.add_window(endpoint, start..start + task);
                }
            }
            _ => {}
        }
    }

    /// Reports the heap blocks in which threads keep their parts of a reduction. The words of
    /// `list` point into these blocks.
    fn set_apart(&self, core: usize, list: u32, count: u32, checker: &mut Checker, map: &Map) {
        for number in 0..count.min(MOST_DEPENDENCES) {
            let copy = self.own_word(core, list.wrapping_add(4 * number));
            let place = copy.and_then(|copy| self.place_at(core, copy, map));
            if let Some((endpoint, bytes)) = place.and_then(|place| checker.block_around(place)) {
                checker.races.set_apart(endpoint, bytes);
            }
        }
    }

    /// The dependences of a task, as GCC passes them (`GOMP_task` in libgomp's `task.c`).
    fn depends(&self, core: usize, list: u32) -> Vec<(u32, Dependence)> {
        let word = |index: u32| {
            let at = list.wrapping_add(4 * index);
            self.own_word(core, at).unwrap_or(0)
        };
        let ([all, out, mutex, ins], first) = match word(0) {
            0 => ([1, 2, 3, 4].map(word), 5),
            all => ([all, word(1), 0, all.saturating_sub(word(1))], 2),
        };
        let kind = |index: u32| match index {
            index if index < out => Some(Dependence::Out),
            index if index < out.saturating_add(mutex) => Some(Dependence::MutexInOutSet),
            index if index < out.saturating_add(mutex).saturating_add(ins) => Some(Dependence::In),
            _ => None,
        };
        let all = (0..all.min(MOST_DEPENDENCES)).map(|index| {
            let address = word(first + index);
            if let Some(kind) = kind(index) {
                return (address, kind);
            }
            // An `omp_depend_t` consists of an address and a kind.
            let part = |index: u32| {
                self.own_word(core, address.wrapping_add(4 * index))
                    .unwrap_or(0)
            };
            let kind = match part(1) {
                1 => Dependence::In,
                4 => Dependence::MutexInOutSet,
                5 => Dependence::InOutSet,
                _ => Dependence::Out,
            };
            (part(0), kind)
        });
        all.collect()
    }
}
