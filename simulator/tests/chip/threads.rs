//! Several threads of the host give the same cycles, statistics, energy, memories and output.

use super::build::{chip, loaded, outcome, Outcome};
use super::chips::{chip_with_links, text, with_units, CHIPS, TILES};
use super::programs::{random_devices, random_program, random_units, random_windows};
use crate::tests::cases::random_cases;
use onchip_simulator::chip::Chip;
use onchip_simulator::config::ChipConfig;
use onchip_simulator::observe::EnergyUse;
use onchip_simulator::tile::cores::Thresholds;
use proptest::prelude::*;

/// The thread pool executes every sequence of instructions that a tile can execute ahead of the
/// chip's clock, and lets the tile continue with a second sequence.
const EACH: Thresholds = Thresholds {
    lead: 0,
    length: 0,
    tiles: 1,
    visits: 0,
};
/// The thread pool executes only long sequences of instructions, and only if at least two tiles can
/// execute theirs ahead of the chip's clock at the same time.
const SOME: Thresholds = Thresholds {
    lead: 32,
    length: 16,
    tiles: 2,
    visits: 2,
};

type Found = (Outcome, Option<EnergyUse>);

fn ended(
    chip: &mut Chip,
    programs: &[std::sync::Arc<onchip_simulator::program::Program>],
) -> Found {
    let outcome = outcome(chip, programs);
    (outcome, EnergyUse::of(chip))
}

fn with_threads(
    config: &ChipConfig,
    elf: &[u8],
    ranks: u32,
    jobs: usize,
    worth: Thresholds,
) -> Found {
    let (mut chip, programs) = loaded(config, elf, ranks);
    chip.set_jobs(jobs);
    chip.set_thresholds(worth);
    chip.run(None);
    ended(&mut chip, &programs)
}

/// Runs a program with 1, 2, 3 and 8 threads, and in the reference mode.
fn all_alike(config: &ChipConfig, elf: &[u8], ranks: u32) -> Result<(), TestCaseError> {
    let (mut chip, programs) = loaded(config, elf, ranks);
    chip.run_reference(None);
    let reference = ended(&mut chip, &programs);
    for (jobs, worth) in [
        (1, EACH),
        (2, EACH),
        (3, SOME),
        (8, EACH),
        (2, Thresholds::default()),
    ] {
        let found = with_threads(config, elf, ranks, jobs, worth);
        prop_assert_eq!(&found, &reference, "{} threads, {:?}", jobs, worth);
    }
    Ok(())
}

/// This chip, with energies if `is_priced` is set. Each sum of the energies shows which of them
/// were added.
fn priced(config: &ChipConfig, is_priced: bool) -> ChipConfig {
    let keys = "[mesh]\ncolumns = 1\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n[energy]\ncycle = 38_903\ninteger = 31_121\n\
        branch = 31_091\nload = 31_013\nstore = 30_937\nbank = 28_019";
    ChipConfig {
        energy: chip(keys).energy.filter(|_| is_priced),
        ..config.clone()
    }
}

proptest! {
    #![proptest_config(random_cases(3))]

    #[test]
    fn threads_change_nothing(
        seed in 1u32..,
        which in 0..=CHIPS.len(),
        width in prop::sample::select(vec![1, 2, 4]),
        is_priced: bool,
    ) {
        let config = &priced(&chip_with_links(which, width), is_priced);
        all_alike(config, &random_program(seed), config.cores())?;
    }

    #[test]
    fn threads_change_nothing_in_long_stretches(
        seed in 1u32..,
        which in 0..TILES.len(),
        idle in 0..8u32,
        is_priced: bool,
    ) {
        let (cores, rest) = TILES[which];
        let config = &priced(&chip(&text(2, 1, cores, rest)), is_priced);
        let ranks = (2 * cores).saturating_sub(idle).max(1);
        all_alike(config, &random_windows(seed, cores), ranks)?;
    }

    #[test]
    fn threads_change_nothing_with_devices(
        seed in 1u32..,
        which in 0..=CHIPS.len(),
        units: bool,
    ) {
        let which = if units { with_units(which) } else { which };
        let config = &chip_with_links(which, 2);
        let elf = if units { random_units(seed) } else { random_devices(seed) };
        all_alike(config, &elf, config.cores())?;
    }
}

/// Interrupts a chip, or runs it up to a given cycle, while its tiles are two sequences of
/// instructions ahead of the chip's clock.
#[test]
fn interrupting_threads_changes_nothing() {
    let elf = random_program(2);
    for which in [0, 1, 2, 3, 17] {
        let config = &chip_with_links(which, 1);
        let ranks = config.cores();
        let whole = with_threads(config, &elf, ranks, 1, EACH);
        let (mut chip, programs) = loaded(config, &elf, ranks);
        chip.set_jobs(2);
        chip.set_thresholds(EACH);
        let mut at = 0;
        while chip.ending().is_none() {
            chip.run(Some(std::time::Instant::now()));
            at = chip.cycles().max(at + 97);
            chip.run_to(at);
            chip.interrupt();
        }
        assert_eq!(ended(&mut chip, &programs), whole, "{config:?}");
    }
}
