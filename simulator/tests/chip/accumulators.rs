//! Accumulators combine one word from each tile of a rectangle, on the way to the rectangle's
//! middle.

use super::build::{chip, compile, numbers, run};
use super::programs::seeded;
use crate::tests::cases::{cases, random_cases};
use onchip_simulator::config::ChipConfig;
use onchip_simulator::noc::reduction::Place;
use onchip_simulator::noc::Rectangle;
use proptest::prelude::*;

fn mesh(columns: u32, rows: u32, cores: u32, keys: &str) -> ChipConfig {
    chip(&format!(
        "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = {cores}\n\
         memory_kb = {}\n[ni]\naccumulators = 4\n{keys}",
        64 * cores.next_power_of_two()
    ))
}

const NETWORK: &str = "[network]\nmulticast = \"rectangle\"\n";

proptest! {
    #![proptest_config(random_cases(6))]

    /// Each tile is in up to four rectangles at once, of which some overlap, while stores and
    /// transfers go everywhere.
    #[test]
    fn results_are_those_of_a_loop(
        seed in 1u32..,
        (columns, rows) in (1u32..=5, 1u32..=4),
        cores in 1u32..=2,
        network in prop::sample::select(vec![
            "",
            "routing = \"yx\"\nbuffer_flits = 7",
            "router = 3\nlink = 2\ncredit = 2",
            "link_bits = 128\nbuffer_flits = 2",
        ]),
        delay in 0u32..=2,
    ) {
        let config = mesh(columns, rows, cores, &format!("delay = {delay}\n{NETWORK}{network}"));
        let elf = seeded(&compile("accumulators", &["PART=0"]), seed);
        let places = config.cores();
        let fast = run(&config, &elf, places, false);
        prop_assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
        prop_assert_eq!(numbers(&fast.output), vec![0; places as usize]);
        prop_assert_eq!(fast, run(&config, &elf, places, true));
    }
}

/// Two reductions run at once, for all pairs of rectangles of small meshes, with the smallest
/// buffers that hold a result. No reduction may wait for ever. Short tests take a sample on the
/// larger meshes.
#[test]
fn no_two_rectangles_wait_for_ever() {
    let elf = compile("accumulators", &["PART=1"]);
    for (columns, rows, sample) in [(2, 1, 1), (2, 2, 1), (3, 2, 17)] {
        let config = mesh(columns, rows, 1, &format!("{NETWORK}buffer_flits = 4"));
        let tiles = columns * rows;
        let mut rectangles = vec![];
        for last in 0..tiles {
            rectangles.extend(
                (0..=last)
                    .filter(|&first| Rectangle::between(first, last, columns).is_some())
                    .map(|first| first + tiles * last),
            );
        }
        let sample = if cases(1) > 1 { 1 } else { sample };
        let pairs = rectangles.iter().enumerate().flat_map(|(at, one)| {
            rectangles[at..]
                .iter()
                .map(move |other| one + tiles * tiles * other)
        });
        for code in pairs.step_by(sample) {
            let outcome = run(&config, &seeded(&elf, 1 + code), tiles, false);
            assert_eq!(
                outcome.report.kind, "exit",
                "{code}: {}",
                outcome.report.message
            );
            assert_eq!(numbers(&outcome.output), vec![0; tiles as usize], "{code}");
        }
    }
}

/// The last word goes up to the root in packets of three words, one packet for each step. The
/// result goes from the root to each tile in one packet of four words. Both take the number of
/// cycles that docs/register-map.md gives.
#[test]
fn the_last_word_takes_the_cycles_of_the_formula() {
    let (columns, rows) = (4, 3);
    let whole = Rectangle::between(0, columns * rows - 1, columns).unwrap();
    for (keys, [delay, router, link]) in [("", [1, 1, 1]), ("router = 2\nlink = 3", [1, 2, 3])] {
        let config = mesh(columns, rows, 1, &format!("{NETWORK}{keys}"));
        let far = |one: u32, other: u32| {
            u64::from((one % columns).abs_diff(other % columns))
                + u64::from((one / columns).abs_diff(other / columns))
        };
        let time =
            |words: u64, links: u64| 2 * delay + (links + 1) * router + links * link + words - 1;
        let wakeup = u64::from(config.ni.wakeup);
        let elf = compile("accumulators", &["PART=2"]);
        for late in 0..columns * rows {
            let elf = seeded(&elf, late);
            let outcome = run(&config, &elf, columns * rows, false);
            assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
            let (mut at, mut up) = (late, 0);
            while let Some(next) = Place::of(at, whole, columns).next {
                up += 1 + time(3, far(at, next));
                at = next;
            }
            let told = numbers(&outcome.output);
            let told: Vec<[u64; 3]> = told
                .iter()
                .map(|one| [one / 16 % 16, one / 256, one % 16])
                .collect();
            let start = told.iter().find(|one| one[0] == u64::from(late)).unwrap()[1];
            assert_eq!(told.len() as u32, columns * rows);
            for [tile, woken, sum] in told {
                assert_eq!(sum, u64::from(columns * rows));
                if tile != u64::from(late) {
                    let expected = up + 1 + time(4, far(at, tile as u32)) + wakeup;
                    // The late tile reads its clock in the cycle before it stores its word.
                    assert_eq!(woken - (start + 1), expected, "{late} to {tile}, {keys}");
                }
            }
        }
    }
}

#[test]
fn misuse_is_a_fault() {
    for (part, words) in [
        (3, "an accumulator that is not set up"),
        (
            4,
            "in the tiles 0 to 0; right: an address of the own tile's memory",
        ),
        (
            5,
            "in the tiles 0 to 1; right: an address of the own tile's memory",
        ),
        (6, "combines words with another operation"),
        (
            7,
            "where a core has 2 accumulators; ni.accumulators in the chip file",
        ),
        (8, "where no device has a register that accepts it"),
    ] {
        let elf = compile("accumulators", &[&format!("PART={part}")]);
        let mut config = mesh(2, 2, 1, NETWORK);
        config.ni.accumulators = if part == 7 { 2 } else { 4 };
        let outcome = run(&config, &elf, 4, false);
        assert_eq!(outcome.report.kind, "fault", "{part}");
        assert_eq!(numbers(&outcome.output), [config.ni.accumulators.into()]);
        assert!(
            outcome.report.message.contains(words),
            "{}",
            outcome.report.message
        );
        assert_eq!(outcome, run(&config, &elf, 4, true));
    }
}
