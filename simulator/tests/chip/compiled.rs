//! Code compiled for the host gives the cycles, statistics, memories and output of the reference
//! mode.
//!
//! The programs store to words that loops on other cores read, share lines and banks of a tile, and
//! copy bytes by DMA to and from memory that is in use.

use super::build::{chip, loaded_teams, outcome};
use super::chips::{chip_with_links, text, with_units, CHIPS, TILES};
use super::programs::{
    random_beside, random_devices, random_program, random_team, random_units, random_windows,
};
use crate::tests::cases::random_cases;
use onchip_simulator::config::ChipConfig;
use onchip_simulator::core::When;
use onchip_simulator::tile::cores::Thresholds;
use proptest::prelude::*;

/// Checks that a program gives the same results however it is executed: compiled at once, compiled
/// while it runs, or not compiled, with one thread or two.
fn compiled_alike(config: &ChipConfig, elf: &[u8], ranks: u32) -> Result<(), TestCaseError> {
    compiled_alike_for_teams(config, elf, (ranks, 1))
}

/// Checks the same properties as [`compiled_alike`], for processes with several threads. `teams`
/// has the number of ranks, and the number of threads in each rank.
fn compiled_alike_for_teams(
    config: &ChipConfig,
    elf: &[u8],
    teams: (u32, u32),
) -> Result<(), TestCaseError> {
    let (mut reference, programs) = loaded_teams(config, elf, teams);
    reference.run_reference(None);
    let expected = outcome(&mut reference, &programs);
    for (when, jobs) in [(When::First, 1), (When::First, 2), (When::Hot, 1)] {
        let (mut chip, programs) = loaded_teams(config, elf, teams);
        for program in &programs {
            program.image.compile(when);
        }
        chip.set_jobs(jobs);
        if jobs > 1 {
            chip.set_thresholds(Thresholds {
                lead: 0,
                length: 0,
                tiles: 1,
                visits: 0,
            });
        }
        chip.run(None);
        let found = outcome(&mut chip, &programs);
        prop_assert_eq!(&found, &expected, "{:?}, {} threads", when, jobs);
        let regions = programs.iter().flat_map(|p| p.image.compiled_regions());
        prop_assert!(when != When::First || regions.sum::<usize>() > 0);
    }
    Ok(())
}

/// In one cycle, cores with a second-level cache may write back dirty lines and fetch other lines,
/// each line in several packets. So the cores send more packets than they make accesses.
#[test]
fn a_zone_has_room_for_the_packets_of_caches() -> Result<(), TestCaseError> {
    let config = &chip_with_links(20, 2);
    compiled_alike(config, &random_program(3_115_999_363), config.cores())
}

proptest! {
    #![proptest_config(random_cases(2))]

    #[test]
    fn compiled_code_changes_nothing(seed in 1u32.., which in 0..=CHIPS.len()) {
        let config = &chip_with_links(which, 2);
        compiled_alike(config, &random_program(seed), config.cores())?;
    }

    #[test]
    fn compiled_code_changes_nothing_beside_transfers(
        seed in 1u32..,
        banks in prop::sample::select(vec![1, 4, 16]),
        cores_first: bool,
    ) {
        let rest = match cores_first {
            true => format!("banks = {banks}\nbank_priority = \"core\""),
            false => format!("banks = {banks}"),
        };
        let config = &chip(&text(2, 2, 1, &rest));
        compiled_alike(config, &random_beside(seed), config.cores())?;
    }

    #[test]
    fn compiled_code_changes_nothing_in_shared_tiles(
        seed in 1u32..,
        which in 0..TILES.len(),
        idle in 0..8u32,
    ) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        let ranks = (2 * cores).saturating_sub(idle).max(1);
        compiled_alike(config, &random_windows(seed, cores), ranks)?;
    }

    #[test]
    fn compiled_code_changes_nothing_for_threads(seed in 1u32.., which in 0..TILES.len()) {
        let (cores, rest) = TILES[which];
        let config = &chip(&text(2, 1, cores, rest));
        compiled_alike_for_teams(config, &random_team(seed, cores), (2, cores))?;
    }

    #[test]
    fn compiled_code_changes_nothing_with_devices(
        seed in 1u32..,
        which in 0..=CHIPS.len(),
        units: bool,
    ) {
        let which = if units { with_units(which) } else { which };
        let config = &chip_with_links(which, 2);
        let elf = if units { random_units(seed) } else { random_devices(seed) };
        compiled_alike(config, &elf, config.cores())?;
    }
}
