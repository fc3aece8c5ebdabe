//! Profiles change no result, and account for every cycle.

use super::build::{chip, compile, job, outcome, run};
use super::programs::random_program;
use onchip_simulator::chip::Chip;
use onchip_simulator::config::ChipConfig;
use onchip_simulator::host::{Host, Process};
use onchip_simulator::observe::profile;
use onchip_simulator::program::Program;
use std::path::Path;
use std::sync::Arc;

/// A chip that makes profiles, with a program on all cores.
fn profiled(config: &ChipConfig, elf: &[u8]) -> (Chip, Vec<Arc<Program>>) {
    let host = Host::new(Path::new(".")).expect("the current folder");
    let mut chip = Chip::new(config, host).expect("memory");
    for tile in &mut chip.tiles {
        tile.cores.make_profiles();
    }
    let (program, job) = job(elf, config.cores(), config);
    chip.load(&job).expect("a program that fits");
    (chip, vec![program])
}

/// Checks that the profile accounts for all cycles and instructions of all cores, from the cycle in
/// which a core starts to the cycle in which it ends.
fn check(chip: &Chip, programs: &[Arc<Program>]) {
    let lines = profile(chip, programs);
    let sum: u64 = (lines.iter())
        .map(|line| line.spendings.cycles.iter().sum::<u64>())
        .sum();
    let harts = chip.tiles.iter().flat_map(|tile| &tile.cores.harts);
    let cycles = harts.map(|hart| match hart.counts.ended {
        0 => chip.cycles() - hart.counts.started,
        ended => ended - hart.counts.started,
    });
    assert_eq!(sum, cycles.sum::<u64>());
    let issued: u64 = lines.iter().map(|line| line.spendings.instructions).sum();
    // Instructions that trap, and the last one of a process, are issued but never retired.
    assert!(issued >= chip.instructions());
}

#[test]
fn random_programs_are_the_same_with_a_profile() {
    for (seed, cores, keys) in [
        (1, 1, ""),
        (2, 3, "banks = 1"),
        (3, 4, "bank_priority = \"core\""),
    ] {
        let config = &chip(&format!(
            "[mesh]\ncolumns = 2\nrows = 2\n[tile]\ncores = {cores}\nmemory_kb = 256\n{keys}\n\
             [dram]\nrouters = [0]\nsize_mb = 1"
        ));
        let elf = random_program(seed);
        let plain = run(config, &elf, config.cores(), false);
        for reference in [false, true] {
            let (mut chip, programs) = profiled(config, &elf);
            // The sums are also right while the program runs.
            for at in [100, 777, 3000] {
                match reference {
                    true => chip.run_reference_to(at),
                    false => chip.run_to(at),
                };
                chip.interrupt();
                check(&chip, &programs);
            }
            match reference {
                true => chip.run_reference(None),
                false => chip.run(None),
            };
            check(&chip, &programs);
            assert_eq!(outcome(&mut chip, &programs), plain, "seed {seed}");
        }
    }
}

/// The profile of a process remains when its core gets another process.
#[test]
fn jobs_one_after_the_other_have_profiles() {
    let config = &chip("[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 2\nmemory_kb = 128");
    let elf = compile("later", &[]);
    let (mut chip, programs) = profiled(config, &elf);
    let (_, pair) = job(&elf, 2, config);
    let mut lasted = Vec::new();
    for _ in 0..2 {
        let started = chip.cycles();
        chip.run(None);
        let processes = chip.shared.host.processes();
        let cycles = |process: &Process| process.ended.map_or(0, |(_, end)| end);
        let ends = processes[lasted.len()..].iter().map(cycles);
        lasted.extend(ends.map(|end| end - started));
        chip.load(&pair).expect("the cores are free again");
    }
    for (process, lasted) in (0..).zip(lasted) {
        let lines = profile(&chip, &programs);
        let own = lines.iter().filter(|line| line.process == process);
        let sum: u64 = own
            .map(|line| line.spendings.cycles.iter().sum::<u64>())
            .sum();
        assert_eq!(sum, lasted, "process {process}");
    }
}
