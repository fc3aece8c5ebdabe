//! Routes reach their targets, and packets cannot wait for each other in a circle.

use super::chip::{chip, REFERENCE};
use super::shapes::{drawn, hops, ordered, torus};
use super::traffic::Random;
use crate::tests::cases::random_cases;
use onchip_simulator::config::{ChipConfig, DimensionOrder as Order, Topology as Kind};
use onchip_simulator::noc::routing::dependencies::circle;
use onchip_simulator::noc::routing::mesh::Mesh;
use onchip_simulator::noc::routing::minimal::Minimal;
use onchip_simulator::noc::routing::torus::step;
use onchip_simulator::noc::routing::up_down::up_down;
use onchip_simulator::noc::routing::{At, Routing};
use onchip_simulator::noc::topology::{mesh, Connection, Topology};
use onchip_simulator::noc::Network;
use proptest::prelude::*;
use std::collections::VecDeque;

/// Routers on the route between two endpoints.
fn route(topology: &Topology, routing: &Routing, source: usize, target: usize) -> Vec<usize> {
    let mut route = vec![topology.endpoints[source] / topology.ports];
    loop {
        let router = route[route.len() - 1];
        let output = router * topology.ports + routing.route(router, target, 0).0;
        match topology.connections[output] {
            Connection::Port(port) => route.push(port / topology.ports),
            Connection::Endpoint(endpoint) => {
                assert_eq!(endpoint, target);
                return route;
            }
            Connection::Nothing => panic!("router {router} routes {target} into nothing"),
        }
        assert!(route.len() <= topology.routers, "goes round: {route:?}");
    }
}

/// Every route reaches its target over as many links as documented, and no two packets can wait for
/// each other.
fn check(chip: &ChipConfig) {
    let topology = Topology::of(&chip.network_parameters());
    let routing = Routing::of(&chip.network_parameters(), &topology);
    assert_eq!(circle(&topology, &routing), None, "{chip:?}");
    for source in 0..topology.endpoints.len() {
        for target in 0..topology.endpoints.len() {
            let links = route(&topology, &routing, source, target).len() as u32 - 1;
            assert_eq!(links, hops(chip, source, target), "{source} to {target}");
        }
    }
}

#[test]
fn grids_of_all_shapes() {
    for columns in 1..=7 {
        for rows in 1..=7 {
            for order in [Order::Xy, Order::Yx] {
                for mut chip in [
                    chip(columns, rows, &[0], REFERENCE),
                    torus(columns, rows, &[0], REFERENCE),
                ] {
                    chip.network.routing = order;
                    check(&chip);
                }
            }
        }
    }
}

/// With O1TURN, packets of white routers of a checkerboard first go along rows, packets of black
/// routers first along columns. All routes are shortest, and no two packets can wait for each
/// other.
#[test]
fn both_orders_on_a_checkerboard() {
    for (columns, rows) in [(1, 1), (2, 2), (5, 4), (8, 8), (1, 7)] {
        let chip = ordered(
            Order::O1turn,
            columns,
            rows,
            &[columns * rows - 1],
            REFERENCE,
        );
        let parameters = chip.network_parameters();
        let topology = Topology::of(&parameters);
        assert_eq!(
            circle(&topology, &Routing::of(&parameters, &topology)),
            None
        );
        let network = Network::new(&parameters);
        let place = |router: usize| (router as u32 % columns, router as u32 / columns);
        let router = |endpoint: usize| topology.endpoints[endpoint] / topology.ports;
        for (from, to) in (0..network.endpoints())
            .flat_map(|from| (0..network.endpoints()).map(move |to| (from, to)))
        {
            let mut route = vec![];
            network.follow(from, to, |output| {
                route.push(place(output / topology.ports))
            });
            let (start, end) = (place(router(from)), place(router(to)));
            assert_eq!((route[0], route[route.len() - 1]), (start, end));
            let hops = start.0.abs_diff(end.0) + start.1.abs_diff(end.1);
            assert_eq!(route.len() as u32 - 1, hops);
            let corner = match (start.0 + start.1) % 2 {
                0 => (end.0, start.1),
                _ => (start.0, end.1),
            };
            assert!(route.contains(&corner), "{route:?}");
        }
    }
}

/// By definition, west-first routing in a mesh never turns to the west. Odd-even routing never
/// turns from east to north or south in an even column, and never turns from north or south to west
/// in an odd column. All routes are shortest, and many pairs of routers have several routes.
#[test]
fn turns_that_heads_choose() {
    let west = mesh::WEST;
    for order in [Order::WestFirst, Order::OddEven] {
        for (columns, rows) in [(1, 5), (2, 2), (3, 4), (5, 5), (8, 3)] {
            let chip = ordered(order, columns, rows, &[0], REFERENCE);
            let parameters = chip.network_parameters();
            let topology = Topology::of(&parameters);
            let routing = Routing::of(&parameters, &topology);
            assert_eq!(circle(&topology, &routing), None, "{order:?}");
            let place = |router: usize| (router as u32 % columns, router as u32 / columns);
            let distance = |one: usize, other: usize| {
                let ((a, b), (c, d)) = (place(one), place(other));
                a.abs_diff(c) + b.abs_diff(d)
            };
            let (mut choices, mut states) = (0, 0);
            for (target, home) in topology.endpoints.iter().enumerate() {
                let end = home / topology.ports;
                let mut reached = topology.endpoints.clone();
                let mut seen = vec![false; topology.connections.len()];
                while let Some(input) = reached.pop() {
                    if std::mem::replace(&mut seen[input], true) {
                        continue;
                    }
                    let (router, from) = (input / topology.ports, input % topology.ports);
                    let at = At {
                        router,
                        from,
                        group: 0,
                        target,
                        middle: None,
                    };
                    let ports = routing.ways(at).ports;
                    states += 1;
                    choices += u32::from(ports[0] != ports[1]);
                    for port in ports {
                        let next = match topology.connections[router * topology.ports + port] {
                            Connection::Port(next) => next,
                            Connection::Endpoint(endpoint) => {
                                assert_eq!(endpoint, target);
                                continue;
                            }
                            Connection::Nothing => panic!("{router} leads {target} off the mesh"),
                        };
                        let there = next / topology.ports;
                        assert_eq!(distance(there, end) + 1, distance(router, end));
                        let is_along = |port| port == mesh::SOUTH || port == mesh::NORTH;
                        let is_odd = place(router).0 % 2 == 1;
                        let turns_west = is_along(from) && port == west;
                        // A packet that goes east has come in by the port to the west.
                        let turns_from_east = from == west && is_along(port);
                        assert!(match order {
                            Order::WestFirst => !turns_west,
                            _ => !(turns_west && is_odd || turns_from_east && !is_odd),
                        });
                        assert_ne!(from, port, "goes back");
                        reached.push(next);
                    }
                }
            }
            assert!(columns < 3 || 8 * choices > states, "{choices} of {states}");
        }
    }
}

/// Minimal routing on a mesh and a torus: the ports lead to all neighbours that are nearer to the
/// target. Half-way round a ring, only the ports in the direction of dimension order are used. The
/// escape route follows dimension order. The extended dependencies of the escape channels have no
/// circle.
#[test]
fn minimal_routes_with_an_escape() {
    for (columns, rows) in [(1, 5), (2, 2), (3, 4), (5, 5), (4, 6), (8, 8)] {
        for make in [chip, torus] {
            let rows_first = make(columns, rows, &[0], REFERENCE);
            let mut chip = rows_first.clone();
            chip.network.routing = Order::Minimal;
            let parameters = chip.network_parameters();
            let topology = Topology::of(&parameters);
            let routing = Routing::of(&parameters, &topology);
            let escape = Routing::of(&rows_first.network_parameters(), &topology);
            assert_eq!(circle(&topology, &routing), None, "{columns}×{rows}");
            let groups = routing.channels_per_class();
            assert_eq!(groups, escape.channels_per_class() + 1);
            for router in 0..topology.routers {
                for target in 0..topology.endpoints.len() {
                    let ways = routing.ways(At {
                        router,
                        from: 0,
                        group: 0,
                        target,
                        middle: None,
                    });
                    assert_eq!(ways.escape, Some(escape.route(router, target, 0)));
                    assert_eq!(ways.group, groups - 1);
                    let far = hops(&chip, router, target);
                    let nearer: Vec<usize> = (0..topology.ports)
                        .filter(
                            |port| match topology.connections[router * topology.ports + port] {
                                Connection::Port(next) => {
                                    hops(&chip, next / topology.ports, target) < far
                                }
                                Connection::Endpoint(endpoint) => endpoint == target,
                                Connection::Nothing => false,
                            },
                        )
                        .collect();
                    let mut ports = ways.ports.to_vec();
                    ports.sort_unstable();
                    ports.dedup();
                    assert!(ports.iter().all(|port| nearer.contains(port)));
                    // Half-way round a ring, both directions are equally long, and minimal routing
                    // may use only one.
                    let ties = [columns, rows].iter().any(|size| size % 2 == 0);
                    let may_be_fewer = chip.network.topology == Kind::Torus && ties;
                    assert!(may_be_fewer || ports == nearer, "{router} to {target}");
                }
            }
        }
    }
}

/// On a torus, the dimension order of a mesh cannot serve as escape route. The escape channels
/// alone have no circle. But a packet can leave an escape channel, go back around the ring in
/// adaptive channels, and wait for the escape channel that it has left.
#[test]
fn an_escape_that_leads_away_is_a_circle() {
    let chip = torus(5, 1, &[], REFERENCE);
    let topology = Topology::of(&chip.network_parameters());
    let mesh = || Routing::Xy(Mesh::new(&topology, 5));
    assert_eq!(circle(&topology, &mesh()), None);
    let routing = Routing::Minimal(Minimal::new(&topology, (5, 1), true, mesh()));
    assert!(circle(&topology, &routing).is_some());
}

/// A packet over an intermediate router goes to that router first and then to the target, both
/// times by dimension order. It uses other channels on the second part. ROMM chooses intermediate
/// routers on shortest routes; Valiant chooses among all routers.
#[test]
fn routes_by_way_of_a_router() {
    for (columns, rows) in [(1, 4), (3, 4), (5, 5), (8, 8)] {
        for (make, order) in [
            (chip as fn(u32, u32, &[u32], _) -> _, Order::Valiant),
            (chip, Order::Romm),
            (torus, Order::Valiant),
            (torus, Order::Romm),
        ] {
            let rows_first = make(columns, rows, &[0], REFERENCE);
            let mut chip = rows_first.clone();
            chip.network.routing = order;
            let parameters = chip.network_parameters();
            let topology = Topology::of(&parameters);
            let routing = Routing::of(&parameters, &topology);
            assert_eq!(circle(&topology, &routing), None, "{columns}×{rows}");
            let network = Network::new(&parameters);
            let plain = Network::new(&rows_first.network_parameters());
            let of = |network: &Network, from, to, middle| {
                let mut route = vec![];
                network.follow_by(from, to, middle, |output| route.push(output));
                route
            };
            let tiles = (columns * rows) as usize;
            for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                let middles = network.middles(from, to);
                for &middle in &middles {
                    let by = middle.expect("all packets have one");
                    let mut legs = of(&plain, from, by, None);
                    legs.pop();
                    legs.extend(of(&plain, by, to, None));
                    assert_eq!(of(&network, from, to, middle), legs);
                }
                let is_between = |&by: &usize| {
                    hops(&chip, from, by) + hops(&chip, by, to) == hops(&chip, from, to)
                };
                let between = (0..tiles).filter(is_between).count();
                let ties = [columns, rows].iter().any(|size| size % 2 == 0);
                match order {
                    Order::Romm if chip.network.topology != Kind::Torus || !ties => {
                        assert_eq!(middles.len(), between)
                    }
                    Order::Romm => assert!((1..=between).contains(&middles.len())),
                    _ => assert_eq!(middles.len(), tiles),
                }
                let mut distinct = middles.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), middles.len());
            }
        }
    }
}

#[test]
fn one_way_round_a_ring_is_a_circle() {
    // This is Dally and Seitz's own example: four routers, and all packets go in the same
    // direction.
    let mut chip = drawn(4, 0, &mut Random(1), REFERENCE);
    let square = chip.drawn.as_mut().unwrap();
    square.tiles = vec![0, 1, 2, 3];
    square.links = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    square.routes = (0..4)
        .map(|from| {
            (0..4)
                .map(|to| if from == to { from } else { (from + 1) % 4 })
                .collect()
        })
        .collect();
    let topology = Topology::of(&chip.network_parameters());
    let found = circle(
        &topology,
        &Routing::of(&chip.network_parameters(), &topology),
    )
    .expect("a circle");
    let mut links: Vec<_> = found.iter().map(|link| (link.from, link.to)).collect();
    links.sort_unstable();
    assert_eq!(links, [(0, 1), (1, 2), (2, 3), (3, 0)]);
}

/// By definition, a packet goes the shorter way round, in channel 0 as long as it still has to pass
/// the end of the ring.
#[test]
fn steps_of_a_ring() {
    for size in 1u8..=17 {
        for (from, to) in (0..size).flat_map(|from| (0..size).map(move |to| (from, to))) {
            if from == to {
                continue;
            }
            let first = step(from, to, size);
            let (mut here, mut steps, mut passes) = (from, 0, vec![]);
            while here != to {
                let step = step(here, to, size);
                assert_eq!(step.up, first.up, "{from} to {to} of {size} turns back");
                let next = (here + if step.up { 1 } else { size - 1 }) % size;
                passes.push((step.channel, next.abs_diff(here) != 1));
                (here, steps) = (next, steps + 1);
            }
            let distance = from.abs_diff(to);
            assert_eq!(steps, distance.min(size - distance));
            if 2 * steps == size {
                assert_eq!(first.up, from % 2 == 0, "ties go up from even places");
            }
            let end = passes.iter().rposition(|(_, passed)| *passed && size > 2);
            for (place, (class, _)) in passes.iter().enumerate() {
                let still = end.is_some_and(|end| place <= end);
                assert_eq!(*class, usize::from(!still), "{from} to {to} of {size}");
            }
        }
    }
}

/// Least number of links between two routers.
fn distance(routers: u32, links: &[[u32; 2]], from: u32, to: u32) -> u32 {
    let mut distances = vec![u32::MAX; routers as usize];
    distances[from as usize] = 0;
    let mut reached = VecDeque::from([from]);
    while let Some(here) = reached.pop_front() {
        for &[a, b] in links {
            for (one, other) in [(a, b), (b, a)] {
                if one == here && distances[other as usize] == u32::MAX {
                    distances[other as usize] = distances[here as usize] + 1;
                    reached.push_back(other);
                }
            }
        }
    }
    distances[to as usize]
}

proptest! {
    #![proptest_config(random_cases(80))]

    /// On any connected graph, routes reach their targets, first go up and then down, and are no
    /// longer than necessary. On a tree there is only one route.
    #[test]
    fn computed_ways(routers in 1u32..30, more_links in 0u32..60, seed: u64) {
        let chip = drawn(routers, more_links, &mut Random(seed), REFERENCE);
        check(&chip);
        let graph = chip.drawn.unwrap();
        let next = up_down(routers, &graph.links);
        let rank: Vec<_> = (0..routers)
            .map(|router| (distance(routers, &graph.links, 0, router), router))
            .collect();
        for from in 0..routers {
            for to in 0..routers {
                let (mut here, mut links, mut down) = (from, 0, false);
                while here != to {
                    let then = next[here as usize][to as usize];
                    let is_down = rank[then as usize] > rank[here as usize];
                    prop_assert!(is_down || !down, "up after down, {from} to {to}");
                    (here, links, down) = (then, links + 1, is_down);
                }
                let least = distance(routers, &graph.links, from, to);
                prop_assert!(links >= least);
                prop_assert!(graph.links.len() as u32 >= routers || links == least);
            }
        }
    }
}
