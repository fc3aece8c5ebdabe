//! Deadlock detection. After each cycle, both schedulers check whether the processes wait for ever.
//!
//! - Quiescence: nothing is in flight, and no core or device will do anything.
//! - Livelock ([`livelock`]): queues refuse all packets in flight again and again, or let them wait
//!   for elements.
//! - No progress ([`watchdog`]): circuits block each other.
//! - Deadlock of one job among several ([`jobs`]): no core of the job will do anything, and queues
//!   refuse all packets of the job in flight, or let them wait for elements.
//!
//! `observe/deadlock_report.rs` reports what each process waits for.

mod jobs;
mod livelock;
mod watchdog;

pub use jobs::PERIOD as PERIOD_OF_JOBS;
pub use livelock::{asks_for_livelock, next_check as next_livelock_check};
pub use watchdog::Watchdog;

use super::Chip;

impl Chip {
    /// Whether nothing can happen any more, except by an event from outside the chip.
    pub(super) fn is_quiescent(&self) -> bool {
        let networks = self.shared.requests.idle() && self.shared.responses.idle();
        networks
            && !(self.controllers.iter()).any(|controller| controller.is_active(self.now))
            && !self
                .tiles
                .iter()
                .any(|tile| tile.has_active_interface(self.now))
            && self.tiles.iter().all(|tile| tile.next_event().is_none())
    }
}
