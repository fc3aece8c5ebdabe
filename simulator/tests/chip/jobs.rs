//! Several jobs on a chip. An error of one job ends that job and does not affect the others.

use super::build::{chip, compile, numbers};
use onchip_simulator::config::ChipConfig;
use onchip_simulator::host::Line;
use onchip_simulator::loader::Mapping;
use onchip_simulator::simulation::{
    ImageFile, JobFile, JobRecord, Options, ProgramFile, Simulation, Start, Workload,
};
use std::path::Path;

/// Number of rounds in jobs.c.
const ROUNDS: u32 = 20;

/// A chip of 16 tiles, with or without DRAM for images of programs.
fn mesh(dram: bool) -> ChipConfig {
    let dram = match dram {
        true => "\n[dram]\nrouters = [0, 15]\nsize_mb = 2",
        false => "",
    };
    chip(&format!(
        "[mesh]\ncolumns = 4\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 128{dram}"
    ))
}

/// A job that runs jobs.c: the cycle in which it is started, its cores, and the program's
/// arguments.
struct Placed {
    cycle: u64,
    cores: Vec<u32>,
    arguments: Vec<String>,
}

impl Placed {
    fn new(cycle: u64, cores: &[u32], arguments: &str) -> Placed {
        Placed {
            cycle,
            cores: cores.to_vec(),
            arguments: arguments.split(' ').map(String::from).collect(),
        }
    }
}

/// The jobs, with their starts.
fn workload(placed: &[Placed]) -> Workload {
    let image = ImageFile {
        name: "jobs".into(),
        elf: compile("jobs", &[]),
    };
    let job = |placed: &Placed| JobFile {
        image: 0,
        threads: 1,
        arguments: placed.arguments.clone(),
        environment: Vec::new(),
    };
    let start = |(job, placed): (usize, &Placed)| Start {
        cycle: placed.cycle,
        job,
        cores: placed.cores.clone(),
    };
    Workload {
        images: vec![image],
        jobs: placed.iter().map(job).collect(),
        starts: placed.iter().enumerate().map(start).collect(),
    }
}

fn options(reference: bool) -> Options {
    Options {
        mapping: Mapping::Compact,
        environment: Vec::new(),
        stack_bytes: 4096,
        reference,
        energy: false,
        power: None,
        profile: false,
        check_cache: false,
        check: false,
        directory: None,
        check_nan: false,
        trace: None,
        livelock: None,
        jobs: 1,
    }
}

/// The history of each job, in the order of `placed`, and the numbers that the job has printed.
fn run(config: &ChipConfig, placed: &[Placed], reference: bool) -> Vec<(JobRecord, Vec<u64>)> {
    let (workload, options) = (workload(placed), options(reference));
    let mut simulation =
        Simulation::with_workload(config, &[], workload, Path::new("."), &options).unwrap();
    simulation.finish();
    let mut printed = vec![String::new(); placed.len() + 1];
    let numbers_of: Vec<u16> = simulation.records().iter().map(|r| r.number).collect();
    for (number, _, line) in simulation.take_job_output() {
        let at = numbers_of.iter().position(|other| *other == number);
        printed[at.unwrap()] += &String::from_utf8_lossy(&line.bytes);
    }
    let records = simulation.records().iter().cloned();
    let mut all: Vec<_> = records
        .zip(printed.iter().map(|text| numbers(text)))
        .collect();
    all.sort_by_key(|(record, _)| record.job);
    all
}

/// The numbers that the ranks of a successful job print, in ascending order: each rank prints the
/// sum of what it has got in all rounds.
fn sums(ranks: u32) -> Vec<u64> {
    let sum = |rank: u32| u64::from((rank + 1) * ROUNDS * (ROUNDS + 1) / 2);
    (0..ranks).map(sum).collect()
}

fn check_good(record: &JobRecord, printed: &[u64]) {
    let report = record.report.as_ref().expect("it has ended");
    assert_eq!((report.kind, report.exit_code), ("exit", 0), "{record:?}");
    let mut printed = printed.to_vec();
    printed.sort_unstable();
    assert_eq!(printed, sums(record.cores.len() as u32), "{record:?}");
}

fn same(one: &[(JobRecord, Vec<u64>)], other: &[(JobRecord, Vec<u64>)]) {
    assert_eq!(
        format!("{one:#?}"),
        format!("{other:#?}"),
        "both schedulers"
    );
}

#[test]
fn each_bad_end_ends_one_job() {
    let table = [
        ("f", "fault", "load from address 0x00000000: a null pointer"),
        ("a", "abort", "ended the job with exit code 7"),
        ("e", "exit", ""),
        ("d", "deadlock", "2 of 2 processes wait for ever"),
        (
            "w 9",
            "fault",
            "belongs to another process or is not exposed",
        ),
        (
            "r 9",
            "fault",
            "belongs to another process or is not exposed",
        ),
        ("m", "fault", "belongs to another process or is not exposed"),
    ];
    for dram in [true, false] {
        let config = mesh(dram);
        for (how, kind, message) in table {
            if how == "m" && !dram {
                continue;
            }
            let placed = [
                Placed::new(0, &[5, 6], how),
                Placed::new(0, &[9, 8, 4], "o"),
                Placed::new(3000, &[1, 2], "o"),
                // This job gets the cores that have become idle.
                Placed::new(40_000, &[6, 5], "o"),
            ];
            let fast = run(&config, &placed, false);
            same(&fast, &run(&config, &placed, true));
            let (bad, _) = &fast[0];
            let report = bad.report.as_ref().unwrap();
            assert_eq!(report.kind, kind, "{how}: {}", report.message);
            assert!(
                report.message.contains(message),
                "{how}: {}",
                report.message
            );
            assert_eq!(
                report.exit_code,
                if how == "e" {
                    3
                } else if how == "a" {
                    7
                } else {
                    0
                }
            );
            if kind == "fault" {
                let place = report.message.contains("process 1 (core 6)");
                assert!(
                    place && report.message.contains("in go_wrong at"),
                    "{}",
                    report.message
                );
            }
            for (record, printed) in &fast[1..] {
                check_good(record, printed);
            }
            // The other jobs behave, cycle by cycle, as if no job had failed.
            let mut all_good = placed;
            all_good[0].arguments = vec!["o".into()];
            let undisturbed = run(&config, &all_good, false);
            if !dram {
                let ends = |jobs: &[(JobRecord, Vec<u64>)]| {
                    jobs[1..3]
                        .iter()
                        .map(|(job, _)| job.ended)
                        .collect::<Vec<_>>()
                };
                assert_eq!(ends(&undisturbed), ends(&fast), "{how}");
            }
        }
    }
}

#[test]
fn only_the_allocator_starts_jobs() {
    let placed = [Placed::new(0, &[5, 6], "s"), Placed::new(0, &[9, 8], "o")];
    let jobs = run(&mesh(true), &placed, false);
    let (_, printed) = &jobs[0];
    let not_permitted = u64::from(-1i32 as u32); // EPERM
    assert!(printed.contains(&not_permitted), "{printed:x?}");
    check_good(&jobs[1].0, &jobs[1].1);
}

#[test]
fn a_job_that_cannot_be_loaded_says_why() {
    let placed = [
        Placed::new(0, &[5, 6], "o"),
        Placed::new(10, &[6, 7], "o"),
        Placed::new(20, &[99], "o"),
    ];
    let jobs = run(&mesh(true), &placed, false);
    check_good(&jobs[0].0, &jobs[0].1);
    for (number, core) in [(1, "core 6 of rank 0"), (2, "core 99 of rank 0")] {
        let report = jobs[number].0.report.as_ref().unwrap();
        assert_eq!(report.kind, "load");
        assert!(report.message.contains(core), "{}", report.message);
    }
}

#[test]
fn programs_come_from_dram() {
    let placed = [Placed::new(100, &[5, 6], "o")];
    let by_dma = run(&mesh(true), &placed, false);
    let at_once = run(&mesh(false), &placed, false);
    let started = |jobs: &[(JobRecord, Vec<u64>)]| jobs[0].0.started.unwrap();
    assert_eq!(started(&at_once), 100);
    // Each core fetches the program's image line by line. Both use the first controller, which is
    // nearer than the second, and a controller serves one request at a time.
    let elf = compile("jobs", &[]);
    let bytes = onchip_simulator::program::Program::new("jobs", &elf, &mesh(true)).unwrap();
    let bytes = u64::from(bytes.resident().1) + bytes.data.len() as u64;
    let words = 2 * bytes / 4;
    assert!(started(&by_dma) > 100 + words, "a word a cycle at most");
    assert!(started(&by_dma) < 100 + 6 * words, "and not much less");
    check_good(&by_dma[0].0, &by_dma[0].1);
}

/// A program starts jobs, is notified of their ends, and gets an error number for jobs that cannot
/// be started.
#[test]
fn an_allocator_is_told_of_ends() {
    const EFAULT: i32 = -14;
    const EINVAL: i32 = -22;
    let outcome = |reference| {
        let file = ProgramFile {
            name: "starter".into(),
            elf: compile("starter", &[]),
            ranks: 1,
            threads: 1,
            arguments: Vec::new(),
            kernel: false,
        };
        let ends = ["o", "f", "d"].map(|how| Placed::new(0, &[], how));
        let mut workload = workload(&ends);
        workload.starts.clear();
        let options = options(reference);
        let mut simulation =
            Simulation::with_workload(&mesh(true), &[file], workload, Path::new("."), &options)
                .unwrap();
        simulation.finish();
        let own = |(job, _, line): (u16, u32, Line)| {
            (job == 1).then(|| String::from_utf8_lossy(&line.bytes).into_owned())
        };
        let printed: String = simulation
            .take_job_output()
            .into_iter()
            .filter_map(own)
            .collect();
        let records = format!("{:#?}", simulation.records());
        (numbers(&printed), records, simulation.report().0)
    };
    let (printed, records, report) = outcome(false);
    let errno = |number: i32| u64::from(number as u32);
    let told = [2, 1, 3, 2, 4, 2]; // each job's number on the chip, and how the job ended
    let wrong = [EINVAL, EINVAL, EFAULT, EFAULT, EINVAL].map(errno);
    assert_eq!(printed, [&told[..], &wrong[..]].concat(), "{records}");
    assert_eq!(report.kind, "exit", "{}", report.message);
    assert_eq!((printed, records, report), outcome(true), "both schedulers");
}

/// Random jobs run on pairs of cores, one after the other. A third of the jobs fail.
#[test]
fn random_bad_ends_leave_the_others_alone() {
    let seed: u64 = std::env::var("ONCHIP_SEED").map_or(1, |seed| seed.parse().unwrap());
    println!("ONCHIP_SEED={seed}");
    let mut state = seed;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let config = mesh(true);
    let mut placed = Vec::new();
    let mut bad = Vec::new();
    for turn in 0..5 {
        for pair in 0..8 {
            let how = ["f", "a", "e", "d", "w 3", "r 12"][random(6) as usize];
            let is_bad = random(3) == 0;
            bad.push(is_bad);
            placed.push(Placed::new(
                turn * 60_000 + random(20_000),
                &[2 * pair, 2 * pair + 1],
                if is_bad { how } else { "o" },
            ));
        }
    }
    let fast = run(&config, &placed, false);
    for ((record, printed), is_bad) in fast.iter().zip(&bad) {
        if !is_bad {
            check_good(record, printed);
        }
    }
    same(&fast, &run(&config, &placed, true));
}
