//! What happens in a cycle of a network: outputs are allocated, flits move, and flits arrive.

use super::zone::{LEAVES, LEAVES_BACK};
use super::Network;
use crate::noc::buffer::Slot;
use crate::noc::flit::Flit;
use crate::noc::link::PAUSES;
use crate::noc::router::Grant;
use crate::noc::routing::{At, Routing, Ways};
use crate::noc::topology::Connection;

impl Network {
    /// Simulates the network cycle by cycle up to `cycle`.
    pub(super) fn run(&mut self, cycle: u64) {
        while self.now < cycle {
            if self.rests() && self.lines.arrivals(self.now + 1).count() == 0 {
                self.rest_until(self.now + 1);
                continue;
            }
            if !self.needed_outputs.is_empty() {
                self.tell_initiators();
            }
            self.choose();
            let mut grants = std::mem::take(&mut self.grants);
            self.routers.allocate(&self.buffers, self.now, &mut grants);
            if !self.opening.is_empty() {
                self.refuse_opens();
            }
            self.advance(&grants);
            grants.clear();
            self.grants = grants;
            if !self.needed_outputs.is_empty() {
                self.tell_initiators();
            }
        }
    }

    /// Simulates the network cycle by cycle up to `cycle`, for the reference mode: the reference
    /// allocator makes the grants, and every buffer is searched for circuits to refuse, and every
    /// output for circuits that are needed.
    pub(super) fn run_every(&mut self, cycle: u64) {
        while self.now < cycle {
            self.tell_every_initiator();
            self.choose();
            let (buffers, trees) = (&self.buffers, self.trees.as_ref());
            let grants = (self.routers).allocate_reference(buffers, &self.routing, trees, self.now);
            if !self.routers.queue {
                self.refuse_every_open();
            }
            self.advance(&grants);
        }
    }

    /// Simulates a cycle: the granted flits move. Then the flits, credits and signals that are due
    /// in the next cycle arrive.
    pub(super) fn advance(&mut self, grants: &[Grant]) {
        if self.trees.is_some() {
            return self.advance_with_copies(grants);
        }
        self.stalls += self.waiting - grants.len() as u64;
        for &grant in grants {
            self.forward(grant);
        }
        self.now += 1;
        let now = self.now;
        for index in 0..self.lines.arrivals(now).flits.len() {
            let buffer = self.lines.arrivals(now).flits[index];
            self.deliver(buffer as usize);
        }
        self.take_signals();
    }

    /// Handles the credits and signals that arrive in this cycle, and then empties the list of
    /// arrivals.
    #[inline]
    pub(super) fn take_signals(&mut self) {
        let now = self.now;
        for &link in &self.lines.arrivals(now).credits {
            self.routers.add_credit(link as usize);
        }
        if !self.lines.arrivals(now).of_circuits.is_empty() {
            self.take_of_circuits();
        }
        self.lines.clear(now);
    }

    /// Lets each waiting head choose among the outputs of its route. A head chooses again in each
    /// cycle until it is granted an output. All heads choose between two cycles, so the order of
    /// events within a cycle does not affect their choices.
    #[inline]
    fn choose(&mut self) {
        if !self.routers.chosen.is_empty() {
            self.choose_outputs();
        }
    }

    #[inline(never)]
    fn choose_outputs(&mut self) {
        let mut next = 0;
        while let Some(number) = self.routers.heads.next(next) {
            next = number + 1;
            let buffer = self.buffers.all[number];
            let per_class = self.routers.channels.per_class;
            let (port, channel) = (
                usize::from(buffer.input) / per_class,
                usize::from(buffer.input) % per_class,
            );
            let ways = self.routing.ways(At {
                router: buffer.node.into(),
                from: port,
                group: self.routing.group(channel, per_class),
                target: self.buffers.front(number).target().into(),
                middle: self.middle_of(buffer.head),
            });
            if let Some(middles) = &mut self.middles {
                middles.set(buffer.head, ways.middle);
            }
            let chosen = self.best_output(number, channel, &ways);
            self.routers.choose(number, buffer.input, chosen);
        }
    }

    /// The best output for the head at the front of an input. An output that no packet is passing
    /// is better than one that is in use. Among such outputs, the head prefers, in this order: the
    /// port whose outputs have the most credits together; the output with the most credits; the
    /// port along the row; the first virtual channel in cyclic order from the input's own one on.
    /// If there is an escape channel, a head takes another channel only if that channel has enough
    /// free slots for the packet (`routing::minimal`).
    fn best_output(&self, number: usize, own: usize, ways: &Ways) -> usize {
        let first = self.buffers.all[number].first_output as usize;
        let channels = &self.routers.channels;
        let outputs = |port: usize, group: usize| {
            let base = first + port * channels.per_port();
            let of_router = self.buffers.all[number].node as usize * self.topology.ports;
            let (start, count) = match self.topology.connections[of_router + port] {
                // An endpoint has only one buffer for the packets of a class.
                Connection::Endpoint(_) => (0, 1),
                _ => self.routing.channels(group, channels.per_class),
            };
            (0..count).map(move |turn| base + start + (own + turn) % count)
        };
        let room = |output: usize| self.routers.outputs[output].room();
        let needed = match ways.escape {
            Some(_) => self.buffers.flits_of_front(number, self.buffer_flits),
            None => 0,
        };
        let of_port = |port: usize| {
            let slots: u32 = outputs(port, ways.group)
                .map(|output| u32::from(room(output).1))
                .sum();
            outputs(port, ways.group).map(move |output| {
                let (is_free, credits) = room(output);
                ((is_free && credits >= needed, slots, credits), output)
            })
        };
        let [one, other] = ways.ports;
        let others = (one != other).then(|| of_port(other));
        let mut all = of_port(one).chain(others.into_iter().flatten());
        let mut best = all.next().expect("a port has an output");
        for output in all {
            if output.0 > best.0 {
                best = output;
            }
        }
        match (best.0 .0, ways.escape) {
            (false, Some((port, group))) => outputs(port, group)
                .next()
                .expect("an escape has an output"),
            _ => best.1,
        }
    }

    /// Moves a flit from its buffer through the router onto the link.
    #[inline(always)]
    pub(super) fn forward(&mut self, Grant { buffer, output }: Grant) {
        let source = &mut self.buffers.all[buffer as usize];
        let slot = source.head;
        source.length -= 1;
        let (input, more, feeder) = (source.input, source.length > 0, source.feeder);
        source.head = self.buffers.ring.after(slot);
        self.waiting -= u64::from(!more);
        let flit = self.buffers.slots[slot as usize];
        if flit.on_circuit() {
            self.pass_on_circuit(flit, buffer, output as usize, input);
        }

        let last = flit.is_last();
        let granted = &mut self.routers.outputs[output as usize];
        granted.passed(input, last, more && !last);
        self.send_on(output, flit);
        let granted = &self.routers.outputs[output as usize];
        let stops = !granted.can_move();
        self.routers.movable.remove_if(output as usize, stops);
        if self.routers.notes_channels() {
            self.note_channel(output as usize, buffer as usize, slot, flit);
        }

        // This cycle's allocation is done. So the buffer's next packet may be routed now, and will
        // be considered in the next cycle.
        if more && last {
            self.route_front(buffer as usize);
        }
        self.return_credit(feeder);
    }

    /// Records which virtual channel an output has used, and whether a head has left. Only needed
    /// if a class has several virtual channels, or if heads choose their outputs.
    fn note_channel(&mut self, output: usize, buffer: usize, slot: Slot, flit: Flit) {
        self.routers.served_channel(output);
        if self.routers.chosen.is_empty() || !flit.is_head() {
            return;
        }
        self.routers.heads.remove_if(buffer, true);
        if let Some(middles) = &mut self.middles {
            let tail = self.routers.outputs[output].link.tail;
            middles.pass(slot, self.buffers.ring.before(tail));
        }
    }

    /// Returns a credit to the sender of a link, because a slot has become free in the buffer at
    /// the end of the link.
    #[inline(always)]
    pub(super) fn return_credit(&mut self, link: u32) {
        if link >= LEAVES_BACK {
            self.leave_back(link - LEAVES_BACK);
        } else if self.credit_at_once {
            self.routers.add_credit(link as usize);
        } else {
            let delay = self.credit_delay_of(link);
            self.lines.send_credit(self.now + delay, link);
        }
    }

    /// Cycles until the sender of a link knows of a freed slot.
    pub(super) fn credit_delay_of(&self, link: u32) -> u64 {
        let own = self.credit_delays.get(link as usize);
        own.map_or(self.credit_delay, |&delay| delay.into())
    }

    /// Sends a flit along a link of one of two special kinds: a link that needs several cycles for
    /// a flit, or one that leads to a part of the network in another thread (a zone).
    #[cold]
    fn send_on_other(&mut self, output: u32, flit: Flit, to: u32, mut delay: u64) {
        if delay & u64::from(PAUSES) != 0 {
            delay -= u64::from(PAUSES);
            self.routers.pause(output as usize, self.now);
        }
        match delay < LEAVES {
            true => self.lines.send_flit(self.now + delay, to),
            false => self.leave(output, flit, to, delay - LEAVES),
        }
    }

    /// Sends a flit along the link of an output.
    #[inline(always)]
    pub(super) fn send_on(&mut self, output: u32, flit: Flit) {
        let (to, delay) = self.send(output as usize, flit);
        match delay < u64::from(PAUSES) {
            true => self.lines.send_flit(self.now + delay, to),
            false => self.send_on_other(output, flit, to, delay),
        }
    }

    /// Sends a flit along a link, which must have a credit. The flit is written into the buffer at
    /// the end of the link at once. Returns the number of the buffer, and the number of cycles
    /// after which the flit counts as arrived.
    #[inline]
    pub(super) fn send(&mut self, link: usize, flit: Flit) -> (u32, u64) {
        let link = &mut self.routers.outputs[link].link;
        link.credits -= 1;
        link.flits += 1;
        let tail = link.tail;
        link.tail = self.buffers.ring.after(tail);
        self.buffers.slots[tail as usize] = flit;
        (link.to, link.delay as u64)
    }

    /// Counts the next flit for a buffer as arrived.
    #[inline(always)]
    pub(super) fn deliver(&mut self, number: usize) {
        let buffer = &mut self.buffers.all[number];
        buffer.length += 1;
        if number >= self.inner {
            self.arrived.insert_if(buffer.node.into(), true);
        } else if buffer.length == 1 {
            self.waiting += 1;
            self.route_front(number);
        }
    }

    /// The output by which a packet to endpoint `target` leaves a buffer. Only for networks with
    /// `plain` set.
    #[inline(always)]
    pub(super) fn output_towards(&self, buffer: usize, target: usize) -> usize {
        let Routing::Xy(mesh) = &self.routing else {
            unreachable!("a plain network routes along rows first");
        };
        let buffer = &self.buffers.all[buffer];
        buffer.first_output as usize + mesh.port(buffer.node.into(), target)
    }

    /// Requests the output for the flit that has come to the front of an input. Body flits are
    /// routed like heads: every flit contains the target, and computing the route takes less of the
    /// host's time than testing for a head.
    #[inline(always)]
    pub(super) fn route_front(&mut self, number: usize) {
        // The most frequent case has separate code. Any additional test in that code would make it
        // slower, because the compiler would have to save registers.
        match &self.routing {
            Routing::Xy(mesh) if self.plain => {
                let buffer = &self.buffers.all[number];
                let target = self.buffers.slots[buffer.head as usize].target();
                let port = mesh.port(buffer.node.into(), target.into());
                let output = buffer.first_output as usize + port;
                self.routers.request(output, buffer.input);
            }
            _ => self.route_front_of_any(number),
        }
    }

    /// Requests the output for the flit at the front of an input, for any topology, number of
    /// virtual channels and type of packet.
    #[inline(never)]
    fn route_front_of_any(&mut self, number: usize) {
        if self.route_multicast(number) {
            return;
        }
        if !self.routers.chosen.is_empty() && self.buffers.front(number).is_head() {
            self.routers.heads.insert_if(number, true);
            self.draw_middle(number);
            return;
        }
        let output = self.routers.route(number, &self.buffers, &self.routing);
        self.routers.request(output, self.buffers.all[number].input);
        if self.buffers.front(number).opens() && !self.routers.queue {
            self.opening.push(number as u32);
        }
        if self.routers.channels.circuits {
            self.note_if_needed(output);
        }
    }
}
