//! The fast steps of a network (`step`) agree with its reference steps (`step_every`) in all
//! observable results, and flits are neither created nor lost.

use super::chip::{chip, Keys};
use super::shapes::{drawn, ordered, torus, vary_links};
use super::traffic::{Random, Traffic};
use crate::tests::cases::random_cases;
use onchip_simulator::config::DimensionOrder as Order;
use onchip_simulator::noc::routing::Routing;
use onchip_simulator::noc::topology::{Topology, MOST_INPUTS};
use proptest::prelude::*;

fn keys() -> impl Strategy<Value = Keys> {
    (0u32..=3, 1u32..=3, 0u32..=3, 1u32..=3, 1u32..=6).prop_map(
        |(delay, router, link, credit, buffer)| Keys {
            delay,
            router,
            link,
            credit,
            buffer,
        },
    )
}

proptest! {
    #![proptest_config(random_cases(40))]

    #[test]
    fn steps_agree_with_the_reference(
        (columns, rows) in (1u32..=5, 1u32..=5),
        shape in 0usize..12,
        channels in 0u32..=8,
        keys in keys(),
        seed in any::<u64>(),
        rate in 1u32..300,
        takes in 300u32..=1000,
    ) {
        let memory = [columns * rows / 2];
        let mut chip = match shape {
            0 => chip(columns, rows, &memory, keys),
            1 => torus(columns, rows, &memory, keys),
            3 => ordered(Order::O1turn, columns, rows, &memory, keys),
            4 => ordered(Order::WestFirst, columns, rows, &memory, keys),
            5 => ordered(Order::OddEven, columns, rows, &memory, keys),
            6 => ordered(Order::Minimal, columns, rows, &memory, keys),
            7 => ordered(Order::Valiant, columns, rows, &memory, keys),
            8 => ordered(Order::Romm, columns, rows, &memory, keys),
            shape @ 9..=11 => {
                let mut chip = torus(columns, rows, &memory, keys);
                chip.network.routing = [Order::Minimal, Order::Valiant, Order::Romm][shape - 9];
                chip
            }
            _ => drawn(columns * rows, rows * rows, &mut Random(seed), keys),
        };
        let parameters = chip.network_parameters();
        let topology = Topology::of(&parameters);
        let routing = Routing::of(&parameters, &topology);
        let fits = topology.ports * channels as usize <= MOST_INPUTS;
        if fits && routing.can_have(channels as usize) {
            chip.network.channels = channels;
        }
        if seed % 2 == 0 {
            vary_links(&mut chip, &mut Random(seed));
        }
        let mut pair = [Traffic::new(&chip), Traffic::new(&chip).by_reference()];
        for traffic in &mut pair {
            let mut random = Random(seed);
            let endpoints = traffic.network.endpoints();
            while traffic.cycle < 400 {
                for source in 0..endpoints {
                    // Half of the packets go to one endpoint, and there are pauses.
                    if traffic.cycle % 128 < 64 && random.chance(rate) {
                        let target = if random.chance(500) { 0 } else { random.below(endpoints) };
                        traffic.send(source, target, 1 + random.below(18) as u8);
                    }
                }
                let cycle = traffic.cycle;
                traffic.step(|endpoint| {
                    Random(seed ^ cycle << 16 ^ endpoint as u64).chance(takes)
                });
                let counted = traffic.network.statistics();
                prop_assert_eq!(counted.in_flight, traffic.sent - traffic.received);
                prop_assert_eq!(counted.injected, counted.ejected + counted.in_flight);
            }
            traffic.finish(1_000_000);
        }
        let [fast, reference] = pair;
        prop_assert_eq!(fast.cycle, reference.cycle);
        prop_assert_eq!(fast.packets, reference.packets);
        prop_assert_eq!(fast.network.statistics(), reference.network.statistics());
    }
}
