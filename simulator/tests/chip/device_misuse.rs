//! Requests that devices refuse, and the messages about them. A core that waits for ever at a queue
//! is a deadlock, and the message names the queue.

use super::build::{chip, compile, run, Outcome};

/// Makes place 0 of two places perform act `number`. The places are on two of three tiles, or on
/// two cores of one tile.
fn act(number: u32, one_tile: bool) -> Outcome {
    let shape = match one_tile {
        true => "columns = 1\nrows = 1\n[tile]\ncores = 4\nmemory_kb = 256",
        false => "columns = 3\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64",
    };
    let config = chip(&format!(
        "[mesh]\n{shape}\n[dram]\nrouters = [0]\nsize_mb = 1"
    ));
    let elf = compile("device_misuse", &[&format!("ACT={number}")]);
    let fast = run(&config, &elf, 2, false);
    let reference = run(&config, &elf, 2, true);
    assert_eq!(fast, reference, "both schedulers, act {number}");
    fast
}

fn check(number: u32, one_tile: bool, kind: &str, expected: &str) {
    let report = act(number, one_tile).report;
    let message = &report.message;
    assert_eq!(report.kind, kind, "act {number}: {message}");
    assert!(message.contains(expected), "act {number}: {message}");
    assert!(message.contains("process 0 (core 0)"), "{message}");
    // The report may name any function at this line, because the compiler inlines some into `act`.
    let place = " at tests/chip/device_misuse.c:";
    assert!(message.contains(place), "act {number}: {message}");
}

#[test]
fn what_devices_refuse() {
    let everywhere = [
        (2, "(queue 2 of process 1 (core 1)), a queue that is closed"),
        (3, "a queue whose elements have 8 bytes"),
        (5, "to release a mutex that core 1 holds"),
        (6, "to release a mutex that nobody holds"),
        (
            7,
            "that does not lie in aligned memory of the queue's own process",
        ),
        (
            8,
            "elements of 6 bytes; right: a multiple of 4, from 4 to 64",
        ),
        (9, "a queue that is open; close it before"),
        (10, "to close a queue on which 1 readers wait"),
        (12, "counters; ni.counters in the chip file sets how many"),
        (13, "to notify 0x30000000, where no word can be written"),
        (14, "one packet only: within 64 aligned bytes"),
        (15, "atomic access to"),
        (17, "command 4, which queues do not have"),
        (18, "which is not mapped"),
        (19, "where no device has a register that accepts it"),
        (
            20,
            "a device of a core that works for another job or for none",
        ),
        (
            21,
            "that does not lie in aligned memory of the queue's own process",
        ),
        (22, "where no device has a register that accepts it"),
        (23, "a queue whose elements have 8 bytes"),
        (24, "a queue that is open; close it before"),
        (25, "from the port's first byte on"),
    ];
    for (number, expected) in everywhere {
        for one_tile in [false, true] {
            check(number, one_tile, "fault", expected);
        }
    }
    let from_afar = [
        (1, "which only cores of its own tile may access"),
        (4, "from which only cores of its own tile may dequeue"),
        (11, "where no device has a register that accepts it"),
        (16, "notification of address 0x8001"),
    ];
    for (number, expected) in from_afar {
        check(number, false, "fault", expected);
    }
}

#[test]
fn waiting_for_ever_at_a_queue() {
    let table = [
        (30, "waits for an element in queue 0 of process 0 (core 0)"),
        (
            31,
            "waits for a DMA transfer, which waits for an element in queue 0 of process 0",
        ),
        (32, "waits for a slot in queue 0 of process 0 (core 0)"),
        (33, "waits for a slot in queue 3 of process 1 (core 1)"),
        (
            34,
            "waits for a DMA transfer, which waits for a slot in queue 3 of process 1",
        ),
        (
            35,
            "waits for a DMA transfer, which waits for an element in queue 1 of process 1",
        ),
        (36, "waits for a slot in queue 3 of process 1 (core 1)"),
    ];
    for (number, expected) in table {
        for one_tile in [false, true] {
            check(number, one_tile, "deadlock", expected);
        }
    }
}

/// Many cores, or many notifications of counters, retry an enqueue into a full queue for ever. Each
/// of them retries in different cycles.
#[test]
fn trying_full_queues_for_ever() {
    let narrow = "[network]\nlink_bits = 32\nbuffer_flits = 1\npayload_flits = 3";
    let first = "bank_priority = \"core\"";
    let often = "bank_priority = \"core\"\n[ni]\nretry = 1";
    let table = [
        (0, 1, 16, first),
        (0, 2, 4, often),
        (0, 2, 1, ""),
        (1, 2, 1, narrow),
        (1, 2, 3, first),
        (1, 1, 2, ""),
    ];
    for (by, columns, cores, rest) in table {
        let memory = 64 * u32::next_power_of_two(cores);
        let config = chip(&format!(
            "[mesh]\ncolumns = {columns}\nrows = 1\n[tile]\ncores = {cores}\nmemory_kb = {memory}\n{rest}"
        ));
        let elf = compile("full_queues", &[&format!("BY={by}")]);
        let fast = run(&config, &elf, config.cores(), false);
        let message = &fast.report.message;
        assert_eq!(fast.report.kind, "deadlock", "{by} {rest}: {message}");
        // A store to another tile's queue does not stop its process.
        let waiting = message.matches("a slot in queue 0").count();
        assert_eq!(waiting, cores as usize, "{message}");
        assert_eq!(fast, run(&config, &elf, config.cores(), true), "{rest}");
    }
}
