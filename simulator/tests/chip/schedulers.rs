//! The fast and the reference scheduler give the same cycles, statistics, memories and output.

use super::build::{chip, compile, loaded, loaded_teams, outcome, run, Outcome};
use super::chips::{chip_with_links, chips, text, with_units, CHIPS, TILES};
use super::manners::{manners, run_as, Manner};
use super::programs::{
    random_beside, random_computation, random_devices, random_program, random_team, random_units,
    random_windows, seeded, units_may_end,
};
use crate::tests::cases::random_cases;
use onchip_simulator::config::ChipConfig;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Runs with the fast scheduler, and delays the next action of the first core by a cycle as soon as
/// the clock reaches `at`. If the core is waiting in that cycle, the delay comes later, because the
/// core's next action then depends on other cores.
fn run_with_an_error(config: &ChipConfig, elf: &[u8], mut at: u64) -> Outcome {
    let (mut chip, programs) = loaded(config, elf, config.cores());
    chip.run_to(at);
    while chip.is_waiting(0) {
        at += 1;
        chip.run_to(at);
    }
    assert!(chip.ending().is_none(), "the error comes too late");
    chip.interrupt();
    chip.tiles[0].cores.harts[0].core.time += 1;
    chip.released(0);
    chip.run(None);
    outcome(&mut chip, &programs)
}

#[test]
fn an_error_of_one_cycle_is_found() {
    let config = &chips()[0];
    for at in [100, 1000, 2000] {
        // A program that later waits for a certain cycle can make up for the lost cycle.
        let found = (1..=4).filter(|&seed| {
            let elf = random_program(seed);
            let reference = run(config, &elf, config.cores(), true);
            run_with_an_error(config, &elf, at).statistics != reference.statistics
        });
        assert!(found.count() >= 2, "planted at {at}");
    }
}

#[test]
fn interrupting_changes_nothing() {
    let elf = random_program(2);
    for config in chips() {
        let whole = run(&config, &elf, config.cores(), false);
        let (mut chip, programs) = loaded(&config, &elf, config.cores());
        let mut at = 0;
        while chip.run_to(at).is_none() {
            chip.interrupt();
            at += 97;
        }
        assert_eq!(outcome(&mut chip, &programs), whole, "{config:?}");
    }
}

/// Nine cases, which are the same in each run, or, if `ONCHIP_CASES` is set, that number of random
/// cases.
fn cases() -> ProptestConfig {
    match std::env::var("ONCHIP_CASES") {
        Ok(_) => random_cases(0),
        Err(_) => ProptestConfig {
            cases: 9,
            rng_seed: RngSeed::Fixed(1),
            ..ProptestConfig::default()
        },
    }
}

/// A random search found this case, with a narrow link: notifications and all cores try full queues
/// for ever.
#[test]
fn a_program_that_polls_devices_ends() {
    let config = &chip_with_links(5, 1);
    let elf = random_devices(2_945_354_110);
    let outcome = run(config, &elf, config.cores(), false);
    assert_eq!(outcome.report.kind, "deadlock");
}

/// Runs random teams of threads on all cores, with the fast scheduler and in the reference mode.
fn outcomes_of_teams(config: &ChipConfig, seed: u32, threads: u32, manner: Manner) -> [Outcome; 2] {
    let elf = random_team(seed, threads);
    let teams = (config.cores() / threads, threads);
    let fast = run_as(manner, config, &elf, teams);
    let (mut chip, programs) = loaded_teams(config, &elf, teams);
    chip.run_reference(None);
    [fast, outcome(&mut chip, &programs)]
}

/// A random search found these cases: a thread is woken while other threads of its tile execute
/// ahead of the chip's clock. These threads belong to the woken thread's process and to another
/// process.
#[test]
fn both_give_threads_the_same_that_are_woken() {
    for seed in [7, 8, 14] {
        let [fast, reference] =
            outcomes_of_teams(&chip(&text(2, 1, 4, "")), seed, 2, Manner::Whole);
        assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
        assert_eq!(fast, reference, "seed {seed}");
    }
}

/// A random search found this case: compiled code executes ahead of the chip's clock. Its accesses
/// to the data cache come before accesses that compete with the network interface for a bank.
#[test]
fn both_give_the_same_with_data_caches() {
    let elf = random_program(14);
    for (banks, kb) in [(4, 1), (1, 4)] {
        let rest = format!("banks = {banks}\n[data_cache]\nsize_kb = {kb}");
        let config = &chip(&text(2, 2, 1, &rest));
        let fast = run(config, &elf, config.cores(), false);
        let reference = run(config, &elf, config.cores(), true);
        assert_eq!(fast, reference, "{rest}");
    }
}

/// Flits of two networks arrive at an endpoint in the same cycle: a memory controller takes only
/// one of them, and an interface whose flit waits for a bank takes no flit of the other network.
#[test]
fn both_give_the_same_where_two_networks_meet() {
    for rest in [
        "[network]\nnetworks = 2",
        "banks = 1\nbank_priority = \"core\"\n[network]\nnetworks = 2",
    ] {
        let config = &chip(&text(2, 2, 1, rest));
        for seed in 1..=6 {
            let elf = random_program(seed);
            let fast = run(config, &elf, config.cores(), false);
            let reference = run(config, &elf, config.cores(), true);
            assert_eq!(fast, reference, "{rest}, seed {seed}");
        }
    }
}

/// A tile has one core and several interfaces. In one cycle, some interfaces access memory without
/// a rollback of the core, and then the access of another interface needs a rollback.
#[test]
fn both_give_the_same_where_several_interfaces_pass() {
    let elf = compile("several", &["MIDDLE=4"]);
    for (priority, banks) in [("network", 2), ("network", 8), ("core", 2), ("core", 8)] {
        let rest = format!("interfaces = 4\nbanks = {banks}\nbank_priority = \"{priority}\"");
        let config = &chip(&text(3, 3, 1, &rest));
        for seed in 1..=4 {
            let elf = seeded(&elf, seed);
            let fast = run(config, &elf, config.cores(), false);
            assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
            let reference = run(config, &elf, config.cores(), true);
            assert_eq!(fast, reference, "{rest}, seed {seed}");
        }
    }
}

/// Cores of a tile execute ahead of the chip's clock while one core sleeps, one wakes it, and one
/// uses devices. The sleeper's deadline comes in the cycles around its wake-up. Timers may
/// interrupt cores, and cores may have caches.
#[test]
fn both_give_the_same_where_tasks_differ() {
    let cached = "banks = 2\n[data_cache]\nsize_kb = 1";
    let tiles = [
        (4, ""),
        (7, "banks = 1"),
        (8, "banks = 8\nbank_priority = \"core\""),
        (5, cached),
        (4, &format!("{cached}\nwrite = \"through\"")),
        (
            5,
            &format!("{cached}\n[second_level]\nsize_kb = 4\nways = 4"),
        ),
        (5, &format!("{cached}\n[instruction_cache]\nsize_kb = 1")),
    ];
    for ((cores, rest), interrupts) in { tiles }.iter().flat_map(|t| [0, 150].map(|i| (t, i))) {
        let definitions = [
            "STEPS=64".to_string(),
            format!("TILE_CORES={cores}"),
            format!("INTERRUPTS={interrupts}"),
        ];
        let elf = compile("apart", &definitions.each_ref().map(String::as_str));
        let config = &chip(&text(2, 1, *cores, rest));
        for seed in 1..=2 {
            let elf = seeded(&elf, seed);
            let fast = run(config, &elf, config.cores(), false);
            assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
            let reference = run(config, &elf, config.cores(), true);
            assert_eq!(fast, reference, "{rest}, {interrupts}, seed {seed}");
        }
    }
}

/// A random search found this case: a core is woken while the other cores of its tile are executing
/// divisions. The core then needs a bank in a cycle in which the interface uses the bank.
#[test]
fn a_core_that_is_woken_waits_for_its_bank() {
    let config = &chip_with_links(20, 1);
    let elf = random_beside(194_749_173);
    let [fast, reference] = [false, true].map(|mode| run(config, &elf, config.cores(), mode));
    assert_eq!(fast, reference);
}

/// A random search found this case: the second-level cache delivers a line to an instruction cache.
/// The core, which has executed ahead of the chip's clock, has already put another line into the
/// same set.
#[test]
fn a_line_that_is_delivered_leaves_the_latest_one() {
    let config = &chip_with_links(31, 4);
    let elf = random_program(2_968_802_607);
    let [fast, reference] = [false, true].map(|mode| run(config, &elf, config.cores(), mode));
    assert_eq!(fast, reference);
}

/// A random search found this case: a job ends in the cycle before a core issues an instruction
/// that needs the tile. The core, ahead of the chip's clock, has already put that instruction's
/// line into its instruction cache.
#[test]
fn a_job_that_is_aborted_has_entered_the_same_lines() {
    let elf = compile("aborted", &[]);
    let config = &chip(&text(2, 1, 1, "[instruction_cache]\nsize_kb = 1"));
    // The core that fills cache lines repeats a loop of 7 cycles. The abort comes in each of these
    // cycles.
    for cycles in 1..=7 {
        let elf = seeded(&elf, cycles);
        let [fast, reference] = [false, true].map(|mode| run(config, &elf, 2, mode));
        assert_eq!(fast.report.kind, "abort", "{}", fast.report.message);
        assert_eq!(fast, reference, "{cycles}");
    }
}

/// A random search found this case: a core is interrupted in the cycle in which it was to issue an
/// instruction that needs the tile. The core, ahead of the chip's clock, has already put that
/// instruction's line into its instruction cache.
#[test]
fn a_core_that_is_interrupted_has_entered_the_same_lines() {
    let elf = compile("interrupted", &[]);
    let config = &chip(&text(2, 1, 1, "[instruction_cache]\nsize_kb = 1"));
    for cycles in 200..220 {
        let elf = seeded(&elf, cycles);
        let [fast, reference] = [false, true].map(|mode| run(config, &elf, 1, mode));
        assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
        assert_eq!(fast, reference, "{cycles}");
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn both_give_the_same(
        seed in 1u32..,
        which in 0..=CHIPS.len(),
        width in prop::sample::select(vec![1, 2, 4]),
        manner in manners(),
    ) {
        let config = &chip_with_links(which, width);
        let elf = random_program(seed);
        let fast = run_as(manner, config, &elf, (config.cores(), 1));
        let reference = run(config, &elf, config.cores(), true);
        // With every eighth seed, a process may abort the job.
        let aborted = seed % 8 == 0 && fast.report.kind == "abort";
        prop_assert!(fast.report.kind == "exit" || aborted, "{}", fast.report.message);
        prop_assert!(fast.statistics.cycles > 1000);
        prop_assert_eq!(fast, reference);
    }

    /// Both schedulers give the same results when cores constantly read words that another core
    /// wrote in the previous cycle.
    #[test]
    fn both_give_threads_the_same(seed in 1u32.., which in 0..TILES.len(), single: bool, manner in manners()) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        // A process has a tile to itself, or shares it with another process.
        let threads = if single { cores } else { cores.div_ceil(2) };
        let [fast, reference] = outcomes_of_teams(config, seed, threads, manner);
        prop_assert!(fast.report.kind == "exit", "{}", fast.report.message);
        prop_assert!(fast.statistics.cycles > 5_000);
        prop_assert_eq!(fast, reference);
    }

    /// Both schedulers give the same results for programs whose cores compute for long without
    /// other tiles. Some cores of a tile may have no process.
    #[test]
    fn both_give_the_same_in_long_stretches(
        seed in 1u32..,
        which in 0..TILES.len(),
        idle in 0..8u32,
        manner in manners(),
    ) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        let elf = random_windows(seed, cores);
        let ranks = (2 * cores).saturating_sub(idle).max(1);
        let fast = run_as(manner, config, &elf, (ranks, 1));
        let reference = run(config, &elf, ranks, true);
        prop_assert!(fast.report.kind == "exit", "{}", fast.report.message);
        prop_assert!(fast.statistics.cycles > 5_000);
        prop_assert_eq!(fast, reference);
    }

    /// Some cores of a tile compute while others constantly use devices and remote memory.
    #[test]
    fn both_give_the_same_while_others_compute(
        seed in 1u32..,
        which in 0..TILES.len(),
        idle in 0..3u32,
        own: bool,
        manner in manners(),
    ) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        let elf = random_computation(seed, own);
        let ranks = 2 * cores - idle;
        let fast = run_as(manner, config, &elf, (ranks, 1));
        let reference = run(config, &elf, ranks, true);
        let aborted = seed % 8 == 0 && fast.report.kind == "abort";
        prop_assert!(fast.report.kind == "exit" || aborted, "{}", fast.report.message);
        prop_assert_eq!(fast, reference);
    }

    /// The cores use words that others constantly store to, copy and fetch.
    #[test]
    fn both_give_the_same_beside_accesses_of_others(
        seed in 1u32..,
        which in 0..=CHIPS.len(),
        width in prop::sample::select(vec![1, 2, 4]),
        manner in manners(),
    ) {
        let config = &chip_with_links(which, width);
        let elf = random_beside(seed);
        let fast = run_as(manner, config, &elf, (config.cores(), 1));
        let reference = run(config, &elf, config.cores(), true);
        prop_assert!(fast.report.kind == "exit", "{}", fast.report.message);
        prop_assert!(fast.statistics.cycles > 1000);
        prop_assert_eq!(fast, reference);
    }

    #[test]
    fn both_give_the_same_with_devices(
        seed in 1u32..,
        which in 0..=CHIPS.len(),
        width in prop::sample::select(vec![1, 2, 4]),
        units: bool,
        manner in manners(),
    ) {
        let which = if units { with_units(which) } else { which };
        let config = &chip_with_links(which, width);
        let elf = if units { random_units(seed) } else { random_devices(seed) };
        let fast = run_as(manner, config, &elf, (config.cores(), 1));
        let reference = run(config, &elf, config.cores(), true);
        let kind = fast.report.kind;
        let may_end = match units {
            true => units_may_end(seed, kind),
            false => ["exit", "deadlock", "network"].contains(&kind),
        };
        prop_assert!(may_end, "{}", fast.report.message);
        prop_assert!(kind != "exit" || fast.statistics.cycles > 1000);
        prop_assert_eq!(fast, reference);
    }
}
