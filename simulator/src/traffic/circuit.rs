//! A circuit in synthetic traffic: one packet opens the circuit, data packets travel on it, and
//! another packet closes it.
//!
//! Only the network for requests is simulated. The acknowledgement of a packet that opens or closes
//! a circuit would return on the network for answers, which carries nothing else in synthetic
//! traffic. So it is assumed to take as long as a packet of one flit in an empty network.

use super::expectation::cycles_alone;
use super::measurement::Latencies;
use super::options::{Options, Placement};
use super::report::{self, CircuitState};
use crate::config::{ChipConfig, CircuitConflict};
use crate::noc::{Flit, Network, Service};
use std::collections::VecDeque;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// There is no circuit. A packet that opens it may start from this cycle on.
    Shut {
        retry: u64,
    },
    /// The packet that opens the circuit is in flight.
    Opening,
    /// The circuit is open. The acknowledgement arrives in cycle `answer`.
    Opened {
        answer: u64,
    },
    Open,
    Closing,
    Closed,
    Refused,
}

#[derive(Debug, Clone)]
pub struct Circuit {
    placement: Placement,
    /// Number of the circuit. Its flits carry this number as their packet number.
    number: u32,
    hops: usize,
    /// Length of a packet in flits.
    length: u8,
    latency_alone: u64,
    /// Number of cycles after which an acknowledgement arrives.
    answer: u64,
    /// Number of cycles from a refusal of the circuit to the next attempt. None if there is no
    /// further attempt.
    retry: Option<u64>,
    close_after: u64,
    state: State,
    attempts: u64,
    /// The cycle in which the first packet that opens the circuit started (`begun`), and the cycle
    /// in which the packet that closes it started (`closing`).
    begun: u64,
    closing: u64,
    open_cycles: Option<u64>,
    close_cycles: Option<u64>,
    /// First cycle in which a data packet could start on the circuit.
    usable: u64,
    /// Number of data packets whose last flit has been handed over.
    sent: u64,
    /// For the next data packet, the number of its flits that have been handed over (`sequence`),
    /// and the cycle in which it is generated (`next`).
    sequence: u8,
    next: u64,
    /// For each data packet in flight, the cycle in which it was generated; the oldest packet comes
    /// first.
    in_flight: VecDeque<u64>,
    latencies: Latencies,
    /// Number of data flits that have arrived, and the cycles in which the first and the last of
    /// them arrived.
    flits: u64,
    first: u64,
    last: u64,
}

impl Circuit {
    /// Circuit number `number`. `network` must be empty and in cycle 0.
    pub fn new(
        chip: &ChipConfig,
        network: &Network,
        options: &Options,
        (number, placement): (u32, Placement),
    ) -> Circuit {
        let Placement { from, to, .. } = placement;
        let mut outputs = 0;
        network.follow(from, to, |_| outputs += 1);
        let waits = chip.network.circuit_conflict == CircuitConflict::Wait;
        Circuit {
            placement,
            number,
            hops: outputs - 1,
            length: options.packet,
            latency_alone: cycles_alone(network, (from, to), None, options.packet),
            answer: cycles_alone(network, (to, from), None, 1),
            retry: waits.then_some(chip.ni.retry.into()),
            close_after: options.close_after.unwrap_or(u64::MAX),
            state: State::Shut { retry: 0 },
            attempts: 0,
            begun: 0,
            closing: 0,
            open_cycles: None,
            close_cycles: None,
            usable: 0,
            sent: 0,
            sequence: 0,
            next: 0,
            in_flight: VecDeque::new(),
            latencies: Latencies::default(),
            flits: 0,
            first: 0,
            last: 0,
        }
    }

    /// Whether the simulation may end. It may not while a packet that opens or closes the circuit,
    /// or its acknowledgement, is in flight, or while an open circuit must still be closed.
    pub fn may_end(&self) -> bool {
        match self.state {
            State::Shut { .. } | State::Refused | State::Closed => true,
            State::Open => self.close_after == u64::MAX,
            State::Opening | State::Opened { .. } | State::Closing => false,
        }
    }

    /// Takes a flit of this circuit that has arrived.
    pub fn take(&mut self, flit: Flit, cycle: u64) {
        match flit.service() {
            Service::OPEN => {
                let answer = cycle + self.answer;
                self.state = State::Opened { answer };
            }
            Service::CLOSE => {
                self.state = State::Closed;
                self.close_cycles = Some(cycle + self.answer - self.closing);
            }
            _ => {
                if self.flits == 0 {
                    self.first = cycle;
                }
                self.flits += 1;
                self.last = cycle;
                if flit.is_last() {
                    let born = self.in_flight.pop_front().expect("it was sent");
                    self.latencies.add(cycle - born);
                }
            }
        }
    }

    /// Hands over the next flit of the circuit, if it is due in this cycle and the network has a
    /// slot for it.
    pub fn hand_over(&mut self, network: &mut Network, cycle: u64) {
        match self.state {
            State::Opening if network.refused(self.placement.from) => {
                self.state = match self.retry {
                    Some(wait) => State::Shut {
                        retry: cycle + wait,
                    },
                    None => State::Refused,
                };
            }
            State::Opened { answer } if answer <= cycle => {
                self.state = State::Open;
                self.open_cycles = Some(cycle - self.begun);
                (self.usable, self.next) = (cycle, cycle);
            }
            _ => {}
        }
        match self.state {
            State::Shut { retry } if retry <= cycle && cycle < self.close_after => {
                self.open(network, cycle);
            }
            State::Open if self.sequence == 0 && cycle >= self.close_after => {
                self.close(network, cycle);
            }
            State::Open if self.next <= cycle => self.send(network, cycle),
            _ => {}
        }
    }

    fn open(&mut self, network: &mut Network, cycle: u64) {
        if self.inject(network, (0, 1), Service::OPEN) {
            if self.attempts == 0 {
                self.begun = cycle;
            }
            self.attempts += 1;
            self.state = State::Opening;
        }
    }

    fn close(&mut self, network: &mut Network, cycle: u64) {
        if self.inject(network, (0, 1), Service::CLOSE) {
            self.closing = cycle;
            self.state = State::Closing;
        }
    }

    /// Hands over the next flit of a data packet, if the network has a slot for it.
    fn send(&mut self, network: &mut Network, cycle: u64) {
        if !self.inject(network, (self.sequence, self.length), Service::CIRCUIT) {
            return;
        }
        if self.sequence == 0 {
            self.in_flight.push_back(self.next);
        }
        self.sequence += 1;
        if self.sequence == self.length {
            self.sequence = 0;
            self.sent += 1;
            self.next = match self.placement.rate {
                Some(rate) => {
                    let flits = self.sent as f64 * f64::from(self.length);
                    self.usable + (flits / rate) as u64
                }
                None => cycle + 1,
            };
        }
    }

    /// Hands over one flit of a packet, if the network has a slot for it. `sequence` is the
    /// position of the flit in the packet, and `length` the packet length in flits.
    fn inject(
        &self,
        network: &mut Network,
        (sequence, length): (u8, u8),
        service: Service,
    ) -> bool {
        let Placement { from, to, .. } = self.placement;
        let ready = network.ready(from, service);
        if ready {
            let flit = Flit::of_packet(self.number, to as u16, sequence, length, service);
            network.inject(from, flit);
        }
        ready
    }

    pub fn report(&self) -> report::Circuit {
        let cycles = self.last - self.first;
        report::Circuit {
            placement: self.placement,
            hops: self.hops,
            state: match self.state {
                State::Shut { .. } | State::Opening | State::Opened { .. } => CircuitState::Waiting,
                State::Open | State::Closing => CircuitState::Open,
                State::Closed => CircuitState::Closed,
                State::Refused => CircuitState::Refused,
            },
            attempts: self.attempts,
            open_cycles: self.open_cycles,
            close_cycles: self.close_cycles,
            latency: self.latencies.figures(),
            latency_alone: self.latency_alone,
            packets: self.latencies.packets,
            throughput: (cycles > 0).then(|| (self.flits - 1) as f64 / cycles as f64),
        }
    }
}
