//! Ways to run a program with the fast scheduler. None of them changes a result.

use super::build::{job_of_teams, outcome, Outcome};
use onchip_simulator::check::{Checker, SharedChecker};
use onchip_simulator::chip::Chip;
use onchip_simulator::config::ChipConfig;
use onchip_simulator::host::Host;
use onchip_simulator::memory::SharedShadow;
use proptest::prelude::*;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Whether a run is interrupted, and what observes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// From the beginning to the end.
    Whole,
    /// With an interruption each time that this number of cycles has passed.
    Interrupted(u64),
    /// With an interruption each time that this number of cycles has passed. After each
    /// interruption, some cycles are simulated one by one, as with a debugger.
    Stepped(u64),
    /// With profiles of all cores.
    Profiled,
    /// With a shadow memory, which detects accesses to data that are not coherent.
    Followed,
    /// With a check, which may find mistakes of the program.
    Checked,
}

/// Random manners, mostly `Whole`.
pub fn manners() -> impl Strategy<Value = Manner> {
    prop_oneof![
        8 => Just(Manner::Whole),
        2 => (1u64..400).prop_map(Manner::Interrupted),
        1 => (1u64..400).prop_map(Manner::Stepped),
        1 => Just(Manner::Profiled),
        1 => Just(Manner::Followed),
        1 => Just(Manner::Checked),
    ]
}

/// Runs a program to its end with the fast scheduler. `teams` is the number of ranks, and the
/// number of threads per rank.
pub fn run_as(manner: Manner, config: &ChipConfig, elf: &[u8], teams: (u32, u32)) -> Outcome {
    let host = Host::new(Path::new(".")).expect("the current folder");
    let mut chip = Chip::new(config, host).expect("memory");
    match manner {
        Manner::Profiled => (chip.tiles.iter_mut()).for_each(|tile| tile.cores.make_profiles()),
        Manner::Followed => chip.follow(&SharedShadow::default()),
        Manner::Checked => {
            let checker = Checker::new(config.cores());
            chip.check_by(&SharedChecker::new(Mutex::new(checker)));
        }
        Manner::Whole | Manner::Interrupted(_) | Manner::Stepped(_) => {}
    }
    let (program, job) = job_of_teams(elf, teams, config, manner == Manner::Checked);
    let programs = vec![program];
    chip.store_code(&programs).expect("room in DRAM");
    chip.load(&job).expect("a program that fits");
    let deadline = Instant::now().checked_add(Duration::from_secs(120));
    match manner {
        Manner::Interrupted(cycles) => run_in_parts(&mut chip, deadline, cycles, 0),
        Manner::Stepped(cycles) => run_in_parts(&mut chip, deadline, cycles, 1 + cycles % 32),
        _ => drop(chip.run(deadline).cloned()),
    }
    assert!(chip.ending().is_some(), "it runs for ever");
    let mut outcome = outcome(&mut chip, &programs);
    // Only a check knows how much of the stacks has been used.
    for core in &mut outcome.statistics.cores {
        core.stack = None;
    }
    outcome
}

/// Runs the chip for `cycles` cycles, interrupts it, simulates `single` cycles one by one, and so
/// on until the job or the time for it ends.
fn run_in_parts(chip: &mut Chip, deadline: Option<Instant>, cycles: u64, single: u64) {
    while chip.ending().is_none() && deadline.is_none_or(|end| Instant::now() < end) {
        chip.run_to(chip.cycles() + cycles);
        chip.interrupt();
        for _ in 0..single {
            chip.step();
        }
    }
}
