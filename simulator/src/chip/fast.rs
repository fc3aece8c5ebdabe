//! The fast scheduler, which simulates only the parts of the chip that are active.

use super::agenda::Agenda;
use super::workers::Workers;
use super::zones::{Activity, Zones};
use super::{Chip, Ending};
use std::time::Instant;

/// The host's clock is read once in this number of cycles, or of visits to tiles.
const PATIENCE: u32 = 512;

/// The state of the fast scheduler.
#[derive(Debug)]
pub struct Fast {
    pub(super) agenda: Agenda,
    pub(super) workers: Workers,
    pub(super) activity: Activity,
    /// The parts (zones) into which the chip is divided among threads. The outer option is none
    /// until a division is first considered, the inner one if the chip cannot be divided.
    pub(super) zones: Option<Option<Box<Zones>>>,
    /// Whether programs are checked.
    pub(super) checks: bool,
    /// The simulation must not go beyond this cycle.
    pub(super) limit: u64,
}

impl Fast {
    pub fn new(tiles: usize) -> Fast {
        Fast {
            agenda: Agenda::new(tiles),
            workers: Workers::new(tiles),
            activity: Activity::default(),
            zones: None,
            checks: false,
            limit: u64::MAX,
        }
    }
}

impl Chip {
    /// Simulates the chip until it comes to rest, or until about `deadline` on the host's clock.
    pub fn run(&mut self, deadline: Option<Instant>) -> Option<&Ending> {
        self.on_threads(|chip| chip.run_here(deadline));
        self.ending.as_ref()
    }

    fn run_here(&mut self, deadline: Option<Instant>) {
        let mut patience = PATIENCE;
        self.fast.limit = u64::MAX;
        self.fast.activity.interrupt();
        while self.ending.is_none() && !self.is_wanted() && !self.fast.workers.needs_pool() {
            let mut visited = self.cycle::<true>();
            if self.is_to_be_divided(visited) {
                self.run_zones(deadline);
                visited = PATIENCE;
            }
            patience = patience.saturating_sub(1 + visited);
            if patience == 0 {
                patience = PATIENCE;
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    break;
                }
            }
        }
    }

    /// Simulates the chip until it comes to rest, until the clock has reached `cycle`, or until the
    /// caller must handle an event of a job.
    pub fn run_to(&mut self, cycle: u64) -> Option<&Ending> {
        self.fast.limit = cycle;
        while self.ending.is_none() && self.now < cycle && !self.is_wanted() {
            self.cycle::<true>();
        }
        if self.ending.is_none() {
            // Nothing happens in the cycles after `cycle` that the clock may have skipped.
            self.now = self.now.min(cycle);
        }
        self.ending.as_ref()
    }

    /// Simulates the cycle `now`, and advances the clock to the next cycle in which anything
    /// happens. If `AHEAD` is set, cores then run ahead of the clock. Returns the number of visits
    /// to tiles.
    pub(super) fn cycle<const AHEAD: bool>(&mut self) -> u32 {
        let now = self.now;
        self.shared.requests.step(now);
        self.shared.responses.step(now);
        let visited = if self.shared.costs.cores_first {
            let visited = self.run_cores::<AHEAD>(now);
            visited + self.run_interfaces(now)
        } else {
            let visited = self.run_interfaces(now);
            visited + self.run_cores::<AHEAD>(now)
        };
        let in_flight = !self.shared.requests.idle() || !self.shared.responses.idle();
        self.end_cycle(now, in_flight);
        visited
    }

    /// Must be called when all parts have had their turns in a cycle. Advances the clock to the
    /// next cycle in which anything happens. `in_flight`: the networks contain flits.
    pub(super) fn end_cycle(&mut self, now: u64, in_flight: bool) {
        self.conclude(now);
        self.check_jobs(now);
        if self.ending.is_none() {
            self.advance(now, in_flight);
        }
    }

    fn advance(&mut self, now: u64, in_flight: bool) {
        self.now = now + 1;
        if self.is_wanted() {
            return;
        }
        let busy = in_flight
            || !self.fast.agenda.active.is_empty()
            || self.controllers.iter().any(|c| c.is_active(now));
        let livelocked = busy && self.is_livelocked(now);
        if busy && !livelocked {
            self.rest(now);
        } else if let Some(cycle) = self
            .fast
            .agenda
            .calendar
            .earliest(now)
            .filter(|_| !livelocked)
        {
            self.now = cycle.max(now + 1).min(self.next_stop(now));
            self.reset_watchdog();
        } else if self.shared.host.jobs.running() == 0 {
            self.now = self.next_stop(now);
        } else {
            self.come_to_deadlock(Ending::Deadlock, now);
        }
    }

    /// Visits the memory controllers, and the network interfaces that have work, for example flits
    /// to take. Returns the number of tiles visited.
    fn run_interfaces(&mut self, now: u64) -> u32 {
        let shared = &self.shared;
        let refused = [&shared.requests, &shared.responses].map(|network| network.refusals());
        // An interface's own circuit is on the network for requests.
        let [refused, refused_back] = refused;
        for list in [refused, refused_back, shared.requests.needed_endpoints()] {
            for &endpoint in list {
                let endpoint = endpoint as usize;
                if endpoint < self.tiles.len() {
                    self.fast.agenda.note_active(endpoint, true);
                }
            }
        }
        let mut ports = self.shared.ports(now);
        let visits = (self.fast.agenda).exchange(&mut self.tiles, 0, &mut ports);
        for controller in &mut self.controllers {
            let endpoint = controller.endpoint();
            if controller.waits_for_flits(&self.shared.requests) {
                continue;
            }
            controller.visit(&mut self.shared.controller_ports(endpoint, now));
        }
        visits
    }

    /// Before this cycle, networks and controllers do nothing, and no job needs attention. 0 if one
    /// of them is busy.
    fn quiet_until(&self, now: u64) -> u64 {
        let in_flight = !self.shared.requests.idle() || !self.shared.responses.idle();
        if in_flight || self.controllers.iter().any(|c| c.is_active(now)) {
            return 0;
        }
        self.next_stop(now).min(self.fast.limit)
    }

    /// Makes the due cores issue their instructions. If `AHEAD` is set, the cores then run ahead of
    /// the clock as far as they can. Returns the number of tiles visited.
    fn run_cores<const AHEAD: bool>(&mut self, now: u64) -> u32 {
        if AHEAD && self.fast.workers.is_on() {
            return self.run_cores_together(now);
        }
        let quiet_until = match AHEAD && self.fast.checks {
            true => self.quiet_until(now),
            false => 0,
        };
        let mut ports = self.shared.ports(now);
        ports.quiet_until = quiet_until;
        let agenda = &mut self.fast.agenda;
        agenda.issue::<AHEAD>(&mut self.tiles, 0, &mut ports, &mut vec![])
    }
}
