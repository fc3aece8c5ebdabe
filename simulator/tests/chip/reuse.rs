//! The cores of a job that has been ended can be used at once. Requests of that job that are still
//! in flight do not disturb the next job.

use super::build::{chip, compile, job, numbers, outcome, Outcome};
use onchip_simulator::chip::Chip;
use onchip_simulator::host::Host;
use std::path::Path;

/// The DRAM provides mutexes.
const DRAM: &str = "[dram]\nrouters = [1]\nsize_mb = 1";

/// Ends job 1 in cycle `at` and gives its cores to another job.
fn end_at(at: u64, elf: &[u8], keys: &str, reference: bool) -> Outcome {
    let config = chip(&format!(
        "{keys}\n[mesh]\ncolumns = 3\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n{DRAM}"
    ));
    let host = Host::new(Path::new(".")).expect("a folder");
    let mut chip = Chip::new(&config, host).expect("memory");
    let run_to = |chip: &mut Chip, cycle| match reference {
        true => chip.run_reference_to(cycle).cloned(),
        false => chip.run_to(cycle).cloned(),
    };
    let (program, pair) = job(elf, 2, &config);
    let (_, one) = job(elf, 1, &config);
    chip.load(&pair).expect("two tiles");
    chip.load(&one).expect("the third");
    assert_eq!(run_to(&mut chip, at), None);
    chip.shared.host.abort(0, 0, 9, at);
    assert_eq!(run_to(&mut chip, at + 1), None, "job 2 runs on");
    assert_eq!(chip.load(&pair), Ok(3), "the cores are free at {at}");
    run_to(&mut chip, 100_000);
    outcome(&mut chip, &[program])
}

#[test]
fn what_a_job_leaves_behind_is_harmless() {
    let elf = compile("reuse", &[]);
    for keys in ["", "[network]\nlink = 9\n[ni]\nstores = 64"] {
        for at in (500..3000).step_by(97) {
            let fast = end_at(at, &elf, keys, false);
            assert_eq!(fast.report.kind, "abort", "{}", fast.report.message);
            assert_eq!(numbers(&fast.output), [0, 0], "ended at {at}, {keys}");
            assert_eq!(fast, end_at(at, &elf, keys, true), "ended at {at}, {keys}");
        }
    }
}

#[test]
fn a_chip_goes_on_after_its_only_job_was_ended() {
    let config = chip(&format!(
        "[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n{DRAM}"
    ));
    let elf = compile("reuse", &[]);
    let host = Host::new(Path::new(".")).expect("a folder");
    let mut chip = Chip::new(&config, host).expect("memory");
    let (program, pair) = job(&elf, 2, &config);
    chip.load(&pair).expect("two tiles");
    chip.run_to(700);
    chip.shared.host.abort(1, 1, 9, 700);
    chip.run_to(701);
    assert!(chip.ending().is_some());
    for number in 2..4 {
        chip.load(&pair).expect("the same tiles");
        chip.run_to(200_000);
        assert!(chip.ending().is_some(), "job {number}");
    }
    let told = numbers(&outcome(&mut chip, &[program]).output);
    assert_eq!(told, [0, 0], "job 3 has met nothing");
}
