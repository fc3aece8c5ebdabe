//! A core splits a load or store at a misaligned address into aligned parts.

use super::build::{chip, compile, numbers, run, Outcome};
use super::latency::packet;
use onchip_simulator::config::ChipConfig;

const TILE: &str = "[mesh]\ncolumns = 2\nrows = 1\n[dram]\nrouters = [0]\nsize_mb = 1\n[tile]\nmemory_kb = 128\nbanks = 1\ncores = 1";

fn part(number: u32, chip: &ChipConfig) -> Outcome {
    let elf = compile("misaligned", &[&format!("PART={number}")]);
    let fast = run(chip, &elf, 2, false);
    assert_eq!(fast, run(chip, &elf, 2, true), "part {number}");
    fast
}

fn splitting(keys: &str) -> ChipConfig {
    chip(&format!("{TILE}\n{keys}\n[core]\nmisaligned = \"split\""))
}

#[test]
fn every_byte_is_where_it_belongs() {
    for keys in [
        "",
        "[ni]\nstores = 1",
        "[network]\nlink_bits = 32\nbuffer_flits = 1",
    ] {
        let outcome = part(0, &splitting(keys));
        assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
        assert_eq!(numbers(&outcome.output), [0, 0, 0], "{keys}");
    }
}

/// The sizes of the aligned parts of an access (docs/chip-file.md).
fn parts(address: u64, bytes: u64) -> Vec<u64> {
    let (mut at, end) = (address, address + bytes);
    let mut sizes = Vec::new();
    while at < end {
        let size = [8, 4, 2, 1]
            .into_iter()
            .find(|size| at % size == 0 && at + size <= end)
            .unwrap();
        sizes.push(size);
        at += size;
    }
    sizes
}

/// Each part costs as much as a separate access.
#[test]
fn costs_are_those_of_the_parts() {
    for extra in ["", "load = 3\nload_use = 2\nalu = 2\n"] {
        let text = format!("{TILE}\n[core]\n{extra}misaligned = \"split\"");
        let chip = chip(&text);
        let core = &chip.core;
        let (register, alu) = (u64::from(chip.ni.register), u64::from(core.alu));
        let load = |number, size: u64| {
            let words = size.div_ceil(4);
            let latency = u64::from(chip.dram.latency);
            match number {
                1 => u64::from(core.load),
                // The terms are the request, a cycle in the target's interface, the response, and a
                // cycle until the word is in the register.
                2 => register + packet(&chip, 1, 2) + 1 + packet(&chip, 1, 1 + words) + 1,
                _ => register + packet(&chip, 0, 2) + latency + words - 1 + packet(&chip, 0, 1) + 1,
            }
        };
        let store = |number| if number == 1 { alu } else { register };
        for number in 1..=3 {
            let of = |address, bytes, cost: &dyn Fn(u64) -> u64| -> u64 {
                alu + parts(address, bytes).into_iter().map(cost).sum::<u64>()
            };
            let loads = |size| load(number, size);
            let mut expected = Vec::new();
            for offset in 0..4 {
                expected.push(of(offset, 4, &loads));
                expected.push(of(offset, 4, &|_| store(number)));
            }
            expected.push(of(1, 2, &loads));
            expected.extend((0..8).map(|offset| of(offset, 8, &loads)));
            assert_eq!(
                numbers(&part(number, &chip).output),
                expected,
                "part {number}"
            );
        }
    }
}

#[test]
fn what_is_not_split() {
    for number in [4, 5, 6] {
        let report = part(number, &splitting("")).report;
        assert_eq!(report.kind, "fault");
        assert!(report.message.contains("misaligned"), "{}", report.message);
        assert!(!report.message.contains("--set"), "{}", report.message);
    }
}

#[test]
fn the_message_names_both_remedies() {
    let message = part(7, &chip(TILE)).report.message;
    for text in [
        "4 bytes need a multiple of 4",
        "memcpy",
        "--set core.misaligned=split",
    ] {
        assert!(message.contains(text), "{message}");
    }
}

/// A split load counts as one instruction. The program counts two, because the instruction that
/// reads the counter is also counted.
#[test]
fn it_is_one_instruction() {
    assert_eq!(numbers(&part(8, &splitting("")).output), [2]);
}
