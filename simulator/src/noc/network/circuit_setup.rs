//! Opening, closing and refusing circuits, along the routes of the packets that open them.
//!
//! If a packet that opens a circuit needs an output that another circuit holds, the packet is
//! refused. With `network.circuit_conflict = "queue"`, it instead stays in its buffer until the
//! output's arbiter grants it the output. `docs/quality-of-service.md` explains why this waiting
//! never ends in a deadlock.

use super::Network;
use crate::noc::flit::{Flit, Service};

impl Network {
    /// The service of a packet that opens a circuit. `priority` (0 to 7) only counts if such
    /// packets wait for other circuits.
    pub fn open(&self, priority: u8) -> Service {
        match self.routers.queue {
            true => Service::open(priority),
            false => Service::OPEN,
        }
    }

    /// Updates the circuit at an output when a packet of the circuit passes the output.
    #[cold]
    pub(super) fn pass_on_circuit(&mut self, flit: Flit, buffer: u32, output: usize, input: u8) {
        if flit.opens() {
            self.opening.retain(|&opening| opening != buffer);
            self.routers.hold(output, input);
        } else if flit.closes() {
            self.routers.release(output);
        } else {
            self.routers.used(output, input);
        }
    }

    /// Removes the packets that are to open a circuit but need an output that another circuit
    /// holds.
    pub(super) fn refuse_opens(&mut self) {
        for buffer in self.opening.clone() {
            if self.meets_circuit(buffer as usize) {
                self.refuse(buffer);
            }
        }
    }

    /// Refuses circuits as `refuse_opens` does, but examines every buffer. Only the reference
    /// simulation uses this function.
    pub(super) fn refuse_every_open(&mut self) {
        let opens = |buffer: &u32| {
            let number = *buffer as usize;
            self.buffers.all[number].length > 0 && self.buffers.front(number).opens()
        };
        let met = |buffer: &u32| opens(buffer) && self.meets_circuit(*buffer as usize);
        let refused: Vec<u32> = (0..self.inner as u32).filter(met).collect();
        for buffer in refused {
            self.refuse(buffer);
        }
    }

    /// Whether the oldest flit of an input requests an output that the circuit of another input
    /// holds.
    fn meets_circuit(&self, number: usize) -> bool {
        let output = self.routers.route(number, &self.buffers, &self.routing);
        let input = u32::from(self.buffers.all[number].input);
        let holder = self.routers.outputs[output].circuit();
        holder.is_some_and(|holder| holder != input)
    }

    /// Removes a packet that was to open a circuit. A refusal returns along the packet's route and
    /// releases the outputs that were held for the circuit.
    fn refuse(&mut self, number: u32) {
        let output = (self.routers).route(number as usize, &self.buffers, &self.routing);
        let buffer = &mut self.buffers.all[number as usize];
        buffer.length -= 1;
        buffer.head = self.buffers.ring.after(buffer.head);
        let (input, feeder) = (buffer.input, buffer.feeder);
        debug_assert_eq!(buffer.length, 0, "nothing follows an open packet");
        self.waiting -= 1;
        self.routers.outputs[output].requests &= !(1 << input);
        self.opening.retain(|&opening| opening != number);
        self.refused += 1;
        self.return_credit(feeder);
        let delay = self.credit_delay_of(feeder);
        self.lines.send_refusal(self.now + delay, feeder);
    }

    /// Handles a refusal that has returned along a link to the link's sender, which is an output or
    /// an endpoint.
    pub(super) fn take_refusal(&mut self, link: usize) {
        if link >= self.inner {
            let endpoint = (link - self.inner) / self.routers.channels.classes;
            self.refusals.push(endpoint as u32);
        } else if let Some(input) = self.routers.release(link) {
            let buffer = self.routers.outputs[link].first_buffer + input;
            let feeder = self.buffers.all[buffer as usize].feeder;
            let delay = self.credit_delay_of(feeder);
            self.lines.send_refusal(self.now + delay, feeder);
        }
    }
}
