//! Zero-load latency of every pair of endpoints, compared with the formula.

use super::chip::{chip, Keys, REFERENCE};
use super::shapes::{drawn, hops, links_of_route, torus, vary_links};
use super::traffic::{Random, Traffic};
use crate::tests::cases::cases;
use onchip_simulator::config::{ChipConfig, DimensionOrder as Order, Topology};
use onchip_simulator::noc::{Flit, Service};

/// Checks all pairs of endpoints on a mesh and a torus, in each order of dimensions.
fn check_every_pair(columns: u32, rows: u32, memory: &[u32], keys: Keys, flits: u8) {
    check_pairs(columns, rows, memory, keys, flits, None);
}

/// Selects a part (r, n) of all pairs of endpoints: those for which the sum of both endpoints'
/// numbers is r modulo n. None selects all pairs.
type PartOfPairs = Option<(usize, usize)>;

/// Checks the selected pairs of endpoints on a mesh and a torus, in each order of dimensions.
fn check_pairs(columns: u32, rows: u32, memory: &[u32], keys: Keys, flits: u8, part: PartOfPairs) {
    for mut chip in [
        chip(columns, rows, memory, keys),
        torus(columns, rows, memory, keys),
    ] {
        let is_torus = chip.network.topology == Topology::Torus;
        let of_mesh = [Order::O1turn, Order::WestFirst, Order::OddEven];
        let of_mesh = of_mesh.iter().filter(|_| !is_torus);
        let of_both = [Order::Xy, Order::Yx, Order::Minimal];
        for &routing in of_both.iter().chain(of_mesh) {
            chip.network.routing = routing;
            check_pairs_of(&chip, keys, flits, part);
            chip.network.channels = 4;
            check_pairs_of(&chip, keys, flits, part);
            chip.network.channels = 0;
        }
    }
}

/// The latency of a packet's first flit over links that may differ, and the number of cycles from
/// the first flit to the last one. Each link adds its own delay and the delay of the router before
/// it. A link that takes several cycles per flit delivers the flit in the last of them. The slowest
/// link determines the distance between flits.
fn latencies(links: &[[u32; 3]], keys: Keys, flits: u8) -> (u64, u64) {
    let along = |&[delay, _, cycles]: &[u32; 3]| keys.router + delay + cycles - 1;
    let head = 2 * keys.delay + keys.router + links.iter().map(along).sum::<u32>();
    let slowest = links.iter().map(|link| link[2]).max().unwrap_or(1);
    (head.into(), u64::from(slowest) * (u64::from(flits) - 1))
}

/// Sends one packet at a time between the selected pairs of endpoints.
fn check_pairs_of(chip: &ChipConfig, keys: Keys, flits: u8, part: PartOfPairs) {
    let mut traffic = Traffic::new(chip);
    let endpoints = traffic.network.endpoints();
    assert_eq!(
        endpoints,
        chip.tiles() as usize + chip.further_routers().len()
    );
    for source in 0..endpoints {
        for target in 0..endpoints {
            if part.is_some_and(|(rest, of)| (source + target) % of != rest) {
                continue;
            }
            let start = traffic.cycle;
            let packet = traffic.send(source, target, flits);
            traffic.finish(10_000);
            let packet = traffic.packets[packet];
            let links = links_of_route(chip, source, target);
            assert_eq!(links.len() as u32, hops(chip, source, target));
            let (latency, behind) = latencies(&links, keys, flits);
            if chip.link.is_empty() {
                assert_eq!(latency, keys.latency(links.len() as u32));
            }
            assert_eq!(packet.injected, start, "{source} to {target}");
            assert_eq!(
                packet.head - start,
                latency,
                "{source} to {target}: {keys:?}"
            );
            assert_eq!(packet.last - packet.head, behind, "{keys:?}");
        }
    }
}

/// A packet that takes a detour over a router takes as long as a packet over as many links without
/// a detour.
#[test]
fn every_pair_by_way_of_each_router() {
    for (keys, flits) in several_keys().zip([1, 2, 18].into_iter().cycle()) {
        for (torus_too, order) in [(false, Order::Valiant), (true, Order::Romm)] {
            let mut plain = chip(4, 3, &[5], keys);
            if torus_too {
                plain.network.topology = Topology::Torus;
            }
            let mut chip = plain.clone();
            chip.network.routing = order;
            let mut traffic = Traffic::new(&chip);
            let endpoints = traffic.network.endpoints();
            for source in 0..endpoints {
                for target in 0..endpoints {
                    for middle in traffic.network.middles(source, target) {
                        traffic.network.use_middle(middle);
                        let start = traffic.cycle;
                        let packet = traffic.send(source, target, flits);
                        traffic.finish(10_000);
                        let packet = traffic.packets[packet];
                        let by = middle.expect("all packets have one");
                        let links = hops(&plain, source, by) + hops(&plain, by, target);
                        assert_eq!(packet.head - start, keys.latency(links));
                        assert_eq!(packet.last - packet.head, u64::from(flits) - 1);
                    }
                }
            }
        }
    }
}

/// Several values of each key, with buffers that are large enough for one flit per cycle.
fn several_keys() -> impl Iterator<Item = Keys> {
    let delays = [
        (1, 1, 1, 1),
        (1, 1, 0, 1),
        (0, 1, 0, 1),
        (0, 1, 1, 2),
        (2, 3, 1, 1),
        (5, 2, 7, 3),
        (0, 16, 16, 16),
        (16, 1, 16, 1),
    ];
    delays.into_iter().map(|(delay, router, link, credit)| {
        let mut keys = Keys {
            delay,
            router,
            link,
            credit,
            buffer: 0,
        };
        keys.buffer = keys.enough_slots();
        keys
    })
}

#[test]
fn every_pair_of_a_4x4_mesh() {
    for keys in several_keys() {
        for flits in [1, 2, 18] {
            check_every_pair(4, 4, &[0, 15], keys, flits);
        }
    }
}

/// Checks each pair with one of the `several_keys`, or with all of them if `ONCHIP_CASES` asks for
/// more cases.
#[test]
fn every_pair_of_an_8x8_mesh() {
    for (number, keys) in several_keys().enumerate() {
        let part = (cases(1) == 1).then_some((number, several_keys().count()));
        check_pairs(8, 8, &[0, 7, 27, 63], keys, 4, part);
    }
}

#[test]
fn every_pair_of_odd_shapes() {
    for (columns, rows) in [(1, 1), (1, 5), (5, 1), (3, 2), (2, 4), (7, 3)] {
        check_every_pair(columns, rows, &[], REFERENCE, 3);
        check_every_pair(columns, rows, &[columns * rows - 1], REFERENCE, 3);
    }
}

#[test]
fn every_pair_of_drawn_routers() {
    let mut random = Random(5);
    for keys in several_keys() {
        for more_links in [0, 4, 20] {
            let chip = drawn(2 + random.below(12) as u32, more_links, &mut random, keys);
            check_pairs_of(&chip, keys, 3, None);
        }
    }
}

#[test]
fn every_pair_with_links_that_differ() {
    let mut random = Random(7);
    for mut keys in several_keys() {
        // The largest buffer that a link with other delays needs, for its round trip.
        keys.buffer = keys.enough_slots().max(keys.router + 9 + 2 + 9);
        for mut chip in [
            chip(4, 3, &[0, 5], keys),
            torus(3, 4, &[11], keys),
            drawn(9, 6, &mut random, keys),
        ] {
            vary_links(&mut chip, &mut random);
            check_pairs_of(&chip, keys, 5, None);
        }
    }
}

/// Skipped cycles change no result: neither cycles in which nothing is in flight, nor the cycles
/// before the next event.
#[test]
fn skipped_cycles_do_not_count() {
    let chip = chip(
        4,
        4,
        &[5],
        Keys {
            link: 9,
            ..REFERENCE
        },
    );
    let mut network = onchip_simulator::noc::Network::new(&chip.network_parameters());
    for start in [0, 1, 1_000_000_000_007] {
        assert!(network.idle());
        assert_eq!(network.next_event(), None);
        network.step(start);
        network.inject(0, Flit::of_packet(1, 15, 0, 1, Service::BEST_EFFORT));
        let mut steps = 0;
        while network.front(15).is_none() {
            assert!(!network.idle());
            network.step(network.next_event().expect("a flit is in flight"));
            steps += 1;
        }
        let keys = Keys {
            link: 9,
            ..REFERENCE
        };
        network.take(15);
        while let Some(cycle) = network.next_event() {
            network.step(cycle);
        }
        assert!(network.idle());
        // The packet takes a grant, an arrival and a credit in each of seven routers, the arrival
        // in the first router, and the last credit. The network needs no other steps.
        assert!(steps <= 3 * 7 + 2, "{steps} steps");
        let end = start + keys.latency(6);
        network.step(end + 1);
    }
}
