//! Commands to open, keep and close circuits, from registers and at the end of a job.

use super::{Circuit, CircuitSpec, Circuits, CoreCircuit, Outcome, Stage, State};
use crate::tile::devices::CircuitPorts;
use crate::tile::ports::Cycle;

impl Circuits {
    /// Opens a circuit for a core. The packet that opens it may leave from cycle `ready` on. If the
    /// interface keeps this circuit for the core's job, the circuit is open at once. It closes any
    /// other circuit that it keeps.
    pub fn open(&mut self, core: usize, spec: CircuitSpec, ready: u64, mut ports: CircuitPorts) {
        let ports = &mut ports;
        let Cycle { costs, .. } = ports.cycle;
        let circuit = &mut self.cores[core];
        let refusal = if !costs.circuits {
            Some(Outcome::NoCircuits)
        } else if circuit.state != State::Closed {
            // The core already has a circuit. If it had to wait for a second one, it would wait for
            // itself.
            Some(Outcome::HasOne)
        } else {
            // The current circuit may belong to a job that has ended. Such a circuit is already
            // closing, so it does not count as taken.
            let taken = self.current.is_some_and(|c| c.owner.is_some());
            (taken && !costs.circuits_wait).then_some(Outcome::Refused)
        };
        if let Some(outcome) = refusal {
            let state = circuit.state;
            return self.report(core, state, outcome, ports);
        }
        let job = ports.cores.harts[core].job;
        if let Some(kept) = self.current.as_mut().filter(|c| c.stage == Stage::Kept) {
            if kept.spec == spec && kept.job == job {
                kept.owner = Some(core);
                kept.core = core;
                kept.stage = Stage::Open;
                circuit.spec = spec;
                return self.report(core, State::Open, Outcome::Done, ports);
            }
            self.begin_closing(ready, ports);
        }
        let circuit = &mut self.cores[core];
        circuit.state = State::Opening;
        circuit.spec = spec;
        circuit.result = Outcome::Pending;
        if self.current.is_some() {
            self.waiting.push_back(core);
        } else {
            self.begin_circuit(core, ready, ports);
        }
    }

    /// Begins to open the circuit that a core has requested. The packet that opens it may leave
    /// from cycle `ready` on.
    pub(super) fn begin_circuit(&mut self, core: usize, ready: u64, ports: &CircuitPorts) {
        self.current = Some(Circuit {
            owner: Some(core),
            core,
            job: ports.cores.harts[core].job,
            spec: self.cores[core].spec,
            stage: Stage::BackingOff { until: ready },
            refusals: 0,
            to_be_closed: false,
            needed: false,
        });
    }

    /// Closes a core's circuit, or withdraws the core's pending request to open one.
    pub fn close(&mut self, core: usize, spec: CircuitSpec, ready: u64, mut ports: CircuitPorts) {
        let ports = &mut ports;
        let Cycle { costs, .. } = ports.cycle;
        let circuit = &mut self.cores[core];
        let has = matches!(circuit.state, State::Opening | State::Open);
        if !has || circuit.spec != spec {
            let state = circuit.state;
            let outcome = match costs.circuits {
                true => Outcome::NotOpen,
                false => Outcome::NoCircuits,
            };
            return self.report(core, state, outcome, ports);
        }
        circuit.state = State::Closing;
        circuit.result = Outcome::Pending;
        match self.owned_by(core) {
            true => self.begin_closing(ready, ports),
            false => {
                self.waiting.retain(|&waiting| waiting != core);
                self.report(core, State::Closed, Outcome::Done, ports);
            }
        }
    }

    /// Gives a core's open one-way circuit back. The interface keeps it open until it is needed.
    /// The core gets no event. Any other circuit is closed.
    pub fn keep(&mut self, core: usize, spec: CircuitSpec, ready: u64, mut ports: CircuitPorts) {
        let circuit = &mut self.cores[core];
        let is_open = circuit.state == State::Open && circuit.spec == spec && !spec.duplex;
        let Some(current) = self.current.as_mut().filter(|_| is_open) else {
            return self.close(core, spec, ready, ports);
        };
        circuit.state = State::Closed;
        circuit.result = Outcome::Done;
        current.owner = None;
        current.stage = Stage::Kept;
        self.close_if_needed(ready, &mut ports);
    }

    /// Closes a kept circuit if another packet needs one of its links, or if a core of this tile
    /// waits for another circuit.
    pub(super) fn close_if_needed(&mut self, ready: u64, ports: &mut CircuitPorts) {
        let waited_for = !self.waiting.is_empty();
        let is_needed = |c: &Circuit| c.stage == Stage::Kept && (c.needed || waited_for);
        if self.current.as_ref().is_some_and(is_needed) {
            self.begin_closing(ready, ports);
        }
    }

    /// Closes the circuit of a core whose job has ended. The core gets no event.
    pub fn abandon(&mut self, core: usize, mut ports: CircuitPorts) {
        let ports = &mut ports;
        let Cycle { now, .. } = ports.cycle;
        self.cores[core] = CoreCircuit::default();
        self.waiting.retain(|&waiting| waiting != core);
        let is_its = |c: &&mut Circuit| match c.owner {
            Some(owner) => owner == core,
            None => c.stage == Stage::Kept && c.core == core,
        };
        if let Some(circuit) = self.current.as_mut().filter(is_its) {
            circuit.owner = None;
            self.begin_closing(now + 1, ports);
        }
    }

    /// Closes the circuit as soon as its stage allows.
    fn begin_closing(&mut self, ready: u64, ports: &mut CircuitPorts) {
        let Some(circuit) = &mut self.current else {
            return;
        };
        circuit.to_be_closed = true;
        match circuit.stage {
            Stage::Open | Stage::Kept => self.close_open(ready, ports),
            Stage::BackingOff { .. } => self.is_gone(Outcome::Done, ports),
            Stage::Opening { .. } | Stage::Withdrawing | Stage::Closing => {}
        }
    }

    /// Sends the packet that closes the circuit, after the packets on the circuit. If the circuit
    /// is duplex, the packet closes both directions.
    pub(super) fn close_open(&mut self, ready: u64, ports: &mut CircuitPorts) {
        if let Some(circuit) = &mut self.current {
            circuit.stage = Stage::Closing;
            let duplex = circuit.spec.duplex;
            self.send_close(duplex, ready, ports);
        }
    }
}
