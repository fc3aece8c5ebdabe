//! The reference scheduler. It simulates one cycle at a time and visits all parts of the chip. It
//! skips no cycles and undoes nothing.
//!
//! Its purpose is to check the fast scheduler: every program must take the same cycles and give the
//! same statistics with both.

use super::{Chip, Ending};
use crate::noc::Networks;
use crate::protocol::Packets;
use crate::tile::Tile;
use std::time::Instant;

/// The points in a cycle at which an observer sees the networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// After flits have moved, and before interfaces have their turns.
    Moved,
    /// After interfaces have taken flits and handed flits over.
    Exchanged,
}

/// The parts of the chip that an observer sees.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The networks for requests, then those for responses.
    pub networks: [&'a Networks; 2],
    pub tiles: &'a [Tile],
    pub packets: &'a Packets,
}

impl Chip {
    /// Simulates the chip as `run` does, but with the reference scheduler.
    pub fn run_reference(&mut self, deadline: Option<Instant>) -> Option<&Ending> {
        while self.ending.is_none() && !self.is_wanted() {
            self.reference_cycle(|_, _, _| ());
            if self.now.is_multiple_of(64)
                && deadline.is_some_and(|deadline| Instant::now() >= deadline)
            {
                break;
            }
        }
        self.ending.as_ref()
    }

    /// Simulates the chip as `run_to` does, but with the reference scheduler.
    pub fn run_reference_to(&mut self, cycle: u64) -> Option<&Ending> {
        while self.ending.is_none() && self.now < cycle && !self.is_wanted() {
            self.reference_cycle(|_, _, _| ());
        }
        self.ending.as_ref()
    }

    /// Simulates the chip as `run_reference_to` does, and calls `look` twice in each cycle with the
    /// networks and tiles.
    pub fn run_shown_to(&mut self, end: u64, mut look: impl FnMut(Moment, u64, Shown)) {
        while self.ending.is_none() && self.now < end {
            self.reference_cycle(&mut look);
        }
    }

    /// From now on, tiles record all writes to registers that control quality of service.
    pub fn keep_written(&mut self) {
        for tile in &mut self.tiles {
            tile.devices.written.get_or_insert_default();
        }
    }

    fn shown(&self) -> Shown<'_> {
        Shown {
            networks: self.shared.networks(),
            tiles: &self.tiles,
            packets: &self.shared.packets,
        }
    }

    fn reference_cycle(&mut self, mut look: impl FnMut(Moment, u64, Shown)) {
        let now = self.now;
        self.shared.requests.step_every(now);
        self.shared.responses.step_every(now);
        look(Moment::Moved, now, self.shown());
        if self.shared.costs.cores_first {
            self.every_core(now);
            self.every_interface(now);
        } else {
            self.every_interface(now);
            self.every_core(now);
        }
        look(Moment::Exchanged, now, self.shown());
        self.conclude(now);
        self.check_jobs(now);
        if self.ending.is_some() {
            return;
        }
        self.now = now + 1;
        if self.is_wanted() {
            return;
        }
        let is_over = self.shared.host.jobs.running() == 0;
        if !is_over && (self.is_quiescent() || self.is_livelocked(now)) {
            self.come_to_deadlock(Ending::Deadlock, now);
        } else {
            if self.shared.costs.circuits {
                let idle = self.tiles.iter().all(|tile| tile.next_event().is_none());
                self.check_watchdog(idle, now);
            }
        }
    }

    fn every_interface(&mut self, now: u64) {
        let mut ports = self.shared.ports(now);
        for tile in &mut self.tiles {
            tile.exchange(&mut ports);
        }
        for controller in &mut self.controllers {
            let endpoint = controller.endpoint();
            controller.exchange(&mut self.shared.controller_ports(endpoint, now));
        }
    }

    fn every_core(&mut self, now: u64) {
        let mut ports = self.shared.ports(now);
        for tile in &mut self.tiles {
            tile.issue_due(&mut ports);
        }
    }
}
