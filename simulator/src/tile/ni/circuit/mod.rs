//! The circuits of a network interface. The interface sends packets that open and close them, for a
//! core of the tile (section III of the paper QM and section IV of the paper CL, `docs/papers.md`).
//! A network interface has one circuit at a time. A state machine handles the end at the initiator
//! ([`Circuits`], [`Stage`]). The end at the target only answers ([`CircuitEnd`]). After a refusal
//! the interface backs off and tries again (`network.circuit_conflict = "wait"`), or gives up. With
//! `"queue"` there are no refusals: the open packet waits in the network.
//!
//! ```text
//!              is tried            answered         close            answered
//!  BackingOff ─────────► Opening ──────────► Open ───────► Closing ─────────► (none)
//!     ▲                   │    │
//!     │ refused on its    │    │ answered: the reverse circuit has been refused
//!     │ route             │    ▼
//!     └───────────────────┴─ Withdrawing: closes its request half
//! ```

mod commands;

use crate::protocol::core_registers::EVENT_CIRCUIT;
use crate::protocol::{CircuitEnd, Packet, PacketKind, Purpose};
use crate::tile::devices::{
    CircuitPorts, CircuitSpec, CircuitState as State, CoreCircuit, Outcome,
};
use crate::tile::ports::Cycle;
use std::collections::VecDeque;

/// The progress of a network interface's circuit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The open packet waits to leave, or the packet or its answer is in flight.
    Opening {
        packet: u32,
    },
    /// The network holds no link for the circuit. The interface tries to open it again in cycle
    /// `until`.
    BackingOff {
        until: u64,
    },
    /// The reverse circuit has been refused, and the request circuit is being closed.
    Withdrawing,
    Open,
    Closing,
}

/// The circuit that a network interface has or is opening.
#[derive(Debug, Clone, Copy)]
struct Circuit {
    /// The core that owns the circuit. None after that core's job has ended.
    owner: Option<usize>,
    /// The core for which the circuit was opened.
    core: usize,
    job: u16,
    spec: CircuitSpec,
    stage: Stage,
    /// Number of times that the circuit has been refused.
    refusals: u32,
    /// Whether the circuit must be closed as soon as it is open. If it is refused, the interface
    /// does not try again.
    to_be_closed: bool,
}

/// The circuits that begin in a tile: the current one, and those that cores have requested.
#[derive(Debug)]
pub struct Circuits {
    /// Number of the tile.
    tile: u16,
    current: Option<Circuit>,
    /// An open or close packet that has yet to leave, with the first cycle in which it may leave.
    leaving: Option<(u64, u32)>,
    /// The circuit registers of each core.
    cores: Vec<CoreCircuit>,
    /// Cores that wait for the current circuit to be closed, so that theirs can be opened.
    waiting: VecDeque<usize>,
    /// Number of answers to packets on circuits so far.
    pub answers: u64,
    /// This interface's end of a circuit that begins in another tile.
    pub end: CircuitEnd,
}

impl Circuits {
    pub fn new(tile: u16, cores: u32) -> Circuits {
        Circuits {
            tile,
            current: None,
            leaving: None,
            cores: vec![CoreCircuit::default(); cores as usize],
            waiting: VecDeque::new(),
            answers: 0,
            end: CircuitEnd::default(),
        }
    }

    /// The values of a core's circuit registers.
    pub fn of_core(&self, core: usize) -> CoreCircuit {
        self.cores[core]
    }

    /// Whether the circuit needs work in coming cycles. A circuit that waits for an answer, or is
    /// open, needs none.
    pub fn is_active(&self) -> bool {
        self.leaving.is_some()
            || (self.current)
                .is_some_and(|circuit| matches!(circuit.stage, Stage::BackingOff { .. }))
    }

    /// The next cycle in which `attend` or `take_leaving` does anything, if nothing arrives.
    /// `may_leave`: no other packet on circuits is being handed over. The result is `u64::MAX` if
    /// there is no such cycle.
    pub fn next_event(&self, may_leave: bool) -> u64 {
        let leaves = self.leaving.filter(|_| may_leave);
        let tries = self.current.and_then(|circuit| match circuit.stage {
            Stage::BackingOff { until } => Some(until),
            _ => None,
        });
        let leaves = leaves.map_or(u64::MAX, |(ready, _)| ready);
        leaves.min(tries.unwrap_or(u64::MAX))
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

    /// Whether requests of a job to an endpoint travel on the circuit.
    #[inline]
    pub fn carries(&self, job: u16, target: u16) -> bool {
        self.current.is_some_and(|circuit| {
            circuit.stage == Stage::Open && circuit.spec.target == target && circuit.job == job
        })
    }

    /// The core that owns the open circuit, and the circuit's target; none if no circuit is open.
    pub fn current_open(&self) -> Option<(usize, CircuitSpec)> {
        let circuit = self.current?;
        let is_open = circuit.stage == Stage::Open;
        Some((circuit.owner?, circuit.spec)).filter(|_| is_open)
    }
}

impl Circuits {
    /// Does the work of a cycle. `refused`: the network has refused the open packet in flight.
    pub fn attend(&mut self, refused: bool, ports: &mut CircuitPorts) {
        let now = ports.cycle.now;
        if refused {
            if let Some(Circuit {
                stage: Stage::Opening { packet },
                ..
            }) = self.current
            {
                ports.packets.remove(packet);
                self.has_been_refused(ports);
            }
        }
        if let Some(Circuit {
            stage: Stage::BackingOff { until },
            ..
        }) = self.current
        {
            if until <= now {
                self.send_open(now, ports);
            }
        }
    }

    /// Handles the answer to an open or close packet. Returns true if the answer has opened or
    /// closed a circuit.
    pub fn answered(&mut self, id: u32, ports: &mut CircuitPorts) -> bool {
        let Cycle { now, .. } = ports.cycle;
        let refused = ports.packets[id].kind == PacketKind::Refusal;
        ports.packets.remove(id);
        self.answers += 1;
        let Some(circuit) = &mut self.current else {
            return false;
        };
        match circuit.stage {
            Stage::Opening { .. } if refused => {
                circuit.stage = Stage::Withdrawing;
                self.send_close(false, now + 1, ports);
            }
            Stage::Opening { .. } if circuit.to_be_closed => self.close_open(now + 1, ports),
            Stage::Opening { .. } => {
                circuit.stage = Stage::Open;
                if let Some(core) = circuit.owner {
                    self.report(core, State::Open, Outcome::Done, ports);
                }
                return true;
            }
            Stage::Withdrawing => self.has_been_refused(ports),
            Stage::Closing => {
                self.is_gone(Outcome::Done, ports);
                return true;
            }
            Stage::Open | Stage::BackingOff { .. } => {}
        }
        false
    }

    /// Handles a refusal: the circuit cannot be opened now, and holds no link any more.
    fn has_been_refused(&mut self, ports: &mut CircuitPorts) {
        let Cycle { now, costs } = ports.cycle;
        let tile = self.tile;
        let Some(circuit) = &mut self.current else {
            return;
        };
        if circuit.to_be_closed {
            self.is_gone(Outcome::Done, ports);
        } else if costs.circuits_wait {
            let wait = backoff(costs.retry_delay, tile, circuit.refusals);
            circuit.refusals += 1;
            circuit.stage = Stage::BackingOff { until: now + wait };
        } else {
            self.is_gone(Outcome::Refused, ports);
        }
    }

    /// Removes the circuit, so that the next core may have one.
    fn is_gone(&mut self, outcome: Outcome, ports: &mut CircuitPorts) {
        let Cycle { now, .. } = ports.cycle;
        let gone = self.current.take();
        if let Some(core) = gone.and_then(|circuit| circuit.owner) {
            self.report(core, State::Closed, outcome, ports);
        }
        if let Some(core) = self.next_waiting(ports) {
            self.begin_circuit(core, now + 1, ports);
        }
    }

    /// Removes a core from the list of those that wait for a circuit, and returns the core. If
    /// priorities count, only cores of the highest level are considered. Among these, the core that
    /// has waited longest is removed.
    fn next_waiting(&mut self, ports: &CircuitPorts) -> Option<usize> {
        let costs = ports.cycle.costs;
        if !costs.circuits_queue {
            return self.waiting.pop_front();
        }
        let level = |core: usize| {
            let service = (ports.priorities).service(core as u8, self.cores[core].spec.target);
            u32::from(service.field()) * costs.levels / 8
        };
        let places = (0..self.waiting.len()).rev();
        let place = places.max_by_key(|&place| level(self.waiting[place]))?;
        self.waiting.remove(place)
    }

    /// Writes the result of a core's command to its registers, and signals an event to the core.
    fn report(&mut self, core: usize, state: State, result: Outcome, ports: &mut CircuitPorts) {
        let circuit = &mut self.cores[core];
        circuit.state = state;
        circuit.result = result;
        ports.cores.signal(core, EVENT_CIRCUIT, ports.cycle);
    }

    /// Sends the open packet of the current circuit.
    fn send_open(&mut self, ready: u64, ports: &mut CircuitPorts) {
        let Some(circuit) = self.current else {
            return;
        };
        let duplex = circuit.spec.duplex;
        let packet = self.send_for(circuit, PacketKind::Open { duplex }, ready, ports);
        if let Some(circuit) = &mut self.current {
            circuit.stage = Stage::Opening { packet };
        }
    }

    /// Sends a packet that closes the circuit. If `duplex` is set, the packet closes both
    /// directions, otherwise only the direction of requests.
    fn send_close(&mut self, duplex: bool, ready: u64, ports: &mut CircuitPorts) {
        if let Some(circuit) = self.current {
            self.send_for(circuit, PacketKind::Close { duplex }, ready, ports);
        }
    }

    /// Adds a packet of one flit that opens or closes the circuit. Returns its number.
    fn send_for(
        &mut self,
        circuit: Circuit,
        kind: PacketKind,
        ready: u64,
        ports: &mut CircuitPorts,
    ) -> u32 {
        let (core, target) = (circuit.core as u8, circuit.spec.target);
        let packet = ports.packets.add(Packet {
            service: ports.priorities.service(core, target),
            source: self.tile,
            target,
            job: circuit.job,
            core,
            ..Packet::new(kind, Purpose::Circuit)
        });
        self.leaving = Some((ready, packet));
        packet
    }
}

/// The number of cycles from a refusal to the next attempt. It is `least` after the first refusal,
/// and later a multiple of `least`, up to 64 times. The multiple depends on the tile and is
/// pseudo-random, so that two circuits do not refuse each other for ever.
fn backoff(least: u64, tile: u16, refusals: u32) -> u64 {
    let choices = 1 << refusals.min(6);
    let seed = u64::from(tile) << 32 | u64::from(refusals);
    // SplitMix64. Any function that mixes the bits of its argument would serve.
    let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    least * (1 + (mixed ^ mixed >> 31) % choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pause_is_the_shortest_and_later_ones_differ() {
        let pauses = |refusals| -> Vec<u64> { (0..64).map(|t| backoff(16, t, refusals)).collect() };
        assert!(pauses(0).iter().all(|&pause| pause == 16));
        let later = pauses(6);
        assert!(later.iter().all(|pause| (16..=16 * 64).contains(pause)));
        let mut different = later.clone();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 32, "{later:?}");
    }
}
