//! What the registers ask the network interface to do, and what the end of a job does.

use super::{Circuit, Outcome, Stage, State, Wanted, Wish};
use crate::tile::outside::Outside;
use crate::tile::Tile;

impl Tile {
    /// A circuit for a core is to be opened; its packet may leave from cycle `ready` on.
    pub(in crate::tile) fn open_circuit(
        &mut self,
        core: usize,
        wanted: Wanted,
        ready: u64,
        now: u64,
        out: &mut Outside,
    ) {
        let circuits = &mut self.ni.circuits;
        let wish = &mut circuits.wishes[core];
        let refusal = if !out.costs.circuits {
            Some(Outcome::NoCircuits)
        } else if wish.state != State::Closed {
            // The core would wait for itself.
            Some(Outcome::HasOne)
        } else {
            // A circuit that the end of a job closes will be gone soon.
            let taken = circuits.current.is_some_and(|c| c.owner.is_some());
            (taken && !out.costs.circuits_wait).then_some(Outcome::Refused)
        };
        if let Some(outcome) = refusal {
            let state = wish.state;
            return self.tell(core, state, outcome, now, out);
        }
        wish.state = State::Opening;
        wish.wanted = wanted;
        wish.result = Outcome::Pending;
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
            wanted: self.ni.circuits.wishes[core].wanted,
            stage: Stage::Pausing { until: ready },
            refusals: 0,
            unwanted: false,
        });
    }

    /// A core's circuit is to be closed, or not to be opened any more.
    pub(in crate::tile) fn close_circuit(
        &mut self,
        core: usize,
        wanted: Wanted,
        ready: u64,
        now: u64,
        out: &mut Outside,
    ) {
        let wish = &mut self.ni.circuits.wishes[core];
        let has = matches!(wish.state, State::Opening | State::Open);
        if !has || wish.wanted != wanted {
            let state = wish.state;
            let outcome = match out.costs.circuits {
                true => Outcome::NotOpen,
                false => Outcome::NoCircuits,
            };
            return self.tell(core, state, outcome, now, out);
        }
        wish.state = State::Closing;
        wish.result = Outcome::Pending;
        match self.ni.circuits.owned_by(core) {
            true => self.unwant_circuit(ready, now, out),
            false => {
                self.ni.circuits.row.retain(|&waiting| waiting != core);
                self.tell(core, State::Closed, Outcome::Done, now, out);
            }
        }
    }

    /// The job of a core is over: what it has of circuits is closed, and nobody is told.
    pub fn abandon_circuit(&mut self, core: usize, now: u64, out: &mut Outside) {
        let circuits = &mut self.ni.circuits;
        circuits.wishes[core] = Wish::default();
        circuits.row.retain(|&waiting| waiting != core);
        if circuits.owned_by(core) {
            circuits.current.as_mut().expect("it is owned").owner = None;
            self.unwant_circuit(now + 1, now, out);
        }
    }

    /// The circuit is closed, as soon as that can be done.
    fn unwant_circuit(&mut self, ready: u64, now: u64, out: &mut Outside) {
        let Some(circuit) = &mut self.ni.circuits.current else {
            return;
        };
        circuit.unwanted = true;
        match circuit.stage {
            Stage::Standing => self.close_standing(ready, out),
            Stage::Pausing { .. } => self.circuit_is_gone(Outcome::Done, now, out),
            Stage::Opening { .. } | Stage::Withdrawing | Stage::Closing => {}
        }
    }

    /// Sends the packet that closes both halves of the circuit, behind what is on it.
    pub(super) fn close_standing(&mut self, ready: u64, out: &mut Outside) {
        if let Some(circuit) = &mut self.ni.circuits.current {
            circuit.stage = Stage::Closing;
            let duplex = circuit.wanted.duplex;
            self.send_close(duplex, ready, out);
        }
    }
}
