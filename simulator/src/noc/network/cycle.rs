//! One cycle after the other: decide, move, arrive.

use super::Network;
use crate::noc::flit::Flit;
use crate::noc::routing::Routing;
use crate::noc::switch::Grant;

impl Network {
    /// Goes on cycle by cycle up to `cycle`.
    pub(super) fn run(&mut self, cycle: u64) {
        while self.now < cycle {
            let mut grants = std::mem::take(&mut self.grants);
            self.switches.decide(&self.buffers, &mut grants);
            if !self.opening.is_empty() {
                self.refuse_opens();
            }
            self.advance(&grants);
            grants.clear();
            self.grants = grants;
        }
    }

    /// The same, deciding by the reference.
    pub(super) fn run_every(&mut self, cycle: u64) {
        while self.now < cycle {
            let grants = self.switches.decide_every(&self.buffers, &self.routing);
            self.refuse_every_open();
            self.advance(&grants);
        }
    }

    /// One cycle: what has been granted moves, then what is due in the next one arrives.
    fn advance(&mut self, grants: &[Grant]) {
        for &grant in grants {
            self.forward(grant);
        }
        self.now += 1;
        let arrivals = self.lines.arrive(self.now);
        for &buffer in &arrivals.flits {
            self.settle(buffer as usize);
        }
        for &link in &arrivals.credits {
            self.switches.refund(link as usize);
        }
        for &link in &arrivals.refusals {
            self.undo(link as usize);
        }
        self.lines.recycle(self.now, arrivals);
    }

    /// A flit leaves its buffer and goes through the switch onto the link.
    #[inline]
    fn forward(&mut self, Grant { buffer, output }: Grant) {
        let source = &mut self.buffers.all[buffer as usize];
        let place = source.head;
        source.length -= 1;
        source.stalled += self.now - source.since;
        source.since = self.now + 1;
        let (input, more, feeder) = (source.input, source.length > 0, source.feeder);
        source.head = self.buffers.ring.after(place);
        let flit = self.buffers.places[place as usize];
        if flit.sets_up() {
            self.set_up(flit, buffer, output as usize, input);
        }

        let last = flit.is_last();
        let way = &mut self.switches.outputs[output as usize];
        way.passed(input, last, more && !last);
        let (to, delay) = self.send(output as usize, flit);
        self.lines.send_flit(self.now + delay, to);
        let way = &self.switches.outputs[output as usize];
        let stops = !way.can_move();
        self.switches.movable.remove_if(output as usize, stops);
        self.switches.took_turn(output as usize);

        // The decisions of this cycle have been made, so what holds from the next one on may be
        // written down at once.
        if more && last {
            self.face(buffer as usize);
        }
        self.give_back(feeder);
    }

    /// A place has become free in the buffer at the end of a link.
    #[inline]
    pub(super) fn give_back(&mut self, link: u32) {
        if self.credit_delay == 1 {
            self.switches.refund(link as usize);
        } else {
            self.lines.send_credit(self.now + self.credit_delay, link);
        }
    }

    /// A flit starts on a link that has a credit: gives the buffer that it goes to, and the cycles
    /// that it takes.
    #[inline]
    pub(super) fn send(&mut self, link: usize, flit: Flit) -> (u32, u64) {
        let link = &mut self.switches.outputs[link].link;
        link.credits -= 1;
        link.flits += 1;
        let tail = link.tail;
        link.tail = self.buffers.ring.after(tail);
        self.buffers.places[tail as usize] = flit;
        (link.to, link.delay as u64)
    }

    /// The next flit has arrived in a buffer.
    #[inline]
    pub(super) fn settle(&mut self, number: usize) {
        let buffer = &mut self.buffers.all[number];
        buffer.length += 1;
        if number >= self.inner {
            self.arrived.insert_if(buffer.place.into(), true);
        } else if buffer.length == 1 {
            buffer.since = self.now;
            self.face(number);
        }
    }

    /// Another flit has come to the front of an input. All flits of a packet know its target, so all
    /// are routed, which is cheaper than to guess which are heads.
    #[inline(always)]
    fn face(&mut self, number: usize) {
        // The usual case by itself: whatever else is looked at here is felt, even if it is only
        // registers that have to be saved.
        match &self.routing {
            Routing::Xy(mesh) if self.switches.lanes.each() == 1 => {
                let buffer = &self.buffers.all[number];
                let target = self.buffers.places[buffer.head as usize].target;
                let port = mesh.port(buffer.place.into(), target.into());
                let output = buffer.first_output as usize + port;
                self.switches.want(output, buffer.input);
            }
            _ => self.face_lanes(number),
        }
    }

    /// The same, for all topologies, lanes and packets.
    #[inline(never)]
    fn face_lanes(&mut self, number: usize) {
        let output = self.switches.way(number, &self.buffers, &self.routing);
        self.switches.want(output, self.buffers.all[number].input);
        if self.buffers.front(number).opens() {
            self.opening.push(number as u32);
        }
    }
}
