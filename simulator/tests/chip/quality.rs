//! Priorities and circuits: the effects of the network interface's registers on packets.

use super::build::{chip, compile, job, loaded, numbers, outcome, run, Outcome};
use crate::tests::cases::random_cases;
use onchip_simulator::chip::{Chip, Ending};
use onchip_simulator::config::ChipConfig;
use onchip_simulator::host::Host;
use proptest::prelude::*;
use std::path::Path;

const CIRCUITS: [&str; 2] = ["exclusive", "shared"];
const CONFLICTS: [&str; 3] = ["wait", "refuse", "queue"];

/// Number of cycles from the sending of a packet's first flit until its last flit can be taken
/// (docs/chip-file.md).
fn packet(chip: &ChipConfig, hops: u64, flits: u64) -> u64 {
    let network = &chip.network;
    let (ni, router, link) = (chip.ni.delay, network.router, network.link);
    2 * u64::from(ni) + (hops + 1) * u64::from(router) + hops * u64::from(link) + flits - 1
}

/// Number of cycles from a command to open or close a circuit until `WAIT` returns
/// (docs/register-map.md).
fn set_up(chip: &ChipConfig, hops: u64) -> u64 {
    let there = packet(chip, hops, 1);
    u64::from(chip.ni.register) + there + 1 + there + u64::from(chip.ni.wakeup)
}

fn both(config: &ChipConfig, definitions: &[&str], ranks: u32) -> Outcome {
    let elf = compile("quality", definitions);
    let fast = run(config, &elf, ranks, false);
    assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
    assert_eq!(fast, run(config, &elf, ranks, true), "{definitions:?}");
    fast
}

#[test]
fn opening_and_closing_cost_what_the_page_says_at_every_distance() {
    let controllers = [0, 6, 11];
    for keys in [
        "circuits = \"exclusive\"",
        "circuits = \"shared\"\nlevels = 8\nbuffers = \"per_level\"",
        "circuits = \"shared\"\nnetworks = 2",
        "circuits = \"shared\"\nrouter = 2\nlink = 3\nbuffer_flits = 16\n[ni]\nregister = 5\nwakeup = 7\ndelay = 2",
    ] {
        let config = chip(&format!(
            "[mesh]\ncolumns = 4\nrows = 3\n[tile]\ncores = 1\nmemory_kb = 64\n[dram]\nrouters = {controllers:?}\nsize_mb = 3\n[network]\n{keys}"
        ));
        let told = numbers(&both(&config, &["PART=every_distance"], 1).output);
        let routers = (0..12).chain(controllers);
        let expected: Vec<u64> = routers
            .zip(0..)
            .flat_map(|(router, endpoint)| [(router, endpoint), (router, endpoint | 1 << 31)])
            .flat_map(|(router, spec)| {
                let hops = router % 4 + router / 4;
                let cycles = u64::from(config.core.alu) + set_up(&config, hops);
                // For each circuit: the cycles of opening it, its state (open, done) and its
                // target; then the cycles of closing it, and its state (closed, done).
                [cycles, 0x21, spec, cycles, 0x01]
            })
            .collect();
        assert_eq!(told, expected, "{keys}");
    }
}

#[test]
fn requests_ride_a_circuit_and_answers_a_full_duplex_one() {
    for (circuits, with) in CIRCUITS
        .iter()
        .flat_map(|kind| (0..4).map(move |w| (kind, w)))
    {
        let config = chip(&format!(
            "[mesh]\ncolumns = 3\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n[dram]\nrouters = [2]\nsize_mb = 1\n[network]\ncircuits = \"{circuits}\""
        ));
        let elf = compile("quality", &["PART=what_rides", &format!("WITH={with}")]);
        let (mut chip, _) = loaded(&config, &elf, 2);
        assert_eq!(chip.run(None), Some(&Ending::Exit));
        let process = &chip.shared.host.processes()[0];
        assert_eq!(process.ended.map(|(code, _)| code), Some(0), "what it read");
        let flits = |network: &onchip_simulator::noc::Networks| -> u64 {
            let links = network.statistics().links;
            links.iter().map(|link| link.circuit_flits).sum()
        };
        let hops = if with & 2 == 0 { 1 } else { 2 };
        // The number of times that `flits` flits cross a link: each flit crosses the links between
        // routers, and the link to the endpoint.
        let crossed = |flits: u64| (hops + 1) * flits;
        // The requests are an open and a close packet, 10 stores of 3 flits and 10 loads of 2.
        let requests = crossed(1 + 1 + 10 * (3 + 2));
        assert_eq!(flits(&chip.shared.requests), requests, "{circuits}, {with}");
        // The responses to these packets: acknowledgements and words.
        let back = (with & 1) * crossed(1 + 1 + 10 * (1 + 2));
        assert_eq!(flits(&chip.shared.responses), back, "{circuits}, {with}");
    }
}

#[test]
fn another_core_programs_the_interface() {
    for (cores, circuits) in [(1, "exclusive"), (4, "shared")] {
        let config = chip(&format!(
            "[mesh]\ncolumns = 2\nrows = 2\n[tile]\ncores = {cores}\nmemory_kb = 256\n[network]\ncircuits = \"{circuits}\"\nlevels = 4"
        ));
        let told = numbers(&both(&config, &["PART=from_afar"], 3).output);
        // The program prints first the event and the state that place 0 sees. The next four numbers
        // are priorities that place 1 reads: after a priority was set; of unmarked packets; after
        // the set priority was taken back; after all were removed. They are followed by the number
        // of levels and the highest level, the circuit's state while it is open, the result of
        // opening a second circuit, the result of closing a circuit that is not open, and the state
        // and the result after the circuit has closed.
        assert_eq!(told, [16, 2, 5, 2, 2, 0x22, 0x47, 2, 3, 5, 0x01]);
    }
}

#[test]
fn priorities_reach_requests_and_answers() {
    let text = "[mesh]\ncolumns = 4\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\nbanks = 32\n[network]\nlevels = 2\nbuffers = \"per_level\"";
    let config = chip(text);
    let longest = |priority: u32| {
        let priority = format!("WITH={priority}");
        numbers(&both(&config, &["PART=under_load", &priority], 4).output)[0]
    };
    let there = packet(&config, 3, 2);
    let alone = u64::from(config.core.alu + config.ni.register) + there + 1 + there + 1;
    assert_eq!(longest(7), alone, "nobody of its level is in flight");
    assert_eq!(longest(4), alone, "the same of two levels");
    assert!(longest(3) > alone, "the others saturate its way");
}

#[test]
fn words_do_not_wait_for_transfers_where_each_has_a_network() {
    let longest = |networks: u32| {
        let config = chip(&format!(
            "[mesh]\ncolumns = 4\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\nbanks = 32\n[network]\nnetworks = {networks}"
        ));
        let definitions = ["PART=under_load", "WITH=0", "TRANSFERS_ONLY"];
        let there = packet(&config, 3, 2);
        let alone = u64::from(config.core.alu + config.ni.register) + there + 1 + there + 1;
        (numbers(&both(&config, &definitions, 4).output)[0], alone)
    };
    let (together, alone) = longest(1);
    assert!(together > alone, "transfers saturate its way");
    let (apart, alone) = longest(2);
    assert_eq!(apart, alone);
}

#[test]
fn data_then_flag_is_safe_whatever_changes_in_between() {
    for (seed, circuits) in (1..).zip(["none", "exclusive", "shared"]) {
        for (cores, conflict, networks) in [
            (1, "wait", 1),
            (2, "refuse", 1),
            (2, "wait", 2),
            (2, "queue", 1),
        ] {
            let config = chip(&format!(
                "[mesh]\ncolumns = 3\nrows = 2\n[tile]\ncores = {cores}\nmemory_kb = 128\n[network]\nlevels = 8\nbuffers = \"per_level\"\nbuffer_flits = 2\ncircuits = \"{circuits}\"\ncircuit_conflict = \"{conflict}\"\nnetworks = {networks}"
            ));
            let seed = format!("WITH={seed}");
            let told = numbers(&both(&config, &["PART=data_then_flag", &seed], 6).output);
            assert_eq!(
                told,
                [0, 1],
                "wrong, and some seen: {circuits}, {conflict}, {networks}, {seed}"
            );
        }
    }
}

#[test]
fn everybody_gets_on_or_is_refused() {
    for (seed, circuits) in (1..).zip(CIRCUITS) {
        for conflict in CONFLICTS {
            for (cores, ranks) in [(1, 12), (4, 48)] {
                let config = chip(&format!(
                    "[mesh]\ncolumns = 4\nrows = 3\n[tile]\ncores = {cores}\nmemory_kb = 256\n[network]\ncircuits = \"{circuits}\"\ncircuit_conflict = \"{conflict}\""
                ));
                let seed = format!("WITH={seed}");
                let told = numbers(&both(&config, &["PART=everybody", &seed], ranks).output);
                let [opened, refused, wrong] = told[..] else {
                    panic!("{told:?}");
                };
                assert_eq!(
                    opened + refused,
                    30 * u64::from(ranks),
                    "{circuits}, {seed}"
                );
                assert_eq!(wrong, 0);
                assert_eq!(refused > 0, conflict == "refuse", "{circuits}, {refused}");
            }
        }
    }
}

/// Circuits are kept under random traffic on all kinds of chips with circuits. Every packet
/// arrives, and both schedulers agree.
#[test]
fn kept_circuits_stop_nobody() {
    proptest!(random_cases(2), |(seed in 1u32..1_000_000)| {
        for circuits in CIRCUITS {
            for (conflict, buffers) in CONFLICTS.iter().flat_map(|c| [(c, "shared"), (c, "per_level")]) {
                let (cores, ranks) = [(1, 6), (2, 12)][seed as usize % 2];
                let config = chip(&format!(
                    "[mesh]\ncolumns = 3\nrows = 2\n[tile]\ncores = {cores}\nmemory_kb = 256\n[network]\nlevels = 2\nbuffers = \"{buffers}\"\ncircuits = \"{circuits}\"\ncircuit_conflict = \"{conflict}\""
                ));
                let seed = format!("WITH={seed}");
                let told = numbers(&both(&config, &["PART=keepers", &seed], ranks).output);
                prop_assert!(told[0] > 0, "{}, {}, {}, {}", circuits, conflict, buffers, seed);
                prop_assert!(told[1] == 0 || *conflict == "refuse");
                prop_assert_eq!(told[2], 0);
            }
        }
    });
}

#[test]
fn waiting_for_a_circuit_that_is_never_closed_is_a_deadlock() {
    // A circuit that waits in the network blocks stores only after it has been used.
    let cases = [
        (0, "wait"),
        (1, "wait"),
        (2, "wait"),
        (1, "queue"),
        (2, "queue"),
    ];
    for (blocked, conflict) in cases {
        let config = chip(&format!(
            "[mesh]\ncolumns = 3\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n[network]\ncircuits = \"exclusive\"\ncircuit_conflict = \"{conflict}\"",
        ));
        let blocked = format!("WITH={blocked}");
        let elf = compile("quality", &["PART=for_ever", &blocked]);
        let fast = run(&config, &elf, 3, false);
        assert_eq!(fast, run(&config, &elf, 3, true), "{blocked}");
        let report = &fast.report;
        assert_eq!(report.kind, "network", "{blocked}");
        let circuit = "core 0 holds a circuit to tile 1";
        assert!(report.message.contains(circuit), "{}", report.message);
        let waits = "process 2 (core 2) waits for a circuit to tile 1";
        let opens = blocked != "WITH=0";
        assert_eq!(report.message.contains(waits), opens, "{}", report.message);
    }
}

#[test]
fn the_cores_of_a_tile_get_circuits_by_level_or_in_turn() {
    for (conflict, levels, order) in [
        ("wait", 8, [0, 1, 2, 3]),
        ("queue", 8, [0, 2, 3, 1]),
        ("queue", 2, [0, 2, 3, 1]),
        ("queue", 1, [0, 1, 2, 3]),
    ] {
        let config = chip(&format!(
            "[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 4\nmemory_kb = 256\n[network]\ncircuits = \"shared\"\ncircuit_conflict = \"{conflict}\"\nlevels = {levels}"
        ));
        let told = numbers(&both(&config, &["PART=by_level"], 4).output);
        assert_eq!(told, order, "{conflict}, {levels}");
    }
}

#[test]
fn a_kept_circuit_is_open_at_once_until_it_is_needed() {
    for (circuits, conflict, with) in [
        ("exclusive", "wait", 0),
        ("exclusive", "wait", 1),
        ("exclusive", "queue", 0),
        ("exclusive", "queue", 1),
        ("exclusive", "refuse", 1),
        ("shared", "wait", 1),
        ("shared", "queue", 1),
        ("shared", "refuse", 1),
    ] {
        let config = chip(&format!(
            "[mesh]\ncolumns = 3\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n[network]\ncircuits = \"{circuits}\"\ncircuit_conflict = \"{conflict}\"\n[ni]\nregister = 2\nwakeup = 3\nretry = 16"
        ));
        let with = format!("WITH={with}");
        let told = numbers(&both(&config, &["PART=kept", &with], 3).output);
        let open = u64::from(config.core.alu) + set_up(&config, 2);
        let claim = u64::from(config.ni.register + config.ni.wakeup);
        assert_eq!(told[..5], [open, 1, 0, claim, 2], "{circuits}, {conflict}");
        assert_eq!(told.last(), Some(&open), "it has been closed");
        // A packet at the router of tile 1 waits until the signal has returned over two links, and
        // until the close packet has come there from tile 0.
        let network = &config.network;
        let back = 1 + 2 * u64::from(network.credit);
        let there = u64::from(config.ni.delay + network.router + network.link);
        let later = back + 1 + there + 1;
        match told[5..told.len() - 1] {
            [first, second] => assert_eq!(first - second, later, "{circuits}, {conflict}"),
            [first, 1, second, 1] if conflict == "queue" => {
                assert_eq!(first - second, later, "{circuits}");
            }
            // The interface tries again when it has been refused.
            [first, 1, second, 1] => assert!(conflict == "wait" && first > second + later),
            [_, 2, second, 1] => assert!(conflict == "refuse" && second < open, "{second}"),
            _ => panic!("{circuits}, {conflict}: {told:?}"),
        }
    }
}

#[test]
fn the_end_of_a_job_closes_its_circuits() {
    // In some cases the process ends before the open packet arrives, in others after.
    let parts = [0, 5, 10, 300].map(|after| (after, "leave_open"));
    for (after, part) in parts.into_iter().chain([(0, "leave_kept")]) {
        for reference in [false, true] {
            let config = chip(
                "[mesh]\ncolumns = 4\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n[network]\ncircuits = \"exclusive\"\ncircuit_conflict = \"refuse\"",
            );
            let host = Host::new(Path::new(".")).expect("the current folder");
            let mut chip = Chip::new(&config, host).expect("memory");
            let after = format!("WITH={after}");
            let elf = compile("quality", &[&format!("PART={part}"), &after]);
            let (_, first) = job(&elf, 1, &config);
            let elf = compile("quality", &["PART=find_free"]);
            let (program, second) = job(&elf, 1, &config);
            assert_eq!(chip.load(&first), Ok(1));
            let go = |chip: &mut Chip| match reference {
                true => chip.run_reference(None).cloned(),
                false => chip.run(None).cloned(),
            };
            assert_eq!(go(&mut chip), Some(Ending::Exit));
            assert_eq!(chip.load(&second), Ok(2));
            assert_eq!(go(&mut chip), Some(Ending::Exit));
            let told = numbers(&outcome(&mut chip, &[program]).output);
            // The second circuit belongs to the same core as the first one, and waits at most until
            // the first one is closed.
            let alone = u64::from(config.core.alu) + set_up(&config, 3);
            assert_eq!(told[1], 1, "{after}");
            let most = alone + 4 * packet(&config, 3, 1) + 4;
            assert!((alone..=most).contains(&told[0]), "{after}: {}", told[0]);
        }
    }
}
