//! How a network simulates multicasts (`noc::multicast`). Where the routes to the targets diverge,
//! a router copies the packet's flits for each branch, and each branch takes them at its own pace.

use super::Network;
use crate::noc::multicast::{bits, Rectangle};
use crate::noc::router::Grant;

impl Network {
    /// Number of flits that copies have added to the network so far.
    pub(super) fn copies(&self) -> u64 {
        self.trees.as_ref().map_or(0, |trees| trees.copies)
    }

    /// Simulates a cycle in a network with multicasts, as `advance` does in other networks.
    pub(super) fn advance_with_copies(&mut self, grants: &[Grant]) {
        let mut served: Vec<u32> = grants.iter().map(|grant| grant.buffer).collect();
        served.sort_unstable();
        served.dedup();
        self.stalls += self.waiting - served.len() as u64;
        for &grant in grants {
            let trees = self.trees.as_ref().expect("there are multicasts");
            match trees.has(grant.buffer as usize) {
                true => self.copy(grant),
                false => self.forward(grant),
            }
        }
        self.now += 1;
        let now = self.now;
        for index in 0..self.lines.arrivals(now).flits.len() {
            let buffer = self.lines.arrivals(now).flits[index];
            self.deliver_to_branches(buffer as usize);
        }
        self.take_signals();
    }

    /// Counts the next flit for a buffer as arrived, and requests the outputs of the branches that
    /// wait for this flit.
    pub(super) fn deliver_to_branches(&mut self, number: usize) {
        self.deliver(number);
        let length = self.buffers.all[number].length;
        if number < self.inner && length > 1 {
            self.request_branches(number, length - 1);
        }
    }

    /// Requests outputs for the flit at the front of an input, if it belongs to a multicast.
    /// Otherwise returns false.
    pub(super) fn route_multicast(&mut self, number: usize) -> bool {
        let Some(trees) = &mut self.trees else {
            return false;
        };
        let flit = self.buffers.front(number);
        if !flit.is_multicast() {
            return false;
        }
        if !trees.has(number) {
            let buffer = &self.buffers.all[number];
            let rectangle = Rectangle::of(flit);
            let router = buffer.node.into();
            let branches = self
                .routing
                .branches(router, buffer.input.into(), rectangle);
            trees.begin(number, branches);
        }
        self.request_branches(number, 0);
        true
    }

    /// Requests the outputs of all branches that wait for a flit. `place` is the position of the
    /// flit in the buffer, counted from the front.
    fn request_branches(&mut self, number: usize, place: u8) {
        let buffer = self.buffers.all[number];
        let trees = self.trees.as_ref().expect("there are multicasts");
        for port in bits(trees.waiting_for(number, place)) {
            let output = buffer.first_output as usize + port;
            self.routers.request(output, buffer.input);
        }
    }

    /// Copies the next flit for a branch onto the link of this branch.
    fn copy(&mut self, Grant { buffer, output }: Grant) {
        let (number, output) = (buffer as usize, output as usize);
        let source = self.buffers.all[number];
        let port = output - source.first_output as usize;
        let trees = self.trees.as_mut().expect("there are multicasts");
        let left = trees.left(number, port);
        let mut slot = source.head;
        for _ in 0..left {
            slot = self.buffers.ring.after(slot);
        }
        let flit = self.buffers.slots[slot as usize];
        let last = flit.is_last();
        let is_free = trees.passed(number, port, last);
        let more = left + 1 < source.length;
        self.routers.outputs[output].passed(source.input, last, more && !last);
        self.send_on(output as u32, flit);
        let stops = !self.routers.outputs[output].can_move();
        self.routers.movable.remove_if(output, stops);
        if is_free {
            self.free_front(number);
        }
    }

    /// Removes the oldest flit of an input after it has left by all branches.
    fn free_front(&mut self, number: usize) {
        let is_last = self.buffers.front(number).is_last();
        let source = &mut self.buffers.all[number];
        source.head = self.buffers.ring.after(source.head);
        source.length -= 1;
        let (more, feeder) = (source.length > 0, source.feeder);
        self.waiting -= u64::from(!more);
        if is_last {
            self.trees
                .as_mut()
                .expect("there are multicasts")
                .end(number);
            if more {
                self.route_front(number);
            }
        }
        self.return_credit(feeder);
    }
}
