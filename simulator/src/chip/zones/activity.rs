//! Whether dividing the chip is worth it: by what happens in it, and by how long that takes.
//!
//! Cycles do not depend on what is decided here, so the clock of the host may be asked.

use std::time::Instant;

/// Cycles between two decisions.
pub const WINDOW: u64 = 32;
/// Cycles after which to try again at the latest, where dividing has not helped.
const LONGEST_PAUSE: u64 = 1 << 16;

/// What has happened since the last decision, and what the host takes for it.
#[derive(Debug, Default)]
pub struct Activity {
    /// The first cycle behind the last decision.
    start: u64,
    visits: u64,
    /// When the window began; none where it was interrupted.
    since: Option<Instant>,
    /// Host time that a visit of a tile costs on the undivided chip, in nanoseconds.
    cost: f64,
    /// The chip is not divided before this cycle.
    next: u64,
    /// Cycles from an episode that has not helped to the next one.
    pause: u64,
}

impl Activity {
    /// The host has done something else.
    pub fn interrupt(&mut self) {
        self.since = None;
    }

    /// Whether to divide the chip: cycle `now` is to come, and the one before had `visits` visits
    /// of tiles. Cycles between the two in which nothing happens count. `worth`: visits in a cycle
    /// from which on a division is worth it; with 0 it always is.
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

    /// What a visit may cost on the divided chip, in nanoseconds.
    pub fn most(&self, worth: u32) -> f64 {
        match worth {
            0 => f64::INFINITY,
            _ => self.cost,
        }
    }

    /// An episode on the divided chip has ended before cycle `now`, with so many visits.
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
