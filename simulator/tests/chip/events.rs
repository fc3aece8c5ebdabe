//! `WAIT` returns for each kind of event after the number of cycles that the chip file's keys give,
//! and banks serve requests in the order that these keys give.

use super::build::{chip, compile, loaded, numbers, run, Outcome};
use onchip_simulator::config::ChipConfig;

fn tiles(columns: u32, cores: u32, keys: &str) -> ChipConfig {
    let memory = 64 * cores;
    chip(&format!(
        "[mesh]\ncolumns = {columns}\nrows = 1\n[tile]\ncores = {cores}\nmemory_kb = {memory}\n{keys}"
    ))
}

/// Runs a part of the program under both schedulers. Part 3 needs `flight`.
fn part(number: u32, config: &ChipConfig, flight: u32) -> Outcome {
    let definitions = [format!("PART={number}"), format!("FLIGHT={flight}")];
    let elf = compile("events", &definitions.each_ref().map(String::as_str));
    let fast = run(config, &elf, config.cores(), false);
    let reference = run(config, &elf, config.cores(), true);
    assert_eq!(fast, reference, "part {number}");
    assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
    assert_eq!(fast.report.exit_code, 0);
    fast
}

#[test]
fn deadlines_are_exact() {
    for keys in [
        "",
        "[ni]\nwakeup = 1\nregister = 9",
        "[ni]\nwakeup = 20\n[core]\nalu = 3",
    ] {
        let config = tiles(1, 1, keys);
        let told = numbers(&part(0, &config, 0).output);
        let (register, wakeup) = (u64::from(config.ni.register), u64::from(config.ni.wakeup));
        let mut slept = 0;
        for round in told.chunks_exact(5) {
            let &[_, start, 4, end, deadline] = round else {
                panic!("not a deadline: {round:?}");
            };
            let issue = start + u64::from(config.core.alu);
            let expected = match deadline <= issue {
                true => issue + register,
                false => (deadline + wakeup).max(issue + register),
            };
            slept += u32::from(deadline > issue);
            assert_eq!(end, expected, "{round:?}, {keys}");
        }
        assert!(slept > 10 && slept < 64, "both kinds: {slept}");
    }
}

#[test]
fn a_deadline_beyond_all_time_never_comes() {
    let config = tiles(1, 1, "");
    let elf = compile("events", &["PART=9", "FLIGHT=0"]);
    assert_eq!(run(&config, &elf, 1, false).report.kind, "deadlock");
}

#[test]
fn others_and_transfers() {
    for keys in ["", "bank_priority = \"core\"\n[ni]\nwakeup = 7"] {
        let config = tiles(1, 2, keys);
        let told = numbers(&part(1, &config, 0).output);
        let &[_, 1, woken, stored, ref rest @ ..] = &told[..] else {
            panic!("not woken by a store: {told:?}");
        };
        let (alu, wakeup) = (u64::from(config.core.alu), u64::from(config.ni.wakeup));
        assert_eq!(woken, stored + alu + wakeup, "{keys}");
        let events: Vec<u64> = rest.chunks_exact(3).map(|sleep| sleep[1]).collect();
        assert_eq!(events, [2, 1, 2, 2], "{keys}");
        let last = &rest[9..];
        let register = u64::from(config.ni.register);
        assert_eq!(last[2] - last[0], alu + register, "at once, {keys}");
    }
}

#[test]
fn cores_of_a_tile_take_turns_at_a_bank() {
    let config = tiles(1, 4, "banks = 4");
    let told = numbers(&part(2, &config, 0).output);
    let (load, wakeup) = (u64::from(config.core.load), u64::from(config.ni.wakeup));
    let is_turn = |first: u64| {
        let turns = (0..4).map(|place| (place + 4 - first) % 4);
        let waits = turns.flat_map(|turn| [wakeup + turn + load, wakeup + load]);
        waits.eq(told.iter().copied())
    };
    assert!((0..4).any(is_turn), "one after the other: {told:?}");
}

#[test]
fn the_key_says_whose_the_bank_is() {
    for (priority, waits) in [("network", 1), ("core", 0)] {
        let config = tiles(2, 1, &format!("bank_priority = \"{priority}\""));
        let network = &config.network;
        // The time of a packet of three flits over one link.
        let flight = 2 * config.ni.delay + 2 * network.router + network.link + 2;
        let told = numbers(&part(3, &config, config.ni.register + flight).output);
        let woken = u64::from(config.ni.wakeup + config.core.load);
        // The core that loses the bank is served after the winner.
        assert_eq!(told, [woken + waits, 7 * waits], "{priority}");
    }
}

#[test]
fn run_to_stops_at_its_cycle() {
    let config = tiles(1, 1, "");
    let (mut chip, _) = loaded(&config, &compile("events", &["PART=2", "FLIGHT=0"]), 1);
    for cycle in [1, 1000, 1001, 19_999] {
        assert_eq!(chip.run_to(cycle), None);
        assert_eq!(chip.cycles(), cycle);
    }
}
