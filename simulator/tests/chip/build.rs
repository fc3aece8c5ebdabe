//! Compiles the C programs of this folder and runs them.

use onchip_simulator::chip::Chip;
use onchip_simulator::config::ChipConfig;
use onchip_simulator::host::Host;
use onchip_simulator::loader::{Job, Mapping, Part};
use onchip_simulator::observe::{describe, EnergyUse, Report, Statistics};
use onchip_simulator::program::Program;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Compiles `tests/chip/NAME.c` with these definitions, once for all tests. Returns the ELF file.
pub fn compile(name: &str, definitions: &[&str]) -> Vec<u8> {
    type Compiled = HashMap<String, Arc<OnceLock<Vec<u8>>>>;
    static COMPILED: Mutex<Option<Compiled>> = Mutex::new(None);
    let key = format!("{name} {}", definitions.join(" "));
    let mut all = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let elf = all.get_or_insert_default().entry(key).or_default().clone();
    drop(all); // other tests may compile meanwhile
    elf.get_or_init(|| compile_now(name, definitions)).clone()
}

fn compile_now(name: &str, definitions: &[&str]) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chip");
    let output = tempfile::tempdir().expect("a folder for the program");
    let elf: PathBuf = output.path().join(name);
    let done = Command::new("riscv64-unknown-elf-gcc")
        .args(["-march=rv32gc", "-mabi=ilp32d", "-O2", "-g", "-std=gnu11"])
        .args(["-Wall", "-Wextra", "-Werror", "-ffreestanding"])
        .args([
            "-nostdlib",
            "-nostartfiles",
            "-fno-tree-loop-distribute-patterns",
        ])
        .arg("-T")
        .arg(folder.join("../../../runtime/link/onchip.ld"))
        .args(definitions.iter().map(|d| format!("-D{d}")))
        .arg(folder.join(name).with_extension("c"))
        .arg("-o")
        .arg(&elf)
        .output()
        .expect("riscv64-unknown-elf-gcc (package gcc-riscv64-unknown-elf)");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{name}: {errors}");
    std::fs::read(elf).expect("the linked program")
}

/// The chip that a chip file's text describes.
pub fn chip(text: &str) -> ChipConfig {
    ChipConfig::from_toml(text, Path::new("test.toml")).expect("a right chip file")
}

/// The clustered chip, `chips/subclusters2x8.toml`.
pub fn clustered() -> ChipConfig {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../chips/subclusters2x8.toml");
    ChipConfig::from_file(&path).expect("a right chip file")
}

/// A job of one program on `ranks` cores.
pub fn job(elf: &[u8], ranks: u32, config: &ChipConfig) -> (Arc<Program>, Job) {
    job_of_teams(elf, (ranks, 1), config, false)
}

/// A job of one program. `teams` is the number of processes, and the number of threads per process.
/// If `is_checked` is set, a check can observe the program.
pub fn job_of_teams(
    elf: &[u8],
    (ranks, threads): (u32, u32),
    config: &ChipConfig,
    is_checked: bool,
) -> (Arc<Program>, Job) {
    let mut program = Program::new("program", elf, config).expect("a program");
    if is_checked {
        program.find_landmarks();
    }
    // A chip with instruction caches leaves the program's code in DRAM, so that the caches are
    // used.
    if config.instruction_cache.size_kb > 0 {
        program.leave_code_in_dram(config);
    }
    let program = Arc::new(program);
    let part = Part {
        program: program.clone(),
        index: 0,
        ranks,
        threads,
        arguments: Vec::new(),
        kernel: false,
    };
    let job = Job {
        parts: vec![part],
        mapping: Mapping::Compact,
        environment: Vec::new(),
        stack_bytes: 4096,
    };
    (program, job)
}

/// A chip with the program loaded, before its first cycle.
pub fn loaded(config: &ChipConfig, elf: &[u8], ranks: u32) -> (Chip, Vec<Arc<Program>>) {
    loaded_teams(config, elf, (ranks, 1))
}

/// A chip with the program loaded, before its first cycle. `teams` is the number of ranks, and the
/// number of threads per rank.
pub fn loaded_teams(
    config: &ChipConfig,
    elf: &[u8],
    teams: (u32, u32),
) -> (Chip, Vec<Arc<Program>>) {
    let host = Host::new(Path::new(".")).expect("the current folder");
    let mut chip = Chip::new(config, host).expect("memory");
    let (program, job) = job_of_teams(elf, teams, config, false);
    let programs = vec![program];
    chip.store_code(&programs).expect("room in DRAM");
    chip.load(&job).expect("a program that fits");
    (chip, programs)
}

/// The results of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub report: Report,
    pub statistics: Statistics,
    /// None on a chip without energies.
    pub energy: Option<EnergyUse>,
    pub output: String,
    /// Hash of the contents of all memories at the end.
    pub memory: u64,
}

/// The results of a chip on which all processes have ended.
pub fn outcome(chip: &mut Chip, programs: &[Arc<Program>]) -> Outcome {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    for tile in &chip.tiles {
        tile.cores.memory.hash(&mut hasher);
    }
    let lines = chip.shared.host.take_output();
    Outcome {
        report: describe(chip, programs),
        statistics: Statistics::of(chip),
        energy: EnergyUse::of(chip),
        output: lines
            .iter()
            .map(|(_, line)| String::from_utf8_lossy(&line.bytes).into_owned())
            .collect(),
        memory: hasher.finish(),
    }
}

/// A test program that runs longer than this is assumed never to end. Test programs take much less.
const FOR_EVER: Duration = Duration::from_secs(120);

/// Makes the fast scheduler run a chip until its programs have ended.
pub fn run_to_end(chip: &mut Chip) {
    chip.run(Instant::now().checked_add(FOR_EVER));
    assert!(chip.ending().is_some(), "it runs for ever");
}

/// Runs a program to its end.
pub fn run(config: &ChipConfig, elf: &[u8], ranks: u32, reference: bool) -> Outcome {
    let (mut chip, programs) = loaded(config, elf, ranks);
    if reference {
        chip.run_reference(Instant::now().checked_add(FOR_EVER));
        assert!(chip.ending().is_some(), "it runs for ever");
    } else {
        run_to_end(&mut chip);
    }
    outcome(&mut chip, &programs)
}

/// The numbers that a program has reported.
pub fn numbers(output: &str) -> Vec<u64> {
    let number = |line| u64::from_str_radix(line, 16).expect("eight hexadecimal digits");
    output.lines().map(number).collect()
}
