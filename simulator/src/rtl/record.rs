//! A run of the model under given packets, cycle by cycle; the record is that of `watch.rs`.

use super::watch::Watch;
use crate::noc::{Circuits, Flit, Network, Parameters, Service};
use crate::traffic::random::Random;
use std::collections::VecDeque;

/// A packet; one on a circuit opens it, has the data follow, and closes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packet {
    /// The first cycle in which its head may be handed over.
    pub due: u64,
    pub source: u16,
    pub target: u16,
    pub flits: u8,
    /// The priority, 0 to 7; ignored on a circuit.
    pub level: u8,
    pub on_circuit: bool,
}

/// Packets for `cycles` cycles: each endpoint begins one in so many of 1,000 cycles, half of them
/// for endpoint 0; there are pauses in which the network runs empty.
pub fn random_packets(
    parameters: &Parameters,
    seed: u64,
    cycles: u64,
    per_mille: usize,
) -> Vec<Packet> {
    let mut random = Random::new(seed, 0);
    let endpoints = Network::new(parameters).endpoints();
    let circuits = parameters.circuits != Circuits::None;
    let mut packets = vec![];
    for due in (0..cycles).filter(|cycle| cycle % 512 < 384) {
        for source in 0..endpoints as u16 {
            if random.below(1000) >= per_mille {
                continue;
            }
            let anywhere = random.below(endpoints);
            let on_circuit = circuits && random.below(8) == 0;
            packets.push(Packet {
                due,
                source,
                target: if random.below(4) == 0 { 0 } else { anywhere } as u16,
                flits: 1 + random.below(10) as u8,
                level: random.below(8) as u8,
                on_circuit,
            });
        }
    }
    packets
}

/// How far an endpoint is with the packet on a circuit that it sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// The circuit's open packet comes next.
    Begin,
    /// The open packet is on its way.
    Opening,
    /// So many flits of the packet have been handed over on the open circuit.
    Open(u8),
}

struct Source {
    /// For each traffic class, the packets to be sent, and how many flits of the first one have
    /// been sent.
    queues: Vec<(VecDeque<usize>, u8)>,
    circuit: Progress,
}

/// What happens while the packets are run until all have arrived, or for `most` cycles. Endpoints
/// do not take what they are offered in some cycles, by the seed; without one they always do.
pub fn record(parameters: &Parameters, packets: &[Packet], seed: Option<u64>, most: u64) -> String {
    let network = Network::new(parameters);
    let mut watch = Watch::new(&network);
    run(network, packets, seed, most, Some(&mut watch));
    watch.into_text()
}

/// Runs the packets as [`record`] does, but writes nothing down; gives the number of cycles.
pub fn replay(parameters: &Parameters, packets: &[Packet], seed: Option<u64>, most: u64) -> u64 {
    run(Network::new(parameters), packets, seed, most, None)
}

fn run(
    mut network: Network,
    packets: &[Packet],
    seed: Option<u64>,
    most: u64,
    mut watch: Option<&mut Watch>,
) -> u64 {
    let (endpoints, classes) = (network.endpoints(), network.classes());
    let mut sources: Vec<Source> = (0..endpoints)
        .map(|_| Source {
            queues: vec![(VecDeque::new(), 0); classes],
            circuit: Progress::Begin,
        })
        .collect();
    let mut due = packets.iter().enumerate().peekable();
    let mut random = seed.map(|seed| Random::new(seed, 1));
    let mut missing = packets.len();
    for cycle in 0..most {
        network.step(cycle);
        if let Some(watch) = &mut watch {
            watch.moved(&network, cycle);
        }
        if missing == 0 && network.idle() {
            return cycle;
        }
        while let Some((number, packet)) = due.next_if(|(_, packet)| packet.due <= cycle) {
            let class = network.class(service(packet));
            let source = &mut sources[usize::from(packet.source)];
            source.queues[class].0.push_back(number);
        }
        for (endpoint, source) in sources.iter_mut().enumerate() {
            if network.refused(endpoint) {
                source.circuit = Progress::Begin;
            }
        }
        for endpoint in 0..endpoints {
            let Some(flit) = network.front(endpoint) else {
                continue;
            };
            if random.as_mut().is_none_or(|random| random.below(8) > 0) {
                network.take(endpoint);
                let number = flit.packet() as usize;
                if flit.service() == Service::OPEN {
                    let source = usize::from(packets[number].source);
                    sources[source].circuit = Progress::Open(0);
                } else if flit.is_last() {
                    let on_circuit = packets[number].on_circuit;
                    missing -= usize::from(!on_circuit || flit.service() == Service::CLOSE);
                }
            }
        }
        for (endpoint, source) in sources.iter_mut().enumerate() {
            let flit = source.next(packets, |service| network.ready(endpoint, service));
            if let Some(flit) = flit {
                network.inject(endpoint, flit);
            }
        }
        if let Some(watch) = &mut watch {
            watch.exchanged(&network);
        }
    }
    most
}

fn service(packet: &Packet) -> Service {
    if packet.on_circuit {
        Service::CIRCUIT
    } else {
        Service::level(packet.level)
    }
}

impl Source {
    /// The flit to be handed over: of the first class that has one and is ready.
    fn next(&mut self, packets: &[Packet], ready: impl Fn(Service) -> bool) -> Option<Flit> {
        for (queue, sent) in &mut self.queues {
            let Some(&number) = queue.front() else {
                continue;
            };
            let packet = &packets[number];
            let may = packet.on_circuit && self.circuit == Progress::Opening;
            if may || !ready(service(packet)) {
                continue;
            }
            let flit = |sequence, flits, service| {
                Flit::of_packet(number as u32, packet.target, sequence, flits, service)
            };
            if !packet.on_circuit {
                let sequence = *sent;
                *sent += 1;
                if *sent == packet.flits {
                    *sent = 0;
                    queue.pop_front();
                }
                return Some(flit(sequence, packet.flits, service(packet)));
            }
            let (next, handed) = match self.circuit {
                Progress::Begin => (Progress::Opening, flit(0, 1, Service::OPEN)),
                Progress::Open(sent) if sent < packet.flits => (
                    Progress::Open(sent + 1),
                    flit(sent, packet.flits, Service::CIRCUIT),
                ),
                _ => {
                    queue.pop_front();
                    (Progress::Begin, flit(0, 1, Service::CLOSE))
                }
            };
            self.circuit = next;
            return Some(handed);
        }
        None
    }
}
