//! A network, as its endpoints use it.

mod build;
mod circuit_setup;
mod copy;
mod cycle;
mod flights;
mod graph;
mod middles;
mod watch;
mod zone;

use super::bits::Bits;
use super::buffer::Buffers;
use super::endpoint::Endpoint;
use super::flit::{Flit, Service};
use super::link::DelayLines;
use super::multicast::Trees;
use super::router::{Grant, Routers};
use super::routing::Routing;
use super::statistics::{LinkStatistics, Statistics, Traffic};
use super::topology::{Connection, Topology};
use flights::Flights;
pub use flights::Launch;
use middles::Middles;
use zone::{Ahead, Border};
pub use zone::{Crossings, ZonePlan};

/// One physical network. The documentation of the module `noc` explains how cycles are counted.
#[derive(Debug, Clone)]
pub struct Network {
    /// The current cycle of the network.
    now: u64,
    /// The number of outputs of all routers, which is also the number of their input buffers.
    /// Output numbers from here on are endpoints' links into routers, and buffer numbers from here
    /// on are buffers of endpoints.
    inner: usize,
    topology: Topology,
    routing: Routing,
    routers: Routers,
    buffers: Buffers,
    lines: DelayLines,
    /// Slots of each buffer.
    buffer_flits: u8,
    /// Cycles until the sender of a link knows of a freed slot.
    credit_delay: u64,
    /// For each link, the cycles until its sender knows of a freed slot. Empty if all links take
    /// equally long.
    credit_delays: Vec<u8>,
    /// Whether each sender knows of a freed slot in the next cycle already.
    credit_at_once: bool,
    /// The grants of the current cycle. The list is empty between cycles; it is a field only so
    /// that its memory is reused.
    grants: Vec<Grant>,
    /// Input buffers whose oldest flit opens a circuit.
    opening: Vec<u32>,
    /// Outputs whose circuits may keep a packet off a link without their initiators' knowledge.
    /// Every such output is in the list at the start of a cycle. The list is empty after a cycle.
    needed_outputs: Vec<u32>,
    /// Whether routing is simple: packets go along rows first, in one virtual channel, and to one
    /// endpoint each.
    plain: bool,
    /// The state of multicasts that routers are copying. None if the network has no multicasts.
    trees: Option<Trees>,
    /// The intermediate routers of packets. None if packets go to their targets directly.
    middles: Option<Middles>,
    /// Endpoints whose circuits have been refused and that have not asked about it (`refused`)
    /// since.
    refusals: Vec<u32>,
    /// Endpoints that have been told that their circuits keep packets off links, and that have not
    /// asked about it (`needed`) since.
    needed: Vec<u32>,
    endpoints: Vec<Endpoint>,
    /// Endpoints that have a flit to take.
    arrived: Bits,
    /// Number of input buffers of routers that contain flits.
    waiting: u64,
    /// For each input buffer of a router, the number of cycles in which its oldest flit could not
    /// move; this is the sum over all buffers.
    stalls: u64,
    injected: u64,
    ejected: u64,
    /// Number of packets that are being handed over: an endpoint has handed over their head, but
    /// not yet their last flit.
    unfinished: i64,
    flights: Flights,
    /// The endpoints that may leave flits in their buffers. Flits to such endpoints are never
    /// silent, that is, never counted as taken in advance.
    may_hold: Bits,
    /// The last cycle in which flying packets landed, that is, in which the network stopped
    /// computing arrivals and began to move flits from router to router.
    landed: Option<u64>,
    /// Number of packets that were to open a circuit but have been refused and removed.
    refused: u64,
    /// What crosses from this network to other zones, if it is itself a zone, that is, a part of a
    /// network in a thread of its own.
    border: Border,
    ahead: Ahead,
}

impl Network {
    /// Number of endpoints: tiles, then memory controllers, then further interfaces of tiles.
    pub fn endpoints(&self) -> usize {
        self.endpoints.len()
    }

    /// Makes arbiters choose at random instead of by round robin. Must be called before any flit
    /// has passed. For each output, `state` returns a random number that determines the choices of
    /// its arbiter.
    pub fn randomize(&mut self, state: impl Fn(u32) -> u8) {
        self.flights.forbid();
        for (number, output) in self.routers.outputs.iter_mut().enumerate() {
            output.randomize(state(number as u32));
        }
    }

    /// Number of traffic classes. Each class has buffers of its own, so that packets of one class
    /// never wait for those of another.
    pub fn classes(&self) -> usize {
        self.routers.channels.classes
    }

    /// The traffic class of packets with this service. Links serve class 0 first.
    #[inline]
    pub fn class(&self, service: Service) -> usize {
        self.routers.channels.class(service)
    }

    /// The number of the link that carries packets of a service from an endpoint into its router.
    #[inline]
    fn injection_link(&self, endpoint: usize, service: Service) -> usize {
        let channels = &self.routers.channels;
        self.inner + endpoint * channels.classes + channels.class(service)
    }

    /// Whether an endpoint may hand a flit over in this cycle. It may hand over at most one in a
    /// cycle, and only if its router has a free slot for it.
    #[inline]
    pub fn ready(&self, endpoint: usize, service: Service) -> bool {
        self.endpoints[endpoint].next <= self.now && self.has_room(endpoint, self.class(service))
    }

    // All code that runs for each flit is inlined: the functions below, and those of the network
    // interface. A call would take about as long as the work in the called function.

    /// Hands a flit over to the network; `ready` must hold. An endpoint must hand over all flits of
    /// a packet before it hands over another packet of the same class. An endpoint has one circuit
    /// at a time. After a packet that opens the circuit, it must hand nothing over on the circuit
    /// until this packet has been answered. It must not open another circuit before this one has
    /// been refused or closed.
    #[inline(always)]
    pub fn inject(&mut self, endpoint: usize, flit: Flit) {
        self.inject_flit(endpoint, flit, false);
    }

    /// Hands a flit over to the network as `inject` does. `is_silent`: the flit is a head that its
    /// receiver takes as soon as it arrives, without doing anything else.
    #[inline(always)]
    pub fn inject_flit(&mut self, endpoint: usize, flit: Flit, is_silent: bool) {
        let service = flit.service();
        debug_assert!(
            self.ready(endpoint, service),
            "endpoint {endpoint} is not ready"
        );
        debug_assert!(flit.is_multicast() || (flit.target() as usize) < self.endpoints.len());
        debug_assert!(
            !flit.is_multicast() || self.trees.is_some(),
            "no multicasts"
        );
        self.endpoints[endpoint].next = self.now + 1;
        self.injected += 1;
        self.unfinished += i64::from(flit.is_head()) - i64::from(flit.is_last());
        self.note_level(service);
        if self.flights.may_fly && self.fly(endpoint, flit, is_silent) {
            return;
        }
        let (to, delay) = self.send(self.injection_link(endpoint, service), flit);
        if delay == 0 {
            self.deliver_now(to as usize);
        } else {
            self.lines.send_flit(self.now + delay, to);
        }
    }

    /// Counts a flit as arrived in the buffer of its router in the cycle in which the endpoint
    /// hands it over.
    #[inline]
    fn deliver_now(&mut self, buffer: usize) {
        match self.trees {
            None => self.deliver(buffer),
            Some(_) => self.deliver_to_branches(buffer),
        }
    }

    /// If a packet has a priority level above 0, makes arbiters compare levels from now on.
    #[inline]
    fn note_level(&mut self, service: Service) {
        let channels = &self.routers.channels;
        self.routers.by_level |= channels.shared && channels.level(service) > 0;
    }

    /// Whether a circuit that this endpoint was opening has been refused. Returns true only once
    /// for each refusal. All outputs that were held for the circuit are free again.
    pub fn refused(&mut self, endpoint: usize) -> bool {
        let index = self.refusals.iter().position(|&e| e as usize == endpoint);
        index
            .map(|index| self.refusals.swap_remove(index))
            .is_some()
    }

    /// The endpoints for which `refused` would return true.
    pub fn refusals(&self) -> &[u32] {
        &self.refusals
    }

    /// Whether a circuit of this endpoint keeps a packet off one of its links. Returns true only
    /// once for each circuit. If the endpoint has closed the circuit and opened another one since,
    /// the result may be true for the other one as well.
    pub fn needed(&mut self, endpoint: usize) -> bool {
        let index = self.needed.iter().position(|&e| e as usize == endpoint);
        index.map(|index| self.needed.swap_remove(index)).is_some()
    }

    /// The endpoints for which `needed` would return true.
    pub fn needed_endpoints(&self) -> &[u32] {
        &self.needed
    }

    /// The endpoints that have a flit to take, in ascending order.
    #[inline]
    pub fn arrived(&self) -> impl Iterator<Item = usize> + '_ {
        self.arrived.iter()
    }

    /// The endpoints from `64 * index` to `64 * index + 63` that have a flit to take, as a word
    /// with a bit for each.
    #[inline]
    pub fn arrived_word(&self, index: usize) -> u64 {
        self.arrived.word(index)
    }

    /// The first endpoint from `endpoint` on that has a flit to take. A caller that takes flits
    /// while it visits the endpoints uses this function, not `arrived`.
    #[inline]
    pub fn next_arrived(&self, endpoint: usize) -> Option<usize> {
        self.arrived.next(endpoint)
    }

    /// Whether an endpoint has a flit to take.
    #[inline(always)]
    pub fn has_arrived(&self, endpoint: usize) -> bool {
        self.arrived.has(endpoint)
    }

    /// The buffer from which an endpoint takes its next flit. There is a buffer for each traffic
    /// class; it is the first one that has a flit.
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

    /// The flit that an endpoint may take in this cycle. None if there is no flit, or if the
    /// endpoint has taken one already. Flits of packets of different classes may alternate.
    #[inline(always)]
    pub fn front(&self, endpoint: usize) -> Option<Flit> {
        if !self.has_arrived(endpoint) {
            return None;
        }
        let buffer = self.arrival(endpoint)?;
        (self.endpoints[endpoint].taken != self.now).then(|| self.buffers.front(buffer))
    }

    /// Takes the flit that `front` returns, which must exist. A flit that no one takes stays in its
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
        if self.flights.may_fly {
            // While packets fly, senders have enough credits and wait for none. So this credit may
            // return at once.
            self.flights.taken_at = self.now;
            self.routers.outputs[feeder as usize].link.credits += 1;
        } else {
            self.lines.send_credit(self.now + self.credit_delay, feeder);
        }
        if empty && (self.classes() == 1 || self.arrival(endpoint).is_none()) {
            self.arrived.remove_if(endpoint, true);
        }
        self.buffers.slots[slot as usize]
    }

    /// Simulates the network up to `cycle`. Visits only active outputs and buffers. The caller may
    /// skip cycles in which the endpoints do nothing. While the network is idle, skipped cycles
    /// take no time.
    #[inline]
    pub fn step(&mut self, cycle: u64) {
        if self.ahead.is_there() {
            self.catch_up();
        }
        if self.idle() {
            // This store is conditional. Otherwise, in idle cycles, it would delay the next read of
            // `now`.
            if cycle > self.now {
                self.now = cycle;
            }
            if self.unfinished == 0 {
                self.flights.open();
            }
        } else if self.flights.may_fly {
            self.glide(cycle);
        } else {
            self.run(cycle);
        }
    }

    /// Simulates the network up to `cycle`. Visits every router in every cycle. Only the reference
    /// simulation uses this function.
    pub fn step_every(&mut self, cycle: u64) {
        self.catch_up();
        self.land();
        self.run_every(cycle);
    }

    /// Whether the network contains no flits, credits or signals. If so, only endpoints can change
    /// its state.
    #[inline]
    pub fn idle(&self) -> bool {
        let is_empty = self.injected + self.copies() == self.ejected + self.refused;
        is_empty && !self.has_uncounted_events() && !self.lines.has_signals()
    }

    /// Whether anything is in flight that `next_event` does not count while packets fly: silent
    /// flits, or the credits of flits that endpoints have taken in this cycle.
    #[inline]
    pub fn has_uncounted_events(&self) -> bool {
        let flights = &self.flights;
        flights.may_fly && (flights.taken_at == self.now || flights.silent_end > self.now)
    }

    /// Whether no flit in a router can move, no head has to choose an output, no packet at the
    /// front of an input is to open a circuit, and none may have met a circuit.
    #[inline]
    pub(super) fn rests(&self) -> bool {
        let waits = self.routers.movable.is_empty() && self.routers.heads.is_empty();
        waits && self.opening.is_empty() && self.needed_outputs.is_empty()
    }

    /// The next cycle in which the state changes if the endpoints do nothing. `step` may be called
    /// with this cycle directly. None if the state will not change.
    pub fn next_event(&self) -> Option<u64> {
        if self.flights.may_fly {
            return match self.has_late_endpoint() {
                true => Some(self.now + 1),
                false => self.flights.next_arrival(self.now),
            };
        }
        if self.rests() {
            self.lines.next_arrival(self.now)
        } else {
            Some(self.now + 1)
        }
    }

    /// Skips the cycles up to `cycle`, which must be before `next_event`. No flit moves in these
    /// cycles; each one counts as a stall for every input buffer with flits.
    pub fn rest_until(&mut self, cycle: u64) {
        debug_assert!(self.next_event().is_none_or(|next| cycle < next));
        self.stalls += self.waiting * (cycle - self.now);
        self.now = cycle;
    }

    /// A copy of this network in which all flying packets have landed, so that every flit is in a
    /// buffer or on a link.
    fn after_landing(&self) -> Network {
        let mut landed = self.clone();
        landed.land();
        landed
    }

    /// The traffic since the network was made.
    pub fn traffic(&self) -> Traffic {
        if self.flights.are_there() {
            return self.after_landing().traffic();
        }
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

    /// The counts since the network was made, up to the current cycle.
    pub fn statistics(&self) -> Statistics {
        if self.flights.are_there() {
            return self.after_landing().statistics();
        }
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
            copied: self.copies(),
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
