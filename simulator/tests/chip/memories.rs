//! Memories outside of the tiles, on the clustered chip: the two scratchpads of each subcluster,
//! and the external memory.

use super::build::{clustered, compile, numbers, run, Outcome};
use super::latency::packet;
use onchip_simulator::config::{ArbiterPolicy, ChipConfig, LevelBuffers};

fn both(config: &ChipConfig, part: &str, target: u32, with: u32) -> Outcome {
    let definitions = [
        format!("PART={part}"),
        format!("TARGET={target}"),
        format!("WITH={with}"),
    ];
    let elf = compile("memories", &definitions.each_ref().map(String::as_str));
    let fast = run(config, &elf, 16, false);
    assert_eq!(fast, run(config, &elf, 16, true), "{definitions:?}");
    fast
}

#[test]
fn each_tile_knows_them() {
    const CLOSED: u64 = 0xffff_ffff;
    // The scratchpads follow each other, 32 kB apart. The external memory begins at a multiple of
    // its size, 8 MB.
    let starts = [
        0xc000_0000,
        0xc000_8000,
        0xc001_0000,
        0xc001_8000,
        0xc080_0000,
    ];
    let bytes = [32 << 10, 32 << 10, 32 << 10, 32 << 10, 8 << 20];
    let mutexes = [0, 0, 0, 0, 16];
    for (place, links) in [
        (0, [0, 1, CLOSED, CLOSED, 1]),
        (7, [1, 0, CLOSED, CLOSED, 1]),
        (8, [CLOSED, CLOSED, 0, 1, 1]),
        (12, [CLOSED, CLOSED, 1, 0, 1]),
    ] {
        let told = numbers(&both(&clustered(), "known", 0, place).output);
        let expected = (0..5).flat_map(|i| [starts[i], bytes[i], links[i], mutexes[i]]);
        assert_eq!(told, expected.collect::<Vec<u64>>(), "{place}");
    }
}

#[test]
fn only_the_tiles_that_are_named_may_use_them() {
    let act = |number| both(&clustered(), "allowed", 0, number).report;
    assert_eq!((act(0).kind, act(0).exit_code), ("exit", 0));
    let left0 = "memory \"left0\", which is for tiles 0, 1, 2, 3, 4, 5, 6, 7";
    let table = [
        (1, "load from address 0xc0000000, in "),
        (2, "store to address 0xc0000000, in "),
        (3, "atomic access to address 0xc0000000, in "),
        (4, "DMA transfer with address 0xc0000000, in "),
        (5, "load from address 0x40800000, in "),
        (6, "notification of address 0xc0000000, in "),
        (7, "atomic access to address 0xc0000000, in "),
        (8, "load from address 0xc0020000, which is not mapped"),
        (
            9,
            "DMA transfer with address 0xc001fffc, which is not mapped",
        ),
        (10, "store to address 0xc1000000, which is not mapped"),
        (
            11,
            "(description of memory controller 4 in tile 8), where no device has a register",
        ),
        (
            12,
            "(description of memory controller 5 in tile 8), where no device has a register",
        ),
        (13, "store to address 0xc0800000, which is not mapped"),
        (
            14,
            "(a mutex of memory controller 4), where no device has a register",
        ),
    ];
    for (number, words) in table {
        let report = act(number);
        assert_eq!(report.kind, "fault", "{number}");
        assert!(
            report.message.contains("process 8 (core 8)"),
            "{}",
            report.message
        );
        let words = match words.strip_suffix("in ") {
            Some(_) => format!("{words}{left0}"),
            None => words.into(),
        };
        assert!(
            report.message.contains(&words),
            "{number}: {}",
            report.message
        );
    }
}

/// Target 0 is the scratchpad on the left side of the first subcluster, and target 4 is the
/// external memory. Each is one link away from the loading process.
#[test]
fn what_is_urgent_and_what_is_guaranteed() {
    for target in [0, 4] {
        let mut chip = clustered();
        let latency = u64::from(chip.controllers()[target as usize].latency);
        let [shortest, longest] = [0, 1].map(|place| {
            move |chip: &ChipConfig, with| {
                let outcome = both(chip, "under_load", target, with);
                assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
                assert_eq!(outcome.report.exit_code, 0);
                numbers(&outcome.output)[place]
            }
        });
        let alone = u64::from(chip.core.alu + chip.ni.register)
            + packet(&chip, 1, 2)
            + latency
            + packet(&chip, 1, 1)
            + 1;
        for arbiter in [ArbiterPolicy::RoundRobin, ArbiterPolicy::Fixed] {
            chip.network.arbiter = arbiter;
            chip.network.buffers = LevelBuffers::Shared;
            assert_eq!(longest(&chip, 2), alone, "nobody else gets there");
            assert_eq!(shortest(&chip, 2), alone);
            // If each level has its own buffers, a request of the highest level waits for at most
            // one other request, which the memory is serving.
            chip.network.buffers = LevelBuffers::PerLevel;
            assert!(longest(&chip, 1) <= alone + latency);
        }
        // With fixed priorities of the ports, an unmarked request would never be served.
        chip.network.arbiter = ArbiterPolicy::RoundRobin;
        for buffers in [LevelBuffers::Shared, LevelBuffers::PerLevel] {
            chip.network.buffers = buffers;
            assert!(
                longest(&chip, 0) > alone + latency,
                "the others saturate it"
            );
        }
    }
}
