//! Explicit tasks of OpenMP (5.2, chapter 12). A thread may execute them in any order and between
//! other work, so only the program's constructs order a task with the rest of its thread.
//!
//! A task is a *strand* with a clock of its own. What the task's creator did before it made the
//! task comes before the task, and so do the tasks on which the task depends. The task comes before
//! what follows the `taskwait`, the end of a `taskgroup` or the barrier that waits for the task.
//! The library's accesses order nothing while the library handles tasks.

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

/// The union of the clocks at the ends of some tasks.
type Ends = Arc<Mutex<Option<Snapshot>>>;

/// The largest number of strands for tasks. If this many tasks have begun and no construct has
/// waited for any of them, the next task shares a strand with an earlier task and seems to come
/// after it. The check then misses a race between these two tasks.
const MOST_STRANDS: usize = 256;

/// `RUNNING` and `UNKNOWN` are times in `ended_at` that no clock reaches. `RUNNING` means that the
/// strand's task is running. `UNKNOWN` means that the task did not end before its core began
/// another process.
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

/// A thread's own memory in its region: a part of its stack, and the blocks that its core has
/// allocated since cycle `begun`.
#[derive(Debug, Clone, Default)]
pub struct ThreadMemory {
    pub core: u32,
    pub stack: Range<u32>,
    pub begun: u64,
}

impl ThreadMemory {
    /// Whether the byte at this address belongs to the thread: it is in the thread's stack, or in a
    /// block of the heap that the thread's core has allocated since cycle `begun`. `allocated()` is
    /// the point at which the byte's block was allocated, if the byte is in one.
    pub fn has(&self, address: u32, allocated: impl Fn() -> Option<Point>) -> bool {
        self.stack.contains(&address)
            || allocated().is_some_and(|by| by.core == self.core && by.cycle >= self.begun)
    }
}

/// A task as its construct describes it.
#[derive(Debug, Clone, Default)]
pub struct NewTask {
    pub process: u32,
    pub function: u32,
    pub is_deferred: bool,
    pub is_final: bool,
    /// Whether the program copies the task's data after the task has been made.
    pub is_copied: bool,
    /// Bytes of the task's data.
    pub bytes: u32,
    pub depends: Vec<(u32, Dependence)>,
    /// Address of the program's instruction that makes the task.
    pub made_at: u32,
    /// The memory that belongs to the thread that makes the task.
    pub memory: ThreadMemory,
}

/// The state that the end of a task updates.
#[derive(Debug, Default)]
struct Completion {
    ends: Vec<Ends>,
    process: u32,
    root: (usize, u32),
    is_deferred: bool,
}

/// A task that has been made, and has not begun.
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

/// A thread that has made a task in a worksharing construct of its team: the thread's memory, and
/// what comes before the task's accesses to that memory.
#[derive(Debug)]
struct Thread {
    memory: ThreadMemory,
    before: Snapshot,
}

/// The latest tasks with one type of dependence on an address (`tasks`), and the tasks on which
/// these tasks depend (`before`).
#[derive(Debug, Clone)]
struct Generation {
    kind: Dependence,
    tasks: Vec<Ends>,
    before: Vec<Ends>,
    /// The ends of the tasks with `mutexinoutset`, no two of which may run at the same time.
    mutex: Ends,
}

/// A task that is running, or a core outside all tasks.
#[derive(Debug, Default)]
struct Running {
    number: u32,
    strand: usize,
    /// Whether the strand belongs to this task alone.
    owns_strand: bool,
    is_final: bool,
    has_thread_number: bool,
    program_has_number: bool,
    /// The process of the league, if this is a team of a league or a thread of such a team.
    league: Option<u32>,
    /// The clock at the team's last barrier, which comes before all that the team has done since
    /// then.
    base: Option<Snapshot>,
    /// If the thread executes a part of a worksharing construct: the strand that the thread has
    /// outside the construct, and that strand's time.
    outer: Option<(usize, u32)>,
    /// The strands that the thread has used for parts of worksharing constructs since the last
    /// barrier.
    shared_strands: Vec<usize>,
    /// The strand outside all tasks from which the task descends, and that strand's time when it
    /// made the task or the task's ancestor.
    root: Option<(usize, u32)>,
    children: Ends,
    groups: Vec<Ends>,
    depends: HashMap<u32, Generation>,
    completion: Arc<Completion>,
    /// If this task, or an ancestor of it, was made in a worksharing construct: the thread that
    /// made it there.
    thread: Option<Arc<Thread>>,
}

impl Running {
    /// Adds a task with these dependences. Returns the ends of the tasks that come before it, and
    /// of those that must not run at the same time.
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

/// The combined end of several tasks that descend from the same strand at the same time of that
/// strand (`root`). A barrier waits for these tasks if the barrier comes after their creation.
#[derive(Debug)]
struct Ended {
    process: u32,
    root: (usize, u32),
    end: Snapshot,
    /// Whether the strand from which the tasks descend has already waited for the tasks at a
    /// barrier.
    is_old: bool,
}

/// All tasks.
#[derive(Debug, Default)]
pub struct Tasks {
    cores: usize,
    /// For each core, the core's state outside tasks, then the nested tasks that the core executes.
    running: Vec<Vec<Running>>,
    /// For each strand of tasks, the time at which the strand's last task has ended, or `RUNNING`
    /// or `UNKNOWN`.
    ended_at: Vec<u32>,
    made: QuickMap<u32, Made>,
    count: u32,
    /// `functions` holds the functions of tasks. `words` maps each word of a task descriptor that
    /// holds such a function to the function and the task's number.
    functions: BTreeSet<u32>,
    words: QuickMap<Place, (u32, u32)>,
    ended: Vec<Ended>,
    /// The tasks that events complete, by the event's handle.
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

    /// If a core executes a part of a worksharing construct, the strand that its thread has outside
    /// the construct; otherwise none.
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

    /// The process of the league whose team a core executes, directly or in a task.
    fn process_in_league(&self, core: u32) -> Option<u32> {
        let all = &self.running[core as usize];
        all.iter().rev().find_map(|it| it.league)
    }

    /// The league whose team a core executes.
    fn league(&self, core: u32) -> Option<&League> {
        if self.leagues.is_empty() {
            return None;
        }
        self.leagues.get(&self.process_in_league(core)?)
    }

    /// If a core executes a team of a league, the strands of the league's earlier teams; otherwise
    /// empty.
    pub fn other_teams(&self, core: u32) -> &[usize] {
        self.league(core).map_or(&[], |league| &league.others)
    }

    /// A strand for a task that begins after a snapshot: if possible, one whose last task comes
    /// before the snapshot. None if all strands have running tasks.
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

    /// Whether a function is the body of a task.
    #[inline]
    pub fn is_of_task(&self, function: u32) -> bool {
        self.tasks.functions.contains(&function)
    }

    /// Whether there has been a task.
    #[inline]
    pub fn has_tasks(&self) -> bool {
        !self.tasks.functions.is_empty()
    }

    /// The function and the number of the task whose descriptor holds the function in the word
    /// `place`. None if there is no such task, or if it has begun.
    pub fn task_at(&self, place: Place) -> Option<(u32, u32)> {
        let found = self.tasks.words.get(&place).copied()?;
        self.tasks.made.contains_key(&found.1).then_some(found)
    }

    /// Notes that a word of memory has been written. If the word now holds the function of a task,
    /// `task` is this function and the task's number.
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

    /// Notes that the construct that makes a task has ended, and which event completes the task, if
    /// one does.
    pub fn has_made_task(&mut self, core: u32, task: u32, event: Option<u32>) {
        let clock = self.clock(core);
        clock.forget_release();
        clock.release();
        if let (Some(event), Some(made)) = (event, self.tasks.made.get(&task)) {
            let completion = made.completion.clone();
            self.tasks.events.insert(event, completion);
        }
    }

    /// Notes that a core begins a task with this function: task number `task` if that task has the
    /// function, otherwise the latest task that has it. Returns the construct's description of the
    /// task.
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

    /// Notes the end of the task that a core executes.
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

    /// Notes that an event completes a task.
    pub fn fulfil(&mut self, core: u32, event: u32) {
        if let Some(completion) = self.tasks.events.remove(&event) {
            let end = self.clock(core).release();
            self.complete(&completion, end);
        }
    }

    fn acquire_ends(&mut self, core: u32, ends: &Ends) {
        acquire_ends(&mut self.clocks[self.tasks.strand(core)], ends);
    }

    /// Notes that a core has waited for the children of the task that it executes.
    pub fn wait_for_children(&mut self, core: u32) {
        let task = self.tasks.innermost_mut(core);
        task.depends.clear();
        let children = task.children.clone();
        self.acquire_ends(core, &children);
    }

    /// Begins a `taskwait` with dependences, which is treated as a task. Returns the number of this
    /// task.
    pub fn depend(&mut self, core: u32, depends: &[(u32, Dependence)]) -> u32 {
        let new = NewTask {
            depends: depends.to_vec(),
            ..NewTask::default()
        };
        self.make_task(core, new)
    }

    /// Notes that a core has waited for the dependences of `taskwait` number `task`.
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

    /// Notes that a core has waited for all tasks of the group.
    pub fn end_group(&mut self, core: u32) {
        if let Some(group) = self.tasks.innermost_mut(core).groups.pop() {
            self.acquire_ends(core, &group);
        }
    }

    /// Notes that a core has waited at a barrier, which completes all tasks that were made before.
    pub fn wait_for_all(&mut self, core: u32, process: u32) {
        let strand = self.tasks.strand(core);
        let clock = &mut self.clocks[strand];
        self.tasks.ended.retain_mut(|one| {
            let (root, time) = one.root;
            if one.process != process || !clock.has_seen(root, time) {
                return true;
            }
            clock.acquire(&one.end);
            // The core keeps this entry until its second barrier. No thread reaches the second
            // barrier before all threads have left the first one.
            root != strand || !std::mem::replace(&mut one.is_old, true)
        });
        // Later tasks of this core do not belong to this barrier.
        clock.forget_release();
        self.tasks.innermost_mut(core).depends.clear();
    }

    /// Notes the end of a region. After it, only this core's thread of the process goes on.
    pub fn end_region(&mut self, core: u32, process: u32) {
        self.wait_for_all(core, process);
        self.tasks.ended.retain(|one| one.process != process);
    }

    /// Notes that the task that a core executes asks for the number of its thread; `by_program` if
    /// the program itself asks.
    pub fn ask_for_thread(&mut self, core: u32, by_program: bool) {
        let running = self.tasks.innermost_mut(core);
        running.has_thread_number = true;
        running.program_has_number |= by_program;
    }

    /// Notes that a core has obtained a unique value from an atomic instruction. From now on,
    /// memory that the core selects by this value belongs to the core, whichever part of its region
    /// the core executes.
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
