//! What the registers ask the network interface to do, and what the end of a job does.

use super::{Circuit, CircuitSpec, CoreCircuit, Outcome, Stage, State};
use crate::tile::outside::Outside;
use crate::tile::Tile;

impl Tile {
    /// A circuit for a core is to be opened; its packet may leave from cycle `ready` on.
    pub(in crate::tile) fn open_circuit(
        &mut self,
        core: usize,
        spec: CircuitSpec,
        ready: u64,
        now: u64,
        out: &mut Outside,
    ) {
        let circuits = &mut self.ni.circuits;
        let circuit_of_core = &mut circuits.cores[core];
        let refusal = if !out.costs.circuits {
            Some(Outcome::NoCircuits)
        } else if circuit_of_core.state != State::Closed {
            // The core would wait for itself.
            Some(Outcome::HasOne)
        } else {
            // A circuit that the end of a job closes will be gone soon.
            let taken = circuits.current.is_some_and(|c| c.owner.is_some());
            (taken && !out.costs.circuits_wait).then_some(Outcome::Refused)
        };
        if let Some(outcome) = refusal {
            let state = circuit_of_core.state;
            return self.tell(core, state, outcome, now, out);
        }
        circuit_of_core.state = State::Opening;
        circuit_of_core.spec = spec;
        circuit_of_core.result = Outcome::Pending;
        if circuits.current.is_some() {
            circuits.row.push_back(core);
        } else {
            self.begin_circuit(core, ready);
        }
    }

    /// The circuit that a core waits for is the next one; its packet may leave from cycle `ready` on.
    pub(super) fn begin_circuit(&mut self, core: usize, ready: u64) {
        self.ni.circuits.current = Some(Circuit {
            owner: Some(core),
            core,
            job: self.cores[core].job,
            spec: self.ni.circuits.cores[core].spec,
            stage: Stage::BackingOff { until: ready },
            refusals: 0,
            to_be_closed: false,
        });
    }

    /// A core's circuit is to be closed, or not to be opened any more.
    pub(in crate::tile) fn close_circuit(
        &mut self,
        core: usize,
        spec: CircuitSpec,
        ready: u64,
        now: u64,
        out: &mut Outside,
    ) {
        let circuit_of_core = &mut self.ni.circuits.cores[core];
        let has = matches!(circuit_of_core.state, State::Opening | State::Open);
        if !has || circuit_of_core.spec != spec {
            let state = circuit_of_core.state;
            let outcome = match out.costs.circuits {
                true => Outcome::NotOpen,
                false => Outcome::NoCircuits,
            };
            return self.tell(core, state, outcome, now, out);
        }
        circuit_of_core.state = State::Closing;
        circuit_of_core.result = Outcome::Pending;
        match self.ni.circuits.owned_by(core) {
            true => self.begin_closing(ready, now, out),
            false => {
                self.ni.circuits.row.retain(|&waiting| waiting != core);
                self.tell(core, State::Closed, Outcome::Done, now, out);
            }
        }
    }

    /// The job of a core is over: what it has of circuits is closed, and nobody is told.
    pub fn abandon_circuit(&mut self, core: usize, now: u64, out: &mut Outside) {
        let circuits = &mut self.ni.circuits;
        circuits.cores[core] = CoreCircuit::default();
        circuits.row.retain(|&waiting| waiting != core);
        if circuits.owned_by(core) {
            circuits.current.as_mut().expect("it is owned").owner = None;
            self.begin_closing(now + 1, now, out);
        }
    }

    /// The circuit is closed, as soon as that can be done.
    fn begin_closing(&mut self, ready: u64, now: u64, out: &mut Outside) {
        let Some(circuit) = &mut self.ni.circuits.current else {
            return;
        };
        circuit.to_be_closed = true;
        match circuit.stage {
            Stage::Open => self.close_open(ready, out),
            Stage::BackingOff { .. } => self.circuit_is_gone(Outcome::Done, now, out),
            Stage::Opening { .. } | Stage::Withdrawing | Stage::Closing => {}
        }
    }

    /// Sends the packet that closes both halves of the circuit, behind what is on it.
    pub(super) fn close_open(&mut self, ready: u64, out: &mut Outside) {
        if let Some(circuit) = &mut self.ni.circuits.current {
            circuit.stage = Stage::Closing;
            let duplex = circuit.spec.duplex;
            self.send_close(duplex, ready, out);
        }
    }
}
