//! What zones leave for each other after each cycle, and how they wait for it.

use crate::noc::Mail;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Looks at another zone's status before a thread lets go of its processor for a moment.
const LOOKS: u32 = 1 << 12;

/// What a zone says of itself after a cycle. In a line of the host's cache of its own, which a
/// thread has to fetch from another one.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Status {
    /// The cycle, plus 1; written last.
    after: AtomicU64,
    /// The chip has to be whole for something.
    pub leaves: AtomicBool,
    /// An interface or a controller has something to do.
    pub is_active: AtomicBool,
    /// A credit is in flight.
    pub has_signals: AtomicBool,
    /// No core will do anything by itself, in a cycle in which that is asked.
    pub is_still: AtomicBool,
    /// Flits handed over in the zone, less those taken.
    pub balance: AtomicI64,
    /// Visits of tiles so far.
    pub visits: AtomicU64,
}

/// Mail of one zone for another, of each network of requests, then of responses.
#[derive(Debug)]
#[repr(align(128))]
struct Letter {
    /// The cycle, plus 1; written last.
    after: AtomicU64,
    /// The letter is not empty.
    is_there: AtomicBool,
    mail: Mutex<Vec<Mail>>,
}

/// The statuses and letters of even cycles and of odd ones: what is left in one is read in the
/// next.
#[derive(Debug)]
pub struct Post {
    zones: usize,
    statuses: [Vec<Status>; 2],
    letters: [Vec<Letter>; 2],
    /// A thread has panicked: nobody waits for it.
    broken: AtomicBool,
}

impl Post {
    /// Post for `zones` zones, each of `networks` networks.
    pub fn new(zones: usize, networks: usize) -> Post {
        let statuses = || (0..zones).map(|_| Status::default()).collect();
        let letter = |_| Letter {
            after: AtomicU64::new(0),
            is_there: AtomicBool::new(false),
            mail: Mutex::new(vec![Mail::default(); networks]),
        };
        let letters = || (0..zones * zones).map(letter).collect();
        Post {
            zones,
            statuses: [statuses(), statuses()],
            letters: [letters(), letters()],
            broken: AtomicBool::new(false),
        }
    }

    pub fn zones(&self) -> usize {
        self.zones
    }

    /// Statuses of all zones for a cycle.
    pub fn statuses(&self, cycle: u64) -> &[Status] {
        &self.statuses[(cycle % 2) as usize]
    }

    /// A zone has had its turns of a cycle: those that `wait` for it see its status.
    pub fn close(&self, cycle: u64, zone: usize) {
        let status = &self.statuses(cycle)[zone];
        status.after.store(cycle + 1, Ordering::Release);
    }

    /// Waits until all zones have had their turns of a cycle. None of them writes the status of the
    /// next but one, which takes the same place, before all are here.
    pub fn wait(&self, cycle: u64) {
        for status in self.statuses(cycle) {
            self.wait_for(&status.after, cycle);
        }
    }

    fn wait_for(&self, after: &AtomicU64, cycle: u64) {
        let mut looks = 0;
        while after.load(Ordering::Acquire) != cycle + 1 {
            looks += 1;
            if looks % LOOKS != 0 {
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

    fn letter(&self, cycle: u64, from: usize, to: usize) -> &Letter {
        &self.letters[(cycle % 2) as usize][from * self.zones + to]
    }

    /// Leaves what a zone has for another one in a cycle, if there is anything: `swap` exchanges it
    /// for what has been emptied.
    pub fn send(
        &self,
        cycle: u64,
        [from, to]: [usize; 2],
        is_there: bool,
        swap: impl FnOnce(&mut [Mail]),
    ) {
        let letter = self.letter(cycle, from, to);
        if is_there {
            swap(&mut letter.mail.lock().unwrap_or_else(PoisonError::into_inner));
        }
        letter.is_there.store(is_there, Ordering::Relaxed);
        letter.after.store(cycle + 1, Ordering::Release);
    }

    /// Waits until a zone has sent another one its mail of a cycle, and has it emptied.
    pub fn receive(&self, cycle: u64, [from, to]: [usize; 2], empty: impl FnOnce(&mut [Mail])) {
        let letter = self.letter(cycle, from, to);
        self.wait_for(&letter.after, cycle);
        if letter.is_there.load(Ordering::Relaxed) {
            empty(&mut letter.mail.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Lets nobody wait for a thread that panics.
pub struct Attendant<'a>(pub &'a Post);

impl Drop for Attendant<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.broken.store(true, Ordering::Relaxed);
        }
    }
}
