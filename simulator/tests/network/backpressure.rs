//! Backpressure: when a sender must stop because the receiver takes no flits, and when it may
//! continue.

use super::chip::{chip, Keys, REFERENCE};
use super::model::stream;
use super::shapes::{hops, links_of_route, vary_links};
use super::traffic::Random;
use onchip_simulator::config::ChipConfig;
use onchip_simulator::noc::{Flit, Network, Service};
use proptest::prelude::*;

/// Sends packets of `packet` flits from `source` to `target` from cycle 0 on, as fast as the
/// network allows. Returns the cycles in which each of `flits` flits was handed over and taken.
fn run(
    chip: &ChipConfig,
    (source, target): (usize, usize),
    flits: usize,
    packet: u8,
    opens: impl Fn(usize) -> u64,
) -> Vec<(u64, u64)> {
    let mut network = Network::new(&chip.network_parameters());
    let (mut sent, mut taken) = (vec![], vec![]);
    for cycle in 0.. {
        network.step(cycle);
        if network.front(target).is_some() && opens(taken.len()) <= cycle {
            network.take(target);
            taken.push(cycle);
        }
        if network.ready(source, Service::BEST_EFFORT) && sent.len() < flits {
            let sequence = (sent.len() % packet as usize) as u8;
            network.inject(
                source,
                Flit::of_packet(0, target as u16, sequence, packet, Service::BEST_EFFORT),
            );
            sent.push(cycle);
        }
        if taken.len() == flits {
            break;
        }
        assert!(cycle < 1_000_000, "stuck");
    }
    sent.into_iter().zip(taken).collect()
}

/// The sender fills all buffers on the route, from that of its own router to that of the receiver,
/// at one flit per cycle, and then stops. When the receiver frees a slot, credits move back along
/// the route, buffer by buffer, until the sender gets one.
#[test]
fn a_full_path_stalls_the_sender_by_formula() {
    for keys in [
        REFERENCE,
        Keys {
            buffer: 7,
            credit: 3,
            ..REFERENCE
        },
        Keys {
            buffer: 12,
            router: 2,
            link: 4,
            delay: 5,
            credit: 2,
        },
    ] {
        assert!(keys.buffer >= keys.enough_slots());
        let chip = chip(5, 5, &[], keys);
        for target in [0, 1, 7, 24] {
            let buffers = hops(&chip, 0, target) as u64 + 2;
            let full = buffers * keys.buffer as u64;
            let opening = 1000;
            let flits = full as usize + 20;
            let times = run(&chip, (0, target), flits, 4, |_| opening);
            for (flit, (sent, _)) in times.iter().enumerate() {
                let flit = flit as u64;
                if flit < full {
                    assert_eq!(*sent, flit, "{keys:?}");
                } else {
                    let freed = opening + flit - full;
                    assert_eq!(*sent, freed + buffers * keys.credit as u64, "{keys:?}");
                }
            }
        }
    }
}

proptest! {
    /// With any keys, links and buffers, and a receiver that pauses, every flit is handed over and
    /// taken in the cycle that the equations give.
    #[test]
    fn a_lone_stream_follows_the_equations(
        delay in 0u32..=16, router in 1u32..=16, link in 0u32..=16, credit in 1u32..=16,
        buffer in 1u32..=64, target in 0usize..12, packet in 1u8..=18,
        pauses in prop::collection::vec(0u64..200, 1..20), seed in any::<Option<u64>>(),
    ) {
        let keys = Keys { delay, router, link, credit, buffer };
        let mut chip = chip(4, 3, &[6], keys);
        if let Some(seed) = seed {
            vary_links(&mut chip, &mut Random(seed));
        }
        let links = links_of_route(&chip, 0, target);
        let opens = |flit: usize| pauses.iter().take(flit / 7 + 1).sum::<u64>();
        let flits = 150;
        prop_assert_eq!(
            run(&chip, (0, target), flits, packet, opens),
            stream(keys, &links, flits, 0, opens)
        );
    }
}
