//! Explicit tasks of OpenMP (5.2, chapter 12). A thread may execute a task at any time and between
//! other work, so only the program's constructs order the task with the other work of its thread.
//!
//! Each task is a *strand* with its own clock. The task comes after what its creator did before
//! making it, and after the tasks on which it depends. The task comes before what follows the
//! `taskwait`, the end of a `taskgroup` or the barrier that waits for the task. The library's
//! accesses order nothing while the library handles tasks.

mod regions;

use super::clocks::{first_covered, has_seen, joined, Clock, Snapshot};
use super::finding::Point;
use super::races::Races;
use crate::memory::Place;
use crate::program::QuickMap;
use regions::League;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// The union of the clocks that some tasks had at their ends. None if none of them has ended.
type Ends = Arc<Mutex<Option<Snapshot>>>;

/// The largest number of vector clocks for tasks. If this many tasks have begun and no construct
/// has waited for any of them, the next task shares the clock of an earlier task. The check then
/// assumes that it comes after that task, and misses a race between the two.
const MOST_STRANDS: usize = 256;

/// `RUNNING` and `UNKNOWN` are times in `ended_at` that no clock reaches. `RUNNING` means that the
/// latest task with this clock is running. `UNKNOWN` means that the task did not end before its
/// core began another process.
const RUNNING: u32 = u32::MAX;
const UNKNOWN: u32 = RUNNING - 1;

/// The type of a task's dependence on an address (OpenMP 5.2, 15.9.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependence {
    In,
    Out,
    MutexInOutSet,
    InOutSet,
}

/// The memory that belongs to a thread in its parallel region: a part of its stack, and the heap
/// blocks that its core has allocated since cycle `begun`.
#[derive(Debug, Clone, Default)]
pub struct ThreadMemory {
    pub core: u32,
    pub stack: Range<u32>,
    pub begun: u64,
}

impl ThreadMemory {
    /// Whether the byte at this address belongs to the thread: it is in the thread's part of the
    /// stack, or in a heap block that the thread's core has allocated since cycle `begun`.
    /// `allocated()` returns the point at which the block around the byte was allocated, if there
    /// is one.
    pub fn has(&self, address: u32, allocated: impl Fn() -> Option<Point>) -> bool {
        self.stack.contains(&address)
            || allocated().is_some_and(|by| by.core == self.core && by.cycle >= self.begun)
    }
}

/// A task as described by the OpenMP construct that makes it.
#[derive(Debug, Clone, Default)]
pub struct NewTask {
    pub process: u32,
    pub function: u32,
    pub is_deferred: bool,
    pub is_final: bool,
    /// Whether a function of the program copies the task's data after the task has been made.
    pub is_copied: bool,
    /// Bytes of the task's data.
    pub bytes: u32,
    pub depends: Vec<(u32, Dependence)>,
    /// Address of the program's instruction that makes the task.
    pub made_at: u32,
    /// The memory that belongs to the thread that makes the task.
    pub memory: ThreadMemory,
}

/// What must be updated when a task ends.
#[derive(Debug, Default)]
struct Completion {
    ends: Vec<Ends>,
    process: u32,
    root: (usize, u32),
    is_deferred: bool,
}

/// A task that has been made but has not begun.
#[derive(Debug)]
struct Made {
    new: NewTask,
    begin: Snapshot,
    /// The ends of the tasks on which this task depends, and of the tasks that must not run at the
    /// same time as this one (`mutexinoutset`).
    before: Vec<Ends>,
    group: Option<Ends>,
    completion: Arc<Completion>,
    thread: Option<Arc<Thread>>,
}

/// A thread that has made a task inside a worksharing construct of its team. `memory` is the
/// thread's own memory, and `before` contains what comes before the task's accesses to it.
#[derive(Debug)]
struct Thread {
    memory: ThreadMemory,
    before: Snapshot,
}

/// The latest tasks that depend on an address with one type of dependence (`tasks`), and the tasks
/// on which these depend (`before`).
#[derive(Debug, Clone)]
struct Generation {
    kind: Dependence,
    tasks: Vec<Ends>,
    before: Vec<Ends>,
    /// The union of the ends of the `mutexinoutset` tasks, no two of which may run at once.
    mutex: Ends,
}

/// A running task, or the state of a core that executes no task.
#[derive(Debug, Default)]
struct Running {
    number: u32,
    strand: usize,
    /// Whether the vector clock number `strand` belongs to this task alone.
    owns_strand: bool,
    is_final: bool,
    has_thread_number: bool,
    program_has_number: bool,
    /// If this is a team of an OpenMP league, or a thread of such a team: the process that runs the
    /// league.
    league: Option<u32>,
    /// The clock at the team's last barrier, which comes before everything the team has done since.
    base: Option<Snapshot>,
    /// If the thread executes a part of a worksharing construct: the number of the thread's vector
    /// clock outside the construct, and the time of that clock.
    outer: Option<(usize, u32)>,
    /// The numbers of the vector clocks that the thread has used for parts of worksharing
    /// constructs since the last barrier.
    shared_strands: Vec<usize>,
    /// The thread that, outside all tasks, made this task or its oldest ancestor: the number of the
    /// thread's vector clock, and its time then.
    root: Option<(usize, u32)>,
    children: Ends,
    groups: Vec<Ends>,
    depends: HashMap<u32, Generation>,
    completion: Arc<Completion>,
    /// If this task or an ancestor of it was made inside a worksharing construct: the thread that
    /// made it there.
    thread: Option<Arc<Thread>>,
}

impl Running {
    /// Adds a task with these dependences. Returns the ends of the tasks that come before the new
    /// task, and of those that must not run at the same time as it.
    fn depend(&mut self, depends: &[(u32, Dependence)], end: &Ends) -> (Vec<Ends>, Vec<Ends>) {
        let (mut before, mut mutexes) = (Vec::new(), Vec::new());
        for &(address, kind) in depends {
            let generation = self
                .depends
                .entry(address)
                .and_modify(|last| {
                    if kind != last.kind || kind == Dependence::Out {
                        *last = Generation {
                            kind,
                            before: std::mem::take(&mut last.tasks),
                            tasks: Vec::new(),
                            mutex: Ends::default(),
                        };
                    }
                })
                .or_insert_with(|| Generation {
                    kind,
                    tasks: Vec::new(),
                    before: Vec::new(),
                    mutex: Ends::default(),
                });
            before.extend(generation.before.iter().cloned());
            generation.tasks.push(end.clone());
            if kind == Dependence::MutexInOutSet {
                mutexes.push(generation.mutex.clone());
            }
        }
        (before, mutexes)
    }
}

/// The combined end of tasks whose oldest ancestors were made by one thread at one time (`root`, as
/// in [`Running`]). A barrier of any thread of the process waits for these tasks if it comes after
/// their creation.
#[derive(Debug)]
struct Ended {
    process: u32,
    root: (usize, u32),
    end: Snapshot,
    /// Whether the thread in `root` has already waited for the tasks at a barrier.
    is_old: bool,
}

/// All tasks.
#[derive(Debug, Default)]
pub struct Tasks {
    cores: usize,
    /// For each core, a stack: the core's state outside tasks, then the nested tasks that it
    /// executes.
    running: Vec<Vec<Running>>,
    /// For each vector clock of tasks, the time at which its latest task has ended, or `RUNNING` or
    /// `UNKNOWN`.
    ended_at: Vec<u32>,
    made: QuickMap<u32, Made>,
    count: u32,
    /// `functions` holds the functions of all tasks. `words` has an entry for each word of memory
    /// in which a task descriptor holds such a function: the function, and the task's number.
    functions: BTreeSet<u32>,
    words: QuickMap<Place, (u32, u32)>,
    ended: Vec<Ended>,
    /// The tasks that are complete only when an event is fulfilled, by the event's handle.
    events: HashMap<u32, Arc<Completion>>,
    /// The leagues, by process.
    leagues: HashMap<u32, League>,
    /// The clocks that have been released at locks, by process and lock.
    locks: HashMap<(u32, u32), Snapshot>,
}

impl Tasks {
    pub fn new(cores: usize) -> Tasks {
        Tasks {
            cores,
            running: (0..cores).map(|core| vec![of_core(core)]).collect(),
            ..Tasks::default()
        }
    }

    /// Notes that a core begins a process.
    pub fn start(&mut self, core: u32) {
        for task in self.running[core as usize].drain(1..) {
            if task.owns_strand {
                self.ended_at[task.strand - self.cores] = UNKNOWN;
            }
        }
        self.running[core as usize] = vec![of_core(core as usize)];
    }

    #[inline]
    pub fn strand(&self, core: u32) -> usize {
        self.innermost(core).strand
    }

    /// Whether the task that a core executes has asked for the number of its thread, and whether
    /// the program itself has a number that no other thread has.
    pub fn has_thread_number(&self, core: u32) -> (bool, bool) {
        let running = self.innermost(core);
        (running.has_thread_number, running.program_has_number)
    }

    /// If a core executes a part of a worksharing construct, the number of the vector clock that
    /// its thread has outside the construct; otherwise none.
    fn outer_strand(&self, core: u32) -> Option<usize> {
        self.innermost(core).outer.map(|(strand, _)| strand)
    }

    fn innermost(&self, core: u32) -> &Running {
        let all = &self.running[core as usize];
        all.last().expect("a core is in itself")
    }

    fn innermost_mut(&mut self, core: u32) -> &mut Running {
        let all = &mut self.running[core as usize];
        all.last_mut().expect("a core is in itself")
    }

    /// The process that runs the league, if the core executes a team of a league, directly or in a
    /// task.
    fn process_in_league(&self, core: u32) -> Option<u32> {
        let all = &self.running[core as usize];
        all.iter().rev().find_map(|it| it.league)
    }

    /// The OpenMP league whose team a core executes, if it executes one.
    fn league(&self, core: u32) -> Option<&League> {
        if self.leagues.is_empty() {
            return None;
        }
        self.leagues.get(&self.process_in_league(core)?)
    }

    /// If a core executes a team of a league, the numbers of the vector clocks of the league's
    /// earlier teams; otherwise empty.
    pub fn other_teams(&self, core: u32) -> &[usize] {
        self.league(core).map_or(&[], |league| &league.others)
    }

    /// Finds a vector clock for a task that begins after a snapshot: if possible, a clock whose
    /// latest task comes before the snapshot. None if the tasks of all clocks are still running.
    fn take_strand(&mut self, after: &Snapshot, clocks: &mut Vec<Clock>) -> Option<usize> {
        let seen = after.get(self.cores..).unwrap_or_default();
        let mut found = first_covered(&self.ended_at, seen);
        if found.is_none() && self.ended_at.len() < MOST_STRANDS {
            clocks.push(Clock::new(self.cores + self.ended_at.len()));
            self.ended_at.push(RUNNING);
            found = Some(self.ended_at.len() - 1);
        }
        let found = found.or_else(|| self.ended_at.iter().position(|&time| time != RUNNING))?;
        self.ended_at[found] = RUNNING;
        Some(self.cores + found)
    }
}

fn of_core(core: usize) -> Running {
    Running {
        strand: core,
        ..Running::default()
    }
}

fn add(ends: &Ends, end: &Snapshot) {
    let mut ends = ends.lock().expect("nobody panics with it");
    *ends = Some(match &*ends {
        Some(before) => joined(before, end),
        None => end.clone(),
    });
}

fn acquire_ends(clock: &mut Clock, ends: &Ends) {
    if let Some(end) = &*ends.lock().expect("nobody panics with it") {
        clock.acquire(end);
    }
}

impl Races {
    /// The number of the task that a core is executing; 0 if it is executing none.
    pub fn task(&self, core: u32) -> u32 {
        self.tasks.innermost(core).number
    }

    /// Whether a function is the body of a task that has been made.
    #[inline]
    pub fn is_of_task(&self, function: u32) -> bool {
        self.tasks.functions.contains(&function)
    }

    /// Whether any task has been made.
    #[inline]
    pub fn has_tasks(&self) -> bool {
        !self.tasks.functions.is_empty()
    }

    /// If the word `place` of a task descriptor holds the function of a task that has not begun:
    /// this function, and the task's number.
    pub fn task_at(&self, place: Place) -> Option<(u32, u32)> {
        let found = self.tasks.words.get(&place).copied()?;
        self.tasks.made.contains_key(&found.1).then_some(found)
    }

    /// Notes that a word of memory has been written. `task` is the task function that the word now
    /// holds and the task's number, or none if the word holds no such function.
    pub fn put_task(&mut self, place: Place, task: Option<(u32, u32)>) {
        match task {
            Some(task) => _ = self.tasks.words.insert(place, task),
            None => _ = self.tasks.words.remove(&place),
        }
    }

    /// Notes that a core makes a task. Returns the task's number.
    pub fn make_task(&mut self, core: u32, mut new: NewTask) -> u32 {
        self.has_one_core = false;
        let clock = self.clock(core);
        let mut begin = clock.release();
        let strand = self.tasks.strand(core);
        let time = begin[strand];
        let thread = match self.tasks.outer_strand(core) {
            Some(outer) => Some(Arc::new(Thread {
                memory: std::mem::take(&mut new.memory),
                before: self.clocks[outer].release(),
            })),
            None => self.tasks.innermost(core).thread.clone(),
        };
        if new.is_copied {
            let mut later = begin.to_vec();
            later[strand] += 1;
            begin = later.into();
        }
        self.tasks.count += 1;
        let number = self.tasks.count;
        self.tasks.functions.insert(new.function);
        let creator = self.tasks.innermost_mut(core);
        let end = Ends::default();
        let (mut before, mutexes) = creator.depend(&new.depends, &end);
        before.extend(mutexes.iter().cloned());
        new.is_deferred &= !creator.is_final;
        new.is_final |= creator.is_final;
        let group = creator.groups.last().cloned();
        let mut ends = vec![end, creator.children.clone()];
        ends.extend(group.iter().cloned().chain(mutexes));
        let made = Made {
            begin,
            before,
            group,
            completion: Arc::new(Completion {
                ends,
                process: new.process,
                root: creator.root.or(creator.outer).unwrap_or((strand, time)),
                is_deferred: new.is_deferred,
            }),
            new,
            thread,
        };
        self.tasks.made.insert(number, made);
        number
    }

    /// Notes that the construct that made `task` has ended. If an event completes the task, `event`
    /// is the handle of this event.
    pub fn has_made_task(&mut self, core: u32, task: u32, event: Option<u32>) {
        let clock = self.clock(core);
        clock.forget_release();
        clock.release();
        if let (Some(event), Some(made)) = (event, self.tasks.made.get(&task)) {
            let completion = made.completion.clone();
            self.tasks.events.insert(event, completion);
        }
    }

    /// Notes that a core begins a task that executes `function`. This is task number `task` if that
    /// task executes `function`; otherwise it is the task that was made last with `function`.
    /// Returns the task's description.
    pub fn begin_task(
        &mut self,
        core: u32,
        process: u32,
        function: u32,
        task: u32,
    ) -> Option<NewTask> {
        let fits = |made: &Made| made.new.function == function && made.new.process == process;
        let number = match self.tasks.made.get(&task) {
            Some(made) if fits(made) => task,
            _ => {
                let all = self.tasks.made.iter().filter(|(_, made)| fits(made));
                *all.max_by_key(|(number, _)| **number)?.0
            }
        };
        let made = self.tasks.made.remove(&number)?;
        let taken = self.tasks.take_strand(&made.begin, &mut self.clocks);
        let strand = taken.unwrap_or(self.tasks.strand(core));
        let clock = &mut self.clocks[strand];
        match taken {
            Some(_) => clock.begin(&made.begin),
            None => clock.acquire(&made.begin),
        }
        for ends in &made.before {
            acquire_ends(clock, ends);
        }
        self.tasks.running[core as usize].push(Running {
            number,
            strand,
            owns_strand: taken.is_some(),
            is_final: made.new.is_final,
            root: Some(made.completion.root),
            groups: made.group.into_iter().collect(),
            completion: made.completion,
            thread: made.thread,
            ..Running::default()
        });
        Some(made.new)
    }

    /// Notes that the task that a core executes has ended.
    pub fn end_task(&mut self, core: u32) {
        let clock = self.clock(core);
        clock.forget_release();
        let end = clock.release();
        let all = &mut self.tasks.running[core as usize];
        if all.len() < 2 {
            return;
        }
        if let Some(task) = all.pop() {
            if task.owns_strand {
                self.tasks.ended_at[task.strand - self.tasks.cores] = end[task.strand];
            }
            if !task.completion.is_deferred {
                self.clock(core).acquire(&end);
            }
            self.complete(&task.completion, end);
        }
    }

    fn complete(&mut self, completion: &Completion, end: Snapshot) {
        for ends in &completion.ends {
            add(ends, &end);
        }
        let (process, root) = (completion.process, completion.root);
        match self.tasks.ended.last_mut() {
            Some(last) if (last.process, last.root) == (process, root) && !last.is_old => {
                last.end = joined(&last.end, &end);
            }
            _ => self.tasks.ended.push(Ended {
                process,
                root,
                end,
                is_old: false,
            }),
        }
    }

    /// Notes that the program fulfils an event, which completes a task.
    pub fn fulfil(&mut self, core: u32, event: u32) {
        if let Some(completion) = self.tasks.events.remove(&event) {
            let end = self.clock(core).release();
            self.complete(&completion, end);
        }
    }

    fn acquire_ends(&mut self, core: u32, ends: &Ends) {
        acquire_ends(&mut self.clocks[self.tasks.strand(core)], ends);
    }

    /// Notes that a core has waited for the child tasks of the task that it executes.
    pub fn wait_for_children(&mut self, core: u32) {
        let task = self.tasks.innermost_mut(core);
        task.depends.clear();
        let children = task.children.clone();
        self.acquire_ends(core, &children);
    }

    /// Begins a `taskwait` with dependences, which the check treats as a task. Returns the number
    /// of this task.
    pub fn depend(&mut self, core: u32, depends: &[(u32, Dependence)]) -> u32 {
        let new = NewTask {
            depends: depends.to_vec(),
            ..NewTask::default()
        };
        self.make_task(core, new)
    }

    /// Notes that a core has waited for the dependences of the `taskwait` that
    /// [`depend`](Self::depend) has given number `task`.
    pub fn wait_for_dependences(&mut self, core: u32, task: u32) {
        let Some(made) = self.tasks.made.remove(&task) else {
            return;
        };
        for ends in &made.before {
            self.acquire_ends(core, ends);
        }
        let end = self.clock(core).release();
        if let Some(own) = made.completion.ends.first() {
            add(own, &end);
        }
    }

    pub fn begin_group(&mut self, core: u32) {
        let group = Ends::default();
        self.tasks.innermost_mut(core).groups.push(group);
    }

    /// Notes that a core has waited at the end of its innermost `taskgroup` for the tasks of the
    /// group.
    pub fn end_group(&mut self, core: u32) {
        if let Some(group) = self.tasks.innermost_mut(core).groups.pop() {
            self.acquire_ends(core, &group);
        }
    }

    /// Notes that a core has waited at a barrier, which completes all tasks that were made before
    /// it.
    pub fn wait_for_all(&mut self, core: u32, process: u32) {
        let strand = self.tasks.strand(core);
        let clock = &mut self.clocks[strand];
        self.tasks.ended.retain_mut(|one| {
            let (root, time) = one.root;
            if one.process != process || !clock.has_seen(root, time) {
                return true;
            }
            clock.acquire(&one.end);
            // The core keeps this entry until its second barrier. Until then, other threads may
            // still be leaving the first barrier and need the entry.
            root != strand || !std::mem::replace(&mut one.is_old, true)
        });
        // The next tasks of this core get a new time, because this barrier does not wait for them.
        clock.forget_release();
        self.tasks.innermost_mut(core).depends.clear();
    }

    /// Notes the end of a parallel region. Only the thread on this core continues after it.
    pub fn end_region(&mut self, core: u32, process: u32) {
        self.wait_for_all(core, process);
        self.tasks.ended.retain(|one| one.process != process);
    }

    /// Notes that the task on a core asks for the number of its thread. `by_program` says whether
    /// the program's own code asks.
    pub fn ask_for_thread(&mut self, core: u32, by_program: bool) {
        let running = self.tasks.innermost_mut(core);
        running.has_thread_number = true;
        running.program_has_number |= by_program;
    }

    /// Notes that a core has obtained a unique value from an atomic instruction. From now on, the
    /// memory that the core selects by this value belongs to its thread, whichever part of the
    /// parallel region the thread executes.
    pub fn take_ticket(&mut self, core: u32) {
        self.tasks.innermost_mut(core).program_has_number = true;
    }

    /// Notes that a core releases a lock.
    pub fn unlock(&mut self, core: u32, process: u32, lock: u32) {
        let snapshot = self.clock(core).release();
        self.tasks
            .locks
            .entry((process, lock))
            .and_modify(|before| *before = joined(before, &snapshot))
            .or_insert(snapshot);
    }

    /// Notes that a core has acquired a lock.
    pub fn lock(&mut self, core: u32, process: u32, lock: u32) {
        if let Some(snapshot) = self.tasks.locks.get(&(process, lock)) {
            self.clocks[self.tasks.strand(core)].acquire(snapshot);
        }
    }
}

#[cfg(test)]
mod tests;
