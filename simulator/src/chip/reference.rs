//! The reference scheduler: one cycle at a time, everything visited, nothing skipped or undone.
//!
//! It exists to check the fast one: every program must give the same cycles and statistics.

use super::{Chip, Ending};
use crate::noc::Networks;
use crate::protocol::Packets;
use crate::tile::Tile;
use std::time::Instant;

/// When in a cycle somebody looks at the networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Flits have moved; interfaces come next.
    Moved,
    /// Interfaces have taken and handed over.
    Exchanged,
}

/// What they see.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// For requests, and for responses.
    pub networks: [&'a Networks; 2],
    pub tiles: &'a [Tile],
    pub packets: &'a Packets,
}

impl Chip {
    /// Like `run`, slowly.
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

    /// Like `run_to`, slowly.
    pub fn run_reference_to(&mut self, cycle: u64) -> Option<&Ending> {
        while self.ending.is_none() && self.now < cycle && !self.is_wanted() {
            self.reference_cycle(|_, _, _| ());
        }
        self.ending.as_ref()
    }

    /// Like `run_reference_to`; shows networks and tiles twice in each cycle.
    pub fn run_shown_to(&mut self, end: u64, mut look: impl FnMut(Moment, u64, Shown)) {
        while self.ending.is_none() && self.now < end {
            self.reference_cycle(&mut look);
        }
    }

    /// Keeps what is written to the registers of network interfaces, from now on.
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
        let is_over = self.shared.host.running() == 0;
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
