//! Multicast puts, which write into all tiles of a rectangle: their order relative to stores, and
//! the puts that are refused.

use super::build::{chip, compile, numbers, run};
use onchip_simulator::config::ChipConfig;

fn mesh(keys: &str) -> ChipConfig {
    chip(&format!(
        "[mesh]\ncolumns = 4\nrows = 3\n[tile]\ncores = 1\nmemory_kb = 64\n[network]\n{keys}"
    ))
}

const RECTANGLE: &str = "multicast = \"rectangle\"\n";

#[test]
fn stores_before_and_after_keep_their_order() {
    let elf = compile("multicast", &["PART=0"]);
    for keys in [
        "",
        "buffer_flits = 3\nrouter = 5\nlink = 5",
        "buffer_flits = 20\nrouting = \"yx\"",
        "link_bits = 128\nbuffer_flits = 1\nrouter = 2\ncredit = 3",
    ] {
        let config = mesh(&format!("{RECTANGLE}{keys}"));
        let fast = run(&config, &elf, 12, false);
        assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
        assert_eq!(
            numbers(&fast.output),
            [1; 12],
            "none wrong, and some seen: {keys}"
        );
        assert_eq!(fast, run(&config, &elf, 12, true), "{keys}");
    }
}

#[test]
fn a_packet_fits_into_a_buffer() {
    let elf = compile("multicast", &["PART=2"]);
    // A header and an address need a buffer for two words.
    for (bits, slots, line) in [
        (32, 3, 4),
        (32, 4, 8),
        (32, 9, 16),
        (64, 2, 8),
        (128, 64, 64),
    ] {
        let keys = format!("{RECTANGLE}link_bits = {bits}\nbuffer_flits = {slots}");
        let outcome = run(&mesh(&keys), &elf, 12, false);
        assert_eq!(numbers(&outcome.output), [line], "{bits}, {slots}");
    }
}

#[test]
fn wrong_targets_are_faults() {
    let outside = "which is not mapped";
    for (part, keys, line, words) in [
        ("PART=1", RECTANGLE, 8, "is not exposed to this one"),
        ("PART=2", RECTANGLE, 8, outside),
        ("PART=3", RECTANGLE, 8, outside),
        ("PART=1", "", 0, "where no register accepts it"),
    ] {
        let elf = compile("multicast", &[part]);
        let config = mesh(keys);
        let outcome = run(&config, &elf, 12, false);
        assert_eq!(outcome.report.kind, "fault", "{part}");
        assert_eq!(numbers(&outcome.output), [line]);
        println!("{}", outcome.report.message);
        assert!(
            outcome.report.message.contains(words),
            "{}",
            outcome.report.message
        );
        assert_eq!(outcome, run(&config, &elf, 12, true));
    }
}

/// When a counter notifies a rectangle, the multicast reaches the nearest tile in the same cycle as
/// a packet to this tile alone. Each further link adds the delay of a router and of a link.
#[test]
fn a_counter_notifies_a_rectangle() {
    let config = mesh(RECTANGLE);
    let elf = compile("multicast", &["PART=4"]);
    let outcome = run(&config, &elf, 12, false);
    assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
    let mut told = numbers(&outcome.output);
    told.sort_by_key(|one| one / 16 % 16);
    let first = told[0] / 256;
    for (tile, one) in (0..).zip(told) {
        let links = tile % 4 + tile / 4;
        assert_eq!(
            (one / 256, one / 16 % 16, one % 16),
            (first + 2 * links, tile, 7)
        );
    }
    assert_eq!(outcome, run(&config, &elf, 12, true));
}
