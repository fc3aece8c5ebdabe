//! Packets to rectangles of tiles: each tile gets each packet once, in order, in the cycles of the
//! formula. Each link carries each packet once. No packet waits for ever.

use super::chip::{chip, Keys, REFERENCE};
use super::traffic::Random;
use crate::tests::cases::{cases, random_cases};
use onchip_simulator::config::DimensionOrder as Order;
use onchip_simulator::noc::{Flit, Network, Parameters, Rectangle, Service, Statistics};
use proptest::prelude::*;
use std::collections::{BTreeSet, VecDeque};

/// A packet to all tiles between the corners `first` and `last`, or, if `single` is set, to `first`
/// alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packet {
    due: u64,
    source: usize,
    first: usize,
    last: usize,
    single: bool,
    flits: u8,
}

impl Packet {
    fn targets(&self, columns: usize) -> Vec<usize> {
        let (left, right) = (self.first % columns, self.last % columns);
        match self.single {
            true => vec![self.first],
            false => (self.first..=self.last)
                .filter(|tile| (left..=right).contains(&(tile % columns)))
                .collect(),
        }
    }

    fn flit(&self, number: usize, sequence: u8, columns: usize) -> Flit {
        let (target, service) = match self.single {
            true => (self.first as u16, Service::BEST_EFFORT),
            false => {
                let (first, last) = (self.first as u32, self.last as u32);
                let to = Rectangle::between(first, last, columns as u32).expect("a rectangle");
                assert_eq!(usize::from(to.tiles()), self.targets(columns).len());
                (to.bits(), Service::BEST_EFFORT.to_many())
            }
        };
        Flit::of_packet(number as u32, target, sequence, self.flits, service)
    }
}

fn parameters(order: Order, columns: usize, rows: usize, keys: Keys) -> Parameters {
    let memory = [(columns * rows / 2) as u32];
    let mut chip = chip(columns as u32, rows as u32, &memory, keys);
    chip.network.routing = order;
    Parameters {
        multicast: true,
        ..chip.network_parameters()
    }
}

/// The observable results of a run: the network's counts, and for each packet and target the cycles
/// in which the first and the last flit arrived, sorted by these cycles.
#[derive(Debug, PartialEq)]
struct Run {
    /// Packet, target, cycle of the head, cycle of the last flit.
    arrivals: Vec<(usize, usize, u64, u64)>,
    end: u64,
    counts: Statistics,
}

/// Sends the packets of each source one after the other. Endpoints take flits if `takes` allows it.
/// Returns none if flits are left in the network after `most` cycles.
fn run(
    parameters: &Parameters,
    columns: usize,
    packets: &[Packet],
    reference: bool,
    takes: impl Fn(u64, usize) -> bool,
    most: u64,
) -> Option<Run> {
    let mut network = Network::new(parameters);
    let endpoints = network.endpoints();
    let mut queues = vec![VecDeque::new(); endpoints];
    for (number, packet) in packets.iter().enumerate() {
        queues[packet.source].push_back((number, 0));
    }
    let mut arriving: Vec<Option<(usize, u8, u64)>> = vec![None; endpoints];
    let mut run = Run {
        arrivals: vec![],
        end: 0,
        counts: network.statistics(),
    };
    let mut missing: usize = packets
        .iter()
        .map(|packet| packet.targets(columns).len())
        .sum();
    for cycle in 0..most {
        match reference {
            true => network.step_every(cycle),
            false => network.step(cycle),
        }
        if missing == 0 && network.idle() {
            run.end = cycle;
            run.counts = network.statistics();
            return Some(run);
        }
        for (endpoint, arriving) in arriving.iter_mut().enumerate() {
            let Some(flit) = network.front(endpoint).filter(|_| takes(cycle, endpoint)) else {
                continue;
            };
            network.take(endpoint);
            let number = flit.packet() as usize;
            let (expected, sequence, head) = arriving.unwrap_or((number, 0, cycle));
            assert_eq!((number, flit.sequence()), (expected, sequence), "mixed");
            *arriving = Some((number, sequence + 1, head));
            if flit.is_last() {
                assert_eq!(sequence + 1, packets[number].flits);
                *arriving = None;
                run.arrivals.push((number, endpoint, head, cycle));
                missing -= 1;
            }
        }
        for (endpoint, queue) in queues.iter_mut().enumerate() {
            let Some((number, sequence)) = queue.front_mut() else {
                continue;
            };
            let packet = &packets[*number];
            let flit = packet.flit(*number, *sequence, columns);
            if packet.due <= cycle && network.ready(endpoint, flit.service()) {
                network.inject(endpoint, flit);
                *sequence += 1;
                if flit.is_last() {
                    queue.pop_front();
                }
            }
        }
        let counts = network.statistics();
        assert_eq!(
            counts.injected + counts.copied,
            counts.ejected + counts.in_flight
        );
        let is_idle = counts.in_flight == 0;
        assert!(!network.idle() || is_idle, "idle with flits in flight");
    }
    None
}

/// Checks that each target has got each packet once, and the packets of each source in their order.
fn check_deliveries(run: &Run, packets: &[Packet], columns: usize) {
    let mut expected: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (number, packet) in packets.iter().enumerate() {
        expected.extend(
            packet
                .targets(columns)
                .iter()
                .map(|&target| (number, target)),
        );
    }
    let came: BTreeSet<_> = (run.arrivals.iter()).map(|one| (one.0, one.1)).collect();
    assert_eq!(came, expected);
    assert_eq!(run.arrivals.len(), expected.len(), "nothing comes twice");
    for (at, one) in run.arrivals.iter().enumerate() {
        for later in &run.arrivals[at + 1..] {
            let is_pair = one.1 == later.1 && packets[one.0].source == packets[later.0].source;
            assert!(!is_pair || one.0 < later.0, "{one:?} before {later:?}");
        }
    }
}

/// A packet from each tile to each rectangle, `longer` flits longer than a buffer, and a packet
/// from each tile to each single tile, three times as long as a buffer.
fn all_packets(columns: usize, rows: usize, keys: Keys, longer: u8) -> Vec<Packet> {
    let tiles = columns * rows;
    let slots = keys.buffer as u8;
    let mut packets = vec![];
    for source in 0..tiles {
        for first in 0..tiles {
            for last in first..tiles {
                let packet = Packet {
                    due: 0,
                    source,
                    first,
                    last,
                    single: false,
                    flits: slots + longer,
                };
                if first % columns <= last % columns {
                    packets.push(packet);
                }
            }
            packets.push(Packet {
                due: 0,
                source,
                first,
                last: first,
                single: true,
                flits: 3 * slots,
            });
        }
    }
    packets
}

fn always(_: u64, _: usize) -> bool {
    true
}

#[test]
fn every_rectangle_takes_the_cycles_of_the_formula_and_each_link_once() {
    let far = Keys {
        delay: 0,
        router: 2,
        link: 3,
        credit: 2,
        buffer: 3,
    };
    for (keys, order) in [
        (REFERENCE, Order::Xy),
        (REFERENCE, Order::Yx),
        (far, Order::Xy),
    ] {
        let (columns, rows) = (4, 3);
        let parameters = parameters(order, columns, rows, keys);
        let network = Network::new(&parameters);
        for packet in all_packets(columns, rows, keys, 0) {
            if packet.single {
                continue;
            }
            let run = run(&parameters, columns, &[packet], false, always, 1000).unwrap();
            check_deliveries(&run, &[packet], columns);
            let mut links = BTreeSet::new();
            for &(_, target, head, last) in &run.arrivals {
                let mut route = vec![];
                network.follow(packet.source, target, |output| route.push(output));
                let latency = keys.latency(route.len() as u32 - 1);
                assert_eq!(head, latency, "{packet:?} to {target}");
                assert_eq!(last, latency + u64::from(packet.flits) - 1);
                links.extend(route);
            }
            let flits: u64 = run.counts.links.iter().map(|link| link.flits).sum();
            assert_eq!(flits, links.len() as u64 * u64::from(packet.flits));
        }
    }
}

/// Sends three packets, three times in a row, with each of several choices of starting cycles.
/// Returns whether all packets arrive.
fn check_together(parameters: &Parameters, columns: usize, packets: &[Packet]) -> bool {
    [[0, 0, 0], [0, 1, 3], [0, 4, 2]].iter().all(|delays| {
        let mut all = vec![];
        for _ in 0..3 {
            all.extend(
                packets
                    .iter()
                    .zip(delays)
                    .map(|(&packet, &due)| Packet { due, ..packet }),
            );
        }
        let run = run(parameters, columns, &all, false, always, 400);
        if let Some(run) = &run {
            check_deliveries(run, &all, columns);
        }
        run.is_some()
    })
}

/// The smallest buffers: a flit for the header and one for the address.
const SMALLEST: Keys = Keys {
    buffer: 2,
    ..REFERENCE
};

#[test]
fn no_two_or_three_packets_wait_for_ever() {
    // The test takes all pairs of packets, each with a random third packet, and on the smallest
    // mesh all triples. Short tests take samples on larger meshes.
    let samples = |all: usize| if cases(1) > 1 { 1 } else { all };
    for (columns, rows, sample) in [
        (2, 2, 1),
        (3, 2, samples(5)),
        (2, 3, samples(5)),
        (3, 3, samples(40)),
    ] {
        for order in [Order::Xy, Order::Yx] {
            let parameters = parameters(order, columns, rows, SMALLEST);
            let all = all_packets(columns, rows, SMALLEST, 0);
            let mut random = Random(1);
            for (at, &one) in all.iter().enumerate() {
                for (at, &other) in all.iter().enumerate().skip(at) {
                    let thirds = match columns * rows {
                        4 if order == Order::Xy => &all[at..],
                        _ if random.below(sample) == 0 => &[all[random.below(all.len())]],
                        _ => continue,
                    };
                    for &third in thirds {
                        let packets = [one, other, third];
                        let together = check_together(&parameters, columns, &packets);
                        assert!(together, "{packets:?}");
                    }
                }
            }
        }
    }
}

/// With packets longer than a buffer, one branch of a multicast can hold an output for which others
/// wait.
#[test]
fn longer_packets_would_wait_for_ever() {
    let (columns, rows) = (3, 2);
    let parameters = parameters(Order::Xy, columns, rows, SMALLEST);
    let all = all_packets(columns, rows, SMALLEST, 4);
    let mut pairs = all
        .iter()
        .enumerate()
        .flat_map(|(at, one)| all[at..].iter().map(move |other| [*one, *other]));
    assert!(pairs.any(|pair| !check_together(&parameters, columns, &pair)));
}

proptest! {
    #![proptest_config(random_cases(40))]

    #[test]
    fn steps_agree_with_the_reference(
        (columns, rows) in (1usize..=6, 1usize..=6),
        along_columns in any::<bool>(),
        (delay, router, link, credit, buffer) in (0u32..=2, 1u32..=3, 0u32..=3, 1u32..=3, 2u32..=6),
        seed in any::<u64>(),
        rate in 1u32..200,
        takes in 300u32..=1000,
    ) {
        let keys = Keys { delay, router, link, credit, buffer };
        let order = if along_columns { Order::Yx } else { Order::Xy };
        let parameters = parameters(order, columns, rows, keys);
        let mut random = Random(seed);
        let mut packets = vec![];
        for due in 0..300 {
            for source in 0..columns * rows {
                if due % 128 >= 64 || !random.chance(rate) {
                    continue;
                }
                let mut corners = || (random.below(columns), random.below(rows));
                let (one, other) = (corners(), corners());
                let single = random.chance(500);
                let first = one.0.min(other.0) + columns * one.1.min(other.1);
                let last = one.0.max(other.0) + columns * one.1.max(other.1);
                let longest = if single { 18 } else { buffer as usize };
                packets.push(Packet {
                    due,
                    source,
                    first,
                    last: if single { first } else { last },
                    single,
                    flits: 1 + random.below(longest) as u8,
                });
            }
        }
        let may = |cycle: u64, endpoint: usize| {
            Random(seed ^ cycle << 16 ^ endpoint as u64).chance(takes)
        };
        let [fast, reference] = [false, true]
            .map(|reference| run(&parameters, columns, &packets, reference, may, 1_000_000));
        let fast = fast.expect("all packets come");
        check_deliveries(&fast, &packets, columns);
        prop_assert_eq!(Some(fast), reference);
    }
}
