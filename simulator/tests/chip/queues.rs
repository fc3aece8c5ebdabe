//! Queues under any interleaving: every element arrives once, and the elements of a producer arrive
//! in their order.

use super::build::{chip, compile, numbers, run};
use super::programs::seeded;
use crate::tests::cases::random_cases;
use onchip_simulator::config::ChipConfig;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Number of elements of each producer.
const ITEMS: u32 = 24;

/// Columns, rows, cores per tile, and the rest of the chip file, which begins with further keys of
/// the table `[tile]`.
pub const CHIPS: [(u32, u32, u32, &str); 6] = [
    (2, 1, 1, ""),
    (4, 4, 1, ""),
    (2, 2, 4, "banks = 8"),
    (3, 2, 1, "bank_priority = \"core\"\n[ni]\nretry = 3"),
    (1, 1, 4, "banks = 8"),
    (
        2,
        2,
        2,
        "[network]\nlink = 4\nbuffer_flits = 1\n[ni]\nretry = 100\nregister = 1",
    ),
];

pub fn chip_of((columns, rows, cores, rest): (u32, u32, u32, &str)) -> ChipConfig {
    let memory = 64 * cores;
    chip(&format!(
        "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = {cores}\nmemory_kb = {memory}\n{rest}"
    ))
}

/// The elements that consumers have reported. For each consumer and producer, the map lists the
/// elements in the order of their arrival. An element is 2 × its number, plus 1 if it came right
/// after another one.
fn received(told: &[u64]) -> BTreeMap<(u64, u64), Vec<u64>> {
    let mut received: BTreeMap<_, Vec<u64>> = BTreeMap::new();
    for item in told {
        let (consumer, producer) = (item >> 24, item >> 16 & 0xff);
        let element = 2 * (item & 0x7fff) + (item >> 15 & 1);
        received
            .entry((consumer, producer))
            .or_default()
            .push(element);
    }
    received
}

proptest! {
    #![proptest_config(random_cases(8))]

    #[test]
    fn every_element_once_and_in_order(
        seed in 1u32..,
        which in 0..CHIPS.len(),
        multiple in any::<bool>(),
        capacity in 1u32..4,
        bytes in prop::sample::select(vec![4u32, 4, 8, 12, 64]),
        home in any::<prop::sample::Index>(),
    ) {
        let config = chip_of(CHIPS[which]);
        let places = config.cores();
        let definitions = [
            format!("KIND={}", 1 + u32::from(multiple)),
            format!("HOME={}", home.index(places as usize)),
            format!("CAPACITY={capacity}"),
            format!("BYTES={bytes}"),
            format!("ITEMS={ITEMS}"),
        ];
        let elf = compile("queues", &definitions.each_ref().map(String::as_str));
        let elf = seeded(&elf, seed);
        let fast = run(&config, &elf, places, false);
        prop_assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
        prop_assert_eq!(&fast, &run(&config, &elf, places, true));

        let told = numbers(&fast.output);
        let (more, items): (Vec<u64>, Vec<u64>) = told.iter().partition(|&n| n >> 28 == 1);
        let mut elements = BTreeSet::new();
        for ((consumer, producer), row) in received(&items) {
            prop_assert!(row.is_sorted(), "from {producer} to {consumer}: {row:?}");
            for element in row {
                prop_assert!(elements.insert((producer, element)), "twice: {element}");
            }
        }
        let expected = (0..u64::from(places / 2))
            .flat_map(|producer| (1..=u64::from(ITEMS)).map(move |i| (producer, 2 * i)));
        for element in expected {
            prop_assert!(elements.remove(&element), "lost: {element:?}");
        }
        let sent: u64 = more.iter().map(|n| n & 0xffff).sum();
        prop_assert_eq!(elements.len() as u64, sent, "seconds of two");
    }
}
