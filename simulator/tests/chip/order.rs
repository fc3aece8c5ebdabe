//! The order in which stores, atomics and transfers take effect, and progress under contention.

use super::build::{chip, compile, numbers, run};

/// The numbers that the selected part of the program reports on this chip, with both schedulers.
fn part(number: u32, ranks: u32, text: &str) -> Vec<u64> {
    let config = chip(&format!(
        "{text}\n[dram]\nrouters = [0]\nsize_mb = 1\n[mesh]\ncolumns = 4\nrows = 4"
    ));
    let elf = compile("order", &[&format!("PART={number}")]);
    let fast = run(&config, &elf, ranks, false);
    assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
    assert_eq!(fast, run(&config, &elf, ranks, true), "part {number}");
    numbers(&fast.output)
}

const ONE: &str = "[tile]\ncores = 1\nmemory_kb = 64";
/// Each tile has as many interfaces as cores.
const SEVERAL: &str = "[tile]\ncores = 4\nmemory_kb = 256\nbanks = 2\ninterfaces = 4";
const FOUR: &str = "[tile]\ncores = 4\nmemory_kb = 256\nbanks = 2\nbank_priority = \"core\"";

#[test]
fn reservations_make_progress() {
    for text in [ONE, FOUR, SEVERAL] {
        assert_eq!(part(0, 16, text), [16 * 50, 16 * 50], "{text}");
    }
}

#[test]
fn stores_of_a_pair_stay_in_order() {
    for keys in ["", "[network]\nbuffer_flits = 1\ncredit = 3"] {
        for tile in [ONE, FOUR, SEVERAL] {
            let text = format!("{tile}\n{keys}");
            assert_eq!(part(1, 16, &text), [0, 1], "wrong, and some seen: {text}");
        }
    }
}

#[test]
fn transfers_count_exactly() {
    for text in [ONE, FOUR, SEVERAL] {
        assert_eq!(part(2, 2, text), [11, 12, 50, 50], "{text}");
    }
}

#[test]
fn a_transfer_comes_after_the_stores_before_it() {
    let slow =
        "[ni]\nstores = 64\nregister = 1\ndma_start = 1\n[network]\nbuffer_flits = 1\ncredit = 16";
    for keys in ["", slow] {
        for tile in [ONE, SEVERAL] {
            let text = format!("{tile}\n{keys}");
            assert_eq!(part(3, 2, &text), [0], "{text}");
        }
    }
}
