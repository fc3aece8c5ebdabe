//! Packets that fly: while no packet in a network waits for another packet, the network does not
//! move their flits from router to router. It computes the cycle in which each flit will reach the
//! target, and lets the flit arrive there in that cycle.
//!
//! A packet may fly if every output on its route is free from the cycle on in which the packet's
//! head will come to the output. If a packet has not been handed over completely, it keeps its
//! outputs, since its end is unknown. Under these conditions each flit of a flying packet leaves
//! each buffer in the cycle of its arrival, and has a credit: a buffer has a slot for each flit of
//! a round trip, and the endpoints take their flits in time.
//!
//! As soon as one of these conditions may fail, all packets land ([`Network::land`]): their flits,
//! and the outputs that they have passed, get the state that they would have had without flying.
//! Then the network moves flit by flit until no flit is left.

use super::Network;
use crate::noc::flit::Flit;
use crate::noc::router::Routers;
use crate::noc::Parameters;

/// The first free cycle of an output of a packet that has not been handed over completely.
const UNKNOWN: u64 = u64::MAX;

/// The packets that fly.
#[derive(Debug, Clone, Default)]
pub(super) struct Flights {
    /// Whether packets of this network can fly at all.
    possible: bool,
    /// Whether packets that are handed over now may fly. If not, none flies.
    pub open: bool,
    /// Cycles of a flit from an endpoint to its router, from one router to the next, and from a
    /// router to an endpoint.
    start: u64,
    hop: u64,
    end: u64,
    /// Number of flits that an endpoint may leave in its buffer.
    slack: u8,
    /// For each output, the first cycle in which the output is free.
    free: Vec<u64>,
    /// For each output, the cycle of the last flying head whose passage is included in the output's
    /// state.
    heads: Vec<u64>,
    /// The packets by number. The entry of a packet that no longer flies is kept, and a later
    /// packet reuses its memory.
    all: Vec<Flight>,
    /// The numbers of the entries without a packet that flies.
    unused: Vec<u32>,
    /// For each endpoint, the packet that it is handing over or has handed over last.
    latest: Vec<u32>,
    /// The flits that fly, with the numbers of their packets, by the cycle of their arrival.
    due: Vec<Vec<(u32, Flit)>>,
    /// Number of flits that fly.
    flits: usize,
}

/// A packet that flies.
#[derive(Debug, Clone, Default)]
struct Flight {
    source: u32,
    /// The outputs on the packet's route. The last output leads to the target.
    outputs: Vec<u32>,
    /// The cycles in which the packet's first flit and its last flit were handed over.
    begun: u64,
    ended: Option<u64>,
    /// Number of flits that have arrived.
    arrived: u64,
}

impl Flights {
    /// Makes the state for a network in which no packet flies yet. Packets can fly only if
    /// `is_plain`: all routes are fixed, and all links are equal.
    pub fn new(parameters: &Parameters, is_plain: bool, routers: &Routers, ends: usize) -> Flights {
        let (start, hop) = (parameters.delay, parameters.router + parameters.link);
        let end = parameters.router + parameters.delay;
        let round_trip = hop.max(end) + parameters.credit;
        let is_uniform = parameters.links.is_empty() && parameters.credit == 1;
        if !is_plain || !is_uniform || parameters.buffer_flits < round_trip {
            return Flights::default();
        }
        Flights {
            possible: true,
            start: start.into(),
            hop: hop.into(),
            end: end.into(),
            slack: (parameters.buffer_flits - end - parameters.credit) as u8,
            free: vec![0; routers.inner],
            heads: vec![0; routers.inner],
            latest: vec![0; ends],
            ..Flights::default()
        }
    }

    /// Forbids packets of this network to fly from now on. No packet may be flying.
    pub fn forbid(&mut self) {
        self.possible = false;
        self.open = false;
    }

    /// Lets packets fly from now on if they can. The network must be empty.
    #[inline]
    pub fn open(&mut self) {
        self.open = self.possible;
    }

    /// Whether a packet flies.
    pub fn are_there(&self) -> bool {
        self.unused.len() < self.all.len()
    }

    /// The number of cycles from the handing over of a flit until the flit requests output number
    /// `index` of its route.
    fn until(&self, index: usize) -> u64 {
        self.start + index as u64 * self.hop
    }

    /// Cycles from the handing over of a flit until it arrives at the end of a route.
    fn latency(&self, outputs: usize) -> u64 {
        self.until(outputs - 1) + self.end
    }

    fn at(&self, cycle: u64) -> usize {
        cycle as usize & (self.due.len() - 1)
    }

    /// Makes room in the delay line for flits that take `latency` cycles.
    #[cold]
    fn lengthen(&mut self, latency: u64, now: u64) {
        let mut before = std::mem::take(&mut self.due);
        self.due = vec![vec![]; (latency as usize + 1).next_power_of_two()];
        for cycle in now + 1..=now + before.len() as u64 {
            let from = cycle as usize & (before.len() - 1);
            let to = self.at(cycle);
            self.due[to] = std::mem::take(&mut before[from]);
        }
    }

    /// The first cycle after `now` in which a flit arrives.
    pub fn next_arrival(&self, now: u64) -> Option<u64> {
        if self.flits == 0 {
            return None;
        }
        let mut later = now + 1..=now + self.due.len() as u64;
        later.find(|&cycle| !self.due[self.at(cycle)].is_empty())
    }

    /// Removes all packets, and makes their outputs free.
    fn clear(&mut self) {
        for flight in &self.all {
            for &output in &flight.outputs {
                self.free[output as usize] = 0;
            }
        }
        self.due.iter_mut().for_each(Vec::clear);
        self.unused = (0..self.all.len() as u32).collect();
        self.flits = 0;
    }
}

impl Network {
    /// Lets a flit fly that an endpoint hands over now. If the flit's packet cannot fly, makes all
    /// flying packets land and returns false.
    #[inline(never)]
    pub(super) fn fly(&mut self, endpoint: usize, flit: Flit) -> bool {
        let now = self.now;
        if flit.is_head() && !self.take_off(endpoint, flit.target().into()) {
            self.land();
            return false;
        }
        let flights = &mut self.flights;
        let number = flights.latest[endpoint];
        let outputs = flights.all[number as usize].outputs.len();
        if flit.is_last() {
            flights.all[number as usize].ended = Some(now);
            for index in 0..outputs {
                let output = flights.all[number as usize].outputs[index];
                flights.free[output as usize] = now + flights.until(index) + 1;
            }
        }
        let at = flights.at(now + flights.latency(outputs));
        flights.due[at].push((number, flit));
        flights.flits += 1;
        true
    }

    /// Occupies the outputs on the route of a packet whose head is handed over now, if all of them
    /// will be free.
    fn take_off(&mut self, source: usize, target: usize) -> bool {
        let now = self.now;
        let number = self.flights.unused.pop().unwrap_or_else(|| {
            self.flights.all.push(Flight::default());
            self.flights.all.len() as u32 - 1
        });
        let mut outputs = std::mem::take(&mut self.flights.all[number as usize].outputs);
        outputs.clear();
        let mut buffer = self.routers.outputs[self.inner + source].link.to as usize;
        let mut cycle = now + self.flights.start;
        let mut is_free = true;
        while is_free && buffer < self.inner {
            let output = self.output_towards(buffer, target);
            outputs.push(output as u32);
            is_free = self.flights.free[output] <= cycle;
            cycle += self.flights.hop;
            buffer = self.routers.outputs[output].link.to as usize;
        }
        let flights = &mut self.flights;
        if is_free {
            for &output in &outputs {
                flights.free[output as usize] = UNKNOWN;
            }
            let latency = flights.latency(outputs.len());
            if latency >= flights.due.len() as u64 {
                flights.lengthen(latency, now);
            }
            flights.latest[source] = number;
        } else {
            outputs.clear();
            flights.unused.push(number);
        }
        flights.all[number as usize] = Flight {
            source: source as u32,
            outputs,
            begun: now,
            ended: None,
            arrived: 0,
        };
        is_free
    }

    /// Brings a network in which packets may fly to `cycle`.
    #[inline(never)]
    pub(super) fn glide(&mut self, cycle: u64) {
        while self.now < cycle {
            if self.has_late_endpoint() {
                self.land();
                return self.run(cycle);
            }
            self.now += 1;
            if self.flights.flits > 0 {
                self.let_arrive();
            }
            if self.lines.has_signals() {
                self.take_signals();
            }
        }
    }

    /// Whether an endpoint has so many flits in its buffer that the next one might find no slot.
    #[inline]
    pub(super) fn has_late_endpoint(&self) -> bool {
        let length = |endpoint: usize| self.buffers.all[self.inner + endpoint].length;
        let mut arrived = self.arrived.iter();
        !self.arrived.is_empty() && arrived.any(|endpoint| length(endpoint) > self.flights.slack)
    }

    /// Lets the flits that are due in this cycle arrive.
    fn let_arrive(&mut self) {
        let at = self.flights.at(self.now);
        let mut due = std::mem::take(&mut self.flights.due[at]);
        self.flights.flits -= due.len();
        for &(number, flit) in &due {
            let flight = &mut self.flights.all[number as usize];
            flight.arrived += 1;
            let output = *flight.outputs.last().expect("a route has an output");
            let (buffer, _) = self.send(output as usize, flit);
            self.deliver(buffer as usize);
            if flit.is_last() {
                self.pass_until(number as usize, u64::MAX);
                self.flights.unused.push(number);
            }
        }
        due.clear();
        self.flights.due[at] = due;
    }

    /// Gives outputs the state after the passages of a packet before cycle `now`, and adds the
    /// flits that have arrived to the counts of the packet's links.
    fn pass_until(&mut self, number: usize, now: u64) {
        let flights = &mut self.flights;
        let flight = &flights.all[number];
        let link = &mut self.routers.outputs[self.inner + flight.source as usize].link;
        link.flits += flight.arrived;
        let mut buffer = link.to as usize;
        for (index, &output) in flight.outputs.iter().enumerate() {
            let state = &mut self.routers.outputs[output as usize];
            let head = flight.begun + flights.until(index);
            if head < now && head >= flights.heads[output as usize] {
                let last = flight.ended.map(|ended| ended + flights.until(index));
                state.passed(
                    self.buffers.all[buffer].input,
                    last.is_some_and(|last| last < now),
                    true,
                );
                flights.heads[output as usize] = head;
            }
            buffer = state.link.to as usize;
            // The flits have been counted as they came to the endpoint.
            if buffer < self.inner {
                state.link.flits += flight.arrived;
            }
        }
    }

    /// Lets all packets land. From now on the network moves flit by flit.
    pub(super) fn land(&mut self) {
        self.flights.open = false;
        if !self.flights.are_there() {
            return;
        }
        let now = self.now;
        let mut flying = vec![true; self.flights.all.len()];
        for &number in &self.flights.unused {
            flying[number as usize] = false;
        }
        for number in (0..flying.len()).filter(|&number| flying[number]) {
            self.pass_until(number, now);
        }
        // Each flit is in the buffer at the end of a link, or on its way there.
        let mut flits = vec![];
        let flights = &self.flights;
        for arrival in now + 1..=now + flights.due.len() as u64 {
            for &(number, flit) in &flights.due[flights.at(arrival)] {
                let Flight {
                    source, outputs, ..
                } = &flights.all[number as usize];
                let given = arrival - flights.latency(outputs.len());
                let mut link = self.inner + *source as usize;
                self.routers.outputs[link].link.flits += 1;
                let mut next = given + flights.start;
                for (index, &output) in outputs.iter().enumerate() {
                    if next >= now {
                        break;
                    }
                    link = output as usize;
                    self.routers.outputs[link].link.flits += 1;
                    let is_end = index + 1 == outputs.len();
                    next += if is_end { flights.end } else { flights.hop };
                }
                flits.push((next, link, flit));
            }
        }
        self.flights.clear();
        flits.sort_by_key(|&(next, ..)| next);
        let mut waiting = vec![];
        for (next, link, flit) in flits {
            let (buffer, _) = self.send(link, flit);
            // send() has counted this flit a second time.
            self.routers.outputs[link].link.flits -= 1;
            match next > now {
                true => self.lines.send_flit(next, buffer),
                false => waiting.push(buffer as usize),
            }
        }
        for buffer in waiting {
            self.deliver(buffer);
        }
    }
}
