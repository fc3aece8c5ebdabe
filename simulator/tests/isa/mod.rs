//! The core compared with QEMU: object code linked for both must leave the same signature in
//! memory.

pub mod build;
pub mod compare;
pub mod generate;
mod mnemonics;
pub mod random;
mod values;

use build::build;
use compare::{exact_signature, qemu_signature, run_ahead_agrees};
use generate::{Generator, SIGNATURE_BYTES};

fn number(variable: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(variable) else {
        return default;
    };
    text.parse()
        .unwrap_or_else(|_| panic!("{variable} is no number: {text}"))
}

/// Every instruction on every combination of corner values, with every rounding mode.
#[test]
fn directed() {
    equals_qemu("directed", 1_000_000);
}

/// The tests run without the floating-point unit (`mstatus.FS`), and with stopped counters.
#[test]
fn float_off() {
    equals_qemu("float_off", 3_000);
}

/// The core splits loads and stores at misaligned addresses.
#[test]
fn misaligned() {
    equals_qemu("misaligned", 1_000);
}

/// Runs the test `name`, which must write at least `bytes` bytes.
fn equals_qemu(name: &str, bytes: usize) {
    let programs = build(name, &[&format!("{name}.S")]);
    let qemu = qemu_signature(&programs);
    let ours = exact_signature(&programs.core());
    let differs = (0..qemu.len() / 4).find(|i| qemu[4 * i..4 * i + 4] != ours[4 * i..4 * i + 4]);
    assert_eq!(differs, None, "first word of the signature that differs");
    run_ahead_agrees(&programs.core(), 1);
    let used = qemu.iter().rposition(|byte| *byte != 0).unwrap_or(0);
    assert!(used > bytes, "the test wrote only {used} bytes");
    println!("{used} bytes of results equal QEMU's");
}

/// Random instructions; `ONCHIP_ISA_SEED` and `ONCHIP_ISA_COUNT` choose which and how many.
#[test]
fn random_instructions() {
    random_equals_qemu(
        number("ONCHIP_ISA_SEED", 20_240_229),
        number("ONCHIP_ISA_COUNT", 300_000),
    );
}

/// This longer test tries thirty times as many instructions, and different ones each time.
#[test]
#[ignore = "takes minutes"]
fn many_random_instructions() {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let first = number("ONCHIP_ISA_SEED", now.expect("a clock").as_secs());
    for seed in first..first + 10 {
        random_equals_qemu(seed, number("ONCHIP_ISA_COUNT", 1_000_000));
    }
}

fn random_equals_qemu(seed: u64, count: u64) {
    println!("ONCHIP_ISA_SEED={seed} ONCHIP_ISA_COUNT={count}");
    let test = Generator::new(seed).generate(count);
    let source = build::scratch(&format!("random-{seed}.S"));
    std::fs::write(&source, &test.assembly).expect("a writable target folder");
    let programs = build(
        &format!("random-{seed}"),
        &[source.to_str().unwrap(), "support.S"],
    );

    let qemu = qemu_signature(&programs);
    let ours = exact_signature(&programs.core());
    for (number, block) in test.blocks.iter().enumerate() {
        let range = number * SIGNATURE_BYTES..(number + 1) * SIGNATURE_BYTES;
        if qemu[range.clone()] != ours[range.clone()] {
            panic!(
                "seed {seed}, block {number}: {}\n{}",
                compare::describe(&qemu[range.clone()], &ours[range]),
                block
            );
        }
    }
    run_ahead_agrees(&programs.core(), seed);

    let mut counts: Vec<_> = test.counts.iter().collect();
    counts.sort();
    println!("{counts:?}");
    let total: u64 = test.counts.values().sum();
    println!(
        "{total} random instructions of {} mnemonics equal QEMU's",
        counts.len()
    );
    assert_eq!(counts.len(), mnemonics::ALL.len(), "every mnemonic occurs");
    assert!(total >= count);
    let least = count / 1000;
    let rare: Vec<_> = counts.iter().filter(|(_, n)| **n < least).collect();
    assert!(rare.is_empty(), "fewer than {least} times: {rare:?}");
    build::remove(&format!("random-{seed}"));
}
