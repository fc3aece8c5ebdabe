//! A hart of a tile: the core, its registers in the network interface, and what it waits for.

use super::profile::Profile;
use super::protection::Tag;
use super::recorder::Recorder;
use crate::config::CoreCosts;
use crate::core::{Access, CodeImage, Core, Lookaside, RegionMap, Spent};
use crate::protocol::map::{Target, CODE, DATA};
use std::sync::Arc;

/// Whether a core issues instructions, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// No process has been loaded.
    #[default]
    Off,
    /// DMA transfers fetch its program.
    Loading,
    Running,
    /// Asleep in *wait*.
    Waiting,
    /// The answer of a remote load or atomic.
    Answer,
    /// An acknowledgement, because it has reached its limit of unacknowledged stores.
    StoreLimit,
    /// All acknowledgements.
    Fence,
    /// This command buffer to be free.
    Buffer(u8),
    /// An element of a queue of the own tile.
    Element,
    /// Room in a queue of the own tile, which it tries again.
    QueueFull,
    /// The acknowledgement of its enqueue in a queue of another tile, so that the next one does not
    /// overtake it.
    Enqueue,
    /// The core's process has ended.
    Ended,
}

/// Deadlines from this cycle on never come, so that no sum of cycles overflows.
pub const NEVER: u64 = 1 << 63;

/// Events and cycles of a core that the core itself does not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cycles asleep in *wait*.
    pub waiting: u64,
    /// Cycles stalled for answers, queues, acknowledgements and buffers.
    pub stalled: u64,
    pub remote_loads: u64,
    pub remote_stores: u64,
    pub remote_atomics: u64,
    pub transfers: u64,
    pub transfer_bytes: u64,
    pub register_accesses: u64,
    pub host_calls: u64,
    /// Cycle of release, and of the end.
    pub started: u64,
    pub ended: u64,
}

/// What a core takes energy for, since the chip's first cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Past {
    /// Cycles in which it had a process and was not asleep.
    pub awake: u64,
    pub spent: Spent,
}

/// A range of bytes in the tile's memory that a core watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watch {
    pub start: u32,
    pub end: u32,
}

/// The data window of a process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Window {
    /// Global address of its first byte.
    pub base: u32,
    pub bytes: u32,
}

/// One core and everything that belongs to it alone.
#[derive(Debug)]
pub struct Hart {
    pub core: Core,
    pub code: Arc<CodeImage>,
    pub regions: RegionMap,
    /// Rights of this core per page, as the fast path tests them.
    pub rights: Vec<u8>,
    /// What is known of `regions` and `rights`; cleared when they change.
    pub lookaside: Box<Lookaside>,
    pub state: State,
    /// Cycle of the latest change of `state`.
    pub since: u64,
    pub job: u16,
    /// Index of its process on the chip.
    pub process: u32,
    /// Index in the tile of the first core that its process has there: the owner in page tags.
    pub owner: u8,
    /// Which of its process' cores it is, and how many there are.
    pub thread: u32,
    pub threads: u32,
    /// Global address of the table of its process' cores; 0 if there is one only.
    pub thread_table: u32,
    /// Where the data window leads to, which may be in another tile.
    pub data: Window,
    /// Global address of the process record.
    pub record_address: u32,
    /// The access that waits for its answer, or that a full queue has refused, or the read of WAIT.
    pub pending: Option<Access>,
    /// Remote stores that have not been acknowledged.
    pub stores_outstanding: u32,
    /// Port of the queue in another tile that has not acknowledged this core's last enqueue.
    pub enqueue: Option<Target>,
    pub arm_address: u32,
    pub arm_bytes: u32,
    pub watch: Option<Watch>,
    pub events: u32,
    pub deadline: u64,
    pub wait_record: u32,
    pub host_arguments: [u32; 4],
    pub host_result: u32,
    /// Word of the latest load-reserved: its endpoint and offset.
    pub reserved: Option<(u16, u32)>,
    pub counts: Counts,
    /// Where its cycles go, on a chip that makes a profile.
    pub profile: Option<Box<Profile>>,
    /// What it has done, on a chip that records events.
    pub recorder: Option<Box<Recorder>>,
    /// What the core has taken for the processes that it had before.
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
            state: State::Off,
            since: 0,
            job: 0,
            process: u32::MAX,
            owner: 0,
            thread: 0,
            threads: 1,
            thread_table: 0,
            data: Window::default(),
            record_address: 0,
            pending: None,
            stores_outstanding: 0,
            enqueue: None,
            arm_address: 0,
            arm_bytes: 0,
            watch: None,
            events: 0,
            deadline: u64::MAX,
            wait_record: 0,
            host_arguments: [0; 4],
            host_result: 0,
            reserved: None,
            counts: Counts::default(),
            profile: None,
            recorder: None,
            past: Past::default(),
        }
    }

    /// What the core has taken for all processes until `now`.
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

    /// Changes the core's state, and books the cycles of the old one.
    pub fn enter(&mut self, state: State, now: u64) {
        self.counts = self.counts_until(now);
        if let Some(profile) = &mut self.profile {
            profile.enter(state, self.pending.as_ref(), now);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(state, self.pending.as_ref(), now);
        }
        self.state = state;
        self.since = now;
    }

    /// The counts, with the cycles of the present state until `now`.
    pub fn counts_until(&self, now: u64) -> Counts {
        let mut counts = self.counts.clone();
        let spent = now.saturating_sub(self.since);
        match self.state {
            State::Waiting => counts.waiting += spent,
            State::Answer
            | State::StoreLimit
            | State::Fence
            | State::Buffer(_)
            | State::Element
            | State::QueueFull
            | State::Enqueue => counts.stalled += spent,
            State::Off | State::Loading | State::Running | State::Ended => {}
        }
        counts
    }

    /// The core may issue its next instruction in cycle `time`.
    pub fn resume(&mut self, now: u64, time: u64) {
        self.enter(State::Running, now);
        self.core.time = time;
    }

    /// The cycle in which it has something to do, if it has without an event.
    pub fn next_event(&self) -> Option<u64> {
        match self.state {
            State::Running => Some(self.core.time),
            State::Waiting if self.deadline < NEVER => Some(self.deadline.max(self.since + 1)),
            _ => None,
        }
    }

    /// Whether what it does next is to try an access again that a full queue has refused.
    pub fn tries_again(&self) -> bool {
        self.state == State::Running && self.pending.is_some()
    }

    /// Its state; a full queue that it is about to try again counts as one that it waits for.
    pub fn waits_in(&self) -> State {
        match self.tries_again() {
            true => State::QueueFull,
            false => self.state,
        }
    }

    /// Whether only an event from outside can make it do something else than to try again.
    pub fn is_still(&self) -> bool {
        let waits = self.tries_again() || self.next_event().is_none();
        self.state != State::Loading && waits
    }

    /// Whether this core watches any of these bytes.
    pub fn watches(&self, offset: u32, bytes: u32) -> bool {
        self.watch
            .is_some_and(|w| w.start < offset + bytes && offset < w.end)
    }

    /// Rights by the page's tag alone.
    pub fn base_rights(&self, tag: &Tag) -> u8 {
        if self.state == State::Off {
            0
        } else {
            tag.rights(self.job, self.owner)
        }
    }

    /// The global address of bytes that are not in the core's own tile: those of a data window that
    /// leads elsewhere have another one.
    pub fn elsewhere(&self, address: u32, bytes: u32) -> u32 {
        let offset = address.wrapping_sub(DATA);
        let is_within = u64::from(offset) + u64::from(bytes) <= u64::from(self.data.bytes);
        if is_within {
            self.data.base + offset
        } else {
            address
        }
    }
}
