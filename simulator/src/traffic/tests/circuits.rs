//! Circuits have a constant latency whatever other traffic there is. They are opened and closed in
//! the time that the formula gives, and leave no state behind when they are closed.

use super::*;
use proptest::prelude::*;

/// The latency of a packet over `hops` links in an empty network (docs/chip-file.md).
fn formula(chip: &ChipConfig, hops: usize, flits: u8) -> u64 {
    let (network, hops) = (&chip.network, hops as u64);
    let (router, link) = (u64::from(network.router), u64::from(network.link));
    2 * u64::from(chip.ni.delay) + (hops + 1) * router + hops * link + u64::from(flits) - 1
}

fn placed(from: usize, to: usize, rate: Option<f64>) -> Placement {
    Placement { from, to, rate }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    /// Whatever the pattern and the load of other traffic, and with both kinds of circuits: every
    /// packet of a circuit takes as long as in an empty network, and the link carries a flit in
    /// every cycle.
    #[test]
    fn a_circuit_is_constant_to_the_cycle(
        (columns, rows, torus) in (2u32..7, 2u32..7, any::<bool>()),
        (exclusive, seed, rate) in (any::<bool>(), any::<u64>(), 0.05..1.0),
        (router, link, packet) in (1u32..4, 0u32..3, 1u8..20),
        (hotspot, share, levels) in (any::<bool>(), prop::option::of(0.1..1.0), any::<bool>()),
    ) {
        let kind = if exclusive { "exclusive" } else { "shared" };
        let topology = if torus { "torus" } else { "mesh" };
        let levels = if levels { "levels = 4\nbuffers = \"per_level\"" } else { "" };
        let chip = mesh(columns, rows, &format!(
            "router = {router}\nlink = {link}\nbuffer_flits = {}\ncircuits = \"{kind}\"\n\
             topology = \"{topology}\"\n{levels}",
            router + link.max(1) + 1,
        ));
        let pattern = if hotspot { PatternKind::Hotspot } else { PatternKind::Uniform };
        let mut options = options(pattern, rate, packet);
        (options.seed, options.random_circuits, options.random_circuits_rate) = (seed, 2, share);
        (options.warmup, options.measure, options.drain) = (0, 4_000, 1_000);
        options.close_after = Some(4_000);
        for circuit in run(&chip, &options).circuits {
            let alone = formula(&chip, circuit.hops, packet);
            prop_assert_eq!(circuit.latency_alone, alone);
            prop_assert!(circuit.packets > 0);
            prop_assert_eq!(circuit.latency.min, Some(alone));
            prop_assert_eq!(circuit.latency.max, Some(alone));
            let both_ways = 2 * formula(&chip, circuit.hops, 1);
            prop_assert_eq!(circuit.open_cycles, Some(both_ways));
            prop_assert_eq!(circuit.close_cycles, Some(both_ways));
            prop_assert_eq!((circuit.state, circuit.attempts), (CircuitState::Closed, 1));
            let throughput = circuit.throughput.unwrap();
            let flits = (circuit.packets * u64::from(packet)) as f64;
            match share {
                None => prop_assert_eq!(throughput, 1.0),
                // The throughput differs a little from the rate, because no gap follows the last
                // packet, and because each packet starts in a whole cycle.
                Some(rate) => {
                    let missing = (f64::from(packet) / rate + 1.0) / (flits / rate);
                    prop_assert!((throughput / rate - 1.0).abs() <= missing);
                }
            }
        }
    }
}

#[test]
fn as_many_random_circuits_as_fit_open_at_once() {
    for seed in 1..20 {
        let chip = mesh(8, 8, "circuits = \"exclusive\"");
        let mut options = options(PatternKind::Uniform, 0.0, 4);
        (options.seed, options.random_circuits, options.measure) = (seed, 20, 1_000);
        let report = run(&chip, &options);
        assert_eq!(report.circuits.len(), 20);
        for circuit in &report.circuits {
            assert_eq!(
                (circuit.state, circuit.attempts),
                (CircuitState::Open, 1),
                "{seed}"
            );
        }
        assert_eq!(report.generated, 0);
        let of_circuits = report.links.iter().all(|link| link.load == link.circuits);
        assert!(of_circuits && report.links.iter().any(|link| link.load == 1.0));
    }
}

#[test]
fn others_use_the_cycles_that_a_shared_circuit_leaves_and_none_of_an_exclusive_one() {
    // Tile 0 sends best-effort packets to tile 3, and tile 1 sends them to tile 2. Both use the
    // link that the circuit from tile 1 to tile 2 holds.
    let best_effort = |kind: &str| {
        let chip = mesh(4, 1, &format!("circuits = \"{kind}\""));
        let mut options = options(PatternKind::BitComplement, 0.9, 4);
        options.circuits = vec![placed(1, 2, Some(0.5))];
        let report = run(&chip, &options);
        let [circuit] = &report.circuits[..] else {
            panic!("one circuit");
        };
        assert_eq!(circuit.latency.min, circuit.latency.max);
        let link = report
            .links
            .iter()
            .find(|link| (link.from, link.to) == (1, 2))
            .unwrap();
        assert!((link.circuits - 0.5).abs() < 0.01);
        (link.load - link.circuits, report.shares[0])
    };
    let (shared, from_0) = best_effort("shared");
    assert!(shared > 0.4 && from_0 > 0.0, "{shared} {from_0}");
    // A packet of tile 1, where the circuit begins, may use the link; a packet from tile 0 may not.
    let (_, from_0) = best_effort("exclusive");
    assert_eq!(from_0, 0.0);
}

#[test]
fn closing_restores_best_effort() {
    for kind in ["exclusive", "shared"] {
        let chip = mesh(4, 4, &format!("circuits = \"{kind}\""));
        let mut options = options(PatternKind::Uniform, 0.2, 4);
        let free = run(&chip, &options);
        (options.random_circuits, options.close_after) = (3, Some(500));
        // The queues that grew while circuits were set up are empty long before the window begins.
        options.warmup = 10_000;
        let after = run(&chip, &options);
        assert!(after
            .circuits
            .iter()
            .all(|circuit| circuit.state == CircuitState::Closed));
        assert!(!after.saturated && after.arrived == after.generated);
        let (free, after) = (free.latency.mean.unwrap(), after.latency.mean.unwrap());
        assert!((free - after).abs() < 0.03 * free, "{free} {after}");
        options.close_after = None;
        let held = run(&chip, &options).latency.mean;
        assert!(held.is_none_or(|held| held > 1.1 * free), "{held:?} {free}");
    }
}

#[test]
fn circuits_in_each_others_way_wait_or_are_refused() {
    let states = |conflict: &str, circuits: &[Placement]| {
        let keys = format!("circuits = \"exclusive\"\ncircuit_conflict = \"{conflict}\"");
        let mut options = options(PatternKind::Uniform, 0.0, 4);
        options.circuits = circuits.to_vec();
        let report = run(&mesh(4, 1, &keys), &options);
        let of = |circuit: &Circuit| (circuit.state, circuit.attempts > 1);
        report.circuits.iter().map(of).collect::<Vec<_>>()
    };
    let apart = [placed(0, 1, None), placed(1, 2, None), placed(3, 0, None)];
    assert_eq!(states("wait", &apart), [(CircuitState::Open, false); 3]);
    // The initiator that is nearer reaches the target's router first.
    let same_target = [placed(0, 3, None), placed(2, 3, None)];
    let open = (CircuitState::Open, false);
    assert_eq!(
        states("wait", &same_target),
        [(CircuitState::Waiting, true), open]
    );
    assert_eq!(
        states("refuse", &same_target),
        [(CircuitState::Refused, false), open]
    );
    assert_eq!(states("queue", &apart), [open; 3]);
    assert_eq!(
        states("queue", &same_target),
        [(CircuitState::Waiting, false), open]
    );
}

#[test]
fn flits_of_circuits_are_not_lost_either() {
    for kind in ["exclusive", "shared"] {
        let chip = mesh(4, 4, &format!("circuits = \"{kind}\"\nlevels = 2"));
        let mut options = options(PatternKind::Uniform, 0.5, 4);
        options.random_circuits = 4;
        let mut traffic = Traffic::new(&chip, &options).unwrap();
        let report = traffic.run_to_end();
        let (_, network) = traffic.in_flight();
        assert_eq!(network.injected, network.ejected + network.in_flight);
        let carried: f64 = report.links.iter().map(|link| link.circuits).sum();
        // Each link of a circuit carries a flit in every cycle of the window.
        let links: usize = report.circuits.iter().map(|circuit| circuit.hops).sum();
        assert_eq!(carried, links as f64);
    }
}

#[test]
fn wrong_circuits_are_errors() {
    let message = |keys: &str, change: &dyn Fn(&mut Options)| {
        let mut options = options(PatternKind::Uniform, 0.1, 4);
        change(&mut options);
        let error = Traffic::new(&mesh(2, 2, keys), &options).expect_err("it is wrong");
        error.to_string()
    };
    let options = |from, to, rate| {
        move |options: &mut Options| {
            options.circuits = vec![placed(from, to, rate)];
        }
    };
    assert!(message("", &options(0, 1, None)).contains("network.circuits"));
    let shared = "circuits = \"shared\"";
    assert!(message(shared, &options(0, 4, None)).contains("0 to 3"));
    assert!(message(shared, &options(3, 3, None)).contains("another tile"));
    for rate in [0.0, -1.0, 1.5, f64::NAN] {
        assert!(message(shared, &options(0, 1, Some(rate))).contains("above 0"));
    }
    assert!(message(shared, &|options| {
        options.circuits = vec![placed(0, 1, None), placed(0, 2, None)];
    })
    .contains("at most one"));
    // Each tile opens a circuit, and is the target of one.
    assert!(message(shared, &|options| options.random_circuits = 5).contains("no pair of tiles"));
    assert!(message(shared, &|options| options.rate = 0.0).contains("above 0"));
}
