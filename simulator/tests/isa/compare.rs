//! Runs a test on QEMU and in both interpreters of the core.

use super::build::{scratch, Programs};
use super::random::Random;
use crate::tests::bare::{Machine, Program};
use onchip_simulator::core::{Step, Stop};
use std::process::Command;

/// The bytes that the test left in memory under QEMU, from `signature` to `signature_end`.
pub fn qemu_signature(programs: &Programs) -> Vec<u8> {
    const BASE: u32 = 0x8000_0000;
    let name = programs
        .virt
        .file_stem()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let memory = scratch(&format!("{name}.memory"));
    let _ = std::fs::remove_file(&memory);
    let output = Command::new("timeout")
        .args(["120", "qemu-system-riscv32", "-bios", "none", "-nographic"])
        .args(["-machine", "virt,memory-backend=ram"])
        // The chip lacks these extensions, so QEMU must treat their encodings as illegal, too.
        .args(["-cpu", "rv32,zba=off,zbb=off,zbc=off,zbs=off"])
        .arg("-object")
        .arg(format!(
            "memory-backend-file,id=ram,size=256M,share=on,mem-path={}",
            memory.display()
        ))
        .arg("-kernel")
        .arg(&programs.virt)
        .output()
        .expect("the command timeout (package coreutils)");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success(),
        "qemu-system-riscv32 (package qemu-system-misc): {} {text}",
        output.status
    );
    let file = Program::load(&programs.virt, &Default::default());
    let bytes = std::fs::read(&memory).expect("QEMU's memory");
    let _ = std::fs::remove_file(&memory);
    let at = |symbol: &str| (file.symbols[symbol] - BASE) as usize;
    bytes[at("signature")..at("signature_end")].to_vec()
}

/// Executes one instruction, including the part that needs a tile. Returns false at the end of the
/// test.
fn advance(machine: &mut Machine, step: Step) -> bool {
    step == Step::Done || machine.serve(step)
}

/// The bytes that the test leaves in memory when the core executes it one instruction at a time.
pub fn exact_signature(program: &Program) -> Vec<u8> {
    let mut machine = program.start();
    machine.log.set_recording(false);
    loop {
        let step = machine.run_exact(u64::MAX, u64::MAX);
        if !advance(&mut machine, step) {
            break;
        }
    }
    let place = |symbol: &str| {
        program
            .regions
            .translate(program.symbols[symbol], 0)
            .unwrap() as usize
    };
    machine.memory[place("signature")..place("signature_end")].to_vec()
}

/// Executes the program in sequences of random length, and checks after each sequence that single
/// steps reach the same state in the same cycle.
pub fn run_ahead_agrees(program: &Program, seed: u64) {
    let mut random = Random::new(seed);
    let (mut ahead, mut exact) = (program.start(), program.start());
    exact.log.set_recording(false);
    let mut running = true;
    while running {
        let until = ahead.core.time + random.below(400);
        match ahead.run_ahead(until) {
            Stop::Limit => assert!(ahead.core.time >= until),
            Stop::LogFull => {}
            Stop::Slow => {
                let step = ahead.step();
                assert_ne!(
                    step,
                    Step::Done,
                    "a run ahead stopped without need at {:#x}",
                    ahead.core.pc
                );
                running = advance(&mut ahead, step);
            }
        }
        ahead.log.clear();
        while exact.core.time < ahead.core.time {
            let step = exact.run_exact(ahead.core.time, u64::MAX);
            if !advance(&mut exact, step) && step != Step::Done {
                break;
            }
        }
        assert_eq!(ahead.core, exact.core, "seed {seed}");
    }
    assert!(
        ahead.memory == exact.memory,
        "seed {seed}: memory differs at the end"
    );
}

/// The bytes that the test leaves in memory when the core executes as many instructions as possible
/// between two stops.
#[cfg(compiled)]
pub fn signature(program: &Program) -> Vec<u8> {
    let mut machine = program.start();
    machine.log.set_recording(false);
    loop {
        if machine.run_ahead(u64::MAX) == Stop::Slow {
            let step = machine.step();
            if !advance(&mut machine, step) {
                break;
            }
        }
    }
    let place = |symbol: &str| {
        let address = program.symbols[symbol];
        program.regions.translate(address, 0).unwrap() as usize
    };
    machine.memory[place("signature")..place("signature_end")].to_vec()
}

/// The registers whose values in two signatures differ, for one block of instructions.
pub fn describe(qemu: &[u8], ours: &[u8]) -> String {
    let mut text = String::new();
    for i in 0..28 {
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes[4 * i..4 * i + 4].try_into().unwrap());
        let name = match i {
            26 => "fcsr".to_string(),
            27 => "traps".to_string(),
            _ => format!("x{}", i + 1),
        };
        if word(qemu) != word(ours) {
            text += &format!("{name} {:#x} in QEMU, {:#x} here; ", word(qemu), word(ours));
        }
    }
    for i in 0..32 {
        let double =
            |bytes: &[u8]| u64::from_le_bytes(bytes[112 + 8 * i..120 + 8 * i].try_into().unwrap());
        if double(qemu) != double(ours) {
            text += &format!(
                "f{i} {:#x} in QEMU, {:#x} here; ",
                double(qemu),
                double(ours)
            );
        }
    }
    text
}
