//! A hart of a tile: the core, its registers in the network interface, and the event that it waits
//! for.

use super::check::Follower;
use super::profile::{Part, Profile};
use super::protection::Tag;
use super::recorder::Recorder;
use crate::config::CoreCosts;
use crate::core::{
    Access, Cache, CodeImage, Core, Lookaside, RegionMap, Spent, EXTERNAL_INTERRUPT, FAR_DATA,
    TIMER_INTERRUPT,
};
use crate::protocol::core_registers::{EVENT_DEADLINE, EVENT_TICK, INTERRUPTING};
use crate::protocol::map::{Target, CODE, DATA};
use std::sync::Arc;

/// Whether a core issues instructions, and the reason if it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// The core has no process.
    #[default]
    Off,
    /// DMA transfers fetch the core's program.
    Loading,
    Running,
    /// Another core holds this one, or it is about to be reset.
    Held,
    /// The core is asleep in *wait*.
    Waiting,
    /// The core waits for the answer of a remote load or atomic.
    Answer,
    /// The core waits for an acknowledgement, because it has reached its limit of unacknowledged
    /// stores.
    StoreLimit,
    /// The core waits for all acknowledgements.
    Fence,
    /// The core waits for a line of instructions.
    Code,
    /// The core waits until this command buffer is free.
    Buffer(u8),
    /// The core waits for an element of a queue of its own tile.
    Element,
    /// The core waits for room in a queue of its own tile, and tries again.
    QueueFull,
    /// The core waits for the acknowledgement of its enqueue in a queue of another tile, so that
    /// the next enqueue does not overtake it.
    Enqueue,
    /// The core's process has ended.
    Ended,
}

/// Stands for a deadline that never comes. Sums of this value and numbers of cycles do not
/// overflow.
pub const NEVER: u64 = 1 << 63;

/// Events and cycles of a core that the core itself does not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of cycles asleep in *wait*, or held.
    pub waiting: u64,
    /// Number of cycles stalled for answers, queues, acknowledgements and buffers.
    pub stalled: u64,
    /// The parts of `stalled` that were spent on lines of the instruction cache, on memories that
    /// belong to no tile, on command buffers, and on queues of the core's own tile. The rest was
    /// spent on the network.
    pub stalled_instructions: u64,
    pub stalled_data: u64,
    pub stalled_interface: u64,
    pub stalled_queue: u64,
    pub remote_loads: u64,
    pub remote_stores: u64,
    pub remote_atomics: u64,
    /// Lines that the data cache has fetched; then the packets of dirty bytes that it has sent.
    pub fetches: u64,
    pub write_backs: u64,
    /// Dirty bytes that the data cache has sent in packets.
    pub written_back: u64,
    /// Misses of the instruction cache; then the lines that it has fetched.
    pub code_misses: u64,
    pub code_fetches: u64,
    /// Accesses of this core to the second level: hits, lines fetched, packets of dirty bytes sent,
    /// and the dirty bytes in them.
    pub second_hits: u64,
    pub second_fetches: u64,
    pub second_write_backs: u64,
    pub second_written: u64,
    pub transfers: u64,
    pub transfer_bytes: u64,
    pub register_accesses: u64,
    pub host_calls: u64,
    /// Polls for the lock of a file that another process still held.
    pub lock_polls: u64,
    /// Cycle in which the process was released; then the cycle in which it ended.
    pub started: u64,
    pub ended: u64,
}

/// The counts since the chip's first cycle from which the energy of a core follows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Past {
    /// Number of cycles in which the core had a process and was not asleep.
    pub awake: u64,
    pub spent: Spent,
}

/// A range of bytes in the tile's memory that a core watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watch {
    pub start: u32,
    pub end: u32,
}

/// A line that a cache is fetching: its number, its address, and how many answers are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetch {
    pub line: u32,
    pub address: u32,
    pub missing: u32,
    /// The number of the line of the second level through which it comes.
    pub second: Option<u32>,
}

impl Fetch {
    /// Whether a byte that arrives for this offset in memory belongs to this line, in a core's
    /// cache or in the second level.
    pub fn gets(&self, offset: u32, cache: &Cache, second: Option<&Cache>) -> bool {
        let (cache, line) = match (self.second, second) {
            (Some(line), Some(second)) => (second, line),
            _ => (cache, self.line),
        };
        offset.wrapping_sub(cache.data_at(line)) < cache.line_bytes()
    }
}

/// The data window of a process, or that of its code in DRAM.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Window {
    /// Global address of its first byte.
    pub base: u32,
    pub bytes: u32,
}

impl Window {
    /// The global address of `bytes` bytes at `address` in the window, which begins at address
    /// `start`.
    fn within(&self, start: u32, address: u32, bytes: u32) -> Option<u32> {
        let offset = address.wrapping_sub(start);
        let is_within = u64::from(offset) + u64::from(bytes) <= u64::from(self.bytes);
        is_within.then(|| self.base.wrapping_add(offset))
    }
}

/// One core and the state that belongs to it alone. In every cycle in which the scheduler visits a
/// tile, it reads the first fields, which share a line of the host's cache, of each core.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Hart {
    pub state: State,
    /// Events that interrupt the core.
    pub interrupts: u32,
    /// The instruction at which the core restarts as soon as none of its accesses is in progress.
    pub restart: Option<u32>,
    /// Cycle of the latest change of `state`.
    pub since: u64,
    pub deadline: u64,
    /// Cycles between two ticks of the timer, and the cycle of the next tick; [`NEVER`] if the
    /// timer is off.
    pub period: u64,
    pub next_tick: u64,
    /// The cycle in which the second level delivers the line that the core waits for.
    pub line_ready: Option<u64>,
    pub core: Core,
    pub code: Arc<CodeImage>,
    pub regions: RegionMap,
    /// This core's rights to each page, as the fast path tests them.
    pub rights: Vec<u8>,
    /// A cache of `regions` and `rights`. Any change of them clears it.
    pub lookaside: Box<Lookaside>,
    /// The data cache, if there is one.
    pub cache: Option<Cache>,
    /// The line that the data cache waits for.
    pub fetch: Option<Fetch>,
    /// The instruction for which the data cache has fetched a line most recently: its address, and
    /// the number of instructions before it.
    pub fetched_for: Option<(u32, u64)>,
    /// Until the core has executed this many instructions, its first store to cached memory
    /// bypasses the data cache.
    pub announces_until: u64,
    /// The instruction cache, if there is one, and the lines that it is fetching.
    pub code_cache: Option<Cache>,
    pub code_fetches: [Option<Fetch>; 2],
    /// Whether the core waits for a line of the second level that another core is fetching.
    pub waits_for_second: bool,
    /// Global address and length of the code if it lies in DRAM. Constants lie in the tile.
    pub code_in_dram: Option<Window>,
    /// The part of the cycle stack that counts the cycles in `state`, if the core waits.
    pub part: Option<Part>,
    pub job: u16,
    /// Index of its process on the chip.
    pub process: u32,
    /// Index in the tile of the first core that its process has there, which names the owner in
    /// page tags.
    pub owner: u8,
    /// The number of the core's thread in its process, and the number of threads.
    pub thread: u32,
    pub threads: u32,
    /// Global address of the table of its process's cores; 0 if there is only one.
    pub thread_table: u32,
    /// The memory of the data window, which may be in another tile.
    pub data: Window,
    /// The memory of the far data window.
    pub far_data: Window,
    /// Global address of the process record.
    pub record_address: u32,
    /// The access that waits for its answer, or that a full queue has refused. A core asleep in
    /// *wait* has its read of WAIT here.
    pub pending: Option<Access>,
    /// Number of remote stores that have not been acknowledged.
    pub stores_outstanding: u32,
    /// Port of the queue in another tile that has yet to acknowledge this core's last enqueue.
    pub enqueue: Option<Target>,
    pub arm_address: u32,
    pub arm_bytes: u32,
    pub watch: Option<Watch>,
    pub events: u32,
    /// The first instruction of its process or thread.
    pub entry: u32,
    /// Number of the core that holds this one, if any. Accesses and transfers in progress continue.
    pub held_by: Option<u32>,
    pub wait_record: u32,
    pub host_arguments: [u32; 4],
    pub host_result: u32,
    /// Endpoint and offset of the word of the latest load-reserved.
    pub reserved: Option<(u16, u32)>,
    pub counts: Counts,
    /// The profile of its cycles, on a chip that makes one.
    pub profile: Option<Box<Profile>>,
    /// The record of its events, on a chip that records them.
    pub recorder: Option<Box<Recorder>>,
    /// The position in its program, on a chip that checks programs.
    pub follower: Option<Box<Follower>>,
    /// The counts of the processes that the core had before.
    pub past: Past,
}

impl Hart {
    pub fn new(number: u32, pages: usize) -> Hart {
        Hart {
            core: Core::new(number, 0, 0),
            code: Arc::new(CodeImage::new(CODE, &[], &CoreCosts::default())),
            regions: RegionMap::default(),
            rights: vec![0; pages],
            lookaside: Box::default(),
            cache: None,
            fetch: None,
            fetched_for: None,
            announces_until: 0,
            code_cache: None,
            code_fetches: [None; 2],
            line_ready: None,
            waits_for_second: false,
            code_in_dram: None,
            state: State::Off,
            since: 0,
            part: None,
            job: 0,
            process: u32::MAX,
            owner: 0,
            thread: 0,
            threads: 1,
            thread_table: 0,
            data: Window::default(),
            far_data: Window::default(),
            record_address: 0,
            pending: None,
            stores_outstanding: 0,
            enqueue: None,
            arm_address: 0,
            arm_bytes: 0,
            watch: None,
            events: 0,
            deadline: u64::MAX,
            entry: 0,
            held_by: None,
            restart: None,
            period: 0,
            next_tick: NEVER,
            interrupts: 0,
            wait_record: 0,
            host_arguments: [0; 4],
            host_result: 0,
            reserved: None,
            counts: Counts::default(),
            profile: None,
            recorder: None,
            follower: None,
            past: Past::default(),
        }
    }

    /// The counts of all processes of the core until `now`.
    pub fn past_until(&self, now: u64) -> Past {
        let counts = self.counts_until(now);
        let end = match self.state {
            State::Off => counts.started,
            State::Ended => counts.ended,
            _ => now,
        };
        let spent = self.core.spent;
        Past {
            awake: self.past.awake + end.saturating_sub(counts.started + counts.waiting),
            spent: Spent {
                energy: self.past.spent.energy + spent.energy,
                words: self.past.spent.words + spent.words,
            },
        }
    }

    /// Changes the core's state, and counts the cycles of the old one.
    pub fn enter(&mut self, state: State, now: u64) {
        self.counts = self.counts_until(now);
        // The access ceases to be pending when the state ends.
        self.part = Part::in_state(state, self.pending.as_ref());
        if let Some(profile) = &mut self.profile {
            profile.enter(self.part, now);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(self.part, now);
        }
        self.state = state;
        self.since = now;
    }

    /// Notes that the next instruction may use the value of this load without delay.
    pub fn uses_at_once(&mut self) {
        if let Some(profile) = &mut self.profile {
            profile.use_at_once();
        }
    }

    /// The counts, with the cycles of the present state until `now`.
    pub fn counts_until(&self, now: u64) -> Counts {
        let mut counts = self.counts.clone();
        let spent = now.saturating_sub(self.since);
        match self.state {
            State::Waiting | State::Held => counts.waiting += spent,
            State::Answer
            | State::StoreLimit
            | State::Fence
            | State::Code
            | State::Buffer(_)
            | State::Element
            | State::QueueFull
            | State::Enqueue => {
                counts.stalled += spent;
                match self.part {
                    Some(Part::InstructionMiss) => counts.stalled_instructions += spent,
                    Some(Part::DataMiss) => counts.stalled_data += spent,
                    Some(Part::Interface) => counts.stalled_interface += spent,
                    Some(Part::Asleep) => counts.stalled_queue += spent,
                    _ => {}
                }
            }
            State::Off | State::Loading | State::Running | State::Ended => {}
        }
        counts
    }

    /// Lets the core issue its next instruction in cycle `time`, unless it is held.
    pub fn resume(&mut self, now: u64, time: u64) {
        let goes_on = self.held_by.is_none() && self.restart.is_none();
        self.enter(if goes_on { State::Running } else { State::Held }, now);
        self.core.time = time;
    }

    /// The next cycle in which the core has something to do without an event from outside.
    pub fn next_event(&self) -> Option<u64> {
        match self.state {
            State::Running => Some(self.core.time),
            State::Held => self.restart.map(|_| self.core.time),
            State::Waiting => {
                let end = self.deadline.min(self.next_tick);
                (end < NEVER).then(|| end.max(self.since + 1))
            }
            State::Answer | State::Code => self.line_ready,
            _ => None,
        }
    }

    /// Makes the timer tick every `period` cycles from now on; 0 stops it.
    pub fn start_timer(&mut self, period: u64, now: u64) {
        self.period = period;
        self.next_tick = match period {
            0 | NEVER.. => NEVER,
            cycles => now + cycles,
        };
    }

    /// The events of `deadline` and of the timer that are due by now. The timer keeps running.
    pub fn expire(&mut self, now: u64) -> u32 {
        let mut events = 0;
        if self.deadline <= now {
            events |= EVENT_DEADLINE;
        }
        if self.next_tick <= now {
            events |= EVENT_TICK;
            let ticks = (now - self.next_tick) / self.period + 1;
            self.next_tick += ticks * self.period;
        }
        events
    }

    /// Makes the interrupts pending whose events have happened. Returns the number of the interrupt
    /// that the core takes now, if any.
    pub fn due_interrupt(&mut self, now: u64) -> Option<u32> {
        if self.next_tick <= now {
            self.events |= self.expire(now) & EVENT_TICK;
        }
        self.show_interrupts();
        self.core.due_interrupt()
    }

    /// Updates the pending interrupts in `mip`.
    fn show_interrupts(&mut self) {
        let events = self.events & self.interrupts;
        let timer = u32::from(events & EVENT_TICK != 0) * TIMER_INTERRUPT;
        let others = u32::from(events & !EVENT_TICK != 0) * EXTERNAL_INTERRUPT;
        self.core.mip = timer | others;
    }

    /// Enables these events to interrupt the core, and no others.
    pub fn enable_interrupts(&mut self, events: u32) {
        self.interrupts = events & INTERRUPTING;
        self.show_interrupts();
    }

    /// Returns the pending events that interrupt the core, and clears them.
    pub fn take_interrupts(&mut self) -> u32 {
        let events = self.events & self.interrupts;
        self.events &= !events;
        self.show_interrupts();
        events
    }

    /// The earliest cycle in which an interrupt may come, whatever the core executes.
    pub fn uninterrupted_until(&self) -> u64 {
        match self.interrupts {
            0 => u64::MAX,
            _ if self.state == State::Held => u64::MAX,
            EVENT_TICK if self.events & EVENT_TICK == 0 => self.next_tick,
            _ => 0,
        }
    }

    /// Whether the core waits in a way that another core's fetch may end.
    pub fn waits_for_line(&self) -> bool {
        matches!(self.state, State::Answer | State::Code)
    }

    /// Whether the core is about to repeat an access that a full queue has refused.
    pub fn tries_again(&self) -> bool {
        self.state == State::Running && self.pending.is_some()
    }

    /// The core's state. A core that is about to try a full queue again counts as waiting for it.
    pub fn waits_in(&self) -> State {
        match self.tries_again() {
            true => State::QueueFull,
            false => self.state,
        }
    }

    /// Whether the core only repeats an attempt until an event from outside ends that.
    pub fn is_still(&self) -> bool {
        let waits = self.tries_again() || self.next_event().is_none();
        self.state != State::Loading && waits
    }

    /// Whether this core watches any of these bytes.
    pub fn watches(&self, offset: u32, bytes: u32) -> bool {
        self.watch
            .is_some_and(|w| w.start < offset + bytes && offset < w.end)
    }

    /// Whether the next store to cached memory bypasses the data cache.
    pub fn announces(&self) -> bool {
        self.core.instret < self.announces_until
    }

    /// The rights that the page's tag alone gives the core.
    pub fn base_rights(&self, tag: &Tag) -> u8 {
        if self.state == State::Off {
            0
        } else {
            tag.rights(self.job, self.owner)
        }
    }

    /// The global address of bytes outside the core's own tile. Translates addresses of code in
    /// DRAM, in the far data window, and in a data window that leads to another tile.
    pub fn elsewhere(&self, address: u32, bytes: u32) -> u32 {
        let code = self.code_in_dram.unwrap_or_default();
        [(CODE, code), (DATA, self.data), (FAR_DATA, self.far_data)]
            .into_iter()
            .find_map(|(start, window)| window.within(start, address, bytes))
            .unwrap_or(address)
    }
}
