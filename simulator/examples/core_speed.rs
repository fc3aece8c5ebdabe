//! Compares the speed of the simulated core without a chip around it with that of QEMU, and 64 such
//! cores, which run in turn, with one core.
//!
//! `cargo run --release --example core_speed [KERNEL]` builds the kernels of `benchmarks/sim` and
//! prints millions of instructions per second, without start-up. QEMU and the core run the same
//! object code. `onchip bench sim` also measures what surrounds a core on the chip; this program
//! does not.

#[allow(dead_code)]
#[path = "../tests/bare/mod.rs"]
mod bare;

use bare::Program;
use onchip_simulator::config::CoreCosts;
use onchip_simulator::core::Stop;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The kernels. Each has the number of repetitions that takes QEMU about a second.
const KERNELS: [(&str, u32); 4] = [
    ("calls", 1500),
    ("sort", 3000),
    ("matrix", 800),
    ("loop", 16000),
];
/// Number of cycles that a core runs in its turn.
const TURN: u64 = 2000;

fn main() {
    let only = std::env::args().nth(1);
    let mut product = 1.0;
    let mut measured = 0;
    for (kernel, repetitions) in KERNELS {
        if only.as_deref().is_some_and(|name| name != kernel) {
            continue;
        }
        let program = Program::load(&build(kernel, "core", repetitions), &CoreCosts::default());
        let (seconds, instructions, result) = run(&program, 1);
        let qemu = qemu(&build(kernel, "virt", repetitions), result);
        let one = instructions as f64 / seconds / 1e6;
        let short = Program::load(
            &build(kernel, "core", repetitions / 40),
            &CoreCosts::default(),
        );
        let (seconds_64, instructions_64, _) = run(&short, 64);
        let many = instructions_64 as f64 / seconds_64 / 1e6;
        println!(
            "{kernel:7} {one:7.1} MIPS, {:.2} of QEMU's {:.1} ({qemu:.2} s); 64 cores in turn {many:.1} MIPS, {:.2} of one",
            qemu / seconds,
            instructions as f64 / qemu / 1e6,
            many / one,
        );
        product *= qemu / seconds;
        measured += 1;
    }
    println!(
        "geometric mean {:.3} of QEMU",
        f64::powf(product, 1.0 / f64::from(measured))
    );
}

/// Links a kernel with the start-up code of `target`: `core` or `virt`.
fn build(kernel: &str, target: &str, repetitions: u32) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benchmarks/sim");
    let output = std::env::temp_dir().join(format!(
        "core_speed-{}-{kernel}.{target}",
        std::process::id()
    ));
    let status = Command::new("riscv64-unknown-elf-gcc")
        .current_dir(folder)
        .args([
            "-O2",
            "-march=rv32gc",
            "-mabi=ilp32d",
            "-ffp-contract=off",
            "-ffreestanding",
        ])
        .args([
            "-nostdlib",
            "-Wl,--no-warn-rwx-segments",
            "-T",
            &format!("{target}.ld"),
        ])
        .args([
            &format!("-DREPETITIONS={repetitions}"),
            &format!("{target}.S"),
            &format!("{kernel}.c"),
        ])
        .args((target == "virt").then_some("measured.S")) // calls the kernel between two marks
        .arg("-o")
        .arg(&output)
        .status()
        .expect("riscv64-unknown-elf-gcc (package gcc-riscv64-unknown-elf)");
    assert!(status.success());
    output
}

/// Runs `cores` cores in turn to the end; each core has its own memory. Returns the seconds, the
/// instructions, and the kernel's result.
fn run(program: &Program, cores: usize) -> (f64, u64, u32) {
    let mut machines: Vec<_> = (0..cores).map(|_| program.start()).collect();
    let begin = Instant::now();
    let mut running = true;
    while running {
        running = false;
        for machine in &mut machines {
            let until = machine.core.time + TURN;
            while machine.core.time < until {
                match machine.run_ahead(until) {
                    Stop::LogFull => machine.log.clear(),
                    Stop::Limit => running = true,
                    Stop::Slow => break,
                }
            }
            machine.log.clear();
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let instructions = machines.iter().map(|machine| machine.core.instret).sum();
    (seconds, instructions, machines[0].core.x[10])
}

/// Seconds under QEMU between the marks that the start-up code prints. Checks the result.
fn qemu(program: &Path, expected: u32) -> f64 {
    let mut child = Command::new("qemu-system-riscv32")
        .args(["-machine", "virt", "-bios", "none", "-nographic", "-kernel"])
        .arg(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("qemu-system-riscv32 (package qemu-system-misc)");
    let mut output = child.stdout.take().expect("a pipe");
    let mut mark = [0];
    output.read_exact(&mut mark).expect("the mark B");
    let begin = Instant::now();
    output.read_exact(&mut mark).expect("the mark E");
    let seconds = begin.elapsed().as_secs_f64();
    let mut result = String::new();
    output.read_to_string(&mut result).expect("the result");
    child.wait().expect("QEMU's end");
    assert_eq!(
        u32::from_str_radix(&result, 16),
        Ok(expected),
        "QEMU has another result"
    );
    seconds
}
