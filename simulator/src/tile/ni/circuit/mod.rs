//! The circuits of a network interface. For a core of its tile, the interface sends packets that
//! open and close circuits (section III of the paper QM and section IV of the paper CL,
//! `docs/papers.md`). It has one circuit at a time. A state machine handles the initiator's end
//! ([`Circuits`], [`Stage`]); the target's end only answers ([`CircuitEnd`]). If the network
//! refuses a circuit, the interface backs off and tries again (`network.circuit_conflict =
//! "wait"`), or gives up. With `"queue"` the network refuses no circuit: the packet that opens it
//! waits in the network.
//!
//! ```text
//!              is tried            answered         close            answered
//!  BackingOff ─────────► Opening ──────────► Open ───────► Closing ─────────► (none)
//!     ▲                   │    │             ▲  │ keep        ▲
//!     │ refused on its    │    │        open │  ▼             │ needed by others
//!     │ route             │    │             Kept ────────────┘
//!     │                   │    │ answered: the reverse circuit has been refused
//!     │                   │    ▼
//!     └───────────────────┴─ Withdrawing: closes its request half
//! ```
//!
//! A core that keeps a circuit gives it back without closing it. The interface closes the circuit
//! when another packet needs one of its links, when a core of the tile requests another circuit, or
//! when the core's job ends. Until then a core of the job gets the circuit again at once.

mod commands;

use crate::protocol::core_registers::EVENT_CIRCUIT;
use crate::protocol::{CircuitEnd, Packet, PacketKind, Purpose};
use crate::tile::devices::{
    CircuitPorts, CircuitSpec, CircuitState as State, CoreCircuit, Outcome,
};
use crate::tile::ports::Cycle;
use std::collections::VecDeque;

/// The stage that the circuit of a network interface has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The packet that opens the circuit waits to leave, or this packet or its answer is in flight.
    Opening {
        packet: u32,
    },
    /// The circuit has been refused and holds no link. The interface will try to open it again in
    /// cycle `until`.
    BackingOff {
        until: u64,
    },
    /// The reverse circuit has been refused, so the circuit for requests is being closed again.
    Withdrawing,
    Open,
    /// The circuit is open, but no core owns it.
    Kept,
    Closing,
}

/// The circuit that a network interface has or is opening.
#[derive(Debug, Clone, Copy)]
struct Circuit {
    /// The core that owns the circuit. None if the circuit is kept, or if that core's job has
    /// ended.
    owner: Option<usize>,
    /// The core that owns the circuit, or owned it last.
    core: usize,
    job: u16,
    spec: CircuitSpec,
    stage: Stage,
    /// Number of times that the circuit has been refused.
    refusals: u32,
    /// Whether the circuit must be closed as soon as it is open. If it is refused, the interface
    /// does not try again.
    to_be_closed: bool,
    /// Whether the circuit has kept another packet off one of its links.
    needed: bool,
}

/// The circuits that begin in a tile: the current one, and those that cores have requested.
#[derive(Debug)]
pub struct Circuits {
    /// Number of the tile.
    tile: u16,
    current: Option<Circuit>,
    /// A packet that opens or closes a circuit and has not left, with the first cycle in which it
    /// may leave.
    leaving: Option<(u64, u32)>,
    /// The values of each core's circuit registers.
    cores: Vec<CoreCircuit>,
    /// Cores that wait to open a circuit of their own when the current one has been closed.
    waiting: VecDeque<usize>,
    /// Number of answers so far to packets that travelled on circuits.
    pub answers: u64,
    /// The end of a circuit that another tile has opened to this interface.
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

    /// Whether the circuit needs work in later cycles. A circuit that is open or waits for an
    /// answer needs none.
    pub fn is_active(&self) -> bool {
        self.leaving.is_some()
            || (self.current)
                .is_some_and(|circuit| matches!(circuit.stage, Stage::BackingOff { .. }))
    }

    /// The next cycle in which `attend` or `take_leaving` does anything if nothing arrives;
    /// `u64::MAX` if there is no such cycle. `may_leave`: the interface is not handing over another
    /// packet of circuits.
    pub fn next_event(&self, may_leave: bool) -> u64 {
        let leaves = self.leaving.filter(|_| may_leave);
        let tries = self.current.and_then(|circuit| match circuit.stage {
            Stage::BackingOff { until } => Some(until),
            _ => None,
        });
        let leaves = leaves.map_or(u64::MAX, |(ready, _)| ready);
        leaves.min(tries.unwrap_or(u64::MAX))
    }

    /// Removes and returns the packet that opens or closes a circuit, if it may leave in this
    /// cycle.
    pub fn take_leaving(&mut self, now: u64) -> Option<u32> {
        self.leaving
            .take_if(|(ready, _)| *ready <= now)
            .map(|(_, packet)| packet)
    }

    fn owned_by(&self, core: usize) -> bool {
        (self.current).is_some_and(|circuit| circuit.owner == Some(core))
    }

    /// Whether requests of this job to this endpoint travel on the circuit.
    #[inline]
    pub fn carries(&self, job: u16, target: u16) -> bool {
        self.current.is_some_and(|circuit| {
            let is_open = matches!(circuit.stage, Stage::Open | Stage::Kept);
            is_open && circuit.spec.target == target && circuit.job == job
        })
    }

    /// The core that owns the open circuit, and the circuit's target; none if no core owns an open
    /// circuit.
    pub fn current_open(&self) -> Option<(usize, CircuitSpec)> {
        let circuit = self.current?;
        let is_open = circuit.stage == Stage::Open;
        Some((circuit.owner?, circuit.spec)).filter(|_| is_open)
    }
}

impl Circuits {
    /// Does the circuits' work of a cycle. `refused`: the network has refused the packet that was
    /// to open the circuit. `needed`: the circuit keeps another packet off one of its links.
    pub fn attend(&mut self, refused: bool, needed: bool, ports: &mut CircuitPorts) {
        let now = ports.cycle.now;
        if let Some(circuit) = self.current.as_mut().filter(|_| needed) {
            circuit.needed = true;
            self.close_if_needed(now + 1, ports);
        }
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

    /// Handles the answer to a packet that opens or closes a circuit. Returns true if a circuit has
    /// been opened or closed.
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
            Stage::Open | Stage::Kept | Stage::BackingOff { .. } => {}
        }
        false
    }

    /// Handles a refusal of the circuit, which now holds no link any more.
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

    /// Removes the circuit, so that the next core can have one.
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

    /// Removes the next core from the list of cores that wait for a circuit, and returns it: the
    /// core that has waited longest, or, if priorities count, the one that has waited longest among
    /// those of the highest level.
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

    /// Writes the result of a command to the core's registers, and signals an event to the core.
    fn report(&mut self, core: usize, state: State, result: Outcome, ports: &mut CircuitPorts) {
        let circuit = &mut self.cores[core];
        circuit.state = state;
        circuit.result = result;
        ports.cores.signal(core, EVENT_CIRCUIT, ports.cycle);
    }

    /// Sends the packet that opens the current circuit.
    fn send_open(&mut self, ready: u64, ports: &mut CircuitPorts) {
        let Some(circuit) = self.current else {
            return;
        };
        let duplex = circuit.spec.duplex;
        let packet = self.send_for(circuit, PacketKind::Open { duplex }, ready, ports);
        if let Some(circuit) = &mut self.current {
            circuit.stage = Stage::Opening { packet };
            circuit.needed = false;
        }
    }

    /// Sends a packet that closes the circuit: both directions if `duplex` is set, otherwise only
    /// the direction of requests.
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
/// and later a multiple of `least`, up to 64 times. The multiple is pseudo-random and differs from
/// tile to tile, so that two circuits do not refuse each other for ever.
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
