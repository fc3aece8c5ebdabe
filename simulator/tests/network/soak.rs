//! Full load for a million cycles: no deadlock, no loss, nothing out of order.

use crate::chip::{chip, REFERENCE};
use crate::traffic::{Random, Traffic};
use onchip_simulator::config::ChipConfig;

/// Every endpoint always has something to send, anywhere, packets of 1 to 18 flits.
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

#[test]
#[ignore = "half a minute: part of the long tests"]
fn a_million_cycles_of_full_load_on_every_size() {
    soak(&chip(8, 8, &[0, 7, 56, 63], REFERENCE), 1_000_000, 2);
    soak(&chip(32, 32, &[0, 31, 992, 1023], REFERENCE), 100_000, 3);
}
