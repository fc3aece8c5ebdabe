//! The registers by which circuits are opened and closed (QM III and VI, CL IV). What they start is
//! carried out by the network interface.

use super::registers::*;
use super::{Misuse, Register, Reply, Request, Requester, Word};
use crate::tile::ni::CircuitSpec;
use crate::tile::outside::Outside;
use crate::tile::Tile;

/// Set in a word that names a circuit: it is full duplex.
const DUPLEX: u32 = 1 << 31;

fn spec_of(word: u32) -> CircuitSpec {
    CircuitSpec {
        target: (word & !DUPLEX).min(u16::MAX.into()) as u16,
        duplex: word & DUPLEX != 0,
    }
}

fn word_of(spec: CircuitSpec) -> u32 {
    u32::from(spec.target) | if spec.duplex { DUPLEX } else { 0 }
}

impl Tile {
    /// A request for the registers of a core's circuit.
    pub(super) fn circuit(
        &mut self,
        register: Register,
        request: &mut Request,
        now: u64,
        out: &mut Outside,
    ) -> Reply {
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        // What a core of the tile writes leaves like any access of it.
        let ready = match request.requester {
            Requester::Core(_) => now + out.costs.register,
            _ => now + 1,
        };
        let core = register.core;
        let circuit_of_core = self.ni.circuits.of_core(core);
        match (register.offset, word) {
            (CIRCUIT_OPEN | CIRCUIT_CLOSE, Word::Write(word)) => {
                let spec = spec_of(word);
                let (target, endpoints) = (spec.target.into(), out.costs.endpoints);
                if target >= endpoints {
                    return Reply::Refused(Misuse::NoEndpoint { target, endpoints });
                }
                match register.offset {
                    CIRCUIT_OPEN => self.open_circuit(core, spec, ready, now, out),
                    _ => self.close_circuit(core, spec, ready, now, out),
                }
            }
            (CIRCUIT_STATE, Word::Read) => return request.answer(circuit_of_core.state as u32),
            (CIRCUIT_WANTED, Word::Read) => return request.answer(word_of(circuit_of_core.spec)),
            (CIRCUIT_RESULT, Word::Read) => return request.answer(circuit_of_core.result as u32),
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }
}
