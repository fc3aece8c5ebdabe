//! The network as its endpoints see it.

use super::bits::Bits;
use super::buffer::Buffers;
use super::endpoint::Endpoint;
use super::flit::Flit;
use super::link::{DelayLines, Link};
use super::routing::xy::Xy;
use super::statistics::{LinkStatistics, Statistics};
use super::switch::{Grant, Switches};
use super::topology::mesh::mesh;
use super::topology::{Connection, Topology};
use crate::config::ChipConfig;

/// One physical network. How time passes in it: see the module.
#[derive(Debug, Clone)]
pub struct Network {
    /// The cycle that it has been brought to.
    now: u64,
    topology: Topology,
    routing: Xy,
    switches: Switches,
    endpoints: Vec<Endpoint>,
    /// Those of the switches' inputs, then those of the endpoints.
    buffers: Buffers,
    lines: DelayLines,
    /// Cycles until a freed place is known upstream.
    credit_delay: u64,
    /// Endpoints that have a flit to take.
    arrived: Bits,
    injected: u64,
    ejected: u64,
    /// Kept for its memory; empty between steps.
    grants: Vec<Grant>,
}

impl Network {
    /// An empty network, in cycle 0, for a chip that `ChipConfig` has checked.
    pub fn new(chip: &ChipConfig) -> Network {
        let (keys, ni) = (&chip.network, &chip.ni);
        let columns = chip.mesh.columns as usize;
        let topology = mesh(columns, chip.mesh.rows as usize, &chip.dram.switches);
        let inputs = topology.connections.len();
        let link = |to: usize, delay: u32| Link {
            to: to as u32,
            delay: delay as u8,
            credits: keys.buffer_flits as u8,
            flits: 0,
        };
        let links: Vec<Link> = topology
            .connections
            .iter()
            .map(|connection| match *connection {
                Connection::Nothing => Link::default(),
                Connection::Port(port) => link(port, keys.switch + keys.link),
                Connection::Endpoint(endpoint) => link(inputs + endpoint, keys.switch + ni.delay),
            })
            .collect();
        let endpoints = topology
            .endpoints
            .iter()
            .map(|&port| Endpoint::new(link(port, ni.delay), port))
            .collect();
        Network {
            now: 0,
            routing: Xy::new(&topology, columns),
            switches: Switches::new(&topology, &links),
            endpoints,
            buffers: Buffers::new(inputs + topology.endpoints.len(), keys.buffer_flits as u8),
            lines: DelayLines::new((keys.switch + keys.link.max(ni.delay)).max(keys.credit)),
            credit_delay: keys.credit as u64,
            arrived: Bits::new(topology.endpoints.len()),
            injected: 0,
            ejected: 0,
            grants: vec![],
            topology,
        }
    }

    /// Number of endpoints: tiles, then memory controllers.
    pub fn endpoints(&self) -> usize {
        self.endpoints.len()
    }

    /// Whether a flit may be handed over in this cycle: at most one per endpoint and cycle, and only
    /// if its switch has a place for it.
    #[inline]
    pub fn ready(&self, endpoint: usize) -> bool {
        self.endpoints[endpoint].may_inject(self.now)
    }

    /// Hands a flit over. `ready` must hold. The flits of a packet come one after the other, none of
    /// another packet between them.
    #[inline]
    pub fn inject(&mut self, endpoint: usize, flit: Flit) {
        debug_assert!(self.ready(endpoint), "endpoint {endpoint} is not ready");
        debug_assert!((flit.target as usize) < self.endpoints.len());
        let sender = &mut self.endpoints[endpoint];
        sender.injects(self.now);
        sender.link.credits -= 1;
        sender.link.flits += 1;
        let Link { to, delay, .. } = sender.link;
        self.injected += 1;
        self.buffers.reserve(to as usize, flit);
        if delay == 0 {
            self.settle(to as usize);
        } else {
            self.lines.send_flit(self.now + delay as u64, to);
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
        self.endpoints[endpoint]
            .may_take(self.now)
            .then(|| self.buffers.front(self.switches.inputs.len() + endpoint))
            .flatten()
    }

    /// Takes the flit that `front` shows; there must be one. What is not taken stays, and keeps its
    /// place.
    #[inline]
    pub fn take(&mut self, endpoint: usize) -> Flit {
        debug_assert!(self.front(endpoint).is_some(), "nothing to take");
        let buffer = self.switches.inputs.len() + endpoint;
        let receiver = &mut self.endpoints[endpoint];
        receiver.takes(self.now);
        self.ejected += 1;
        self.lines
            .send_credit(self.now + self.credit_delay, receiver.feeder);
        let flit = self.buffers.pop(buffer);
        self.arrived.set(endpoint, self.buffers.length(buffer) > 0);
        flit
    }

    /// Brings the network to `cycle`, touching only what is active. Cycles may be left out if the
    /// endpoints do nothing in them; that costs nothing while the network is idle.
    #[inline]
    pub fn step(&mut self, cycle: u64) {
        if self.idle() {
            self.now = self.now.max(cycle);
        }
        while self.now < cycle {
            let mut grants = std::mem::take(&mut self.grants);
            self.switches.decide(&mut grants);
            self.advance(grants);
        }
    }

    /// The reference for `step`: visits every switch in every cycle.
    pub fn step_every(&mut self, cycle: u64) {
        while self.now < cycle {
            let mut grants = std::mem::take(&mut self.grants);
            self.switches
                .decide_every(&self.buffers, &self.routing, &mut grants);
            self.advance(grants);
        }
    }

    /// Whether nothing is in flight, neither flits nor credits: then time changes nothing.
    #[inline]
    pub fn idle(&self) -> bool {
        self.injected == self.ejected && self.lines.is_empty()
    }

    /// The next cycle in which anything changes if the endpoints do nothing: `step` may be called
    /// for that one next. None: nothing ever will.
    pub fn next_event(&self) -> Option<u64> {
        if self.switches.can_move() {
            Some(self.now + 1)
        } else {
            self.lines.next_arrival(self.now)
        }
    }

    /// The counters, up to the cycle that the network has been brought to.
    pub fn statistics(&self) -> Statistics {
        let waiting = |input: usize| match self.buffers.length(input) {
            0 => 0,
            _ => self.now.saturating_sub(self.switches.inputs[input].since),
        };
        let inputs = self.switches.inputs.iter().enumerate();
        let connected = |port: &usize| self.topology.connections[*port] != Connection::Nothing;
        Statistics {
            injected: self.injected,
            ejected: self.ejected,
            in_flight: self.buffers.flits() + self.lines.flits(),
            stall_cycles: inputs
                .map(|(number, input)| input.stalled + waiting(number))
                .sum(),
            links: (0..self.switches.outputs.len())
                .filter(connected)
                .map(|port| LinkStatistics {
                    switch: port / self.topology.ports,
                    port: port % self.topology.ports,
                    flits: self.switches.outputs[port].link.flits,
                })
                .collect(),
        }
    }

    /// One cycle: the flits that have a grant move, then what is due arrives.
    #[inline]
    fn advance(&mut self, mut grants: Vec<Grant>) {
        for grant in grants.drain(..) {
            self.forward(grant);
        }
        self.grants = grants;
        self.now += 1;
        let arrivals = self.lines.arrive(self.now);
        for &buffer in &arrivals.flits {
            self.settle(buffer as usize);
        }
        for &link in &arrivals.credits {
            self.refund(link as usize);
        }
        self.lines.recycle(self.now, arrivals);
    }

    /// A flit leaves its buffer and goes through the switch onto the link.
    #[inline]
    fn forward(&mut self, Grant { input, output }: Grant) {
        let flit = self.buffers.pop(input as usize);
        let source = &mut self.switches.inputs[input as usize];
        source.stalled += self.now - source.since;
        self.lines
            .send_credit(self.now + self.credit_delay, source.feeder);

        let way = &mut self.switches.outputs[output as usize];
        way.passed(input - way.first_port, flit.last);
        way.link.credits -= 1;
        way.link.flits += 1;
        let Link { to, delay, .. } = way.link;
        self.buffers.reserve(to as usize, flit);
        self.lines.send_flit(self.now + delay as u64, to);
        self.switches.review(output as usize);
        self.face(input as usize, self.now + 1);
    }

    /// The next flit has arrived in a buffer.
    #[inline]
    fn settle(&mut self, buffer: usize) {
        let flits = self.buffers.settle(buffer);
        let inputs = self.switches.inputs.len();
        if buffer >= inputs {
            self.arrived.set(buffer - inputs, true);
        } else if flits == 1 {
            self.face(buffer, self.now);
        }
    }

    /// The oldest flit of an input, if there is one, has come to the front: it may leave from cycle
    /// `since` on.
    #[inline]
    fn face(&mut self, input: usize, since: u64) {
        let Some(flit) = self.buffers.front(input) else {
            return;
        };
        let state = &mut self.switches.inputs[input];
        state.since = since;
        if flit.is_head() {
            let port = self
                .routing
                .port(state.switch as usize, flit.target as usize);
            state.output = state.switch * self.topology.ports as u32 + port as u32;
        }
        self.switches.want(input);
    }

    /// A credit has come back to a link.
    #[inline]
    fn refund(&mut self, link: usize) {
        let outputs = self.switches.outputs.len();
        if link < outputs {
            self.switches.outputs[link].link.credits += 1;
            self.switches.review(link);
        } else {
            self.endpoints[link - outputs].link.credits += 1;
        }
    }
}
