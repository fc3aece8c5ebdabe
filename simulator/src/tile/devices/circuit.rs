//! The registers by which programs open, keep and close circuits (sections III and VI of the paper
//! QM and section IV of the paper CL, `docs/papers.md`). `docs/register-map.md` lists the
//! registers. The network interface carries out the commands.

use super::{DevicePorts, Devices, Priorities};
use crate::core::AmoOp;
use crate::protocol::device_registers::*;
use crate::protocol::{Misuse, Packets, Reply, Request, Requester, Word};
use crate::tile::cores::CoreComplex;
use crate::tile::ports::Cycle;

/// A circuit as a core requests it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CircuitSpec {
    /// The target's endpoint number: tiles come first, then memory controllers.
    pub target: u16,
    /// Whether the circuit is duplex, that is, has a reverse circuit for answers.
    pub duplex: bool,
}

/// The state of a core's circuit, as a read of the register `CIRCUIT_STATE` returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CircuitState {
    #[default]
    Closed = 0,
    Opening = 1,
    Open = 2,
    Closing = 3,
}

/// The result of a core's latest command, as a read of the register `CIRCUIT_RESULT` returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    /// The core has given no command, or its latest command is in progress.
    #[default]
    Pending = 0,
    Done = 1,
    /// Another circuit holds a link that this one needs.
    Refused = 2,
    /// The core has a circuit already.
    HasOne = 3,
    /// The chip has no circuits.
    NoCircuits = 4,
    /// The core has not opened the circuit that the command would close.
    NotOpen = 5,
}

/// A core's latest command, and the state of its circuit.
#[derive(Debug, Clone, Copy, Default)]
pub struct CoreCircuit {
    pub state: CircuitState,
    pub spec: CircuitSpec,
    pub result: Outcome,
}

/// What a network interface needs of its tile to handle circuits: the cores that own the circuits,
/// and the priorities of packets.
pub struct CircuitPorts<'a> {
    pub cycle: Cycle<'a>,
    pub cores: &'a mut CoreComplex,
    pub priorities: &'a Priorities,
    pub packets: &'a mut Packets,
}

/// In a word that a program writes to name a circuit, this bit means that the circuit is duplex.
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
    /// Serves a request for the registers of a core's circuit.
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
        // A circuit's packet leaves when the packet of any other access would leave. For a core of
        // this tile, that is after the cycles that an access to a register takes.
        let ready = match request.requester {
            Requester::Core(_) => now + costs.register,
            _ => now + 1,
        };
        let core = register.core;
        let circuit = ports.interfaces.circuit(core);
        match (register.offset, word) {
            (
                CIRCUIT_OPEN | CIRCUIT_CLOSE | CIRCUIT_KEEP,
                Word::Write(word) | Word::Modify(AmoOp::Swap, word),
            ) => {
                let spec = spec_of(word);
                let (target, endpoints) = (spec.target.into(), costs.endpoints);
                if target >= endpoints {
                    return Reply::Refused(Misuse::NoEndpoint { target, endpoints });
                }
                let circuit_ports = CircuitPorts {
                    cycle: ports.cycle,
                    cores: ports.cores,
                    priorities: &self.priorities,
                    packets: ports.packets,
                };
                let interfaces = &mut *ports.interfaces;
                match register.offset {
                    CIRCUIT_OPEN => interfaces.open_circuit(core, spec, ready, circuit_ports),
                    CIRCUIT_KEEP => interfaces.keep_circuit(core, spec, ready, circuit_ports),
                    _ => interfaces.close_circuit(core, spec, ready, circuit_ports),
                }
                if !matches!(request.word(), Some(Word::Write(_))) {
                    return request.answer(interfaces.circuit(core).result as u32);
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
