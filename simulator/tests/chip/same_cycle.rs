//! A core and the network interface of its tile use the same bytes in the same cycle. The side that
//! `bank_priority` names is served first, even if the core has run ahead.

use super::build::{chip, compile, numbers, run};

/// The values that `same_cycle.c` reports, for each delay of place 0.
fn told(kind: u32, priority: &str) -> Vec<u64> {
    let config = chip(&format!(
        "[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\nbank_priority = \"{priority}\""
    ));
    let elf = compile("same_cycle", &[&format!("KIND={kind}")]);
    let fast = run(&config, &elf, 2, false);
    assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
    assert_eq!(fast, run(&config, &elf, 2, true), "{kind} {priority}");
    numbers(&fast.output)
}

/// Returns the value at the first delay, and the index of the first delay with another value. From
/// there on, the core's access comes after that of the other side.
fn change(told: &[u64]) -> (u64, usize) {
    let at = told.iter().position(|&value| value != told[0]);
    let at = at.expect("the delays reach the cycle");
    assert!(told[at..].iter().all(|&value| value == 1 - told[0]));
    (told[0], at)
}

/// The network interface takes an element of a queue (kind 0), reads a word (kind 1) or writes a
/// word (kind 2) while the core accesses the same word. In kind 0, the core accesses the element's
/// last word, although the interface requests only the bank of the first word.
#[test]
fn the_side_with_priority_comes_first() {
    for kind in 0..3 {
        let (first, at) = change(&told(kind, "network"));
        assert_eq!(first, u64::from(kind < 2), "the core's access comes first");
        assert_eq!(change(&told(kind, "core")), (first, at + 1));
    }
}
