//! Skipping of cycles in which packets are in flight but nothing moves, because all flits wait for
//! a slot, a link or a memory controller. Only the fast scheduler does so.

use super::deadlock::next_livelock_check;
use super::Chip;

impl Chip {
    /// Advances the clock to the next cycle in which anything happens, or in which the watchdog of
    /// a chip with circuits ends the simulation.
    #[inline]
    pub(super) fn rest(&mut self, now: u64) {
        if self.shared.costs.circuits {
            let idle = self.fast.agenda.calendar.earliest(now).is_none();
            self.check_watchdog(idle, now);
            if self.ending.is_some() {
                return;
            }
        }
        let requests = self.shared.requests.next_event();
        if requests > now + 1 {
            let moves = self.shared.responses.next_event().min(requests);
            if moves > now + 1 {
                self.rest_until(moves, now);
            }
        }
    }

    /// Advances the clock to the next cycle in which anything may happen. The networks do nothing
    /// before cycle `moves`.
    fn rest_until(&mut self, moves: u64, now: u64) {
        if self.has_arrivals_at_tiles() {
            return;
        }
        let cores = self.fast.agenda.calendar.earliest(now);
        let mut next = moves.min(cores.unwrap_or(u64::MAX));
        for controller in &self.controllers {
            if controller.waits_for_flits(&self.shared.requests) {
                continue;
            }
            let ports = (self.shared).controller_ports(controller.endpoint(), now);
            next = next.min(controller.next_event(&ports));
        }
        let mut ports = self.shared.ports(now);
        for number in self.fast.agenda.active.iter() {
            if next <= now + 1 {
                return;
            }
            next = next.min(self.tiles[number].next_exchange(&mut ports));
        }
        // Some flits and credits that are in flight do not count for `next`: silent flits, which
        // the network counts as taken in advance, and credits of flits that have just been taken.
        // When they have arrived, there may be a deadlock. So the next cycle must not be skipped.
        let networks = self.shared.networks();
        if next == u64::MAX && networks.iter().any(|all| all.has_uncounted_events()) {
            return;
        }
        if cores.is_none() {
            next = next.min(self.end_of_patience());
        }
        let limit = self.fast.limit.min(next_livelock_check(now));
        next = next.min(limit).min(self.next_stop(now));
        if next > now + 1 {
            self.shared.requests.rest_until(next - 1);
            self.shared.responses.rest_until(next - 1);
            self.now = next;
            if cores.is_some() {
                self.reset_watchdog();
            }
        }
    }

    /// Whether a flit has arrived that a tile can take.
    fn has_arrivals_at_tiles(&self) -> bool {
        let tiles = self.tiles.len();
        let of_controllers = tiles..tiles + self.controllers.len();
        (self.shared.networks().into_iter())
            .flat_map(|networks| networks.all())
            .any(|network| (network.arrived()).any(|endpoint| !of_controllers.contains(&endpoint)))
    }
}
