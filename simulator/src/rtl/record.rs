//! Runs the simulator's network with given packets, and records the run in the format of
//! `watch.rs`.

use super::watch::Watch;
use crate::noc::{Circuits, Flit, Network, Parameters, Rectangle, Service, Shape};
use crate::traffic::random::Random;
use std::collections::VecDeque;

/// A packet that an endpoint sends. If it travels on a circuit, the endpoint sends an open packet
/// before it and a close packet after it. If the packet's level is odd, the endpoint keeps the
/// circuit after the packet, and closes it when it is needed or when it sends a packet on another
/// circuit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packet {
    /// The first cycle in which the endpoint may hand the packet's head to the network.
    pub due: u64,
    pub source: u16,
    /// The number of an endpoint. If `to_many` is set, the encoding of a rectangle of tiles.
    pub target: u16,
    pub flits: u8,
    /// The priority, 0 to 7. If the packet travels on a circuit, this is the priority of the open
    /// packet, and it has an effect on it only if open packets wait for other circuits.
    pub level: u8,
    pub on_circuit: bool,
    pub to_many: bool,
}

impl Packet {
    /// Number of endpoints to which the packet goes.
    fn arrivals(&self) -> usize {
        match self.to_many {
            true => Rectangle::of(self.flit(0, 0, 1, service(self)))
                .tiles()
                .into(),
            false => 1,
        }
    }

    /// Flit number `sequence` of packet `number`, which has `flits` flits.
    fn flit(&self, number: usize, sequence: u8, flits: u8, service: Service) -> Flit {
        Flit::of_packet(number as u32, self.target, sequence, flits, service)
    }
}

/// Returns random packets for `cycles` cycles. In each cycle, each endpoint begins a packet with
/// probability `per_mille` / 1,000. A quarter of the packets goes to endpoint 0. On chips with
/// multicasts, another quarter goes to rectangles of tiles; these packets fit into a buffer. In the
/// last 128 of every 512 cycles no packet begins, so that the network becomes empty.
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
            let mut packet = Packet {
                due,
                source,
                target: if random.below(4) == 0 { 0 } else { anywhere } as u16,
                flits: 1 + random.below(10) as u8,
                level: random.below(8) as u8,
                on_circuit,
                to_many: parameters.multicast && random.below(4) == 0,
            };
            if packet.to_many {
                packet.target = random_rectangle(parameters, &mut random).bits();
                packet.flits = 1 + random.below(parameters.buffer_flits as usize) as u8;
            }
            packets.push(packet);
        }
    }
    packets
}

fn random_rectangle(parameters: &Parameters, random: &mut Random) -> Rectangle {
    let Shape::Mesh { columns, rows, .. } = parameters.shape else {
        unreachable!("only meshes have multicasts");
    };
    let mut pair = |count| {
        let (one, other) = (random.below(count), random.below(count));
        (one.min(other), one.max(other))
    };
    let ((left, right), (top, bottom)) = (pair(columns), pair(rows));
    let tile = |column: usize, row: usize| (row * columns + column) as u32;
    Rectangle::between(tile(left, top), tile(right, bottom), columns as u32)
        .expect("the first corner is the least")
}

/// The state of an endpoint that sends a packet on a circuit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// The open packet is next.
    Begin,
    /// The endpoint has sent the open packet, and waits until the circuit is open.
    Opening,
    /// The circuit is open, and the network has taken this many flits of the packet.
    Open(u8),
    /// The endpoint keeps the circuit after the packet with this number.
    Kept(usize),
}

struct Source {
    /// For each traffic class: the numbers of the packets to send, and how many flits of the first
    /// one have been sent.
    queues: Vec<(VecDeque<usize>, u8)>,
    circuit: Progress,
    /// Whether the circuit keeps a packet off one of its links.
    needed: bool,
}

/// Simulates the network until all packets have arrived, or for `most` cycles, and returns the
/// record of the run. With a seed, endpoints refuse flits in random cycles; without a seed, they
/// take every flit at once.
pub fn record(parameters: &Parameters, packets: &[Packet], seed: Option<u64>, most: u64) -> String {
    let network = Network::new(parameters);
    let mut watch = Watch::new(&network);
    run(network, packets, seed, most, Some(&mut watch));
    watch.into_text()
}

/// Simulates the network as [`record`] does, but keeps no record. Returns the number of cycles.
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
            needed: false,
        })
        .collect();
    let mut due = packets.iter().enumerate().peekable();
    let mut random = seed.map(|seed| Random::new(seed, 1));
    let mut missing: usize = packets.iter().map(Packet::arrivals).sum();
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
            if network.needed(endpoint) {
                source.needed = true;
            }
        }
        for endpoint in 0..endpoints {
            let Some(flit) = network.front(endpoint) else {
                continue;
            };
            if random.as_mut().is_none_or(|random| random.below(8) > 0) {
                network.take(endpoint);
                let number = flit.packet() as usize;
                if flit.opens() {
                    let source = usize::from(packets[number].source);
                    sources[source].circuit = Progress::Open(0);
                } else if flit.is_last() {
                    missing -= usize::from(flit.service() != Service::CLOSE);
                }
            }
        }
        for (endpoint, source) in sources.iter_mut().enumerate() {
            let flit = source.next(packets, endpoint, &network);
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
    let marked = Service::level(packet.level);
    match (packet.on_circuit, packet.to_many) {
        (true, _) => Service::CIRCUIT,
        (false, true) => marked.to_many(),
        (false, false) => marked,
    }
}

impl Source {
    /// The flit that an endpoint hands over next: a flit of the first traffic class that has one
    /// and that the network can take.
    fn next(&mut self, packets: &[Packet], endpoint: usize, network: &Network) -> Option<Flit> {
        let circuits = network.ready(endpoint, Service::CIRCUIT);
        if let (Progress::Kept(number), true) = (self.circuit, circuits) {
            let packet = &packets[number];
            let next = self.queues[network.class(Service::CIRCUIT)].0.front();
            let next = next.map(|&next| packets[next].target);
            if self.needed || next.is_some_and(|next| next != packet.target) {
                self.circuit = Progress::Begin;
                return Some(packet.flit(number, 0, 1, Service::CLOSE));
            }
            if next.is_some() {
                self.circuit = Progress::Open(0);
            }
        }
        for (queue, sent) in &mut self.queues {
            let Some(&number) = queue.front() else {
                continue;
            };
            let packet = &packets[number];
            let is_opening = packet.on_circuit && self.circuit == Progress::Opening;
            if is_opening || !network.ready(endpoint, service(packet)) {
                continue;
            }
            let flit = |sequence, flits, service| packet.flit(number, sequence, flits, service);
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
                Progress::Begin => {
                    self.needed = false;
                    (Progress::Opening, flit(0, 1, network.open(packet.level)))
                }
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
            if next == Progress::Open(packet.flits) && packet.level % 2 == 1 {
                queue.pop_front();
                self.circuit = Progress::Kept(number);
            }
            return Some(handed);
        }
        None
    }
}
