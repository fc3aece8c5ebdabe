//! Several network interfaces on one tile.

use super::build::{chip, compile, numbers, run};

/// Bytes of data in a packet, and flits of such a packet. Two of the flits carry the header and the
/// address.
const BYTES_OF_PACKET: u64 = 64;
const FLITS: u64 = 18;
/// Bytes of a sender's first put. The second put has twice as many.
const BYTES: u64 = 2048;

/// Returns how many cycles longer the slowest of the second puts takes than the slowest of the
/// first puts. The tile in the middle has `interfaces` interfaces and `banks` banks. If `incoming`
/// is true, this tile is the target of the four puts; otherwise it has the four senders.
fn more_for_more(incoming: bool, interfaces: u32, banks: u32) -> u64 {
    let chip = chip(&format!(
        "[mesh]\ncolumns = 3\nrows = 3\n[tile]\ncores = 1\nmemory_kb = 64\nbanks = 16\n\
         [[tile_kind]]\nname = \"io\"\ntiles = [4]\ncores = 4\nresource_managers = 0\n\
         memory_kb = 256\nbanks = {banks}\ninterfaces = {interfaces}\n\
         [dram]\nrouters = [0]\nsize_mb = 1\n"
    ));
    let incoming = format!("INCOMING={}", u32::from(incoming));
    let elf = compile("interfaces", &[&incoming, &format!("BYTES={BYTES}")]);
    let outcome = run(&chip, &elf, chip.cores(), false);
    assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
    assert_eq!(outcome, run(&chip, &elf, chip.cores(), true));
    let mut told = numbers(&outcome.output);
    told.sort_unstable();
    assert_eq!(told.len(), 8, "four senders, two transfers each");
    told[7] - told[3]
}

/// The number of packets by which the second puts of the four senders exceed the first ones.
const PACKETS: u64 = 4 * BYTES / BYTES_OF_PACKET;

fn is_about(found: u64, expected: u64, what: &str) {
    let most = expected / 50;
    assert!(
        found.abs_diff(expected) <= most,
        "{what}: {found}, not {expected}"
    );
}

/// An interface passes one flit per cycle, so four interfaces pass four times as many as one.
#[test]
fn each_interface_passes_a_flit_a_cycle() {
    for incoming in [false, true] {
        for interfaces in [1, 2, 4] {
            let found = more_for_more(incoming, interfaces, 16);
            let expected = PACKETS * FLITS / u64::from(interfaces);
            is_about(found, expected, &format!("{incoming}, {interfaces}"));
        }
    }
}

/// A bank serves one word per cycle, whichever interface uses it.
#[test]
fn interfaces_share_the_banks() {
    let words = PACKETS * BYTES_OF_PACKET / 4;
    for incoming in [false, true] {
        for (interfaces, expected) in [(1, PACKETS * FLITS), (2, words), (4, words)] {
            let found = more_for_more(incoming, interfaces, 1);
            is_about(found, expected, &format!("{incoming}, {interfaces}"));
        }
    }
}
