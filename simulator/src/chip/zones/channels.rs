//! What the parts of a divided chip (zones) send to each other in each cycle: the status of each
//! zone after its turns, and the flits and credits that cross from one zone to another. A zone
//! waits for both.

use crate::noc::Crossings;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A thread yields its processor after polling another zone's status this many times. In tests it
/// yields sooner, because other threads need the processor.
const POLLS: u32 = if cfg!(test) { 1 << 4 } else { 1 << 12 };

/// The report of a zone to all other zones after a cycle. Each report has a cache line of the host
/// to itself, because several threads read it.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Status {
    /// The cycle of the report, plus 1. It is written after all other fields.
    after: AtomicU64,
    /// Whether the zones must be united again after this cycle.
    pub must_unite: AtomicBool,
    /// Whether a network interface or a memory controller of the zone has something to do.
    pub is_active: AtomicBool,
    /// Whether a credit is in flight.
    pub has_signals: AtomicBool,
    /// Whether no core of the zone will do anything by itself. Valid only in cycles with a check
    /// for livelocks.
    pub is_still: AtomicBool,
    /// Number of flits that endpoints of the zone have handed over, minus the number that they have
    /// taken.
    pub balance: AtomicI64,
    /// Number of visits to tiles of the zone so far.
    pub visits: AtomicU64,
}

/// A channel from one zone to another, with the flits and credits that cross in each network.
/// Networks for requests come first.
#[derive(Debug)]
#[repr(align(128))]
struct Channel {
    /// The cycle in which flits and credits were last sent, plus 1. It is written after all other
    /// fields.
    after: AtomicU64,
    /// Whether anything crosses.
    has_crossings: AtomicBool,
    crossings: Mutex<Vec<Crossings>>,
}

/// The statuses and channels of all zones. There is one set for even cycles and one for odd cycles,
/// because in each cycle zones read what other zones have written in the previous cycle.
#[derive(Debug)]
pub struct Channels {
    zones: usize,
    statuses: [Vec<Status>; 2],
    channels: [Vec<Channel>; 2],
    /// Whether a thread has panicked. The other threads must not wait for it.
    broken: AtomicBool,
}

impl Channels {
    /// The channels between `zones` zones. Each zone has `networks` networks.
    pub fn new(zones: usize, networks: usize) -> Channels {
        let statuses = || (0..zones).map(|_| Status::default()).collect();
        let channel = |_| Channel {
            after: AtomicU64::new(0),
            has_crossings: AtomicBool::new(false),
            crossings: Mutex::new(vec![Crossings::default(); networks]),
        };
        let channels = || (0..zones * zones).map(channel).collect();
        Channels {
            zones,
            statuses: [statuses(), statuses()],
            channels: [channels(), channels()],
            broken: AtomicBool::new(false),
        }
    }

    pub fn zones(&self) -> usize {
        self.zones
    }

    /// The statuses of all zones after a cycle.
    pub fn statuses(&self, cycle: u64) -> &[Status] {
        &self.statuses[(cycle % 2) as usize]
    }

    /// Publishes the status of a zone after its turns of a cycle.
    pub fn close(&self, cycle: u64, zone: usize) {
        let status = &self.statuses(cycle)[zone];
        status.after.store(cycle + 1, Ordering::Release);
    }

    /// Waits until all zones have had their turns of a cycle. The memory of a status is reused two
    /// cycles later. By then, all zones have returned from this call.
    pub fn wait(&self, cycle: u64) {
        for status in self.statuses(cycle) {
            self.wait_for(&status.after, cycle);
        }
    }

    fn wait_for(&self, after: &AtomicU64, cycle: u64) {
        let mut polls = 0;
        while after.load(Ordering::Acquire) != cycle + 1 {
            polls += 1;
            if polls % POLLS != 0 {
                std::hint::spin_loop();
            } else {
                assert!(
                    !self.broken.load(Ordering::Relaxed),
                    "a thread has panicked"
                );
                std::thread::yield_now();
            }
        }
    }

    fn channel(&self, cycle: u64, from: usize, to: usize) -> &Channel {
        &self.channels[(cycle % 2) as usize][from * self.zones + to]
    }

    /// Sends the flits and credits that cross from one zone to another in a cycle. If there are
    /// any, `swap` must exchange them for the empty lists in the channel.
    pub fn send(
        &self,
        cycle: u64,
        [from, to]: [usize; 2],
        has_crossings: bool,
        swap: impl FnOnce(&mut [Crossings]),
    ) {
        let channel = self.channel(cycle, from, to);
        if has_crossings {
            swap(
                &mut channel
                    .crossings
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner),
            );
        }
        channel
            .has_crossings
            .store(has_crossings, Ordering::Relaxed);
        channel.after.store(cycle + 1, Ordering::Release);
    }

    /// Waits until a zone has sent the flits and credits that cross to another zone in a cycle. If
    /// there are any, calls `empty`, which must remove them from the channel.
    pub fn receive(
        &self,
        cycle: u64,
        [from, to]: [usize; 2],
        empty: impl FnOnce(&mut [Crossings]),
    ) {
        let channel = self.channel(cycle, from, to);
        self.wait_for(&channel.after, cycle);
        if channel.has_crossings.load(Ordering::Relaxed) {
            empty(
                &mut channel
                    .crossings
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner),
            );
        }
    }
}

/// If the thread that owns this guard panics, the guard informs the other threads, so that they do
/// not wait for this thread.
pub struct PanicGuard<'a>(pub &'a Channels);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.broken.store(true, Ordering::Relaxed);
        }
    }
}
