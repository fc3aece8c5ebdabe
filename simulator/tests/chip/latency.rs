//! What leaves a tile takes as long as the chip file's keys say, for every distance.

use crate::build::{chip, compile, numbers, run};
use onchip_simulator::config::ChipConfig;

/// Cycles from handing over a packet's head until its last flit can be taken (docs/chip-file.md).
fn packet(chip: &ChipConfig, hops: u64, flits: u64) -> u64 {
    let network = &chip.network;
    let (ni, switch, link) = (chip.ni.delay, network.switch, network.link);
    2 * u64::from(ni) + (hops + 1) * u64::from(switch) + hops * u64::from(link) + flits - 1
}

fn check(keys: &str) {
    let text = format!(
        "{keys}\n[mesh]\ncolumns = 4\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 64\nbanks = 8"
    );
    let chip = chip(&text);
    let elf = compile("latency", &[]);
    let outcome = run(&chip, &elf, 16, false);
    assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
    let measured = numbers(&outcome.output);
    assert_eq!(measured.len(), 15 * 5);
    let rdcycle = u64::from(chip.core.alu);
    let register = u64::from(chip.ni.register);
    let start = register + u64::from(chip.ni.dma_start);
    let wakeup = u64::from(chip.ni.wakeup);
    for (tile, measured) in (1..).zip(measured.chunks_exact(5)) {
        let hops = tile % 4 + tile / 4;
        let there = |flits| packet(&chip, hops, flits);
        // Request, a cycle in the target's interface, answer, a cycle into the register.
        let load = register + there(2) + 1 + there(2) + 1;
        let store = register + there(3) + wakeup;
        let put = |words: u64| start + there(2 + words) + 1 + there(1) + wakeup;
        let get = start + there(2) + 1 + there(17) + wakeup;
        let expected = [load, store, put(1), put(16), get].map(|cycles| rdcycle + cycles);
        assert_eq!(measured, expected, "tile {tile}, {keys}");
    }
}

#[test]
fn at_the_reference_costs() {
    check("");
}

#[test]
fn every_cost_counts() {
    check("[ni]\nregister = 3");
    check("[ni]\ndma_start = 9");
    check("[ni]\nwakeup = 11");
    check("[ni]\ndelay = 3\n[network]\nbuffer_flits = 8");
    check("[network]\nswitch = 2\nbuffer_flits = 8");
    check("[network]\nlink = 0");
    check("[network]\nlink = 5\nbuffer_flits = 16");
    check("[core]\nalu = 2");
}
