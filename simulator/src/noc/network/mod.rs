//! The network as its endpoints see it.

mod build;
mod circuit_setup;
mod cycle;
mod graph;
mod watch;
mod zone;

use super::bits::Bits;
use super::buffer::Buffers;
use super::endpoint::Endpoint;
use super::flit::{Flit, Service};
use super::link::DelayLines;
use super::router::{Grant, Routers};
use super::routing::Routing;
use super::statistics::{LinkStatistics, Statistics, Traffic};
use super::topology::{Connection, Topology};
use zone::{Ahead, Border};
pub use zone::{Mail, ZonePlan};

/// One physical network. How time passes in it: see the module.
#[derive(Debug, Clone)]
pub struct Network {
    /// The cycle that it has been brought to.
    now: u64,
    /// Outputs of all routers, and input buffers; those of the endpoints have the numbers from here
    /// on.
    inner: usize,
    topology: Topology,
    routing: Routing,
    routers: Routers,
    buffers: Buffers,
    lines: DelayLines,
    /// Cycles until a freed slot is known upstream.
    credit_delay: u64,
    /// Kept for its memory: empty between steps.
    grants: Vec<Grant>,
    /// Input buffers whose oldest flit opens a circuit.
    opening: Vec<u32>,
    /// Endpoints whose circuits have been refused, and which have not asked since.
    refusals: Vec<u32>,
    endpoints: Vec<Endpoint>,
    /// Endpoints that have a flit to take.
    arrived: Bits,
    /// Routers' input buffers that hold flits.
    waiting: u64,
    /// Cycles in which the oldest flit of such a buffer has not left, of all buffers.
    stalls: u64,
    injected: u64,
    ejected: u64,
    /// Open packets that were removed.
    refused: u64,
    /// Mail to other zones, if this network is a zone.
    border: Border,
    ahead: Ahead,
}

impl Network {
    /// Number of endpoints: tiles, then memory controllers.
    pub fn endpoints(&self) -> usize {
        self.endpoints.len()
    }

    /// Traffic classes: services with buffers of their own, so that one never waits for another's.
    pub fn classes(&self) -> usize {
        self.routers.channels.classes
    }

    /// The traffic class of a service; the links serve class 0 first.
    #[inline]
    pub fn class(&self, service: Service) -> usize {
        self.routers.channels.class(service)
    }

    /// The link of an endpoint into its router that packets of a service take.
    #[inline]
    fn injection_link(&self, endpoint: usize, service: Service) -> usize {
        let channels = &self.routers.channels;
        self.inner + endpoint * channels.classes + channels.class(service)
    }

    /// Whether a flit may be handed over in this cycle: at most one per endpoint and cycle, and
    /// only if its router has a slot for it.
    #[inline]
    pub fn ready(&self, endpoint: usize, service: Service) -> bool {
        let injection_link = self.injection_link(endpoint, service);
        self.endpoints[endpoint].injected != self.now
            && self.routers.outputs[injection_link].link.credits > 0
    }

    // What happens to every flit is inlined, from here to the network interface: a call would cost
    // about as much as what it does.

    /// Hands a flit over. `ready` must hold. The flits of a packet come one after the other, none
    /// of another packet of the same class between them. Of circuits an endpoint has one at a time;
    /// it hands over nothing else on it until the other end has answered its open packet, and the
    /// next open packet after its close packet.
    #[inline(always)]
    pub fn inject(&mut self, endpoint: usize, flit: Flit) {
        let service = flit.service();
        debug_assert!(
            self.ready(endpoint, service),
            "endpoint {endpoint} is not ready"
        );
        debug_assert!((flit.target() as usize) < self.endpoints.len());
        self.endpoints[endpoint].injected = self.now;
        self.injected += 1;
        self.note_level(service);
        let (to, delay) = self.send(self.injection_link(endpoint, service), flit);
        if delay == 0 {
            self.deliver(to as usize);
        } else {
            self.lines.send_flit(self.now + delay, to);
        }
    }

    /// Arbiters compare levels from the first packet on that has one.
    #[inline]
    fn note_level(&mut self, service: Service) {
        let channels = &self.routers.channels;
        self.routers.by_level |= channels.shared && channels.level(service) > 0;
    }

    /// True once after a circuit that this endpoint has asked for has been refused: whatever was
    /// held for it is free again.
    pub fn refused(&mut self, endpoint: usize) -> bool {
        let index = self.refusals.iter().position(|&e| e as usize == endpoint);
        index
            .map(|index| self.refusals.swap_remove(index))
            .is_some()
    }

    /// The endpoints of which `refused` is true.
    pub fn refusals(&self) -> &[u32] {
        &self.refusals
    }

    /// The endpoints that have a flit to take, ascending.
    #[inline]
    pub fn arrived(&self) -> impl Iterator<Item = usize> + '_ {
        self.arrived.iter()
    }

    /// The endpoints from `64 * index` on that have a flit to take, one bit per endpoint.
    #[inline]
    pub fn arrived_word(&self, index: usize) -> u64 {
        self.arrived.word(index)
    }

    /// The first endpoint from `endpoint` on that has a flit to take: `arrived` for callers that
    /// take while they walk.
    #[inline]
    pub fn next_arrived(&self, endpoint: usize) -> Option<usize> {
        self.arrived.next(endpoint)
    }

    /// Whether an endpoint has a flit to take.
    #[inline(always)]
    pub fn has_arrived(&self, endpoint: usize) -> bool {
        self.arrived.has(endpoint)
    }

    /// The buffer of the first class that has brought an endpoint something.
    #[inline(always)]
    fn arrival(&self, endpoint: usize) -> Option<usize> {
        let classes = self.classes();
        if classes == 1 {
            let only = self.inner + endpoint;
            return (self.buffers.all[only].length > 0).then_some(only);
        }
        let first = self.inner + endpoint * classes;
        (first..first + classes).find(|&buffer| self.buffers.all[buffer].length > 0)
    }

    /// The flit that an endpoint may take in this cycle; none when it has taken one already. Flits
    /// of packets of different classes may come between each other.
    #[inline(always)]
    pub fn front(&self, endpoint: usize) -> Option<Flit> {
        if !self.has_arrived(endpoint) {
            return None;
        }
        let buffer = self.arrival(endpoint)?;
        (self.endpoints[endpoint].taken != self.now).then(|| self.buffers.front(buffer))
    }

    /// Takes the flit that `front` shows; there must be one. What is not taken stays, and keeps its
    /// slot.
    #[inline(always)]
    pub fn take(&mut self, endpoint: usize) -> Flit {
        debug_assert!(self.front(endpoint).is_some(), "nothing to take");
        let number = self.arrival(endpoint).expect("there is a flit to take");
        self.endpoints[endpoint].taken = self.now;
        self.ejected += 1;
        let buffer = &mut self.buffers.all[number];
        let slot = buffer.head;
        buffer.length -= 1;
        buffer.head = self.buffers.ring.after(slot);
        let (empty, feeder) = (buffer.length == 0, buffer.feeder);
        self.lines.send_credit(self.now + self.credit_delay, feeder);
        if empty && (self.classes() == 1 || self.arrival(endpoint).is_none()) {
            self.arrived.remove_if(endpoint, true);
        }
        self.buffers.slots[slot as usize]
    }

    /// Brings the network to `cycle`, touching only what is active. Cycles may be left out if the
    /// endpoints do nothing in them; that costs nothing while the network is idle.
    #[inline]
    pub fn step(&mut self, cycle: u64) {
        if self.ahead.is_there() {
            self.catch_up();
        }
        if self.idle() {
            // Assigned only if it is needed: so that idle cycles do not wait for each other.
            if cycle > self.now {
                self.now = cycle;
            }
        } else {
            self.run(cycle);
        }
    }

    /// The reference for `step`: visits every router in every cycle.
    pub fn step_every(&mut self, cycle: u64) {
        self.catch_up();
        self.run_every(cycle);
    }

    /// Whether nothing is in flight, neither flits nor credits nor refusals: then time changes
    /// nothing.
    #[inline]
    pub fn idle(&self) -> bool {
        self.injected == self.ejected + self.refused && !self.lines.has_signals()
    }

    /// The next cycle in which anything changes if the endpoints do nothing: `step` may be called
    /// for that one next. None: nothing ever will.
    pub fn next_event(&self) -> Option<u64> {
        if self.routers.movable.is_empty() && self.opening.is_empty() {
            self.lines.next_arrival(self.now)
        } else {
            Some(self.now + 1)
        }
    }

    /// What has moved so far, and through how many routers.
    pub fn traffic(&self) -> Traffic {
        let each = self.routers.channels.per_port();
        let mut traffic = Traffic {
            routers: self.topology.routers as u64,
            interfaces: self.injected + self.ejected,
            ..Traffic::default()
        };
        for (port, connection) in self.topology.connections.iter().enumerate() {
            let channels = &(*self.routers.outputs)[port * each..(port + 1) * each];
            let flits: u64 = channels.iter().map(|channel| channel.link.flits).sum();
            traffic.crossings += flits;
            if let Connection::Port(_) = connection {
                traffic.hops += flits;
            }
        }
        traffic
    }

    /// The counters, up to the cycle that the network has been brought to.
    pub fn statistics(&self) -> Statistics {
        let each = self.routers.channels.per_port();
        let of_port = |port: usize| -> Vec<u64> {
            let channels = &(*self.routers.outputs)[port * each..(port + 1) * each];
            channels.iter().map(|channel| channel.link.flits).collect()
        };
        let circuits = self.routers.channels.circuits;
        let of_circuits = usize::from(circuits) * self.routers.channels.per_class;
        let connected = |port: &usize| self.topology.connections[*port] != Connection::Nothing;
        Statistics {
            injected: self.injected,
            ejected: self.ejected,
            refused: self.refused,
            in_flight: self.buffers.flits() + self.lines.flits(),
            stall_cycles: self.stalls,
            links: (0..self.outputs())
                .filter(connected)
                .map(|port| LinkStatistics {
                    router: port / self.topology.ports,
                    port: port % self.topology.ports,
                    flits: of_port(port).iter().sum(),
                    circuit_flits: of_port(port)[..of_circuits].iter().sum(),
                })
                .collect(),
        }
    }
}
