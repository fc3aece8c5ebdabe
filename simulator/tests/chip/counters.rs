//! Counters under any interleaving: no core passes a barrier early, and no notification is lost.

use super::build::{compile, numbers, run};
use super::programs::seeded;
use super::queues::{chip_of, CHIPS};
use crate::tests::cases::random_cases;
use proptest::prelude::*;

/// Number of times that each core adds to each counter.
const ADDS: u32 = 12;
/// The flag that a core's neighbour sets.
const FLAG: u64 = 1 << 9;

proptest! {
    #![proptest_config(random_cases(4))]

    #[test]
    fn no_notification_is_lost(
        seed in 1u32..,
        which in 0..CHIPS.len(),
        step in prop::sample::select(vec![1u32, 2, 3]),
    ) {
        let config = chip_of(CHIPS[which]);
        let places = config.cores();
        let definitions = [format!("ADDS={ADDS}"), format!("STEP={step}")];
        let elf = compile("counters", &definitions.each_ref().map(String::as_str));
        let elf = seeded(&elf, seed);
        let fast = run(&config, &elf, places, false);
        prop_assert_eq!(fast.report.kind, "exit", "{}", fast.report.message);
        prop_assert_eq!(&fast, &run(&config, &elf, places, true));
        let notifications = u64::from(places * ADDS / step);
        let told = numbers(&fast.output);
        prop_assert_eq!(told.len() as u32, 4 * places);
        for word in told {
            let expected = [0, notifications, notifications, FLAG][(word >> 28) as usize];
            prop_assert_eq!(word & 0xfff_ffff, expected, "number {}", word >> 28);
        }
    }
}
