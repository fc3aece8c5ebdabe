//! Full load for a million cycles: no deadlock, no loss, nothing out of order.

use super::chip::{chip, Keys, REFERENCE};
use super::shapes::{drawn, torus};
use super::traffic::{Random, Traffic};
use onchip_simulator::config::ChipConfig;

/// Runs a network in which every endpoint always has packets of 1 to 18 flits to send, to any
/// endpoint.
fn soak(chip: &ChipConfig, cycles: u64, seed: u64) {
    println!("seed {seed}");
    let mut traffic = Traffic::new(chip);
    let mut random = Random(seed);
    let endpoints = traffic.network.endpoints();
    let mut received = 0;
    while traffic.cycle < cycles {
        for source in 0..endpoints {
            while traffic.waiting(source) < 2 {
                let flits = 1 + random.below(18) as u8;
                traffic.send(source, random.below(endpoints), flits);
            }
        }
        traffic.step(|_| true);
        if traffic.cycle.is_multiple_of(1000) {
            assert!(traffic.received > received, "nothing has moved");
            received = traffic.received;
            let counted = traffic.network.statistics();
            assert_eq!(counted.injected, traffic.sent);
            assert_eq!(counted.ejected, traffic.received);
            assert_eq!(counted.injected, counted.ejected + counted.in_flight);
        }
    }
    traffic.finish(1_000_000);
    assert!(traffic.packets.iter().all(|packet| packet.last > 0));
    let flits: u64 = traffic.packets.iter().map(|p| p.flits as u64).sum();
    assert_eq!(traffic.received, flits);
}

#[test]
fn a_million_cycles_of_full_load() {
    soak(&chip(4, 4, &[0, 15], REFERENCE), 1_000_000, 1);
}

/// Deadlocks occur most easily with few slots and long packets, and, in rings, if all packets go in
/// one direction.
#[test]
fn full_load_on_rings_and_graphs() {
    let mut random = Random(7);
    for buffer in [1, 2, 4] {
        let keys = Keys {
            buffer,
            ..REFERENCE
        };
        for (columns, rows) in [(4, 4), (5, 3), (8, 1), (1, 7), (2, 6)] {
            soak(&torus(columns, rows, &[0], keys), 10_000, random.next());
        }
        for more_links in [0, 5, 10, 40] {
            let chip = drawn(12, more_links, &mut random, keys);
            soak(&chip, 10_000, random.next());
        }
    }
}

#[test]
#[ignore = "half a minute: part of the long tests"]
fn a_million_cycles_of_full_load_on_every_size() {
    soak(&chip(8, 8, &[0, 7, 56, 63], REFERENCE), 1_000_000, 2);
    soak(&chip(32, 32, &[0, 31, 992, 1023], REFERENCE), 100_000, 3);
    soak(&torus(4, 4, &[0, 15], REFERENCE), 1_000_000, 4);
    soak(&torus(9, 8, &[0, 15], REFERENCE), 300_000, 5);
    for seed in 6..16 {
        let chip = drawn(16, 3 * seed, &mut Random(seed.into()), REFERENCE);
        soak(&chip, 100_000, seed.into());
    }
}
