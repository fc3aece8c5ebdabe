//! Operations of devices take as long as the register map says, over every distance.

use super::build::{chip, compile, numbers, run};
use super::latency::packet;
use onchip_simulator::config::ChipConfig;

/// The measurements of place 0 with each other place: 12 numbers per place.
fn measure(chip: &ChipConfig) -> Vec<u64> {
    let elf = compile("device_latency", &[]);
    let fast = run(chip, &elf, chip.cores(), false);
    assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
    assert_eq!(fast, run(chip, &elf, chip.cores(), true));
    let measured = numbers(&fast.output);
    assert_eq!(measured.len() as u32, (chip.cores() - 1) * 12);
    measured
}

/// Checks the measured numbers of cycles. The last number is for an enqueue into a full queue,
/// which the interface retries every `period` cycles. So it must be `once` plus a multiple of
/// `period`.
fn check(measured: &[u64], expected: [u64; 11], once: u64, period: u64, what: &str) {
    assert_eq!(measured[..11], expected, "{what}");
    let again = measured[11] - once;
    assert!(
        again > 0 && again.is_multiple_of(period),
        "{what}: {} is not {once} and a number of {period}",
        measured[11]
    );
}

fn between_tiles(keys: &str) {
    let chip = chip(&format!(
        "{keys}\n[mesh]\ncolumns = 4\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 64\nbanks = 8"
    ));
    let rdcycle = u64::from(chip.core.alu);
    let register = u64::from(chip.ni.register);
    let start = register + u64::from(chip.ni.dma_start);
    let wakeup = u64::from(chip.ni.wakeup);
    let retry = u64::from(chip.ni.retry);
    for (tile, measured) in (1..).zip(measure(&chip).chunks_exact(12)) {
        let there = |words| packet(&chip, tile % 4 + tile / 4, words);
        let load = register + there(2) + 1 + there(2) + 1;
        let fence = register + there(3) + 1 + there(1) + 1;
        let expected = [
            load,
            fence,
            register + there(3) + 1 + wakeup,
            register + there(3) + 1 + there(3) + wakeup,
            register + there(3) + wakeup,
            register + there(3) + 1,
            load,
            1 + there(2) + 1,
            start + there(18) + 1 + there(1) + wakeup,
            start + there(2) + 1 + there(17) + wakeup,
            register + there(3) + 1 + there(2) + 1,
        ];
        let period = there(3) + 1 + there(1) + retry;
        check(
            measured,
            expected.map(|cycles| rdcycle + cycles),
            rdcycle + fence,
            period,
            &format!("tile {tile}, {keys}"),
        );
    }
}

fn inside_a_tile(keys: &str) {
    let chip = chip(&format!(
        "{keys}\n[mesh]\ncolumns = 1\nrows = 1\n[tile]\ncores = 4\nmemory_kb = 256\nbanks = 8"
    ));
    let rdcycle = u64::from(chip.core.alu);
    let register = u64::from(chip.ni.register);
    let start = register + u64::from(chip.ni.dma_start);
    let wakeup = u64::from(chip.ni.wakeup);
    let there = |words| packet(&chip, 0, words);
    for (core, measured) in (1..).zip(measure(&chip).chunks_exact(12)) {
        let expected = [
            register,
            register + rdcycle,
            1 + wakeup,
            // The notification arrives before the core can wait for it.
            2 * register,
            wakeup,
            1,
            register,
            1,
            // The transfers go over the network, although both cores are in one tile.
            start + there(18) + 1 + there(1) + wakeup,
            start + there(2) + 1 + there(17) + wakeup,
            register,
        ];
        check(
            measured,
            expected.map(|cycles| rdcycle + cycles),
            rdcycle + register + rdcycle,
            chip.ni.retry.into(),
            &format!("core {core}, {keys}"),
        );
    }
}

const KEYS: [&str; 5] = [
    "",
    "[ni]\nregister = 3\nwakeup = 11\ndma_start = 9\nretry = 37",
    "[ni]\ndelay = 3\n[network]\nrouter = 2\nbuffer_flits = 8",
    "[network]\nlink = 5\nbuffer_flits = 16\nlink_bits = 64",
    "[network]\nlink_bits = 128\n[core]\nalu = 2",
];

#[test]
fn devices_at_every_distance() {
    KEYS.into_iter().for_each(between_tiles);
}

#[test]
fn devices_of_the_own_tile() {
    KEYS.into_iter().for_each(inside_a_tile);
}
