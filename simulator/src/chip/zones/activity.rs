//! Decides whether it is worthwhile to divide the chip. The decision depends on the activity on the
//! chip, and on the time that the host takes to simulate it.
//!
//! No simulated result depends on these decisions, so they may use the clock of the host.

use std::time::Instant;

/// Number of cycles between two decisions.
pub const WINDOW: u64 = 32;
/// Longest pause, in cycles, after a division of the chip that has not saved time.
const LONGEST_PAUSE: u64 = 1 << 16;

/// The activity since the last decision, and the host's time for it.
#[derive(Debug, Default)]
pub struct Activity {
    /// The first cycle after the last decision.
    start: u64,
    visits: u64,
    /// The host's time at the start of the window; none if the window was interrupted.
    since: Option<Instant>,
    /// Host time of a visit to a tile on the undivided chip, in nanoseconds.
    cost: f64,
    /// The first cycle in which the chip may be divided.
    next: u64,
    /// Number of cycles for which the chip stays undivided after a division that has not saved
    /// time.
    pause: u64,
}

impl Activity {
    /// Stops measuring the host's time for this window, because the host has done other work.
    pub fn interrupt(&mut self) {
        self.since = None;
    }

    /// Whether to divide the chip before cycle `now`. There were `visits` visits to tiles in the
    /// cycle before `now`; skipped cycles count as cycles without visits. A division is worthwhile
    /// from `worth` visits in a cycle on; 0 means always.
    #[inline]
    pub fn note(&mut self, visits: u32, worth: u32, now: u64) -> bool {
        self.visits += u64::from(visits);
        worth == 0 || now >= self.start + WINDOW && self.is_worth(worth, now)
    }

    fn is_worth(&mut self, worth: u32, now: u64) -> bool {
        let is_much = self.visits >= (now - self.start) * u64::from(worth) && now >= self.next;
        let clock = Instant::now();
        if let (Some(since), true) = (self.since, is_much) {
            self.cost = (clock - since).as_nanos() as f64 / self.visits as f64;
        }
        let is_known = self.since.is_some();
        self.since = Some(clock);
        (self.start, self.visits) = (now, 0);
        is_much && is_known
    }

    /// The most that a visit may cost on the divided chip, in nanoseconds.
    pub fn most(&self, worth: u32) -> f64 {
        match worth {
            0 => f64::INFINITY,
            _ => self.cost,
        }
    }

    /// Notes that an episode on the divided chip with this many visits has ended before cycle
    /// `now`.
    pub fn ended(&mut self, began: Instant, visits: u64, worth: u32, now: u64) {
        let clock = Instant::now();
        let cost = (clock - began).as_nanos() as f64 / visits.max(1) as f64;
        self.pause = match cost < self.most(worth) {
            true => 0,
            false => (2 * self.pause).clamp(WINDOW, LONGEST_PAUSE),
        };
        self.next = now + self.pause;
        self.since = Some(clock);
        (self.start, self.visits) = (now, 0);
    }
}
