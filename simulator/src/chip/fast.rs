//! The fast scheduler: only active parts cost simulation time.

use super::calendar::Calendar;
use super::together::Together;
use super::{Chip, Ending};
use crate::noc::Bits;
use crate::tile::Tile;
use std::time::Instant;

/// Cycles, or tiles visited, between two reads of the host's clock.
const PATIENCE: u32 = 512;

/// The scheduler's state of the tiles.
#[derive(Debug)]
pub struct Fast {
    pub(super) calendar: Calendar,
    /// Tiles whose network interface has something to do of its own.
    active: Bits,
    pub(super) together: Together,
}

impl Fast {
    pub fn new(tiles: usize) -> Fast {
        Fast {
            calendar: Calendar::new(tiles),
            active: Bits::new(tiles),
            together: Together::new(tiles),
        }
    }

    /// A tile has something to do in this cycle.
    pub fn look_at(&mut self, tile: usize, now: u64) {
        self.calendar.enter(tile, Some(now));
    }

    /// A tile's cores may have other work than was entered.
    pub fn enter(&mut self, number: usize, tile: &Tile) {
        self.calendar.enter(number, tile.next_event());
    }

    /// A tile's network interface may have something to do.
    pub fn watch_interface(&mut self, tile: usize, active: bool) {
        self.active.insert_if(tile, active);
    }
}

impl Chip {
    /// Runs until the chip comes to rest or, at about `deadline`, the host's time is up.
    pub fn run(&mut self, deadline: Option<Instant>) -> Option<&Ending> {
        self.on_threads(|chip| chip.run_here(deadline));
        self.ending.as_ref()
    }

    fn run_here(&mut self, deadline: Option<Instant>) {
        let mut patience = PATIENCE;
        while self.ending.is_none() && !self.is_wanted() && !self.fast.together.is_hindered() {
            let visited = self.cycle::<true>();
            patience = patience.saturating_sub(1 + visited);
            if patience == 0 {
                patience = PATIENCE;
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    break;
                }
            }
        }
    }

    /// Runs until the chip comes to rest, is wanted, or the clock has reached `cycle`.
    pub fn run_to(&mut self, cycle: u64) -> Option<&Ending> {
        while self.ending.is_none() && self.now < cycle && !self.is_wanted() {
            self.cycle::<true>();
        }
        if self.ending.is_none() {
            // Nothing happens in the cycles that have been left out.
            self.now = self.now.min(cycle);
        }
        self.ending.as_ref()
    }

    /// Simulates the cycle `now`, and moves on to the next in which anything happens. Gives the
    /// number of tiles whose cores were visited. `AHEAD`: cores run ahead then.
    pub(super) fn cycle<const AHEAD: bool>(&mut self) -> u32 {
        let now = self.now;
        self.shared.requests.step(now);
        self.shared.responses.step(now);
        let visited = if self.shared.costs.cores_first {
            let visited = self.run_cores::<AHEAD>(now);
            self.run_interfaces(now);
            visited
        } else {
            self.run_interfaces(now);
            self.run_cores::<AHEAD>(now)
        };
        self.conclude(now);
        self.check_jobs(now);
        if self.ending.is_none() {
            self.advance(now);
        }
        visited
    }

    fn advance(&mut self, now: u64) {
        self.now = now + 1;
        if self.is_wanted() {
            return;
        }
        let out = &self.shared;
        let busy = !self.fast.active.is_empty()
            || !out.requests.idle()
            || !out.responses.idle()
            || self.controllers.iter().any(|c| c.is_active());
        let livelocked = busy && self.is_livelocked(now);
        if busy && !livelocked {
            if self.shared.costs.circuits {
                let idle = self.fast.calendar.earliest(now).is_none();
                self.check_watchdog(idle, now);
            }
        } else if let Some(cycle) = self.fast.calendar.earliest(now).filter(|_| !livelocked) {
            self.now = cycle.max(now + 1).min(self.next_look(now));
            self.reset_watchdog();
        } else if self.shared.host.running() == 0 {
            self.now = self.next_look(now);
        } else {
            self.come_to_deadlock(Ending::Deadlock, now);
        }
    }

    /// The network interfaces that have flits to take or something to do, and the memory
    /// controllers.
    fn run_interfaces(&mut self, now: u64) {
        let tiles = self.tiles.len();
        for network in [&self.shared.requests, &self.shared.responses] {
            for &endpoint in network.refusals() {
                let endpoint = endpoint as usize;
                if endpoint < tiles {
                    self.fast.active.insert_if(endpoint, true);
                }
            }
        }
        self.look_at_further_interfaces();
        let mut ports = self.shared.ports(now);
        for word in 0..tiles.div_ceil(64) {
            let arrived = ports.requests.arrived(word) | ports.responses.arrived(word);
            let mut visited = self.fast.active.take_word(word) | arrived;
            while visited != 0 {
                let number = word * 64 + visited.trailing_zeros() as usize;
                // Behind the tiles are the memory controllers.
                let Some(tile) = self.tiles.get_mut(number) else {
                    break;
                };
                visited &= visited - 1;
                // A tile to which a flit has come need not be asked.
                let can_exchange =
                    arrived >> (number % 64) & 1 != 0 || tile.can_exchange(&mut ports);
                if can_exchange {
                    tile.exchange(&mut ports);
                    self.fast.enter(number, tile);
                }
                self.fast
                    .watch_interface(number, tile.has_active_interface());
            }
        }
        for controller in &mut self.controllers {
            let endpoint = controller.endpoint();
            controller.exchange(&mut self.shared.controller_ports(endpoint, now));
        }
    }

    /// Tiles to whose further interfaces flits have come are visited.
    fn look_at_further_interfaces(&mut self) {
        let shared = &self.shared;
        for (endpoint, tile) in shared.costs.entrances.further() {
            let (word, bit) = (endpoint / 64, endpoint % 64);
            let arrived = shared.requests.arrived(word) | shared.responses.arrived(word);
            self.fast.active.insert_if(tile, arrived >> bit & 1 != 0);
        }
    }

    /// The cores that have something to do in this cycle, and then, if `AHEAD`, as far ahead as
    /// they can.
    fn run_cores<const AHEAD: bool>(&mut self, now: u64) -> u32 {
        if AHEAD && self.fast.together.is_on() {
            return self.run_cores_together(now);
        }
        let mut visited = 0;
        let mut ports = self.shared.ports(now);
        while let Some(number) = self.fast.calendar.take_due(now) {
            let tile = &mut self.tiles[number];
            tile.issue_due(&mut ports);
            if AHEAD {
                tile.cores.run_ahead();
            }
            // A core that has met a fault stays where it is, and so does the chip after this cycle.
            if ports.reports.faults.is_empty() {
                self.fast.enter(number, tile);
            }
            self.fast
                .watch_interface(number, tile.has_active_interface());
            visited += 1;
        }
        visited
    }
}
