//! Zones: parts of a network that different threads of the host simulate at the same time.
//!
//! A zone consists of routers, their outputs and input buffers, and the endpoints at these routers.
//! It is a `Network` in which all other routers are idle. A flit or credit that crosses a border
//! arrives at least one cycle later. Because of this lookahead of one cycle, threads synchronise
//! only between two cycles, when zones exchange their [`Crossings`] (conservative synchronisation).
//! The result is that of the undivided network, whichever thread is faster.

use super::flights::Flights;
use super::Network;
use crate::noc::bits::Bits;
use crate::noc::buffer::Slot;
use crate::noc::flit::Flit;
use crate::noc::router::Grant;
use crate::noc::topology::Connection;

/// In a link's delay, this bit marks a link that leads to another zone, that is, to a part of the
/// network in another thread.
pub(super) const LEAVES: u64 = 1 << 15;
/// In `Buffer::feeder`, this bit marks a link that comes from another zone. Its credits return to
/// that zone.
pub(super) const LEAVES_BACK: u32 = 1 << 31;

/// The flits and credits that cross from one zone to another in a cycle.
#[derive(Debug, Clone, Default)]
pub struct Crossings {
    flits: Vec<CrossingFlit>,
    /// Credits: the link to which each one returns, and the cycle of its arrival.
    credits: Vec<(u32, u64)>,
}

impl Crossings {
    pub fn is_empty(&self) -> bool {
        self.flits.is_empty() && self.credits.is_empty()
    }
}

/// A flit that crosses into a zone.
#[derive(Debug, Clone, Copy)]
struct CrossingFlit {
    flit: Flit,
    buffer: u32,
    slot: Slot,
    arrival: u64,
}

/// The borders of a zone: where its links lead, and the flits and credits that cross.
#[derive(Debug, Clone, Default)]
pub(super) struct Border {
    /// First, for each link, the zone of the buffer at its end. Then, for each link, the zone of
    /// its sender, which gets the link's credits.
    ends: Vec<u8>,
    /// For each other zone, the flits and credits that have left for it.
    outboxes: Vec<Crossings>,
    /// Number of stalls in the last cycle: a stall is a flit at the front of an input that did not
    /// move.
    stalls: u64,
    /// Whether a credit that left this zone in the last cycle is still in flight.
    has_signals: bool,
}

/// The counts of the zones' last cycle. When zones are united into one network, they are one cycle
/// ahead of its counters. The network adds these counts in its next cycle (`catch_up`).
#[derive(Debug, Clone, Default)]
pub(super) struct Ahead {
    grants: Vec<Grant>,
    stalls: u64,
}

impl Ahead {
    #[inline]
    pub fn is_there(&self) -> bool {
        self.stalls > 0 || !self.grants.is_empty()
    }
}

/// The zone to which each link, buffer and endpoint of a network belongs.
#[derive(Debug)]
pub struct ZonePlan {
    zones: usize,
    links: Vec<u8>,
    buffers: Vec<u8>,
    endpoints: Vec<u8>,
    /// Links that lead to another zone, each with the number of that zone.
    borders: Vec<(u32, u8)>,
}

impl ZonePlan {
    /// The zone of an endpoint.
    pub fn zone_of(&self, endpoint: usize) -> usize {
        self.endpoints[endpoint].into()
    }
}

impl Network {
    /// A plan that divides the network into `zones` zones. `zone_of` returns the zone to which an
    /// endpoint must belong, or none if it may be in any zone. Returns none if the network cannot
    /// be divided:
    ///
    /// - two endpoints of a router must belong to different zones;
    /// - heads choose their outputs, for which they would have to know credits in another zone;
    /// - there are multicasts, which may cover several zones.
    pub fn plan(&self, zones: usize, zone_of: impl Fn(usize) -> Option<usize>) -> Option<ZonePlan> {
        if !self.routers.chosen.is_empty() || self.trees.is_some() {
            return None;
        }
        let topology = &self.topology;
        let mut routers: Vec<Option<usize>> = vec![None; topology.routers];
        for (endpoint, port) in topology.endpoints.iter().enumerate() {
            let router = &mut routers[port / topology.ports];
            if let Some(zone) = zone_of(endpoint) {
                if *router.get_or_insert(zone) != zone {
                    return None;
                }
            }
        }
        // If none of a router's endpoints must belong to a certain zone, the router belongs to the
        // zone of the router with the next lower number.
        let mut last = 0;
        let zone_of_next = |zone: Option<usize>| {
            last = zone.unwrap_or(last);
            last as u8
        };
        let routers: Vec<u8> = routers.into_iter().map(zone_of_next).collect();
        let of_port = |port: usize| routers[port / topology.ports];
        let endpoints: Vec<u8> = topology
            .endpoints
            .iter()
            .map(|&port| of_port(port))
            .collect();
        let (each, classes) = (self.routers.channels.per_port(), self.classes());
        let of_endpoint = |number: usize| endpoints[(number - self.inner) / classes];
        let inner = 0..self.inner;
        let outer = self.inner..self.routers.outputs.len();
        let links: Vec<u8> = (inner.map(|link| of_port(link / each)))
            .chain(outer.clone().map(of_endpoint))
            .collect();
        let of_buffer = |number: usize| routers[usize::from(self.buffers.all[number].node)];
        let buffers: Vec<u8> = ((0..self.inner).map(of_buffer))
            .chain(outer.map(of_endpoint))
            .collect();
        let leads = |link: &usize| matches!(topology.connections[link / each], Connection::Port(_));
        let mut borders = vec![];
        for link in (0..self.inner).filter(leads) {
            let wire = &self.routers.outputs[link].link;
            let end = buffers[wire.to as usize];
            if end != links[link] {
                if u64::from(wire.delay) >= LEAVES {
                    return None;
                }
                borders.push((link as u32, end));
            }
        }
        Some(ZonePlan {
            zones,
            links,
            buffers,
            endpoints,
            borders,
        })
    }

    /// A copy of this network with nothing in flight, which can become a zone of this network.
    pub fn empty_copy(&self) -> Network {
        let mut copy = self.clone();
        copy.flights = Flights::default();
        copy.routers.movable = Bits::new(self.routers.outputs.len());
        copy.arrived = Bits::new(self.endpoints.len());
        (copy.lines).move_to(&mut self.lines.clone(), |_| true, |_| true);
        copy
    }

    /// Copies a zone's part of this network's state into `zone`, which `empty_copy` has made. This
    /// network must not be used until `unite` has copied the part back.
    pub fn divide(&mut self, plan: &ZonePlan, number: usize, zone: &mut Network) {
        let own = number as u8;
        self.land();
        zone.copy_zone(plan, own, self);
        zone.now = self.now;
        zone.routers.by_level = self.routers.by_level;
        let is_waiting = |(_, &of): &(usize, &u8)| of == own;
        let own_buffers = plan.buffers[..self.inner]
            .iter()
            .enumerate()
            .filter(is_waiting);
        zone.waiting = own_buffers
            .filter(|&(b, _)| self.buffers.all[b].length > 0)
            .count() as u64;
        (zone.stalls, zone.injected, zone.ejected, zone.refused) = (0, 0, 0, 0);
        zone.unfinished = 0;
        zone.landed = self.landed;
        self.lines.move_to(
            &mut zone.lines,
            |buffer| plan.buffers[buffer as usize] == own,
            |link| plan.links[link as usize] == own,
        );
        zone.border
            .outboxes
            .resize(plan.zones, Crossings::default());
        zone.border.ends.clear();
        zone.border.ends.resize(2 * plan.links.len(), own);
        for &(link, end) in &plan.borders {
            let link = link as usize;
            let to = zone.routers.outputs[link].link.to as usize;
            if plan.links[link] == own {
                zone.routers.outputs[link].link.delay |= LEAVES as u16;
                zone.border.ends[link] = end;
            } else if end == own {
                zone.buffers.all[to].feeder |= LEAVES_BACK;
                zone.border.ends[plan.links.len() + link] = plan.links[link];
            }
        }
    }

    /// Copies a zone's part of the state back into this network. The zones must have exchanged all
    /// flits and credits. The zone is one cycle ahead of this network's counters (see `Ahead`).
    pub fn unite(&mut self, plan: &ZonePlan, number: usize, zone: &mut Network) {
        let own = number as u8;
        for &(link, end) in &plan.borders {
            let link = link as usize;
            let to = zone.routers.outputs[link].link.to as usize;
            if plan.links[link] == own {
                zone.routers.outputs[link].link.delay &= !LEAVES as u16;
            } else if end == own {
                zone.buffers.all[to].feeder &= !LEAVES_BACK;
            }
        }
        self.copy_zone(plan, own, zone);
        self.now = zone.now;
        self.routers.by_level |= zone.routers.by_level;
        if number == 0 {
            self.waiting = 0;
        }
        self.waiting += zone.waiting;
        for grant in &zone.grants {
            self.routers.outputs[grant.output as usize].link.flits -= 1;
        }
        self.ahead.grants.append(&mut zone.grants);
        self.ahead.stalls += zone.border.stalls;
        self.stalls += zone.stalls - zone.border.stalls;
        self.injected += zone.injected;
        self.ejected += zone.ejected;
        self.unfinished += zone.unfinished;
        zone.lines.move_to(&mut self.lines, |_| true, |_| true);
    }

    /// Copies the links, buffers and endpoints of zone `own` from another network.
    fn copy_zone(&mut self, plan: &ZonePlan, own: u8, from: &Network) {
        for link in 0..plan.links.len() {
            if plan.links[link] == own {
                self.routers.copy_output(link, &from.routers);
            }
        }
        for buffer in 0..plan.buffers.len() {
            if plan.buffers[buffer] == own {
                self.buffers.copy(buffer, &from.buffers);
            }
        }
        for endpoint in 0..plan.endpoints.len() {
            if plan.endpoints[endpoint] == own {
                self.endpoints[endpoint] = from.endpoints[endpoint];
                self.arrived.set(endpoint, from.arrived.has(endpoint));
                self.may_hold.set(endpoint, from.may_hold.has(endpoint));
            }
        }
    }

    /// Simulates the next cycle of a zone, which must be `cycle`.
    pub fn step_zone(&mut self, cycle: u64) {
        debug_assert_eq!(cycle, self.now + 1);
        let mut grants = std::mem::take(&mut self.grants);
        grants.clear();
        self.routers.allocate(&self.buffers, self.now, &mut grants);
        self.border.has_signals = false;
        self.border.stalls = self.waiting - grants.len() as u64;
        self.advance(&grants);
        self.grants = grants;
    }

    /// Whether credits or signals are in flight to this zone, or credits from it to another zone.
    pub fn has_signals(&self) -> bool {
        self.lines.has_signals() || self.border.has_signals
    }

    /// Adds the counts of the zones' last cycle to this network's counts, now that the network has
    /// reached that cycle.
    #[cold]
    pub(super) fn catch_up(&mut self) {
        for grant in self.ahead.grants.drain(..) {
            self.routers.outputs[grant.output as usize].link.flits += 1;
        }
        self.stalls += std::mem::take(&mut self.ahead.stalls);
    }

    /// Number of flits that endpoints of this zone have handed over, minus the number that they
    /// have taken. The sum over all zones is the number of flits in flight.
    pub fn balance(&self) -> i64 {
        self.injected as i64 - (self.ejected + self.refused) as i64
    }

    /// Sends a flit out of the zone.
    #[cold]
    pub(super) fn leave(&mut self, link: u32, flit: Flit, buffer: u32, delay: u64) {
        let end = usize::from(self.border.ends[link as usize]);
        let tail = self.routers.outputs[link as usize].link.tail;
        self.border.outboxes[end].flits.push(CrossingFlit {
            flit,
            buffer,
            slot: self.buffers.ring.before(tail),
            arrival: self.now + delay,
        });
    }

    /// Sends a credit out of the zone.
    #[cold]
    pub(super) fn leave_back(&mut self, link: u32) {
        let ends = &self.border.ends;
        let end = usize::from(ends[ends.len() / 2 + link as usize]);
        let delay = self.credit_delay_of(link);
        let arrival = self.now + delay;
        self.border.outboxes[end].credits.push((link, arrival));
        self.border.has_signals |= delay > 1;
    }

    /// Flits and credits that have left for zone `to` and that it has not received yet.
    pub fn outbox(&mut self, to: usize) -> &mut Crossings {
        &mut self.border.outboxes[to]
    }

    /// Receives the flits and credits that another zone has sent, and removes them from
    /// `crossings`.
    pub fn receive(&mut self, crossings: &mut Crossings) {
        for CrossingFlit {
            flit,
            buffer,
            slot,
            arrival,
        } in crossings.flits.drain(..)
        {
            self.note_level(flit.service());
            self.buffers.slots[slot as usize] = flit;
            match arrival > self.now {
                true => self.lines.send_flit(arrival, buffer),
                false => self.deliver(buffer as usize),
            }
        }
        for (link, arrival) in crossings.credits.drain(..) {
            match arrival > self.now {
                true => self.lines.send_credit(arrival, link),
                false => self.routers.add_credit(link as usize),
            }
        }
    }
}
