//! Packets that fly, as [`Network::step`] allows while no packet waits for another. They must
//! arrive in the cycles in which the reference moves them flit by flit, and must have equal counts
//! at any time.

use super::chip::{chip, Keys};
use super::traffic::Random;
use crate::tests::cases::random_cases;
use onchip_simulator::noc::{Flit, Network, Service};
use proptest::prelude::*;
use std::collections::VecDeque;

/// A flit that an endpoint hands over, and the first cycle in which it may.
type Due = (u64, Flit);

/// For each endpoint, the flits of a few packets. Between packets, and sometimes between the flits
/// of a packet, there are pauses.
fn schedule(endpoints: usize, pause: usize, gaps: u32, random: &mut Random) -> Vec<VecDeque<Due>> {
    let mut all = vec![VecDeque::new(); endpoints];
    for (endpoint, flits) in all.iter_mut().enumerate() {
        let mut cycle = 0;
        for number in 0..6 {
            cycle += random.below(pause) as u64;
            let count = 1 + random.below(18) as u8;
            let target = random.below(endpoints) as u16;
            let packet = (endpoint * 6 + number) as u32;
            let service = Service::level(random.below(8) as u8);
            for sequence in 0..count {
                let flit = Flit::of_packet(packet, target, sequence, count, service);
                flits.push_back((cycle, flit));
                cycle += 1 + 3 * u64::from(random.chance(gaps));
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(random_cases(300))]

    #[test]
    fn packets_that_fly_agree_with_the_reference(
        (columns, rows) in (1u32..=5, 1u32..=5),
        (delay, router, link, buffer) in (0u32..=2, 1u32..=2, 0u32..=2, 2u32..=6),
        pause in prop::sample::select(vec![40usize, 400, 4000]),
        gaps in prop::sample::select(vec![0u32, 0, 200]),
        takes in prop::sample::select(vec![1000u32, 1000, 950, 500]),
        looks in prop::sample::select(vec![0u32, 20, 1000]),
        seed: u64,
    ) {
        let keys = Keys { delay, router, link, credit: 1, buffer };
        let chip = chip(columns, rows, &[0], keys);
        let mut fast = Network::new(&chip.network_parameters());
        let mut reference = fast.clone();
        let endpoints = fast.endpoints();
        let mut random = Random(seed);
        let mut flits = schedule(endpoints, pause, gaps, &mut random);
        let (mut cycle, mut rests_until) = (0, 0);
        while flits.iter().any(|flits| !flits.is_empty()) || !reference.idle() {
            prop_assert!(cycle < 200_000);
            reference.step_every(cycle);
            let waits = |endpoint: usize| reference.front(endpoint).is_some();
            let due = |flits: &VecDeque<Due>| flits.front().is_some_and(|&(due, _)| due <= cycle);
            let is_quiet = !((0..endpoints).any(waits) || flits.iter().any(due));
            if cycle < rests_until && is_quiet {
                cycle += 1;
                continue;
            }
            // Skips cycles in which nothing happens, as the chip does.
            prop_assert!(cycle <= rests_until || rests_until == 0);
            if rests_until > 0 && cycle > 0 {
                fast.rest_until(cycle - 1);
            }
            fast.step(cycle);
            for (endpoint, flits) in flits.iter_mut().enumerate() {
                prop_assert_eq!(fast.front(endpoint), reference.front(endpoint), "{}", cycle);
                if fast.front(endpoint).is_some() && random.chance(takes) {
                    prop_assert_eq!(fast.take(endpoint), reference.take(endpoint));
                }
                let Some(&(due, flit)) = flits.front() else {
                    continue;
                };
                let is_ready = reference.ready(endpoint, flit.service());
                prop_assert_eq!(fast.ready(endpoint, flit.service()), is_ready, "{}", cycle);
                if due <= cycle && is_ready {
                    fast.inject(endpoint, flit);
                    reference.inject(endpoint, flit);
                    flits.pop_front();
                }
            }
            prop_assert_eq!(fast.idle(), reference.idle(), "{}", cycle);
            if random.chance(looks) {
                prop_assert_eq!(fast.statistics(), reference.statistics(), "{}", cycle);
                prop_assert_eq!(fast.traffic(), reference.traffic(), "{}", cycle);
            }
            rests_until = fast.next_event().unwrap_or(u64::MAX);
            cycle += 1;
        }
        prop_assert_eq!(fast.statistics(), reference.statistics());
    }
}
