//! Packets that fly: as long as no packet waits for another, the network does not move flits from
//! router to router, but computes when they arrive at their targets. They must arrive in the same
//! cycles as in the reference network, which moves every flit. The counts must always be equal.

use super::chip::{chip, Keys};
use super::traffic::Random;
use crate::tests::cases::random_cases;
use onchip_simulator::noc::{Flit, Launch, Network, Service};
use proptest::prelude::*;
use std::collections::VecDeque;

/// A flit, and the first cycle in which its endpoint may inject it. If `launches` is set, the
/// endpoint tries to hand the flit's whole packet over to the network at once.
#[derive(Clone, Copy)]
struct Due {
    cycle: u64,
    flit: Flit,
    launches: bool,
}

/// For each endpoint, the flits of six packets. Pauses separate packets, and sometimes the flits of
/// a packet that is not launched. The second result is, for each packet, the number of silent
/// flits, whose arrival has no effect except that the endpoint takes them at once.
fn schedule(
    endpoints: usize,
    pause: usize,
    gaps: u32,
    random: &mut Random,
) -> (Vec<VecDeque<Due>>, Vec<u8>) {
    let (mut all, mut silent) = (vec![VecDeque::new(); endpoints], vec![]);
    for flits in &mut all {
        let mut cycle = 0;
        for _ in 0..6 {
            cycle += random.below(pause) as u64;
            let count = 1 + random.below(18) as u8;
            let target = random.below(endpoints) as u16;
            let packet = silent.len() as u32;
            let service = Service::level(random.below(8) as u8);
            let launches = random.chance(500);
            silent.push(random.below(count.into()) as u8);
            for sequence in 0..count {
                let flit = Flit::of_packet(packet, target, sequence, count, service);
                flits.push_back(Due {
                    cycle,
                    flit,
                    launches,
                });
                if !launches {
                    cycle += 1 + 3 * u64::from(random.chance(gaps));
                }
            }
        }
    }
    (all, silent)
}

/// Two networks with the same traffic. The fast one computes when packets arrive; the reference one
/// moves every flit.
struct Pair {
    fast: Network,
    reference: Network,
    /// For each endpoint, the flits that it has yet to inject.
    flits: Vec<VecDeque<Due>>,
    /// For each endpoint, the packet that it has launched and that is not complete: the launch, the
    /// number of flits, and the cycle of the launch.
    launched: Vec<Option<(Launch, u8, u64)>>,
    /// For each packet, the number of its silent flits. These are the first ones, and their arrival
    /// needs no action of the endpoint.
    silent: Vec<u8>,
    /// The endpoints that may leave flits in their buffers. The network delivers all flits to them
    /// one by one, none as silent.
    busy: Vec<bool>,
}

impl Pair {
    /// Whether the endpoint takes this flit in the cycle of its arrival and does nothing else.
    fn is_silent(&self, endpoint: usize, flit: Flit) -> bool {
        flit.sequence() < self.silent[flit.packet() as usize] && !self.busy[endpoint]
    }

    /// Whether in this cycle no endpoint has to do anything that the fast network does not do
    /// itself.
    fn is_quiet(&self, cycle: u64) -> bool {
        (0..self.flits.len()).all(|endpoint| {
            let front = self.reference.front(endpoint);
            let begins = self.flits[endpoint].front();
            front.is_none_or(|flit| self.is_silent(endpoint, flit))
                && !self.fast.has_arrived(endpoint)
                && (self.launched[endpoint].is_some() || begins.is_none_or(|due| due.cycle > cycle))
        })
    }

    /// Makes the reference do in this cycle what the fast network does itself: take silent flits,
    /// and inject the next flit of a launched packet.
    fn follow(&mut self, endpoint: usize, cycle: u64) {
        let front = self.reference.front(endpoint);
        if front.is_some_and(|flit| self.is_silent(endpoint, flit)) {
            let taken = self.reference.take(endpoint);
            if let Some(flit) = self.fast.front(endpoint) {
                assert_eq!((flit, self.fast.take(endpoint)), (taken, taken), "{cycle}");
            }
        }
        let Some((launch, flits, begun)) = self.launched[endpoint] else {
            return;
        };
        let cut = self.fast.cut(launch);
        let (sequence, end) = (cycle - begun, u64::from(cut.unwrap_or(flits)));
        if sequence < end {
            let due = self.flits[endpoint].pop_front().expect("a flit is left");
            assert_eq!(u64::from(due.flit.sequence()), sequence);
            assert!(
                self.reference.ready(endpoint, due.flit.service()),
                "{cycle}"
            );
            self.reference.inject(endpoint, due.flit);
        }
        if sequence + 1 >= end && (cut.is_some() || sequence < end) {
            self.launched[endpoint] = None;
        }
    }

    /// Injects the next flit of an endpoint into both networks, if the flit is due and there is
    /// room.
    fn hand_over(&mut self, endpoint: usize, cycle: u64) {
        let Some(&due) = self.flits[endpoint].front() else {
            return;
        };
        let service = due.flit.service();
        let is_ready = self.reference.ready(endpoint, service);
        assert_eq!(self.fast.ready(endpoint, service), is_ready, "{cycle}");
        if due.cycle > cycle || !is_ready {
            return;
        }
        self.flits[endpoint].pop_front();
        self.reference.inject(endpoint, due.flit);
        let packet = due.flit.packet();
        let others = self.flits[endpoint].iter();
        let flits = 1 + others.take_while(|due| due.flit.packet() == packet).count() as u8;
        let silent = self.silent[packet as usize];
        let is_whole = due.launches && due.flit.is_head() && flits > 1;
        let launch = match is_whole {
            true => self.fast.launch(endpoint, due.flit, flits, silent),
            false => None,
        };
        if let Some(launch) = launch {
            self.launched[endpoint] = Some((launch, flits, cycle));
        } else {
            let is_silent = due.flit.is_head() && silent > 0;
            self.fast.inject_flit(endpoint, due.flit, is_silent);
        }
    }
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
        becomes_busy in prop::sample::select(vec![0u32, 0, 2, 50]),
        looks in prop::sample::select(vec![0u32, 20, 1000]),
        seed: u64,
    ) {
        let keys = Keys { delay, router, link, credit: 1, buffer };
        let chip = chip(columns, rows, &[0], keys);
        let fast = Network::new(&chip.network_parameters());
        let endpoints = fast.endpoints();
        let mut random = Random(seed);
        let (flits, silent) = schedule(endpoints, pause, gaps, &mut random);
        let mut pair = Pair {
            reference: fast.clone(),
            fast,
            flits,
            launched: vec![None; endpoints],
            silent,
            busy: vec![false; endpoints],
        };
        let (mut cycle, mut rests_until) = (0, 0);
        while pair.flits.iter().any(|flits| !flits.is_empty()) || !pair.reference.idle() {
            prop_assert!(cycle < 200_000);
            pair.reference.step_every(cycle);
            if cycle < rests_until && pair.is_quiet(cycle) {
                for endpoint in 0..endpoints {
                    pair.follow(endpoint, cycle);
                }
                cycle += 1;
                continue;
            }
            // Skips cycles in which nothing happens, as the chip does.
            prop_assert!(cycle <= rests_until || rests_until == 0);
            if rests_until > 0 && cycle > 0 {
                pair.fast.rest_until(cycle - 1);
            }
            pair.fast.step(cycle);
            for endpoint in 0..endpoints {
                pair.follow(endpoint, cycle);
                let front = pair.reference.front(endpoint);
                prop_assert_eq!(pair.fast.front(endpoint), front, "{}", cycle);
                if front.is_some() && random.chance(takes) {
                    prop_assert_eq!(pair.fast.take(endpoint), pair.reference.take(endpoint));
                }
                if pair.launched[endpoint].is_none() {
                    pair.hand_over(endpoint, cycle);
                }
            }
            for endpoint in 0..endpoints {
                if random.chance(becomes_busy) {
                    pair.busy[endpoint] = !pair.busy[endpoint];
                    pair.fast.note_may_hold(endpoint, pair.busy[endpoint]);
                }
            }
            prop_assert_eq!(pair.fast.idle(), pair.reference.idle(), "{}", cycle);
            if random.chance(looks) {
                prop_assert_eq!(pair.fast.statistics(), pair.reference.statistics(), "{}", cycle);
                prop_assert_eq!(pair.fast.traffic(), pair.reference.traffic(), "{}", cycle);
            }
            rests_until = pair.fast.next_event().unwrap_or(u64::MAX);
            cycle += 1;
        }
        prop_assert_eq!(pair.fast.statistics(), pair.reference.statistics());
    }
}
