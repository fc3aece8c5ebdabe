//! The registers by which circuits are opened and closed (QM III and VI, CL IV). What they start is
//! carried out by the network interface.

use super::{Devices, Register};
use crate::protocol::device_registers::*;
use crate::protocol::{Misuse, Reply, Request, Requester, Word};
use crate::tile::ni::CircuitSpec;
use crate::tile::ports::{CircuitPorts, Cycle, DevicePorts};

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

impl Devices {
    /// A request for the registers of a core's circuit.
    pub(super) fn serve_circuit(
        &mut self,
        register: Register,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let Cycle { now, costs } = ports.cycle;
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        // A write of a core of the tile leaves like any of its accesses.
        let ready = match request.requester {
            Requester::Core(_) => now + costs.register,
            _ => now + 1,
        };
        let core = register.core;
        let circuit = ports.interfaces.of_core(core).circuits.of_core(core);
        match (register.offset, word) {
            (CIRCUIT_OPEN | CIRCUIT_CLOSE, Word::Write(word)) => {
                let spec = spec_of(word);
                let (target, endpoints) = (spec.target.into(), costs.endpoints);
                if target >= endpoints {
                    return Reply::Refused(Misuse::NoEndpoint { target, endpoints });
                }
                let mut circuit_ports = CircuitPorts {
                    cycle: ports.cycle,
                    cores: ports.cores,
                    priorities: &self.priorities,
                    packets: ports.packets,
                };
                let circuits = &mut ports.interfaces.of_core(core).circuits;
                match register.offset {
                    CIRCUIT_OPEN => circuits.open(core, spec, ready, &mut circuit_ports),
                    _ => circuits.close(core, spec, ready, &mut circuit_ports),
                }
            }
            (CIRCUIT_STATE, Word::Read) => return request.answer(circuit.state as u32),
            (CIRCUIT_WANTED, Word::Read) => return request.answer(word_of(circuit.spec)),
            (CIRCUIT_RESULT, Word::Read) => return request.answer(circuit.result as u32),
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }
}
