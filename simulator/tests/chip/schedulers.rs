//! The fast and the reference scheduler give the same cycles, statistics, memories and output.

use super::build::{chip, clustered, compile, loaded, loaded_teams, outcome, run, Outcome};
use crate::cases::random_cases;
use onchip_simulator::config::ChipConfig;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::sync::OnceLock;

/// A random program. It is compiled once; its seed is written into its data before each run.
pub fn random_program(seed: u32) -> Vec<u8> {
    static ELF: OnceLock<Vec<u8>> = OnceLock::new();
    let definitions = ["STEPS=60", "COMPUTE=200", "WORDS=own", "BEYOND=0"];
    seeded(ELF.get_or_init(|| compile("random", &definitions)), seed)
}

/// A random program whose cores compute for long, with words that others use at the same time: all
/// other processes of the job, or (`own`) only those of other tiles.
pub fn random_computation(seed: u32, own: bool) -> Vec<u8> {
    let beyond = if own { 8192 } else { 0 };
    let words = format!("WORDS=(uint32_t*)(process()->shared+{beyond})");
    let beyond = format!("BEYOND={beyond}");
    seeded(
        &compile("random", &["STEPS=60", "COMPUTE=1000", &words, &beyond]),
        seed,
    )
}

/// A random program that uses devices. It is compiled once, and the test writes the seed into the
/// program's data before each run.
pub fn random_devices(seed: u32) -> Vec<u8> {
    static ELF: OnceLock<Vec<u8>> = OnceLock::new();
    let compiled = || compile("random_devices", &["STEPS=150"]);
    seeded(ELF.get_or_init(compiled), seed)
}

/// A random program whose cores use words to which other cores store.
pub fn random_beside(seed: u32) -> Vec<u8> {
    seeded(&compile("beside", &["STEPS=10"]), seed)
}

/// A random program whose cores run side by side in a tile for a long time.
pub fn random_windows(seed: u32, tile_cores: u32) -> Vec<u8> {
    let cores = format!("TILE_CORES={tile_cores}");
    seeded(&compile("windows", &["STEPS=12", &cores]), seed)
}

/// A random program whose threads share a tile and all data.
pub fn random_team(seed: u32, threads: u32) -> Vec<u8> {
    let threads = format!("THREADS={threads}");
    seeded(&compile("team", &["STEPS=40", &threads]), seed)
}

/// Cores of a tile, and other keys from the table `tile` on.
pub const TILES: [(u32, &str); 7] = [
    (2, "banks = 1"),
    (4, ""),
    (3, "banks = 2\nbank_priority = \"core\"\npage_bytes = 256"),
    (7, "banks = 16"),
    (17, "banks = 16"),
    (
        8,
        "banks = 8\nbank_priority = \"core\"\n[core]\nload = 2\nalu = 2\n[host]\ncall = 3",
    ),
    (
        5,
        "banks = 32\n[core]\nload_use = 0\nbranch_taken = 0\nmultiply = 1",
    ),
];

pub fn seeded(elf: &[u8], seed: u32) -> Vec<u8> {
    const MARK: u32 = 0x5eed_5eed;
    let mut elf = elf.to_vec();
    let at = elf.windows(4).position(|word| word == MARK.to_le_bytes());
    let at = at.expect("the seed's place in the program");
    elf[at..at + 4].copy_from_slice(&seed.to_le_bytes());
    elf
}

pub fn text(columns: u32, rows: u32, cores: u32, rest: &str) -> String {
    let dram = match rest.contains("[dram]") {
        true => "",
        false => "[dram]\nrouters = [0]\nsize_mb = 1",
    };
    format!(
        "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = {cores}\nmemory_kb = {}\n{rest}\n{dram}",
        64 * cores.next_power_of_two()
    )
}

/// Columns, rows, cores of a tile, and other keys from the table `tile` on.
pub const CHIPS: [(u32, u32, u32, &str); 35] = [
    (2, 2, 1, ""),
    (3, 2, 1, "bank_priority = \"core\""),
    (2, 1, 4, ""),
    (2, 2, 2, "banks = 1\nbank_priority = \"core\""),
    (4, 1, 1, "banks = 1\n[ni]\nwakeup = 1\nregister = 1\nstores = 1\ndma_reads = 1"),
    (1, 2, 3, "banks = 2\n[network]\nlink = 0\nbuffer_flits = 1\npayload_flits = 3"),
    (2, 2, 1, "page_bytes = 256\n[network]\nrouter = 3\nlink = 2\n[ni]\ndelay = 0"),
    (3, 3, 1, "[dram]\nrouters = [0, 8]\nsize_mb = 2\nlatency = 2"),
    (2, 1, 2, "banks = 1\npage_bytes = 4096\n[network]\npayload_flits = 2\ncredit = 5\n[ni]\ndma_start = 1\nstores = 64"),
    (2, 2, 1, "[network]\nnetworks = 2\nbuffer_flits = 2"),
    (3, 1, 2, "[network]\nnetworks = 2\nlevels = 8\nbuffers = \"per_level\"\ncircuits = \"shared\""),
    (2, 2, 2, "[network]\nlevels = 8\narbiter = \"fixed\"\ncircuits = \"exclusive\""),
    (3, 3, 1, "[network]\ntopology = \"torus\"\nnetworks = 2\nbuffer_flits = 1"),
    (1, 1, 8, "banks = 2\npage_bytes = 256\nbank_priority = \"core\""),
    (1, 1, 1, "banks = 1\n[ni]\ndelay = 0\n[network]\nlink = 0"),
    (3, 1, 2, "[[tile_kind]]\nname = \"large\"\ntiles = [1]\ncores = 5\nresource_managers = 0\nmemory_kb = 512\nbanks = 16\n[[tile_kind]]\nname = \"small\"\ntiles = [0]\ncores = 1\nresource_managers = 0\nmemory_kb = 64\nbanks = 4\n[network]\ntopology = \"torus\"\nnetworks = 2"),
    (2, 2, 4, "[core]\nload = 3\nload_use = 0\nalu = 2\n[ni]\nregister = 7\nwakeup = 9\n[host]\ncall = 1\n[dram]\nrouters = [1, 2]\nsize_mb = 2"),
    (2, 2, 3, "interfaces = 2\nbanks = 1"),
    (2, 1, 5, "interfaces = 8\nbanks = 2\nbank_priority = \"core\"\n[network]\nbuffer_flits = 1\nlevels = 8"),
    (2, 2, 1, "[data_cache]\nsize_kb = 1"),
    (2, 1, 3, "banks = 2\n[data_cache]\nsize_kb = 2\nline_bytes = 128\nways = 2\nreplacement = \"tree\"\nhit = 2\n[network]\npayload_flits = 3\n[ni]\nstores = 1"),
    (3, 1, 1, "[data_cache]\nsize_kb = 1\nline_bytes = 16\nways = 16\nreplacement = \"random\"\nwrite_miss = \"around\"\n[network]\nnetworks = 2\nlevels = 8\nbuffers = \"per_level\""),
    (1, 2, 4, "bank_priority = \"core\"\ninterfaces = 2\n[data_cache]\nsize_kb = 4\nline_bytes = 64\nways = 1\nwrite = \"through\"\n[core]\nmisaligned = \"split\""),
    (2, 2, 2, "[data_cache]\nsize_kb = 3\nways = 3\nreplacement = \"round_robin\"\n[dram]\nrouters = [0, 3]\nsize_mb = 2"),
    (3, 1, 2, "[[tile_kind]]\nname = \"io\"\ntiles = [1]\ncores = 4\nresource_managers = 0\nmemory_kb = 256\nbanks = 4\ninterfaces = 4\n[network]\ntopology = \"torus\"\nnetworks = 2"),
    (2, 2, 1, "[instruction_cache]\nsize_kb = 1"),
    (2, 1, 3, "banks = 2\n[instruction_cache]\nsize_kb = 1\nline_bytes = 16\nways = 2\nprefetch = \"next\"\n[data_cache]\nsize_kb = 1"),
    (3, 1, 1, "[instruction_cache]\nsize_kb = 2\nline_bytes = 128\nways = 8\nreplacement = \"tree\"\nprefetch = \"next\"\n[network]\nnetworks = 2\npayload_flits = 3"),
    (1, 2, 4, "bank_priority = \"core\"\ninterfaces = 2\n[instruction_cache]\nsize_kb = 2\nline_bytes = 64\nways = 1\nprefetch = \"next\"\n[dram]\nrouters = [0, 1]\nsize_mb = 2"),
    (2, 2, 2, "[instruction_cache]\nsize_kb = 1\nways = 4\nreplacement = \"random\"\nline_bytes = 16\n[core]\nmisaligned = \"split\""),
    (2, 2, 1, "page_bytes = 256\n[data_cache]\nsize_kb = 1\n[second_level]\nsize_kb = 2\nways = 4"),
    (1, 2, 4, "bank_priority = \"core\"\ninterfaces = 2\npage_bytes = 256\n[data_cache]\nsize_kb = 1\nline_bytes = 64\nways = 1\nwrite = \"through\"\n[instruction_cache]\nsize_kb = 1\nline_bytes = 64\nways = 2\nprefetch = \"next\"\n[second_level]\nsize_kb = 4\nways = 2\nreplacement = \"random\"\nlatency = 3\n[ni]\nstores = 1"),
    (2, 1, 3, "[data_cache]\nsize_kb = 1\nline_bytes = 16\nways = 2\nwrite_miss = \"around\"\n[instruction_cache]\nsize_kb = 1\nline_bytes = 16\n[second_level]\nsize_kb = 1\nways = 1\nlatency = 1\n[dram]\nrouters = [0, 1]\nsize_mb = 2\nlatency = 2"),
    (2, 1, 2, "page_bytes = 256\n[data_cache]\nsize_kb = 1\n[second_level]\nsize_kb = 3\nways = 3\nreplacement = \"round_robin\"\n[core]\nmisaligned = \"split\""),
    (3, 2, 2, "[perturb]\nseed = 7\nstart = 500\nwakeup = 40\nmemory = 40"),
];

/// One of these chips. `width` selects the width of its links, among the widths that the chip's
/// banks allow.
pub fn chip_with_links(which: usize, width: u32) -> ChipConfig {
    let mut config = chips()[which].clone();
    config.network.link_bits = 32 * width.min(config.tile.banks);
    config
}

/// All of these chips, and a drawn chip.
fn chips() -> Vec<ChipConfig> {
    let grids = CHIPS.into_iter();
    let grids = grids.map(|(columns, rows, cores, rest)| chip(&text(columns, rows, cores, rest)));
    grids.chain([clustered()]).collect()
}

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

/// Ten cases, which are the same in each run. If `ONCHIP_CASES` is set, as many random cases as it
/// says.
fn cases() -> ProptestConfig {
    match std::env::var("ONCHIP_CASES") {
        Ok(_) => random_cases(0),
        Err(_) => ProptestConfig {
            cases: 10,
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
fn outcomes_of_teams(config: &ChipConfig, seed: u32, threads: u32) -> [Outcome; 2] {
    let elf = random_team(seed, threads);
    let teams = (config.cores() / threads, threads);
    [false, true].map(|is_reference| {
        let (mut chip, programs) = loaded_teams(config, &elf, teams);
        match is_reference {
            true => chip.run_reference(None),
            false => chip.run(None),
        };
        outcome(&mut chip, &programs)
    })
}

/// A random search found these cases: a thread is woken while another one of its process, and one
/// of another process, run ahead in its tile.
#[test]
fn both_give_threads_the_same_that_are_woken() {
    for seed in [7, 8, 14] {
        let [fast, reference] = outcomes_of_teams(&chip(&text(2, 1, 4, "")), seed, 2);
        assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
        assert_eq!(fast, reference, "seed {seed}");
    }
}

/// A random search found this case: while a core runs ahead, accesses of compiled code to its data
/// cache come before others that compete with the network interface for a bank.
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

/// A core is alone in its tile, which has several interfaces. In one cycle some interfaces access
/// memory without a rollback of the core, until the access of another interface needs a rollback.
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

/// Cores of a tile run ahead while others sleep, wake them and use devices. A sleeper's deadline
/// comes in the cycles around the one in which it is woken. Timers may interrupt cores, and cores
/// may have caches.
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

/// A random search found this case: a core is woken while the others of its tile divide for longer.
/// It then needs a bank in a cycle in which the interface uses it.
#[test]
fn a_core_that_is_woken_waits_for_its_bank() {
    let config = &chip_with_links(20, 1);
    let elf = random_beside(194_749_173);
    let [fast, reference] = [false, true].map(|mode| run(config, &elf, config.cores(), mode));
    assert_eq!(fast, reference);
}

/// A random search found this case: the second level delivers a line to an instruction cache while
/// the core is ahead, and has entered another line of the same set.
#[test]
fn a_line_that_is_delivered_leaves_the_latest_one() {
    let config = &chip_with_links(31, 4);
    let elf = random_program(2_968_802_607);
    let [fast, reference] = [false, true].map(|mode| run(config, &elf, config.cores(), mode));
    assert_eq!(fast, reference);
}

/// A random search found this case: a job ends in the cycle before a core issues an instruction that
/// needs the tile. The core has entered the line of that instruction ahead of the clock.
#[test]
fn a_job_that_is_aborted_has_entered_the_same_lines() {
    let elf = compile("aborted", &[]);
    let config = &chip(&text(2, 1, 1, "[instruction_cache]\nsize_kb = 1"));
    // The loop of the core that enters lines takes 7 cycles.
    for cycles in 1..=7 {
        let elf = seeded(&elf, cycles);
        let [fast, reference] = [false, true].map(|mode| run(config, &elf, 2, mode));
        assert_eq!(fast.report.kind, "abort", "{}", fast.report.message);
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
    ) {
        let config = &chip_with_links(which, width);
        let elf = random_program(seed);
        let fast = run(config, &elf, config.cores(), false);
        let reference = run(config, &elf, config.cores(), true);
        // With every eighth seed a process ends its job.
        let aborted = seed % 8 == 0 && fast.report.kind == "abort";
        prop_assert!(fast.report.kind == "exit" || aborted, "{}", fast.report.message);
        prop_assert!(fast.statistics.cycles > 1000);
        prop_assert_eq!(fast, reference);
    }

    /// Both schedulers give the same results when cores constantly read words that another core has
    /// written one cycle before.
    #[test]
    fn both_give_threads_the_same(seed in 1u32.., which in 0..TILES.len(), single: bool) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        // A process has a tile to itself, or shares it with another process.
        let threads = if single { cores } else { cores.div_ceil(2) };
        let [fast, reference] = outcomes_of_teams(config, seed, threads);
        prop_assert!(fast.report.kind == "exit", "{}", fast.report.message);
        prop_assert!(fast.statistics.cycles > 5_000);
        prop_assert_eq!(fast, reference);
    }

    /// Both schedulers give the same results in long stretches, even if fewer cores run than the
    /// tile has.
    #[test]
    fn both_give_the_same_in_long_stretches(
        seed in 1u32..,
        which in 0..TILES.len(),
        idle in 0..8u32,
    ) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        let elf = random_windows(seed, cores);
        let ranks = (2 * cores).saturating_sub(idle).max(1);
        let fast = run(config, &elf, ranks, false);
        let reference = run(config, &elf, ranks, true);
        prop_assert!(fast.report.kind == "exit", "{}", fast.report.message);
        prop_assert!(fast.statistics.cycles > 5_000);
        prop_assert_eq!(fast, reference);
    }

    /// Some cores of a tile compute while others need the tile all the time.
    #[test]
    fn both_give_the_same_while_others_compute(
        seed in 1u32..,
        which in 0..TILES.len(),
        idle in 0..3u32,
        own: bool,
    ) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        let elf = random_computation(seed, own);
        let ranks = 2 * cores - idle;
        let fast = run(config, &elf, ranks, false);
        let reference = run(config, &elf, ranks, true);
        let aborted = seed % 8 == 0 && fast.report.kind == "abort";
        prop_assert!(fast.report.kind == "exit" || aborted, "{}", fast.report.message);
        prop_assert_eq!(fast, reference);
    }

    /// The cores use words that others store, copy and fetch all the time.
    #[test]
    fn both_give_the_same_beside_accesses_of_others(
        seed in 1u32..,
        which in 0..=CHIPS.len(),
        width in prop::sample::select(vec![1, 2, 4]),
    ) {
        let config = &chip_with_links(which, width);
        let elf = random_beside(seed);
        let fast = run(config, &elf, config.cores(), false);
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
    ) {
        let config = &chip_with_links(which, width);
        let elf = random_devices(seed);
        let fast = run(config, &elf, config.cores(), false);
        let reference = run(config, &elf, config.cores(), true);
        let stands = ["deadlock", "network"].contains(&fast.report.kind);
        prop_assert!(stands || fast.report.kind == "exit", "{}", fast.report.message);
        prop_assert!(stands || fast.statistics.cycles > 1000);
        prop_assert_eq!(fast, reference);
    }
}
