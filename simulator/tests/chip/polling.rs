//! Cores that poll without a pause do not keep others from making progress.

use super::build::{chip, compile, run};

/// Checks that all processes end on this chip, in the same cycles with both schedulers.
fn all_end(columns: u32, cores: u32, rest: &str) {
    let memory = 64 * cores.next_power_of_two();
    let config = chip(&format!(
        "[mesh]\ncolumns = {columns}\nrows = 2\n[tile]\ncores = {cores}\nmemory_kb = {memory}\n{rest}"
    ));
    let elf = compile("polling", &[]);
    let fast = run(&config, &elf, config.cores(), false);
    assert_eq!(fast.report.kind, "exit", "{rest}: {}", fast.report.message);
    assert_eq!(fast, run(&config, &elf, config.cores(), true), "{rest}");
}

#[test]
fn cores_of_a_tile_have_turns_at_a_bank() {
    for cores in [5, 12, 16] {
        all_end(1, cores, "");
    }
    all_end(1, 8, "banks = 1");
}

#[test]
fn cores_do_not_keep_the_network_interface_from_a_bank() {
    for cores in [3, 8, 16] {
        all_end(1, cores, "bank_priority = \"core\"");
    }
}

/// With links of 128 bits, a read takes one flit in each direction, so the reads of many tiles keep
/// a bank busy.
#[test]
fn the_network_interface_does_not_keep_a_core_from_a_bank() {
    all_end(16, 1, "[network]\nlink_bits = 128");
    all_end(8, 2, "[network]\nlink_bits = 128");
}
