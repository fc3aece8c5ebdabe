//! The network as its endpoints see it.

mod build;
mod cycle;
mod way;

use super::bits::Bits;
use super::buffer::{Buffer, Buffers};
use super::endpoint::Endpoint;
use super::flit::Flit;
use super::link::DelayLines;
use super::routing::xy::Xy;
use super::statistics::{LinkStatistics, Statistics};
use super::switch::{Grant, Switches};
use super::topology::{Connection, Topology};

/// One physical network. How time passes in it: see the module.
#[derive(Debug, Clone)]
pub struct Network {
    /// The cycle that it has been brought to.
    now: u64,
    /// Ports of all switches. Buffers and links have the number of their port; after the ports come
    /// the endpoints'.
    ports: usize,
    topology: Topology,
    routing: Xy,
    switches: Switches,
    buffers: Buffers,
    lines: DelayLines,
    /// Cycles until a freed place is known upstream.
    credit_delay: u64,
    /// Kept for its memory: empty between steps.
    grants: Vec<Grant>,
    endpoints: Vec<Endpoint>,
    /// Endpoints that have a flit to take.
    arrived: Bits,
    injected: u64,
    ejected: u64,
}

impl Network {
    /// Number of endpoints: tiles, then memory controllers.
    pub fn endpoints(&self) -> usize {
        self.endpoints.len()
    }

    /// Whether a flit may be handed over in this cycle: at most one per endpoint and cycle, and only
    /// if its switch has a place for it.
    #[inline]
    pub fn ready(&self, endpoint: usize) -> bool {
        self.endpoints[endpoint].injected != self.now
            && self.switches.outputs[self.ports + endpoint].link.credits > 0
    }

    /// Hands a flit over. `ready` must hold. The flits of a packet come one after the other, none of
    /// another packet between them.
    #[inline]
    pub fn inject(&mut self, endpoint: usize, flit: Flit) {
        debug_assert!(self.ready(endpoint), "endpoint {endpoint} is not ready");
        debug_assert!((flit.target as usize) < self.endpoints.len());
        self.endpoints[endpoint].injected = self.now;
        self.injected += 1;
        let (to, delay) = self.send(self.ports + endpoint, flit);
        if delay == 0 {
            self.settle(to as usize);
        } else {
            self.lines.send_flit(self.now + delay, to);
        }
    }

    /// The endpoints that have a flit to take, ascending.
    #[inline]
    pub fn arrived(&self) -> impl Iterator<Item = usize> + '_ {
        self.arrived.iter()
    }

    /// The first endpoint from `endpoint` on that has a flit to take: `arrived` for callers that
    /// take while they walk.
    #[inline]
    pub fn next_arrived(&self, endpoint: usize) -> Option<usize> {
        self.arrived.next(endpoint)
    }

    /// The flit that an endpoint may take in this cycle; none when it has taken one already.
    #[inline]
    pub fn front(&self, endpoint: usize) -> Option<Flit> {
        let buffer = self.ports + endpoint;
        let may_take =
            self.buffers.all[buffer].length > 0 && self.endpoints[endpoint].taken != self.now;
        may_take.then(|| self.buffers.front(buffer))
    }

    /// Takes the flit that `front` shows; there must be one. What is not taken stays, and keeps its
    /// place.
    #[inline]
    pub fn take(&mut self, endpoint: usize) -> Flit {
        debug_assert!(self.front(endpoint).is_some(), "nothing to take");
        self.endpoints[endpoint].taken = self.now;
        self.ejected += 1;
        let buffer = &mut self.buffers.all[self.ports + endpoint];
        let place = buffer.head;
        buffer.length -= 1;
        self.arrived.remove_if(endpoint, buffer.length == 0);
        self.lines
            .send_credit(self.now + self.credit_delay, buffer.feeder);
        buffer.head = self.buffers.ring.after(place);
        self.buffers.places[place as usize]
    }

    /// Brings the network to `cycle`, touching only what is active. Cycles may be left out if the
    /// endpoints do nothing in them; that costs nothing while the network is idle.
    #[inline]
    pub fn step(&mut self, cycle: u64) {
        if self.idle() {
            // Assigned only if it is needed: so that idle cycles do not wait for each other.
            if cycle > self.now {
                self.now = cycle;
            }
        } else {
            self.run(cycle);
        }
    }

    /// The reference for `step`: visits every switch in every cycle.
    pub fn step_every(&mut self, cycle: u64) {
        self.run_every(cycle);
    }

    /// Whether nothing is in flight, neither flits nor credits: then time changes nothing.
    #[inline]
    pub fn idle(&self) -> bool {
        self.injected == self.ejected && !self.lines.has_credits()
    }

    /// The next cycle in which anything changes if the endpoints do nothing: `step` may be called
    /// for that one next. None: nothing ever will.
    pub fn next_event(&self) -> Option<u64> {
        if self.switches.movable.is_empty() {
            self.lines.next_arrival(self.now)
        } else {
            Some(self.now + 1)
        }
    }

    /// The counters, up to the cycle that the network has been brought to.
    pub fn statistics(&self) -> Statistics {
        let stalls = |buffer: &Buffer| match buffer.length {
            0 => buffer.stalled,
            _ => buffer.stalled + self.now.saturating_sub(buffer.since),
        };
        let connected = |port: &usize| self.topology.connections[*port] != Connection::Nothing;
        Statistics {
            injected: self.injected,
            ejected: self.ejected,
            in_flight: self.buffers.flits() + self.lines.flits(),
            stall_cycles: self.buffers.all[..self.ports].iter().map(stalls).sum(),
            links: (0..self.ports)
                .filter(connected)
                .map(|port| LinkStatistics {
                    switch: port / self.topology.ports,
                    port: port % self.topology.ports,
                    flits: self.switches.outputs[port].link.flits,
                })
                .collect(),
        }
    }
}
