//! Circuits: opened and closed by packets, for a core of the tile (QM III, CL IV).
//!
//! A network interface has one circuit at a time. Its initiator's half is a state machine
//! ([`Circuits`], [`Stage`]); the half at the target only answers ([`CircuitEnd`]). What is refused
//! pauses and is tried again (`network.circuit_conflict = "wait"`), or is given up.
//!
//! ```text
//!          is tried            answered            close            answered
//!  BackingOff ─────────► Opening ──────────► Standing ───────► Closing ─────────► (none)
//!     ▲                │    │
//!     │ refused on its │    │ answered: the way back has been refused
//!     │ way            │    ▼
//!     └────────────────┴─ Withdrawing: closes its request half
//! ```

mod backoff;
mod commands;
mod end;
mod packets;
mod registers;

pub use end::CircuitEnd;
pub use packets::setting_up;
pub use registers::{CircuitSpec, CoreCircuit, Outcome, State};

use crate::tile::outside::Outside;
use crate::tile::packet::PacketKind;
use crate::tile::registers::EVENT_CIRCUIT;
use crate::tile::Tile;
use backoff::backoff;
use std::collections::VecDeque;

/// How far the circuit of a network interface has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Its open packet waits to leave, or is in flight, or its answer is.
    Opening {
        packet: u32,
    },
    /// Nothing of it is in the network; it is tried, perhaps again, in cycle `until`.
    BackingOff {
        until: u64,
    },
    /// Its way back has been refused: the request half is being closed.
    Withdrawing,
    Open,
    Closing,
}

/// The circuit that a network interface has, or is about to have.
#[derive(Debug, Clone, Copy)]
struct Circuit {
    /// The core that it belongs to; none when that core's job is over.
    owner: Option<usize>,
    /// The owner, also afterwards.
    core: usize,
    job: u16,
    spec: CircuitSpec,
    stage: Stage,
    /// How often it has been refused.
    refusals: u32,
    /// It is to be closed as soon as it stands, and not to be tried again.
    to_be_closed: bool,
}

/// The circuits that begin in a tile: the one there is, and what the cores want.
#[derive(Debug)]
pub struct Circuits {
    current: Option<Circuit>,
    /// An open or close packet that has yet to leave, not before this cycle.
    leaving: Option<(u64, u32)>,
    /// By core.
    cores: Vec<CoreCircuit>,
    /// Cores whose circuits wait for the current one to be gone.
    row: VecDeque<usize>,
    /// Where circuits of others end.
    pub end: CircuitEnd,
}

impl Circuits {
    pub fn new(cores: u32) -> Circuits {
        Circuits {
            current: None,
            leaving: None,
            cores: vec![CoreCircuit::default(); cores as usize],
            row: VecDeque::new(),
            end: CircuitEnd::default(),
        }
    }

    /// What the registers of a core tell.
    pub fn of_core(&self, core: usize) -> CoreCircuit {
        self.cores[core]
    }

    /// Whether it has anything to do of its own: not while it waits for an answer, or stands.
    pub fn is_active(&self) -> bool {
        self.leaving.is_some()
            || (self.current)
                .is_some_and(|circuit| matches!(circuit.stage, Stage::BackingOff { .. }))
    }

    /// Takes the open or close packet that may leave in this cycle.
    pub fn take_leaving(&mut self, now: u64) -> Option<u32> {
        self.leaving
            .take_if(|(ready, _)| *ready <= now)
            .map(|(_, packet)| packet)
    }

    fn owned_by(&self, core: usize) -> bool {
        (self.current).is_some_and(|circuit| circuit.owner == Some(core))
    }

    /// Whether requests of a job to an endpoint go by the circuit.
    #[inline]
    pub fn carries(&self, job: u16, target: u16) -> bool {
        self.current.is_some_and(|circuit| {
            circuit.stage == Stage::Open && circuit.spec.target == target && circuit.job == job
        })
    }

    /// The circuit that stands: the core that owns it, its target, whether it is full duplex.
    pub fn open(&self) -> Option<(usize, CircuitSpec)> {
        let circuit = self.current?;
        let stands = circuit.stage == Stage::Open;
        Some((circuit.owner?, circuit.spec)).filter(|_| stands)
    }
}

impl Tile {
    /// What has become of open packets that were refused in flight, and what is due to be tried
    /// again.
    pub(in crate::tile) fn attend_circuits(&mut self, now: u64, out: &mut Outside) {
        let endpoint = self.number.into();
        if out.responses.refused(endpoint) {
            let refusal = self.ni.circuits.end.refused(&mut out.packets);
            self.ni.answer(now + 1, refusal);
        }
        if out.requests.refused(endpoint) {
            if let Some(Circuit {
                stage: Stage::Opening { packet },
                ..
            }) = self.ni.circuits.current
            {
                out.packets.remove(packet);
                self.circuit_is_refused(now, out);
            }
        }
        if let Some(Circuit {
            stage: Stage::BackingOff { until },
            ..
        }) = self.ni.circuits.current
        {
            if until <= now {
                self.send_open(now, out);
            }
        }
    }

    /// The answer to an open or close packet has come.
    pub(super) fn circuit_answered(&mut self, id: u32, now: u64, out: &mut Outside) {
        let refused = out.packets[id].kind == PacketKind::Refusal;
        out.packets.remove(id);
        let Some(circuit) = &mut self.ni.circuits.current else {
            return;
        };
        match circuit.stage {
            Stage::Opening { .. } if refused => {
                circuit.stage = Stage::Withdrawing;
                self.send_close(false, now + 1, out);
            }
            Stage::Opening { .. } if circuit.to_be_closed => self.close_open(now + 1, out),
            Stage::Opening { .. } => {
                circuit.stage = Stage::Open;
                out.progress = now;
                if let Some(core) = circuit.owner {
                    self.tell(core, State::Open, Outcome::Done, now, out);
                }
            }
            Stage::Withdrawing => self.circuit_is_refused(now, out),
            Stage::Closing => {
                out.progress = now;
                self.circuit_is_gone(Outcome::Done, now, out);
            }
            Stage::Open | Stage::BackingOff { .. } => {}
        }
    }

    /// The circuit cannot stand now, and holds nothing any more.
    fn circuit_is_refused(&mut self, now: u64, out: &mut Outside) {
        let number = self.number;
        let Some(circuit) = &mut self.ni.circuits.current else {
            return;
        };
        if circuit.to_be_closed {
            self.circuit_is_gone(Outcome::Done, now, out);
        } else if out.costs.circuits_wait {
            let pause = backoff(out.costs.retry_delay, number, circuit.refusals);
            circuit.refusals += 1;
            circuit.stage = Stage::BackingOff { until: now + pause };
        } else {
            self.circuit_is_gone(Outcome::Refused, now, out);
        }
    }

    /// There is no circuit any more: the next core may have one.
    fn circuit_is_gone(&mut self, outcome: Outcome, now: u64, out: &mut Outside) {
        let gone = self.ni.circuits.current.take();
        if let Some(core) = gone.and_then(|circuit| circuit.owner) {
            self.tell(core, State::Closed, outcome, now, out);
        }
        if let Some(core) = self.ni.circuits.row.pop_front() {
            self.begin_circuit(core, now + 1);
        }
    }

    /// What a core has asked for has been done, or will not be: its registers say so, and it gets
    /// an event.
    fn tell(&mut self, core: usize, state: State, result: Outcome, now: u64, out: &Outside) {
        let circuit_of_core = &mut self.ni.circuits.cores[core];
        circuit_of_core.state = state;
        circuit_of_core.result = result;
        self.signal(core, EVENT_CIRCUIT, now, out);
    }
}
