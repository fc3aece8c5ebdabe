//! Priority levels: the guarantees of the highest level.
//!
//! **A buffer for each level.** A link chooses flit by flit, and a level waits neither for the
//! buffers nor for the outputs of other levels. So a flit of the highest level never waits for
//! lower levels at any link of its route, which includes the links into the first router and out of
//! the last one. Its packet takes as long as in an empty network, whatever the lower levels do. The
//! packet waits only for packets of its own level: if n packets of f flits go to one endpoint at
//! the same time, the last one waits for at most (n − 1) · f flits.
//!
//! **One buffer for all levels.** A packet may also wait behind other packets in a buffer, for as
//! long as those packets wait. If the packet enters a router by an input of its own, and flits move
//! on the link of its output, the packet waits only for the rest of the packet in progress.

use super::chip::{chip, REFERENCE};
use super::shapes::hops;
use super::traffic::{Random, Traffic};
use crate::tests::cases::random_cases;
use onchip_simulator::config::{ArbiterPolicy, ChipConfig, LevelBuffers};
use onchip_simulator::noc::Service;
use proptest::prelude::*;

/// Number of cycles under load before the test begins.
const WARMUP: u64 = 500;

fn with_levels(mut chip: ChipConfig, levels: u32, buffers: LevelBuffers) -> ChipConfig {
    chip.network.levels = levels;
    chip.network.buffers = buffers;
    chip
}

/// Gives every endpoint packets of lower levels, so that some always wait. Half of them go to
/// `hot`.
fn saturate_below(traffic: &mut Traffic, random: &mut Random, levels: u32, hot: usize) {
    let endpoints = traffic.network.endpoints();
    for source in 0..endpoints {
        while traffic.waiting(source) < 3 {
            let field = random.below(8 - 8 / levels as usize) as u8;
            let target = match random.chance(500) {
                true => hot,
                false => random.below(endpoints),
            };
            let flits = 1 + random.below(18) as u8;
            traffic.send_as(Service::level(field), source, target, flits);
        }
    }
}

proptest! {
    #![proptest_config(random_cases(12))]
    #[test]
    fn with_own_buffers_the_highest_level_meets_nobody(
        (columns, rows) in (2u32..=5, 2u32..=5),
        levels in prop::sample::select(vec![2u32, 4, 8]),
        fixed in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let mut chip = with_levels(chip(columns, rows, &[], REFERENCE), levels, LevelBuffers::PerLevel);
        if fixed {
            chip.network.arbiter = ArbiterPolicy::Fixed;
        }
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let tiles = chip.tiles() as usize;
        for _ in 0..20 {
            let (source, target) = (random.below(tiles), random.below(tiles));
            let flits = 1 + random.below(18) as u8;
            let start = traffic.cycle + WARMUP;
            while traffic.cycle < start {
                saturate_below(&mut traffic, &mut random, levels, target);
                traffic.step(|_| true);
            }
            let number = traffic.send_as(Service::level(7), source, target, flits);
            while traffic.packets[number].last == 0 {
                saturate_below(&mut traffic, &mut random, levels, target);
                traffic.step(|_| true);
            }
            let packet = traffic.packets[number];
            let alone = REFERENCE.latency(hops(&chip, source, target)) + u64::from(flits) - 1;
            prop_assert_eq!(packet.last - packet.due, alone);
        }
    }

    #[test]
    fn packets_of_the_highest_level_wait_for_each_other_only(
        seed in any::<u64>(), flits in 1u8..=18,
    ) {
        let chip = with_levels(chip(4, 4, &[], REFERENCE), 8, LevelBuffers::PerLevel);
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let target = random.below(16);
        while traffic.cycle < WARMUP {
            saturate_below(&mut traffic, &mut random, 8, target);
            traffic.step(|_| true);
        }
        let numbers: Vec<usize> = (0..16)
            .map(|source| traffic.send_as(Service::level(7), source, target, flits))
            .collect();
        while numbers.iter().any(|&number| traffic.packets[number].last == 0) {
            saturate_below(&mut traffic, &mut random, 8, target);
            traffic.step(|_| true);
        }
        for (source, number) in numbers.into_iter().enumerate() {
            let packet = traffic.packets[number];
            let alone = REFERENCE.latency(hops(&chip, source, target)) + u64::from(flits) - 1;
            prop_assert!(packet.last - packet.due <= alone + 15 * u64::from(flits));
        }
    }
}

/// Three neighbours of the centre of a 3×3 mesh send packets to the centre without a pause. These
/// packets are long and of the lowest level. The fourth neighbour sometimes sends a packet of the
/// highest level, which arrives by an input of its own.
#[test]
fn with_one_buffer_an_own_input_waits_for_one_packet_at_most() {
    const LOW: u64 = 18;
    for fixed in [false, true] {
        let mut chip = with_levels(chip(3, 3, &[], REFERENCE), 2, LevelBuffers::Shared);
        if fixed {
            chip.network.arbiter = ArbiterPolicy::Fixed;
        }
        let mut traffic = Traffic::new(&chip);
        let alone = REFERENCE.latency(1) + 3;
        let mut waits = vec![];
        for gap in 40..140 {
            let start = traffic.cycle + gap;
            let number = loop {
                for source in [3, 5, 7] {
                    while traffic.waiting(source) < 2 {
                        traffic.send(source, 4, LOW as u8);
                    }
                }
                traffic.step(|_| true);
                if traffic.cycle == start {
                    break traffic.send_as(Service::level(7), 1, 4, 4);
                }
            };
            while traffic.packets[number].last == 0 {
                traffic.step(|_| true);
            }
            let packet = traffic.packets[number];
            waits.push(packet.last - packet.due - alone);
        }
        // A packet of the highest level waits for the rest of at most one packet of the lowest
        // level.
        assert!(waits.iter().all(|&wait| wait <= LOW), "{waits:?}");
        assert!(waits.iter().any(|&wait| wait > 0), "nobody was in the way");
    }
}

/// Two levels request one output all the time. On a chip with one level, both get the same share;
/// on a chip with two levels, the higher level gets everything.
#[test]
fn the_higher_level_wins_every_arbitration() {
    for (levels, buffers) in [
        (1, LevelBuffers::Shared),
        (2, LevelBuffers::Shared),
        (8, LevelBuffers::PerLevel),
    ] {
        let chip = with_levels(chip(3, 1, &[], REFERENCE), levels, buffers);
        let mut traffic = Traffic::new(&chip);
        while traffic.cycle < 2000 {
            for (source, field) in [(0, 0), (2, 7)] {
                while traffic.waiting(source) < 2 {
                    traffic.send_as(Service::level(field), source, 1, 5);
                }
            }
            traffic.step(|_| true);
        }
        let done = |source: usize| {
            let of = |p: &&super::traffic::Packet| p.source == source && p.last > WARMUP;
            traffic.packets.iter().filter(of).count()
        };
        let (low, high) = (done(0), done(2));
        if levels == 1 {
            assert!(low.abs_diff(high) <= 1, "{low} and {high}");
        } else {
            assert!(low <= 1 && high >= 1500 / 5 - 2, "{low} and {high}");
        }
    }
}
