//! The watchdog: deadlocks in which the network is not empty.
//!
//! Without circuits whatever is in flight arrives, and a chip that waits for ever becomes
//! quiescent. Circuits block others until a program closes them, or refuse others again and again:
//! then flits wait, or move, for ever without progress.

use crate::chip::{Chip, Ending};
use crate::config::ChipConfig;

/// How long there has been no progress.
#[derive(Debug)]
pub struct Watchdog {
    /// The last cycle in which a core had something to do.
    active: u64,
    /// Cycles without progress that end the run.
    patience: u64,
}

impl Watchdog {
    pub fn new(config: &ChipConfig) -> Watchdog {
        let keys = &config.network;
        // Longer than any packet takes that is not held up for ever, and than a circuit takes that
        // is refused by chance: its pauses are at most 64 times `ni.retry`.
        let hop = u64::from(keys.router + keys.link + keys.credit);
        let route = 8 * u64::from(config.routers()) * hop;
        let controllers = config.controllers();
        let latency = (controllers.iter()).map(|c| c.latency.max(c.mutex_latency));
        let latency = latency.max().unwrap_or(0);
        let pauses = 1000 * u64::from(config.ni.retry);
        Watchdog {
            active: 0,
            patience: 1000 + route + pauses + 4 * u64::from(latency),
        }
    }
}

impl Chip {
    /// The cycles before the next one have been skipped: cores were busy by themselves.
    pub(in crate::chip) fn reset_watchdog(&mut self) {
        self.watchdog.active = self.now - 1;
    }

    /// After a cycle in which cores had something to do or were `idle`: ends the run after too many
    /// cycles without progress.
    pub(in crate::chip) fn check_watchdog(&mut self, idle: bool, now: u64) {
        if !idle {
            self.watchdog.active = now;
        }
        let since = self.watchdog.active.max(self.shared.reports.progress);
        if now - since >= self.watchdog.patience {
            self.come_to_deadlock(Ending::NetworkDeadlock, now);
        }
    }
}
