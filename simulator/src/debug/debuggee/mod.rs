//! The chip as a debugger controls it: how it goes forwards and backwards, and why it stops.

mod backwards;

use super::events::{Accessing, Event, EventKind, Events, Watchpoint};
use super::replay::{History, Intervention};
use crate::chip::{Chip, Ending};
use crate::host::Process;
use crate::protocol::Cause;
use crate::tile::cores::State;
use backwards::Backwards;
use gdbstub::common::{Signal, Tid};
use gdbstub::stub::MultiThreadStopReason;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Instant;

/// The reason why the chip has stopped, as gdb receives it.
pub type Stop = MultiThreadStopReason<u32>;

/// Number of simulated cycles between two reads of the host's clock.
const PATIENCE: u32 = 256;
/// Largest number of cycles in which one core steps over a breakpoint. Without a limit, the step
/// might never end: the core may wait for another core, which is stopped at an event that gdb has
/// not received yet.
const LONGEST_STEP: u64 = 1 << 20;

/// The action that gdb has requested for a core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Continue,
    /// Execute one instruction, and then further instructions while `pc` is in this range.
    Step(Range<u32>),
}

/// The direction of the run.
#[derive(Debug)]
pub enum Course {
    Stands,
    Forwards(Forwards),
    Backwards(Backwards),
}

/// A run forwards.
#[derive(Debug, Default)]
pub struct Forwards {
    /// The cores that take a step. For each core: the number of retired instructions and the `pc`
    /// before the step, and the range of addresses in which the step continues.
    steps: BTreeMap<u32, (u64, u32, Range<u32>)>,
    /// If set, only these cores execute instructions.
    only: Option<BTreeSet<u32>>,
    /// Whether gdb has removed a breakpoint or watchpoint so that one core can step over it. The
    /// other cores also execute meanwhile, but stop if they come to a breakpoint.
    is_over_breakpoint: bool,
    /// A core that gdb steps because it believes that this core is about to access watched memory.
    /// In fact other cores have written the memory, and this core may be asleep. So the step does
    /// nothing.
    stays: Option<u32>,
}

/// The chip under the debugger, with gdb's settings and requests.
pub struct Debuggee {
    pub history: History,
    pub events: Events,
    /// The breakpoints that were set when all cores were last resumed. They are kept because gdb
    /// removes its breakpoints at each stop.
    recent: BTreeSet<u32>,
    /// The watchpoints that were set when all cores were last resumed.
    recent_watchpoints: Vec<Watchpoint>,
    pub actions: BTreeMap<u32, Action>,
    pub locked: bool,
    pub course: Course,
    /// Events of the last simulated cycle that have not been reported to gdb.
    unreported: Vec<Event>,
    /// The core of the event that was reported to gdb last; none if the chip has executed since.
    at_event: Option<u32>,
    /// The core that was reported to gdb last, if it is about to access watched memory.
    at_access: Option<u32>,
    /// The core that was reported to gdb last, if other cores have written watched memory of its
    /// process.
    written: Option<u32>,
    /// The core that was reported to gdb last, or that gdb has selected since.
    pub current: u32,
    /// The reason why gdb's last request has been refused.
    pub refusal: Option<String>,
    /// Whether the end of the run has been reported to gdb.
    told_end: bool,
    pub cores: Vec<u32>,
}

pub fn tid(core: u32) -> Tid {
    Tid::new(core as usize + 1).unwrap_or(Tid::MIN)
}

/// The number of the core that gdb sees as this thread.
pub fn core_of(tid: Tid) -> Option<u32> {
    u32::try_from(tid.get() - 1).ok()
}

impl Debuggee {
    pub fn new(history: History) -> Debuggee {
        let processes = history.simulation().processes();
        let mut cores: Vec<u32> = processes.iter().flat_map(Process::cores).collect();
        cores.sort_unstable();
        Debuggee {
            history,
            events: Events::default(),
            recent: BTreeSet::new(),
            recent_watchpoints: Vec::new(),
            actions: BTreeMap::new(),
            locked: false,
            course: Course::Stands,
            unreported: Vec::new(),
            at_event: None,
            at_access: None,
            written: None,
            current: cores.first().copied().unwrap_or(0),
            refusal: None,
            told_end: false,
            cores,
        }
    }

    pub fn chip(&self) -> &Chip {
        self.history.chip()
    }

    /// The number of instructions that a core has retired, and the address of its next instruction.
    pub fn retired(&self, core: u32) -> (u64, u32) {
        let (tile, index) = self.chip().locate(core);
        let core = &self.chip().tiles[tile].cores.harts[index].core;
        (core.instret, core.pc)
    }

    fn is_over(&self, core: u32) -> bool {
        let (tile, index) = self.chip().locate(core);
        self.chip().tiles[tile].cores.harts[index].state == State::Ended
    }

    /// The cores that gdb sees as threads: those whose process has not ended, or all of them if all
    /// have ended.
    pub fn threads(&self) -> Vec<u32> {
        let alive = self
            .cores
            .iter()
            .copied()
            .filter(|&core| !self.is_over(core));
        let alive: Vec<u32> = alive.collect();
        match alive.is_empty() {
            true => self.cores.clone(),
            false => alive,
        }
    }

    /// Makes the chip go forwards, as `actions` and `locked` request.
    pub fn go(&mut self) {
        let mut course = Forwards::default();
        for (&core, action) in &self.actions {
            if let Action::Step(range) = action {
                let (retired, pc) = self.retired(core);
                course.steps.insert(core, (retired, pc, range.clone()));
            }
        }
        if self.locked {
            let only: BTreeSet<u32> = self.actions.keys().copied().collect();
            let alone = only
                .first()
                .filter(|core| only.len() == 1 && self.recent.contains(&self.retired(**core).1));
            // gdb has removed the core's breakpoint only for this step. That must not affect the
            // other cores. (For the step, gdb sets a breakpoint after the instruction, and resumes
            // the core.)
            course.is_over_breakpoint = alone.is_some();
            let is_alone = |core: &u32| only.len() == 1 && only.contains(core);
            let has_none = self.events.watchpoints.is_empty();
            course.stays = self.written.filter(|core| has_none && is_alone(core));
            course.only = Some(only);
        }
        if !self.locked {
            self.recent.clone_from(&self.events.breakpoints);
            self.recent_watchpoints.clone_from(&self.events.watchpoints);
            let events = &self.events;
            self.unreported.retain(|event| events.is_set(&event.kind));
        }
        self.at_access = None;
        self.written = None;
        self.course = Course::Forwards(course);
        match self.locked && self.events.watchpoints.is_empty() {
            // gdb has removed the watchpoints so that one core can step over an access. Accesses by
            // the other cores are reported when gdb has set the watchpoints again.
            true => self.look_at(&self.recent_watchpoints.clone()),
            false => self.look(),
        }
    }

    /// Notes that gdb has selected a thread.
    pub fn select(&mut self, core: u32) {
        if self.cores.contains(&core) {
            self.current = core;
        }
    }

    fn look(&mut self) {
        self.look_at(&self.events.watchpoints.clone());
    }

    fn look_at(&mut self, points: &[Watchpoint]) {
        let chip = self.history.simulation_mut().chip_mut();
        self.events.look(chip, &self.cores, points);
    }

    /// Simulates until the chip stops, or until `deadline` on the host's clock. Returns the stop,
    /// if there is one.
    pub fn run(&mut self, deadline: Instant) -> Result<Option<Stop>, String> {
        let stop = match std::mem::replace(&mut self.course, Course::Stands) {
            Course::Stands => return Ok(None),
            Course::Forwards(course) => {
                let stop = self.forwards(&course, deadline);
                if stop.is_none() {
                    self.course = Course::Forwards(course);
                } else if course.only.is_some() && !self.history.held().is_empty() {
                    self.history.intervene(Intervention::Hold(BTreeSet::new()));
                }
                stop
            }
            Course::Backwards(mut course) => {
                let stop = self.backwards(&mut course, deadline)?;
                if stop.is_none() {
                    self.course = Course::Backwards(course);
                }
                stop
            }
        };
        Ok(stop)
    }

    /// Stops the chip, because gdb has interrupted it.
    pub fn interrupt(&mut self) -> Stop {
        if matches!(self.course, Course::Forwards(_)) && !self.history.held().is_empty() {
            self.history.intervene(Intervention::Hold(BTreeSet::new()));
        }
        self.course = Course::Stands;
        self.signal(self.current, Signal::SIGINT)
    }

    fn signal(&mut self, core: u32, signal: Signal) -> Stop {
        let core = match self.threads() {
            threads if threads.contains(&core) => core,
            threads => threads.first().copied().unwrap_or(core),
        };
        self.current = core;
        Stop::SignalWithThread {
            tid: tid(core),
            signal,
        }
    }

    fn report(&mut self, event: Event) -> Stop {
        self.current = event.core;
        self.at_event = Some(event.core);
        let tid = tid(event.core);
        match event.kind {
            EventKind::Breakpoint => {
                self.events.mark_reported(self.history.chip(), event.core);
                Stop::SwBreak(tid)
            }
            EventKind::Watch(kind, addr) => {
                self.at_access = Some(event.core);
                Stop::Watch { tid, kind, addr }
            }
        }
    }

    /// The cores that have come to a breakpoint, if this has not been reported to gdb yet.
    fn arrivals(&self, breakpoints: &BTreeSet<u32>) -> Vec<u32> {
        self.events
            .arrivals(self.history.chip(), &self.cores, breakpoints)
    }

    fn forwards(&mut self, course: &Forwards, deadline: Instant) -> Option<Stop> {
        if let Some(core) = course.stays {
            return Some(self.signal(core, Signal::SIGTRAP));
        }
        let mut patience = PATIENCE;
        let mut cycles = 0;
        loop {
            // Events of cores that gdb has not resumed must not be reported.
            let moves = |core: &u32| course.only.as_ref().is_none_or(|only| only.contains(core));
            let is_wanted = |event: &Event| moves(&event.core) && self.events.is_set(&event.kind);
            let unreported = self.unreported.iter().position(is_wanted);
            if let Some(at) = unreported {
                let event = self.unreported.remove(at);
                let is_write = matches!(event.kind, EventKind::Watch(..));
                self.written = is_write.then_some(event.core);
                return Some(self.report(event));
            }
            let arrivals = self.arrivals(&self.events.breakpoints);
            if let Some(core) = arrivals.into_iter().find(moves) {
                let now = self.history.now();
                return Some(self.report(Event {
                    at: now,
                    core,
                    kind: EventKind::Breakpoint,
                }));
            }
            let accesses = self.accesses();
            let mut unreported = self.events.unreported(&accesses).into_iter();
            let is_set = |access: &Accessing| self.events.is_set(&access.kind);
            if let Some(access) = unreported.find(|access| moves(&access.core) && is_set(access)) {
                self.events.mark_access_reported(&access);
                return Some(self.report(Event {
                    at: self.history.now(),
                    core: access.core,
                    kind: access.kind,
                }));
            }
            let ending = self.history.chip().ending().cloned();
            if course.is_over_breakpoint && (ending.is_some() || cycles > LONGEST_STEP) {
                let alone = course.only.as_ref().and_then(|only| only.first());
                let core = alone.copied().unwrap_or(self.current);
                return Some(self.signal(core, Signal::SIGTRAP));
            }
            let stepped = course.steps.iter().find(|(&core, (retired, pc, range))| {
                let now = self.retired(core);
                let has_moved = now != (*retired, *pc) && !range.contains(&now.1);
                let is_over = self.is_over(core);
                has_moved && !is_over || ending.is_none() && is_over
            });
            if let Some((&core, _)) = stepped {
                // gdb itself checks for a breakpoint at the end of a step, so that breakpoint
                // counts as reported.
                self.events.mark_reported(self.history.chip(), core);
                self.at_event = Some(core);
                return Some(self.signal(core, Signal::SIGTRAP));
            }
            if let Some(ending) = ending {
                return Some(self.end(&ending));
            }
            cycles += 1;
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                if Instant::now() >= deadline {
                    return None;
                }
            }
            if let Some(only) = &course.only {
                let held: BTreeSet<u32> = match course.is_over_breakpoint {
                    true => {
                        let unreported = self.unreported.iter().map(|event| event.core);
                        let accessing = self.events.unreported(&accesses).into_iter();
                        let unreported = unreported.chain(accessing.map(|access| access.core));
                        let waiting = self.arrivals(&self.recent).into_iter().chain(unreported);
                        waiting.filter(|core| !only.contains(core)).collect()
                    }
                    false => {
                        let all = self.cores.iter().copied();
                        all.filter(|core| !only.contains(core)).collect()
                    }
                };
                if held != *self.history.held() {
                    self.history.intervene(Intervention::Hold(held));
                }
            }
            self.at_event = None;
            let (known, _) = self.history.simulation().latest_finding();
            let events = self.advance(&accesses);
            self.unreported.extend(events);
            if let (count, Some(core)) = self.history.simulation().latest_finding() {
                if count > known && course.only.is_none() {
                    return Some(self.signal(core, Signal::SIGTRAP));
                }
            }
        }
    }

    fn accesses(&self) -> Vec<Accessing> {
        self.events.accesses(self.history.chip(), &self.cores)
    }

    /// Simulates a cycle, in which cores are about to make `accesses`. Returns the changes of
    /// watched memory that these accesses have not made.
    fn advance(&mut self, accesses: &[Accessing]) -> Vec<Event> {
        self.history.step();
        let chip = self.history.simulation_mut().chip_mut();
        self.events.changes(chip, accesses)
    }

    /// Reports the end of the run to gdb. If the run did not end by an exit, gdb is first told
    /// which core caused the end, while the user can still look around and go back.
    fn end(&mut self, ending: &Ending) -> Stop {
        let (core, signal) = match ending {
            Ending::Exit => {
                let code = self.history.simulation_mut().report().0.exit_code;
                return Stop::Exited(code as u8);
            }
            Ending::Abort(abort) => (abort.core, Signal::SIGABRT),
            Ending::Fault(fault) => (
                fault.core,
                match fault.cause {
                    Cause::IllegalInstruction(_) => Signal::SIGILL,
                    Cause::Breakpoint => Signal::SIGTRAP,
                    Cause::Misaligned(_) => Signal::SIGBUS,
                    _ => Signal::SIGSEGV,
                },
            ),
            Ending::Stopped | Ending::Deadlock | Ending::NetworkDeadlock | Ending::Livelock(_) => {
                (self.current, Signal::SIGSTOP)
            }
        };
        if !self.told_end {
            self.told_end = true;
            return self.signal(core, signal);
        }
        match ending {
            Ending::Abort(abort) => Stop::Exited(abort.code as u8),
            _ => Stop::Terminated(signal),
        }
    }

    /// Marks as reported the breakpoints to which cores have come, because they came there earlier.
    fn mark_reported(&mut self) {
        for core in self.arrivals(&self.recent) {
            self.events.mark_reported(self.history.chip(), core);
        }
    }
}
