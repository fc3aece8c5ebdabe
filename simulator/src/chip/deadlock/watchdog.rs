//! The watchdog, which finds deadlocks while the network is not empty.
//!
//! Without circuits every packet in flight arrives, and a chip that waits for ever becomes
//! quiescent, or is in a livelock (`livelock.rs`). But a circuit blocks other packets until a
//! program closes it, and other circuits may be refused again and again. In this state flits wait
//! or move for ever without progress.

use crate::chip::{Chip, Ending};
use crate::config::ChipConfig;
use crate::noc::OtherLink;

/// Measures the time without progress.
#[derive(Debug)]
pub struct Watchdog {
    /// The last cycle in which any core had something to do.
    active: u64,
    /// Number of cycles without progress after which the watchdog ends the run.
    patience: u64,
}

impl Watchdog {
    pub fn new(config: &ChipConfig) -> Watchdog {
        let keys = &config.network;
        // A packet that takes longer than this limit is blocked for ever. The limit is also longer
        // than the set-up of a circuit that is refused by chance, because the pauses between its
        // attempts are at most 64 times `ni.retry`.
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
    /// Restarts the time without progress, because the clock has skipped cycles in which cores
    /// executed ahead, or waited for a cycle in which they have something to do.
    pub(in crate::chip) fn reset_watchdog(&mut self) {
        self.watchdog.active = self.now - 1;
    }

    /// The cycle in which the watchdog ends the run if no core has anything to do until then, and
    /// nothing arrives; `u64::MAX` on chips without circuits.
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

    /// Ends the run after too many cycles without progress. `idle` says that no core had anything
    /// to do in this cycle.
    pub(in crate::chip) fn check_watchdog(&mut self, idle: bool, now: u64) {
        if !idle {
            self.watchdog.active = now;
        }
        if now - self.idle_since() >= self.watchdog.patience {
            self.come_to_deadlock(Ending::NetworkDeadlock, now);
        }
    }
}
