//! A hart of a tile: the core, its registers in the network interface, and the reason why it waits.

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
use serde::Serialize;
use std::sync::Arc;

/// Whether a core issues instructions, and otherwise the reason why it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// The core has no process.
    #[default]
    Off,
    /// DMA transfers are copying the core's program into the tile.
    Loading,
    Running,
    /// Another core keeps this core from issuing instructions, or this core is about to be reset.
    Held,
    /// The core has loaded the register `WAIT` and sleeps until an event.
    Waiting,
    /// The core waits for the answer of a remote load or atomic, or for a line of its data cache.
    Data,
    /// The core waits for an acknowledgement, and then issues its instruction again. It has reached
    /// its limit of unacknowledged stores, or the instruction must wait for earlier stores.
    StoreLimit,
    /// The core waits for the acknowledgements of all its stores.
    Fence,
    /// The core waits for a line of its instruction cache.
    Code,
    /// The core waits until this command buffer is free.
    Buffer(u8),
    /// The core waits for an element from a queue of its own tile.
    Element,
    /// The core waits because a queue of its own tile is full, and will repeat the access.
    QueueFull,
    /// The core waits for the acknowledgement of its last enqueue in a queue of another tile, so
    /// that its next enqueue cannot overtake it.
    Enqueue,
    /// The core's process has ended.
    Ended,
}

/// A deadline that never comes. The sum of this value and a number of cycles does not overflow.
pub const NEVER: u64 = 1 << 63;

/// The counts of a core: events and cycles. The JSON output for a rank (`docs/json.md`) uses the
/// names of the fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Number of cycles in which the core slept in a load from `WAIT`, or was held by another core.
    pub waiting: u64,
    /// Number of cycles in which the core waited for answers, queues, acknowledgements or command
    /// buffers.
    pub stalled: u64,
    /// Parts of `stalled` by what the core waited for: a line of the instruction cache, a memory
    /// outside all tiles (such as DRAM), a command buffer, or a queue of its own tile. In all other
    /// cycles of `stalled`, it waited for the network.
    pub stalled_instructions: u64,
    pub stalled_data: u64,
    pub stalled_interface: u64,
    pub stalled_queue: u64,
    pub remote_loads: u64,
    pub remote_stores: u64,
    pub remote_atomics: u64,
    /// Number of lines that the data cache has fetched, and number of packets of dirty bytes that
    /// it has sent.
    pub cache_fetches: u64,
    pub cache_write_backs: u64,
    /// Dirty bytes that the data cache has sent in packets.
    pub cache_written: u64,
    /// Number of misses of the instruction cache, and number of lines that it has fetched.
    pub instruction_misses: u64,
    pub instruction_fetches: u64,
    /// Counts of this core's use of the second-level cache: hits, lines fetched, packets of dirty
    /// bytes sent, and dirty bytes in these packets.
    pub second_hits: u64,
    pub second_fetches: u64,
    pub second_write_backs: u64,
    pub second_written: u64,
    pub transfers: u64,
    pub transfer_bytes: u64,
    pub register_accesses: u64,
    pub host_calls: u64,
    /// Number of polls for the lock of a file that another process held.
    #[serde(skip)]
    pub lock_polls: u64,
    /// The cycle in which the process began (`started`) and the cycle in which it ended (`ended`).
    pub started: u64,
    pub ended: u64,
}

/// Counts of a core since the chip's first cycle. The energy of the core is computed from them.
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

/// A line that a cache is fetching from memory: its number in the cache, its address, and how many
/// answers are still missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetch {
    pub line: u32,
    pub address: u32,
    pub missing: u32,
    /// The fetched line may pass through the second-level cache. If so, its line number in the
    /// second level.
    pub second: Option<u32>,
}

impl Fetch {
    /// Whether bytes that arrive for an offset in the tile's memory belong to this line. The bytes
    /// go to the core's cache or to the second level, whose lines have different offsets.
    pub fn gets(&self, offset: u32, cache: &Cache, second: Option<&Cache>) -> bool {
        let (cache, line) = match (self.second, second) {
            (Some(line), Some(second)) => (second, line),
            _ => (cache, self.line),
        };
        offset.wrapping_sub(cache.data_at(line)) < cache.line_bytes()
    }
}

/// The memory that a core accesses through a window of its addresses: a data window, or the window
/// of code in DRAM.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Window {
    /// Global address of the window's first byte.
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

/// A core and the state that belongs to it alone. The scheduler reads the first fields of each hart
/// whenever it visits a tile. So these fields share a cache line of the host.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Hart {
    pub state: State,
    /// The events that cause an interrupt (a bit for each event).
    pub interrupts: u32,
    /// Set if the core is about to be reset: the address at which it restarts when none of its
    /// accesses is in progress any more.
    pub restart: Option<u32>,
    /// Cycle of the latest change of `state`.
    pub since: u64,
    pub deadline: u64,
    /// The timer ticks every `period` cycles, and the next time in cycle `next_tick`, which is
    /// [`NEVER`] if the timer is off.
    pub period: u64,
    pub next_tick: u64,
    /// If the core waits for a line that the second-level cache has, the cycle in which it gets the
    /// line.
    pub line_ready: Option<u64>,
    pub core: Core,
    pub code: Arc<CodeImage>,
    pub regions: RegionMap,
    /// This core's rights to each page, in the form that the simulator's fast path tests.
    pub rights: Vec<u8>,
    /// Cached translations and rights for compiled code. The lookaside must be cleared when
    /// `regions` or `rights` change.
    pub lookaside: Box<Lookaside>,
    /// The data cache, if there is one.
    pub cache: Option<Cache>,
    /// The line for which the data cache waits.
    pub fetch: Option<Fetch>,
    /// The instruction that caused the data cache's latest fetch: its address, and the number of
    /// instructions that the core had retired before it.
    pub fetched_for: Option<(u32, u64)>,
    /// After a fence with release order, the core's next store to cached memory is a release store
    /// and bypasses the data cache, if it comes before the core has retired this many instructions.
    pub announces_until: u64,
    /// The instruction cache, if there is one (`code_cache`), and the lines that it is fetching.
    pub code_cache: Option<Cache>,
    pub code_fetches: [Option<Fetch>; 2],
    /// Whether the core waits for a line that another core is fetching into the second-level cache.
    pub waits_for_second_level: bool,
    /// Global address and length of the code if it is in DRAM. Constants are always in the tile's
    /// memory.
    pub code_in_dram: Option<Window>,
    /// If the core waits, the part of its cycle stack (the reason for waiting) towards which the
    /// cycles in `state` count.
    pub part: Option<Part>,
    pub job: u16,
    /// Index of the core's process on the chip.
    pub process: u32,
    /// The owner number of the core's process in page tags: the index in the tile of the first core
    /// that the process has in this tile.
    pub owner: u8,
    /// The number of the core's thread in its process, and the number of threads in the process.
    pub thread: u32,
    pub threads: u32,
    /// Global address of the table of the process's cores; 0 if the process has only this core.
    pub thread_table: u32,
    /// The memory of the data window, which may be in another tile.
    pub data: Window,
    /// The memory of the far data window.
    pub far_data: Window,
    /// Global address of the process record.
    pub record_address: u32,
    /// The access that waits for an answer, or that a full queue has refused. While the core
    /// sleeps, this is its load from the register `WAIT`.
    pub pending: Option<Access>,
    /// Number of remote stores that have not been acknowledged.
    pub stores_outstanding: u32,
    /// The queue in another tile that has not yet acknowledged this core's last enqueue. The queue
    /// is named by its port's address.
    pub enqueue: Option<Target>,
    pub arm_address: u32,
    pub arm_bytes: u32,
    pub watch: Option<Watch>,
    pub events: u32,
    /// The address of the first instruction of the process or thread.
    pub entry: u32,
    /// If another core holds this core, so that it issues no instructions: the chip-wide number of
    /// the other core. Accesses and transfers in progress continue.
    pub held_by: Option<u32>,
    pub wait_record: u32,
    pub host_arguments: [u32; 4],
    pub host_result: u32,
    /// The word that the latest load-reserved has reserved: its endpoint, and its offset there.
    pub reserved: Option<(u16, u32)>,
    pub counts: Counts,
    /// The profile of the core, if the simulator makes profiles.
    pub profile: Option<Box<Profile>>,
    /// The record of the core's events, if the simulator records events.
    pub recorder: Option<Box<Recorder>>,
    /// The state of the program check, if programs are checked (`--check`).
    pub follower: Option<Box<Follower>>,
    /// The counts of the core's earlier processes.
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
            waits_for_second_level: false,
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

    /// Changes the core's state, and adds the cycles in the old state to the counts.
    pub fn enter(&mut self, state: State, now: u64) {
        self.counts = self.counts_until(now);
        // The part is determined now, because `pending` may be different when the new state ends.
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

    /// Records that the next instruction can use the value of the current load without delay.
    pub fn uses_at_once(&mut self) {
        if let Some(profile) = &mut self.profile {
            profile.use_at_once();
        }
    }

    /// The counts, including the cycles in the current state until `now`.
    pub fn counts_until(&self, now: u64) -> Counts {
        let mut counts = self.counts.clone();
        let spent = now.saturating_sub(self.since);
        match self.state {
            State::Waiting | State::Held => counts.waiting += spent,
            State::Data
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

    /// The cycle of the core's next action, unless an event from outside comes first.
    pub fn next_event(&self) -> Option<u64> {
        match self.state {
            State::Running => Some(self.core.time),
            State::Held => self.restart.map(|_| self.core.time),
            State::Waiting => {
                let end = self.deadline.min(self.next_tick);
                (end < NEVER).then(|| end.max(self.since + 1))
            }
            State::Data | State::Code => self.line_ready,
            _ => None,
        }
    }

    /// Starts the timer: it ticks every `period` cycles from now on. A period of 0 stops it.
    pub fn start_timer(&mut self, period: u64, now: u64) {
        self.period = period;
        self.next_tick = match period {
            0 | NEVER.. => NEVER,
            cycles => now + cycles,
        };
    }

    /// Returns the events of `deadline` and of the timer that are due, and computes the next tick
    /// of the timer, which keeps running.
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

    /// Makes all interrupts pending whose events have happened. Returns the number of the interrupt
    /// that the core takes now, if it takes one.
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

    /// Sets the events that interrupt the core.
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

    /// The earliest cycle in which an interrupt may come, whatever instructions the core executes
    /// until then.
    pub fn uninterrupted_until(&self) -> u64 {
        match self.interrupts {
            0 => u64::MAX,
            _ if self.state == State::Held => u64::MAX,
            EVENT_TICK if self.events & EVENT_TICK == 0 => self.next_tick,
            _ => 0,
        }
    }

    /// Whether the core may be waiting for a line that another core is fetching.
    pub fn waits_for_line(&self) -> bool {
        matches!(self.state, State::Data | State::Code)
    }

    /// Whether the core is about to repeat an access that a full queue has refused.
    pub fn tries_again(&self) -> bool {
        self.state == State::Running && self.pending.is_some()
    }

    /// The core's state. A core that is about to repeat an access to a full queue counts as waiting
    /// for the queue.
    pub fn waits_in(&self) -> State {
        match self.tries_again() {
            true => State::QueueFull,
            false => self.state,
        }
    }

    /// Whether the core waits for an event from outside, or repeats an access that only such an
    /// event can complete.
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

    /// The rights that the tag of a page gives the core, before watches and reservations restrict
    /// them.
    pub fn base_rights(&self, tag: &Tag) -> u8 {
        if self.state == State::Off {
            0
        } else {
            tag.rights(self.job, self.owner)
        }
    }

    /// The global address for an address outside the core's own tile. Translates addresses of code
    /// in DRAM, in the far data window, and in a data window that lies in another tile.
    pub fn elsewhere(&self, address: u32, bytes: u32) -> u32 {
        let code = self.code_in_dram.unwrap_or_default();
        [(CODE, code), (DATA, self.data), (FAR_DATA, self.far_data)]
            .into_iter()
            .find_map(|(start, window)| window.within(start, address, bytes))
            .unwrap_or(address)
    }
}
