//! Topologies by name: their links, and routes that have the documented length and no circular
//! waits.

use super::traffic::{Random, Traffic};
use crate::tests::cases::random_cases;
use onchip_simulator::config::ChipConfig;
use onchip_simulator::noc::routing::dependencies::circle;
use onchip_simulator::noc::routing::Routing;
use onchip_simulator::noc::topology::Topology;
use proptest::prelude::*;
use std::path::Path;

fn chip(topology: &str, sizes: &[u32], concentration: u32) -> ChipConfig {
    let text = format!(
        "[shape]\nsizes = {sizes:?}\nconcentration = {concentration}\n[tile]\ncores = 1\n\
         memory_kb = 16\n[network]\ntopology = \"{topology}\"\n"
    );
    ChipConfig::from_toml(&text, Path::new("chip.toml")).unwrap_or_else(|error| panic!("{error}"))
}

/// For each dimension of a grid, the number of routers and the coordinates of two routers. A
/// router's number has the coordinates as digits, with the first dimension as the lowest digit.
fn coordinates(sizes: &[u32], one: u32, other: u32) -> Vec<(u32, u32, u32)> {
    let mut rest = (one, other);
    let digit = |&size: &u32| {
        let found = (size, rest.0 % size, rest.1 % size);
        rest = (rest.0 / size, rest.1 / size);
        found
    };
    sizes.iter().map(digit).collect()
}

/// The number of routers, the number of links, and the length of the route between two routers with
/// tiles, by the formulas of docs/chip-file.md.
struct Formulas {
    routers: u32,
    links: u32,
    hops: Box<dyn Fn(u32, u32) -> u32>,
}

fn formulas(topology: &str, sizes: &[u32]) -> Formulas {
    let product = |sizes: &[u32]| sizes.iter().product::<u32>();
    let grid = |along: fn(u32, u32, u32) -> u32, of_line: fn(u32) -> u32, sizes: &[u32]| {
        let routers = product(sizes);
        let sizes = sizes.to_vec();
        Formulas {
            routers,
            links: sizes
                .iter()
                .map(|&size| routers / size * of_line(size))
                .sum(),
            hops: Box::new(move |from, to| {
                let each = coordinates(&sizes, from, to).into_iter();
                each.map(|(size, a, b)| along(size, a, b)).sum()
            }),
        }
    };
    let mesh = |_, a: u32, b: u32| a.abs_diff(b);
    let torus = |size: u32, a: u32, b: u32| a.abs_diff(b).min(size - a.abs_diff(b));
    let ring = |size: u32| if size > 2 { size } else { 1 };
    match (topology, sizes) {
        ("mesh", _) => grid(mesh, |size| size - 1, sizes),
        ("hypercube", &[dimensions]) => grid(mesh, |_| 1, &vec![2; dimensions as usize]),
        ("torus" | "ring", _) => grid(torus, ring, sizes),
        ("flattened_butterfly", _) => grid(
            |_, a, b| u32::from(a != b),
            |size| size * (size - 1) / 2,
            sizes,
        ),
        ("fat_tree", &[arity, levels]) => {
            let leaves = arity.pow(levels - 1);
            Formulas {
                routers: levels * leaves,
                links: (levels - 1) * leaves * arity,
                // A route goes up to the lowest level at which the remaining digits of both tiles'
                // numbers are equal, and then down.
                hops: Box::new(move |from, to| {
                    let equal = |&up: &u32| from / arity.pow(up) == to / arity.pow(up);
                    2 * (0..levels).find(equal).expect("a root is above all")
                }),
            }
        }
        ("dragonfly", &[routers, groups]) => {
            // Each group numbers the others in ascending order from the next group on, modulo g. So
            // for group i, group j has number (j - i - 1) mod g.
            let each = (groups - 1).div_ceil(routers);
            let gateway =
                move |from: u32, to: u32| from * routers + (to + groups - from - 1) % groups / each;
            Formulas {
                routers: routers * groups,
                links: groups * routers * (routers - 1) / 2 + groups * (groups - 1) / 2,
                hops: Box::new(move |from, to| {
                    let (here, there) = (from / routers, to / routers);
                    match here == there {
                        true => u32::from(from != to),
                        false => {
                            1 + u32::from(gateway(here, there) != from)
                                + u32::from(gateway(there, here) != to)
                        }
                    }
                }),
            }
        }
        other => panic!("{other:?}"),
    }
}

fn check(topology: &str, sizes: &[u32], concentration: u32) {
    let chip = chip(topology, sizes, concentration);
    let parameters = chip.network_parameters();
    let made = Topology::of(&parameters);
    let routing = Routing::of(&parameters, &made);
    assert_eq!(circle(&made, &routing), None, "{topology} {sizes:?}");
    let expected = formulas(topology, sizes);
    assert_eq!(chip.routers(), expected.routers, "{topology} {sizes:?}");
    assert_eq!(
        chip.links().len() as u32,
        expected.links,
        "{topology} {sizes:?}"
    );
    let network = onchip_simulator::noc::Network::new(&parameters);
    let tiles = chip.tiles() as usize;
    for from in 0..tiles {
        assert_eq!(chip.router_of(from as u32), from as u32 / concentration);
        for to in 0..tiles {
            let mut outputs = 0;
            network.follow(from, to, |_| outputs += 1);
            let routers = [from, to].map(|tile| chip.router_of(tile as u32));
            let hops = (expected.hops)(routers[0], routers[1]);
            assert_eq!(outputs - 1, hops, "{topology} {sizes:?}: {from} to {to}");
        }
    }
}

#[test]
fn routes_have_the_documented_length() {
    for sizes in [&[2][..], &[5], &[2, 2], &[4, 3], &[3, 4, 2], &[2, 2, 2, 3]] {
        for topology in ["mesh", "torus", "flattened_butterfly"] {
            check(topology, sizes, 1);
            check(topology, sizes, 3);
        }
    }
    for size in 2..9 {
        check("ring", &[size], 1 + size % 2);
    }
    for dimensions in 2..6 {
        check("hypercube", &[dimensions], 1);
    }
    for sizes in [[2, 2], [2, 4], [3, 3], [4, 2], [5, 2]] {
        check("fat_tree", &sizes, sizes[0]);
    }
    for sizes in [[2, 2], [2, 3], [4, 5], [3, 4], [4, 9], [2, 7]] {
        check("dragonfly", &sizes, 2);
    }
}

proptest! {
    #![proptest_config(random_cases(30))]

    /// Under heavy traffic on each of these topologies, all packets arrive, and both modes agree.
    #[test]
    fn both_modes_agree(
        (kind, one, other, concentration) in (0..7usize, 2u32..=4, 2u32..=4, 1u32..=3),
        seed in any::<u64>(),
        rate in 1u32..500,
    ) {
        let chip = match kind {
            0 => chip("mesh", &[one, other, 2], concentration),
            1 => chip("torus", &[one, other, 2], concentration),
            2 => chip("flattened_butterfly", &[one, other], concentration),
            3 => chip("ring", &[2 * one + other], concentration),
            4 => chip("hypercube", &[one], concentration),
            5 => chip("fat_tree", &[one, 2 + other % 2], concentration),
            _ => chip("dragonfly", &[one, other + 1], concentration),
        };
        let mut pair = [Traffic::new(&chip), Traffic::new(&chip).by_reference()];
        for traffic in &mut pair {
            let mut random = Random(seed);
            let endpoints = traffic.network.endpoints();
            while traffic.cycle < 300 {
                for source in 0..endpoints {
                    if random.chance(rate) {
                        let target = random.below(endpoints);
                        traffic.send(source, target, 1 + random.below(18) as u8);
                    }
                }
                traffic.step(|_| true);
            }
            traffic.finish(1_000_000);
        }
        let [fast, reference] = pair;
        prop_assert_eq!(fast.packets, reference.packets);
        prop_assert_eq!(fast.network.statistics(), reference.network.statistics());
    }
}
