//! One cycle after the other: decide, move, arrive.

use super::Network;
use crate::noc::flit::Flit;
use crate::noc::switch::Grant;

impl Network {
    /// Goes on cycle by cycle up to `cycle`.
    pub(super) fn run(&mut self, cycle: u64) {
        while self.now < cycle {
            let mut grants = std::mem::take(&mut self.grants);
            self.switches.decide(&mut grants);
            self.advance(&grants);
            grants.clear();
            self.grants = grants;
        }
    }

    /// The same, deciding by the reference.
    pub(super) fn run_every(&mut self, cycle: u64) {
        while self.now < cycle {
            let grants = self
                .switches
                .decide_every(self.ports, &self.buffers, &self.routing);
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

        let way = &mut self.switches.outputs[output as usize];
        way.passed(input, flit.last, more && !flit.last);
        let (to, delay) = self.send(output as usize, flit);
        self.lines.send_flit(self.now + delay, to);
        let way = &self.switches.outputs[output as usize];
        let stops = !way.can_move();
        self.switches.movable.remove_if(output as usize, stops);

        // The decisions of this cycle have been made, so what holds from the next one on may be
        // written down at once.
        if more && flit.last {
            self.face(buffer as usize);
        }
        if self.credit_delay == 1 {
            self.switches.refund(feeder as usize);
        } else {
            self.lines.send_credit(self.now + self.credit_delay, feeder);
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
        if number >= self.ports {
            self.arrived.insert_if(number - self.ports, true);
        } else if buffer.length == 1 {
            buffer.since = self.now;
            self.face(number);
        }
    }

    /// Another flit has come to the front of an input. All flits of a packet know its target, so all
    /// are routed, which is cheaper than to guess which are heads.
    #[inline(always)]
    fn face(&mut self, number: usize) {
        let buffer = &self.buffers.all[number];
        let target = self.buffers.places[buffer.head as usize].target;
        let switch = buffer.switch as usize;
        let port = self.routing.port(switch, target as usize);
        let output = switch * self.switches.ports + port;
        self.switches.want(output, buffer.input);
    }
}
