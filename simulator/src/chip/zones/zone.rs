//! A zone of the chip: tiles, memory controllers, and a part of the networks.

use super::channels::{Channels, Status};
use crate::chip::agenda::Agenda;
use crate::chip::deadlock::asks_for_livelock;
use crate::chip::shared::Shared;
use crate::controller::{Controller, ControllerPorts};
use crate::host::Host;
use crate::noc::Networks;
use crate::protocol::{Map, NetworkPort, Packets};
use crate::tile::cores::Hart;
use crate::tile::ports::{Costs, Cycle, HostPort, Ports, Reports};
use crate::tile::Tile;
use std::sync::atomic::Ordering::Relaxed;

/// The state that belongs to one zone while the chip is divided. It has cache lines of the host to
/// itself. It is kept until the chip is divided again, so that its memory is allocated only once.
#[derive(Debug)]
#[repr(align(128))]
pub struct Zone {
    pub number: usize,
    pub agenda: Agenda,
    pub requests: Networks,
    pub responses: Networks,
    pub packets: Packets,
    pub reports: Reports,
    /// Tiles with a core that is to call the host in the last cycle before the zones are united.
    /// The call waits until then.
    pub calling: Vec<usize>,
    /// Number of visits to tiles since the chip was divided.
    pub visits: u64,
}

/// The state that all zones read.
pub struct Common<'a> {
    pub costs: &'a Costs,
    pub map: &'a Map,
    pub host: &'a Host,
    pub channels: &'a Channels,
    /// Number of packets that a zone must have memory to add in a cycle.
    pub reserve: usize,
}

/// A zone while it is simulated, with its tiles and memory controllers. The first tile has number
/// `first`.
pub struct RunningZone<'a> {
    pub zone: &'a mut Zone,
    pub first: usize,
    pub tiles: &'a mut [Tile],
    pub controllers: Vec<&'a mut Controller>,
}

impl Zone {
    /// A zone of a chip that has `tiles` tiles.
    pub fn new(number: usize, tiles: usize, shared: &Shared) -> Zone {
        Zone {
            number,
            agenda: Agenda::new(tiles),
            requests: shared.requests.empty_copy(),
            responses: shared.responses.empty_copy(),
            packets: Packets::default(),
            reports: Reports::default(),
            calling: Vec::new(),
            visits: 0,
        }
    }

    /// Receives the flits and credits that cross from other zones in a cycle. Waits until these
    /// zones have sent them.
    pub fn receive(&mut self, cycle: u64, channels: &Channels) {
        for from in (0..channels.zones()).filter(|&from| from != self.number) {
            channels.receive(cycle, [from, self.number], |received| {
                let (requests, responses) = received.split_at_mut(self.requests.count());
                self.requests.receive(requests);
                self.responses.receive(responses);
            });
        }
    }

    /// Sends the flits and credits that cross to other zones in a cycle.
    fn send(&mut self, cycle: u64, channels: &Channels) {
        for to in (0..channels.zones()).filter(|&to| to != self.number) {
            let has_crossings = (self.requests.all_mut().chain(self.responses.all_mut()))
                .any(|network| !network.outbox(to).is_empty());
            channels.send(cycle, [self.number, to], has_crossings, |received| {
                let networks = self.requests.all_mut().chain(self.responses.all_mut());
                for (network, received) in networks.zip(received) {
                    std::mem::swap(network.outbox(to), received);
                }
            });
        }
    }

    /// The zone's agenda, the list of its tiles with a core that is to call the host, and the ports
    /// of its tiles in a cycle.
    #[inline]
    fn open<'a>(
        &'a mut self,
        now: u64,
        common: &'a Common,
    ) -> (&'a mut Agenda, &'a mut Vec<usize>, Ports<'a>) {
        let ports = Ports {
            cycle: Cycle {
                now,
                costs: common.costs,
            },
            map: common.map,
            requests: NetworkPort::new(0, &mut self.requests),
            responses: NetworkPort::new(0, &mut self.responses),
            packets: &mut self.packets,
            host: HostPort::Asks(common.host),
            reports: &mut self.reports,
            quiet_until: 0,
        };
        (&mut self.agenda, &mut self.calling, ports)
    }

    /// Moves flits for one cycle, so that the zone's networks reach `cycle`, and sends flits and
    /// credits that leave the zone to other zones.
    pub fn step(&mut self, cycle: u64, channels: &Channels) {
        self.requests.step_zone(cycle);
        self.responses.step_zone(cycle);
        self.send(cycle, channels);
    }
}

impl RunningZone<'_> {
    /// Gives interfaces, controllers and cores their turns of a cycle.
    pub fn take_turns(&mut self, now: u64, common: &Common) {
        let zone = &mut *self.zone;
        let (agenda, _, mut ports) = zone.open(now, common);
        let mut visits = agenda.exchange(self.tiles, self.first, &mut ports);
        for controller in &mut self.controllers {
            let endpoint = controller.endpoint();
            controller.visit(&mut ControllerPorts {
                now,
                requests: NetworkPort::new(endpoint, &mut zone.requests),
                responses: NetworkPort::new(endpoint, &mut zone.responses),
                packets: &mut zone.packets,
                host: common.host,
            });
        }
        let (agenda, calling, mut ports) = zone.open(now, common);
        visits += agenda.issue::<true>(self.tiles, self.first, &mut ports, calling);
        zone.visits += u64::from(visits);
        self.report(now, common);
    }

    fn report(&self, now: u64, common: &Common) {
        let zone = &*self.zone;
        let status: &Status = &common.channels.statuses(now)[zone.number];
        let must_unite = !zone.calling.is_empty()
            || zone.reports.are_there()
            || zone.packets.free() < common.reserve;
        status.must_unite.store(must_unite, Relaxed);
        let mut controllers = self.controllers.iter();
        let is_active = !zone.agenda.active.is_empty()
            || controllers.any(|controller| controller.is_active(now));
        status.is_active.store(is_active, Relaxed);
        let has_signals = zone.requests.has_signals() || zone.responses.has_signals();
        status.has_signals.store(has_signals, Relaxed);
        let balance = zone.requests.balance() + zone.responses.balance();
        status.balance.store(balance, Relaxed);
        status.visits.store(zone.visits, Relaxed);
        if asks_for_livelock(now) {
            let mut harts = self.tiles.iter().flat_map(|tile| &tile.cores.harts);
            status.is_still.store(harts.all(Hart::is_still), Relaxed);
        }
    }
}
