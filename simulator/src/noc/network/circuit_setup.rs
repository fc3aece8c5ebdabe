//! Opening, closing and refusing circuits, along the routes of the packets that open them, and
//! telling an initiator that its circuit keeps other packets off its links.
//!
//! If a packet that opens a circuit needs an output that another circuit holds, the packet is
//! refused. With `network.circuit_conflict = "queue"`, it instead stays in its buffer until the
//! output's arbiter grants it the output. `docs/quality-of-service.md` explains why this waiting
//! never ends in a deadlock.

use super::Network;
use crate::noc::flit::{Flit, Service};
use crate::noc::link::CircuitSignal;

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
        self.note_if_needed(output);
    }

    /// Notes that the circuit at the port of `output` keeps a packet off its link, if it does so.
    /// Called when a packet requests an output, and when a circuit excludes packets from its link,
    /// because nothing else can make a circuit keep a packet off.
    pub(super) fn note_if_needed(&mut self, output: usize) {
        let output = self.routers.of_circuit(output);
        if self.routers.is_needed(output) {
            self.needed_outputs.push(output as u32);
        }
    }

    /// Tells the initiators of the noted circuits that their circuits keep packets off links.
    pub(super) fn tell_initiators(&mut self) {
        for output in std::mem::take(&mut self.needed_outputs) {
            if self.routers.is_needed(output as usize) {
                self.tell_initiator(output as usize, self.now + 1);
            }
        }
    }

    /// Tells initiators as `tell_initiators` does, but examines every output, and derives requests
    /// from the contents of buffers. Only the reference simulation uses this function.
    pub(super) fn tell_every_initiator(&mut self) {
        self.needed_outputs.clear();
        if !self.routers.channels.circuits {
            return;
        }
        for output in (0..self.inner).step_by(self.routers.channels.per_port()) {
            if self
                .routers
                .is_needed_reference(output, &self.buffers, &self.routing)
            {
                self.tell_initiator(output, self.now + 1);
            }
        }
    }

    /// Sends the signal that the circuit that holds `output` is needed to the sender of the packet
    /// that has opened it. The signal leaves in cycle `leaves`.
    fn tell_initiator(&mut self, output: usize, leaves: u64) {
        let state = &mut self.routers.outputs[output];
        let Some(input) = state.circuit().filter(|_| !state.told) else {
            return;
        };
        state.told = true;
        let feeder = self.buffers.all[(state.first_buffer + input) as usize].feeder;
        let arrival = leaves + self.credit_delay_of(feeder);
        (self.lines).send_of_circuit(arrival, feeder, CircuitSignal::Needed);
    }

    /// Handles the signals about circuits that arrive in this cycle. A link may bring both signals
    /// in one cycle. Then only the refusal counts, because it ends the circuit.
    #[cold]
    pub(super) fn take_of_circuits(&mut self) {
        let arrivals = self.lines.arrivals(self.now).of_circuits.clone();
        for signal in [CircuitSignal::Refused, CircuitSignal::Needed] {
            for &(link, _) in arrivals.iter().filter(|(_, which)| *which == signal) {
                match signal {
                    CircuitSignal::Refused => self.take_refusal(link as usize),
                    CircuitSignal::Needed => self.take_needed(link as usize),
                }
            }
        }
    }

    /// Handles the signal that a circuit is needed, which has returned along a link to the link's
    /// sender.
    fn take_needed(&mut self, link: usize) {
        if link < self.inner {
            return self.tell_initiator(link, self.now);
        }
        let endpoint = ((link - self.inner) / self.routers.channels.classes) as u32;
        if !self.needed.contains(&endpoint) {
            self.needed.push(endpoint);
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
        (self.lines).send_of_circuit(self.now + delay, feeder, CircuitSignal::Refused);
    }

    /// Handles a refusal that has returned along a link to the link's sender, which is an output or
    /// an endpoint.
    fn take_refusal(&mut self, link: usize) {
        if link >= self.inner {
            let endpoint = (link - self.inner) / self.routers.channels.classes;
            self.refusals.push(endpoint as u32);
        } else if let Some(input) = self.routers.release(link) {
            let buffer = self.routers.outputs[link].first_buffer + input;
            let feeder = self.buffers.all[buffer as usize].feeder;
            let delay = self.credit_delay_of(feeder);
            (self.lines).send_of_circuit(self.now + delay, feeder, CircuitSignal::Refused);
        }
    }
}
