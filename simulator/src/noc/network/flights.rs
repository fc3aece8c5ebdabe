//! Packets that fly: while no packet in a network has to wait for another one, the network does not
//! move flits from router to router. It computes the cycle in which each flit will reach the
//! target, and lets the flit arrive there in that cycle.
//!
//! A packet may fly if every output on its route is free by the time when the packet's head reaches
//! it. Then each flit of the packet leaves each buffer in the cycle of its arrival. It always finds
//! a credit, because a buffer has a slot for each flit of a round trip, and endpoints take their
//! flits in time.
//!
//! If an endpoint can hand over one flit of its packet in each cycle, it launches the packet
//! ([`Network::launch`]): the network takes the flits by itself, and knows when the outputs will be
//! free again. Other packets are handed over flit by flit, and keep their outputs until the last
//! flit has been handed over.
//!
//! The first flits of a packet may be marked as silent: their receiver takes them in the cycle of
//! their arrival, whatever else happens in that cycle, and they have no further effect. The network
//! does not let such flits arrive one by one, but counts them as taken in advance. An endpoint that
//! may leave flits in its buffer must report this ([`Network::note_may_hold`]).
//!
//! As soon as one of these conditions may fail, all packets land ([`Network::land`]): their flits,
//! and the outputs that they have passed, get the state that they would have had without flying.
//! Then the network moves flit by flit until no flit is left. If a launched packet lands before the
//! network has taken all of it, its sender hands over the rest.

use super::Network;
use crate::noc::flit::{Flit, Service};
use crate::noc::router::Routers;
use crate::noc::Parameters;

/// Used in place of the first free cycle of an output that is occupied by a packet whose last flit
/// has not been handed over yet.
const UNKNOWN: u64 = u64::MAX;

/// A launched packet: the network takes its flits by itself, one in each cycle from `begun` on.
#[derive(Debug, Clone, Copy)]
pub struct Launch {
    pub service: Service,
    begun: u64,
    flits: u8,
}

impl Launch {
    /// The cycle in which the network takes the last flit.
    #[inline]
    pub fn last(self) -> u64 {
        self.end() - 1
    }

    /// The cycle after the one in which the network takes the last flit.
    #[inline]
    pub fn end(self) -> u64 {
        self.begun + u64::from(self.flits)
    }
}

/// The packets that fly. Their flits arrive in computed cycles instead of moving from router to
/// router.
#[derive(Debug, Clone, Default)]
pub(super) struct Flights {
    /// Whether the conditions for flying can hold in this network at all.
    possible: bool,
    /// Whether packets that are handed over now may fly (arrive in computed cycles). If not, no
    /// packet is flying.
    pub may_fly: bool,
    /// Cycles that a flit takes from an endpoint to its router (`start`), from one router to the
    /// next (`hop`), and from a router to an endpoint (`end`).
    start: u64,
    hop: u64,
    end: u64,
    /// Number of flits that an endpoint may leave in its buffer without delaying later ones.
    slack: u8,
    /// For each output, the first cycle in which no flying packet needs it.
    free: Vec<u64>,
    /// For each output, the cycle in which a flying head last passed it, as far as the output's
    /// state shows this.
    heads: Vec<u64>,
    /// The flying packets by number. When a packet stops flying, its entry is kept, and a later
    /// packet reuses the memory.
    all: Vec<Flight>,
    /// The numbers of the entries in `all` that are not in use.
    unused: Vec<u32>,
    /// For each endpoint, the packet that it is handing over or has handed over last.
    latest: Vec<u32>,
    /// The flits of flying packets, by the cycle in which they will arrive. Each has the number of
    /// its packet.
    due: Vec<Vec<(u32, Flit)>>,
    /// Number of flits in `due`.
    flits: usize,
    /// For each endpoint, the cycle after the last arrival of a silent flit (one that is counted as
    /// taken in advance).
    silent_until: Vec<u64>,
    /// The cycle after the last arrival of any silent flit, that is, a flit that is counted as
    /// taken in advance.
    pub silent_end: u64,
    /// The latest cycle in which an endpoint has taken a flit of a flying packet.
    pub taken_at: u64,
}

/// A packet that flies: its flits arrive in computed cycles.
#[derive(Debug, Clone, Default)]
struct Flight {
    head: Flit,
    source: u32,
    /// Number of leading flits that are silent, that is, counted as taken in advance. They have
    /// been handed over in the packet's first cycles.
    silent: u8,
    /// The outputs on the packet's route. The last output leads to the target.
    outputs: Vec<u32>,
    /// The cycles in which the packet's first flit and its last flit are handed over. `ended` is
    /// none if it is not known yet.
    begun: u64,
    ended: Option<u64>,
    /// Number of flits that have arrived. Silent flits, which are counted as taken in advance, are
    /// not included.
    arrived: u64,
}

impl Flights {
    /// Makes the state for a network in which no packet flies yet. For packets to fly at all, three
    /// conditions must hold: the network has simple routes and channels (`is_plain`, see
    /// `Network::plain`), all links take equally long and return a credit in one cycle, and a
    /// buffer has a slot for each flit of a round trip.
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
            silent_until: vec![0; ends],
            taken_at: u64::MAX,
            ..Flights::default()
        }
    }

    /// From now on, no packet of this network may fly (arrive in computed cycles). No packet may be
    /// flying at the call.
    pub fn forbid(&mut self) {
        self.possible = false;
        self.may_fly = false;
    }

    /// From now on, packets may fly (arrive in computed cycles) if this network allows it. The
    /// network must be empty.
    #[inline]
    pub fn open(&mut self) {
        self.may_fly = self.possible;
    }

    /// Whether a packet flies.
    pub fn are_there(&self) -> bool {
        self.unused.len() < self.all.len()
    }

    /// Number of cycles from the injection of a flit until the flit requests the output with this
    /// index on its route.
    fn until(&self, index: usize) -> u64 {
        self.start + index as u64 * self.hop
    }

    /// Number of cycles from the injection of a flit until it arrives at the end of a route with
    /// this number of outputs.
    fn latency(&self, outputs: usize) -> u64 {
        self.until(outputs - 1) + self.end
    }

    fn at(&self, cycle: u64) -> usize {
        cycle as usize & (self.due.len() - 1)
    }

    /// Makes the list of arrivals longer, so that it has room for flits that take `latency` cycles.
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

    /// The first cycle after `now` in which a flit arrives, not counting silent flits, which are
    /// counted as taken in advance.
    pub fn next_arrival(&self, now: u64) -> Option<u64> {
        if self.flits == 0 {
            return None;
        }
        let mut later = now + 1..=now + self.due.len() as u64;
        later.find(|&cycle| !self.due[self.at(cycle)].is_empty())
    }

    /// Removes all flying packets, and makes their outputs free.
    fn clear(&mut self) {
        for flight in &self.all {
            for &output in &flight.outputs {
                self.free[output as usize] = 0;
            }
            self.silent_until[usize::from(flight.head.target())] = 0;
        }
        self.silent_end = 0;
        self.due.iter_mut().for_each(Vec::clear);
        self.unused = (0..self.all.len() as u32).collect();
        self.flits = 0;
    }
}

impl Network {
    /// Records whether an endpoint may leave flits in its buffer that arrive in the next cycle or
    /// later.
    pub fn note_may_hold(&mut self, endpoint: usize, may_hold: bool) {
        self.may_hold.set(endpoint, may_hold);
    }

    /// Launches a packet, that is, makes the network take its flits by itself. The packet has
    /// `flits` flits, and the endpoint could hand over its head now. The first `silent` flits are
    /// silent (counted as taken in advance). If the packet cannot fly, makes all flying packets
    /// land, so that flits move from router to router again, and returns none; the endpoint must
    /// then hand the packet over flit by flit.
    #[inline]
    pub fn launch(&mut self, endpoint: usize, head: Flit, flits: u8, silent: u8) -> Option<Launch> {
        let launch = Launch {
            service: head.service(),
            begun: self.now,
            flits,
        };
        let launches = self.flights.may_fly && self.fly_whole(endpoint, head, silent, launch);
        launches.then_some(launch)
    }

    fn fly_whole(&mut self, endpoint: usize, head: Flit, silent: u8, launch: Launch) -> bool {
        let (now, flits) = (self.now, launch.flits);
        if !self.take_off(endpoint, head, Some(launch.last())) {
            self.land();
            return false;
        }
        self.note_level(head.service());
        self.endpoints[endpoint].next = launch.end();
        self.injected += u64::from(flits);
        let number = self.flights.latest[endpoint];
        let silent = match self.may_hold.has(head.target().into()) {
            true => 0,
            false => silent,
        };
        if silent > 0 {
            self.mark_silent(number, silent);
        }
        let flights = &mut self.flights;
        let latency = flights.latency(flights.all[number as usize].outputs.len());
        for sequence in silent..flits {
            let at = flights.at(now + latency + u64::from(sequence));
            flights.due[at].push((number, head.successor(sequence, flits)));
        }
        flights.flits += usize::from(flits - silent);
        true
    }

    /// Marks the first `silent` flits of a packet as silent. From now on they count as taken,
    /// although they have not arrived.
    fn mark_silent(&mut self, number: u32, silent: u8) {
        let flights = &mut self.flights;
        let flight = &mut flights.all[number as usize];
        flight.silent = silent;
        let begun = flight.begun + u64::from(silent);
        let (outputs, target) = (flight.outputs.len(), flight.head.target());
        let end = begun + flights.latency(outputs);
        flights.silent_until[usize::from(target)] = end;
        flights.silent_end = flights.silent_end.max(end);
        self.ejected += u64::from(silent);
    }

    /// If a launched packet landed before the network had taken all its flits, the number of flits
    /// that the network took; the packet's endpoint hands over the rest. None if the network took
    /// all flits, even if it landed in the cycle of the last one.
    #[inline]
    pub fn cut(&self, launch: Launch) -> Option<u8> {
        let landed = self.landed?;
        let is_cut = (launch.begun..launch.last()).contains(&landed);
        is_cut.then(|| (landed + 1 - launch.begun) as u8)
    }

    /// Handles a flit that an endpoint hands over while packets fly: it will arrive in a computed
    /// cycle. If its packet cannot fly, makes all flying packets land, so that flits move from
    /// router to router again, and returns false.
    #[inline(never)]
    pub(super) fn fly(&mut self, endpoint: usize, flit: Flit, is_silent: bool) -> bool {
        let now = self.now;
        if flit.is_head() && !self.take_off(endpoint, flit, None) {
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
        if is_silent && !self.may_hold.has(flit.target().into()) {
            self.mark_silent(number, 1);
            return true;
        }
        let at = flights.at(now + flights.latency(outputs));
        flights.due[at].push((number, flit));
        flights.flits += 1;
        true
    }

    /// Reserves the outputs on the route of a packet whose head is handed over now, if all of them
    /// will be free in time. Returns whether they will. `ended` is the cycle in which the last flit
    /// is handed over, if known.
    fn take_off(&mut self, source: usize, head: Flit, ended: Option<u64>) -> bool {
        let now = self.now;
        let target = usize::from(head.target());
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
            for (index, &output) in outputs.iter().enumerate() {
                let free = ended.map_or(UNKNOWN, |ended| ended + flights.until(index) + 1);
                flights.free[output as usize] = free;
            }
            let longest = flights.latency(outputs.len()) + ended.map_or(0, |ended| ended - now);
            if longest >= flights.due.len() as u64 {
                flights.lengthen(longest, now);
            }
            flights.latest[source] = number;
        } else {
            outputs.clear();
            flights.unused.push(number);
        }
        flights.all[number as usize] = Flight {
            head,
            source: source as u32,
            silent: 0,
            outputs,
            begun: now,
            ended,
            arrived: 0,
        };
        is_free
    }

    /// Simulates a network in which packets may fly (arrive in computed cycles) up to `cycle`.
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
        }
    }

    /// Whether an endpoint is too slow for packets to fly. It has left so many flits in its buffer
    /// that the next flit might find no slot, or it might not take the next silent flit in the
    /// cycle of its arrival.
    #[inline]
    pub(super) fn has_late_endpoint(&self) -> bool {
        let expects_silent = |endpoint: usize| self.flights.silent_until[endpoint] > self.now + 1;
        let is_late = |endpoint: usize| {
            let length = self.buffers.all[self.inner + endpoint].length;
            length > self.flights.slack || expects_silent(endpoint)
        };
        !self.arrived.is_empty() && self.arrived.iter().any(is_late)
            || !self.may_hold.is_empty() && self.may_hold.iter().any(expects_silent)
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

    /// Updates the outputs on a packet's route, as if the packet's flits had passed them in the
    /// cycles before `now`. Also adds the flits that have arrived to the counts of the links on the
    /// route.
    fn pass_until(&mut self, number: usize, now: u64) {
        let flights = &mut self.flights;
        let flight = &flights.all[number];
        let first = flight.begun + flights.latency(flight.outputs.len());
        let past = now.saturating_add(1).saturating_sub(first);
        let silent = past.min(flight.silent.into());
        let arrived = flight.arrived + silent;
        let link = &mut self.routers.outputs[self.inner + flight.source as usize].link;
        link.flits += arrived;
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
            // Other flits were counted on the last link when they arrived at the endpoint.
            state.link.flits += match buffer < self.inner {
                true => arrived,
                false => silent,
            };
        }
    }

    /// Makes all packets land: from now on, the network moves flits from router to router. If an
    /// endpoint has taken a flit in this cycle, the credit should return in the next one, but the
    /// sender of the flit has it already. This makes no difference, because an endpoint that takes
    /// its flits in time leaves its sender another credit for this cycle.
    pub(super) fn land(&mut self) {
        self.flights.may_fly = false;
        let now = self.now;
        if !self.flights.are_there() {
            return;
        }
        self.landed = Some(now);
        let mut flying = vec![true; self.flights.all.len()];
        for &number in &self.flights.unused {
            flying[number as usize] = false;
        }
        // The flits that have not arrived, each with the cycle in which it was handed over and the
        // number of its packet.
        let mut flits = vec![];
        for number in (0..flying.len()).filter(|&number| flying[number]) {
            self.pass_until(number, now);
            let flight = &self.flights.all[number];
            if flight.ended.is_some_and(|ended| ended > now) {
                self.unfinished += 1;
                self.endpoints[flight.source as usize].next = now + 1;
            }
            let latency = self.flights.latency(flight.outputs.len());
            let (head, begun) = (flight.head, flight.begun);
            for sequence in 0..flight.silent {
                let given = begun + u64::from(sequence);
                if given + latency > now {
                    self.ejected -= 1;
                    // The last flit of a packet is never silent. So this is not the last one, and
                    // the length of the packet does not matter.
                    flits.push((given, number as u32, head.successor(sequence, u8::MAX)));
                }
            }
        }
        let flights = &self.flights;
        for arrival in now + 1..=now + flights.due.len() as u64 {
            for &(number, flit) in &flights.due[flights.at(arrival)] {
                let outputs = flights.all[number as usize].outputs.len();
                flits.push((arrival - flights.latency(outputs), number, flit));
            }
        }
        let handed_over = flits.iter().filter(|&&(given, ..)| given <= now).count();
        self.injected -= (flits.len() - handed_over) as u64;
        flits.retain(|&(given, ..)| given <= now);
        self.put_on_links(flits);
    }

    /// Puts the flits of flying packets where they would be without flying: into buffers, or on
    /// links. `handed_over` contains, for each flit, the cycle in which it was handed over, and the
    /// number of its packet. Afterwards no packet flies.
    fn put_on_links(&mut self, handed_over: Vec<(u64, u32, Flit)>) {
        let now = self.now;
        let mut flits = vec![];
        for (given, number, flit) in handed_over {
            let flights = &self.flights;
            let flight = &flights.all[number as usize];
            let mut link = self.inner + flight.source as usize;
            self.routers.outputs[link].link.flits += 1;
            let mut next = given + flights.start;
            for (index, &output) in flight.outputs.iter().enumerate() {
                if next >= now {
                    break;
                }
                link = output as usize;
                self.routers.outputs[link].link.flits += 1;
                let is_end = index + 1 == flight.outputs.len();
                next += if is_end { flights.end } else { flights.hop };
            }
            flits.push((next, link, flit));
        }
        self.flights.clear();
        flits.sort_by_key(|&(next, ..)| next);
        let mut waiting = vec![];
        for (next, link, flit) in flits {
            let (buffer, _) = self.send(link, flit);
            // The call of `send` has counted this flit a second time.
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
