//! Accesses that a program may not make, and the reports about them.

use super::build::{chip, compile, loaded, numbers, outcome, run, Outcome};
use onchip_simulator::protocol::map::TILES;

/// Makes place 0 of two places perform act `number`, on two tiles or on two cores of one tile.
fn act(number: u32, one_tile: bool) -> Outcome {
    let shape = if one_tile {
        "columns = 1\nrows = 1\n[tile]\ncores = 2\nmemory_kb = 128"
    } else {
        "columns = 2\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64"
    };
    let config = chip(&format!("[mesh]\n{shape}"));
    let elf = compile("protection", &[&format!("ACT={number}")]);
    let fast = run(&config, &elf, 2, false);
    assert_eq!(
        fast,
        run(&config, &elf, 2, true),
        "both schedulers, act {number}"
    );
    fast
}

#[test]
fn what_is_allowed() {
    for one_tile in [false, true] {
        // Within one tile, DMA also reaches the heap of another process.
        let outcome = act(0, one_tile);
        assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
        assert_eq!(outcome.report.exit_code, 0);
    }
    assert_eq!(
        act(2, false).report.kind,
        "exit",
        "another tile's heap is exposed"
    );
}

#[test]
fn what_is_not() {
    let table = [
        (1, false, "belongs to another process or is not exposed"),
        (1, true, "belongs to another process or is not exposed"),
        (2, true, "belongs to another process or is not exposed"),
        (3, false, "read-only"),
        (4, false, "misaligned load from address 0x10000"),
        (5, false, "in the guard page between heap and stack"),
        (6, false, "which is not mapped"),
        (7, false, "store to address 0xc0000000, which is not mapped"),
        (8, false, "where no register accepts it"),
        (9, false, "where no register accepts it"),
        (
            10,
            false,
            "load from address 0x20000000, where no register accepts it",
        ),
        (11, false, "DMA transfer with"),
        (12, false, "DMA transfer with"),
        (
            13,
            false,
            "DMA transfer with address 0xffffff00, which is not mapped",
        ),
        (
            14,
            false,
            "execution at 0x00008000, outside the program's code",
        ),
        (15, false, "illegal instruction 0xffffffff"),
        (16, false, "misaligned atomic access to"),
        (17, false, "environment call"),
        (
            18,
            false,
            "in a page that belongs to another process or is not exposed",
        ),
        (19, false, "misaligned DMA transfer with"),
        (20, false, "in the guard page between heap and stack"),
    ];
    for (number, one_tile, expected) in table {
        let Outcome { report, output, .. } = act(number, one_tile);
        let message = &report.message;
        let begun = if number == 17 { "begun" } else { "" };
        assert_eq!(output, begun, "a line that has been begun is not lost");
        assert_eq!(report.kind, "fault", "act {number}");
        assert!(message.contains(expected), "act {number}: {message}");
        assert!(message.contains("process 0 (core 0)"), "{message}");
        if number != 14 {
            assert!(
                message.contains(" act at tests/chip/protection.c:"),
                "{message}"
            );
        }
    }
}

/// A refused access writes nothing, even if the address and the first words of the payload come in
/// one flit.
#[test]
fn what_is_refused_is_not_written() {
    for bits in [32, 64, 128] {
        let config = chip(&format!(
            "[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n[network]\nlink_bits = {bits}"
        ));
        for act in [21, 22] {
            let elf = compile("protection", &[&format!("ACT={act}")]);
            let (mut chip, programs) = loaded(&config, &elf, 2);
            let before = chip.tiles[1].cores.memory.to_vec();
            chip.run(None);
            let outcome = outcome(&mut chip, &programs);
            assert_eq!(outcome.report.kind, "fault", "{}", outcome.report.message);
            let address = numbers(&outcome.output)[0] as u32;
            let start = (address - TILES - (1 << config.tile_shift())) as usize;
            let page = start..start + 64;
            assert_eq!(
                chip.tiles[1].cores.memory[page.clone()],
                before[page],
                "{bits} bits"
            );
        }
    }
}
