//! Decides whether it is worthwhile to divide the chip among threads. This depends on how many
//! tiles are active, and on the time that the host takes to simulate them.
//!
//! No simulated result depends on these decisions, so they may depend on the host's clock.

use std::time::Instant;

/// Number of cycles (a window) after which the decision is made again.
pub const WINDOW: u64 = 32;
/// If a division of the chip has not saved time, the next one is delayed by at most this many
/// cycles.
const LONGEST_PAUSE: u64 = 1 << 16;

/// How active the chip was since the last decision, and how much host time its simulation took.
#[derive(Debug, Default)]
pub struct Activity {
    /// The first cycle after the last decision.
    start: u64,
    visits: u64,
    /// The host's time at the start of this window of cycles. None if the window was interrupted.
    since: Option<Instant>,
    /// Host time in nanoseconds for each visit to a tile, measured while the chip was not divided.
    cost: f64,
    /// The first cycle in which the chip may be divided again.
    next: u64,
    /// After a division that has not saved time, the chip stays undivided for this number of
    /// cycles.
    pause: u64,
}

impl Activity {
    /// Makes the measurement of this window invalid, because the host has done other work.
    pub fn interrupt(&mut self) {
        self.since = None;
    }

    /// Decides whether to divide the chip among threads before cycle `now`. `visits` is the number
    /// of visits to tiles in the cycle before; skipped cycles count as cycles without visits. A
    /// division is worthwhile from an average of `worth` visits in a cycle on; 0 means always.
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

    /// The host time, in nanoseconds, that a visit to a tile may take on the divided chip. If it
    /// takes longer, the division does not save time.
    pub fn most(&self, worth: u32) -> f64 {
        match worth {
            0 => f64::INFINITY,
            _ => self.cost,
        }
    }

    /// Records that the chip is not divided any more, before cycle `now`. There were `visits`
    /// visits to tiles while it was divided.
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
