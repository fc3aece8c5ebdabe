//! The watchdog detects deadlocks while packets are in the network.
//!
//! Without circuits, every packet in flight arrives, so a deadlocked chip becomes quiescent or is
//! in a livelock (`livelock.rs`). But a circuit blocks other packets until a program closes it, and
//! the set-up of other circuits may be refused again and again. Then flits wait or move for ever
//! without progress.

use crate::chip::{Chip, Ending};
use crate::config::ChipConfig;
use crate::noc::OtherLink;

/// Measures the time without progress.
#[derive(Debug)]
pub struct Watchdog {
    /// The last cycle in which any core had something to do.
    active: u64,
    /// After this number of cycles without progress, the watchdog ends the simulation.
    patience: u64,
}

impl Watchdog {
    pub fn new(config: &ChipConfig) -> Watchdog {
        let keys = &config.network;
        // A packet that takes longer than this number of cycles is blocked for ever. The limit must
        // also exceed the set-up time of a circuit that is refused several times by chance. Between
        // its attempts, there are at most 64 times `ni.retry` cycles.
        let others = config.other_links();
        let slow = |link: &OtherLink| (keys.router + link.delay + link.credit) * link.flit_cycles;
        let others = others.iter().map(slow).max().unwrap_or(0);
        let hop = u64::from(others.max(keys.router + keys.link + keys.credit));
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
    /// Restarts the count of cycles without progress. Called when the clock has skipped cycles in
    /// which cores had already executed, or had nothing to do.
    pub(in crate::chip) fn reset_watchdog(&mut self) {
        self.watchdog.active = self.now - 1;
    }

    /// The cycle in which the watchdog ends the simulation if there is no progress before.
    /// `u64::MAX` on chips without circuits.
    pub(in crate::chip) fn end_of_patience(&self) -> u64 {
        match self.shared.costs.circuits {
            true => self.idle_since() + self.watchdog.patience,
            false => u64::MAX,
        }
    }

    /// The last cycle with progress.
    fn idle_since(&self) -> u64 {
        self.watchdog.active.max(self.shared.reports.progress)
    }

    /// Ends the simulation after too many cycles without progress. `idle`: no core had anything to
    /// do in this cycle.
    pub(in crate::chip) fn check_watchdog(&mut self, idle: bool, now: u64) {
        if !idle {
            self.watchdog.active = now;
        }
        if now - self.idle_since() >= self.watchdog.patience {
            self.come_to_deadlock(Ending::NetworkDeadlock, now);
        }
    }
}
