//! Random chips of all shapes run a program that uses everything that a core can do.

use super::build::run;
use super::schedulers::random_program;
use crate::cases::random_cases;
use crate::random_chip::chip_file;
use onchip_simulator::config::ChipConfig;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::path::Path;

proptest! {
    #![proptest_config(random_cases(16))]

    /// The program ends, with the same results under both schedulers.
    #[test]
    fn programs_end_on_random_chips(seed in 1u32..) {
        let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed.to_le_bytes(); 8].concat());
        let text = chip_file(&mut |bound| random.random_range(0..bound), true);
        // Drawn routes may be refused; tests/network checks them.
        let Ok(config) = ChipConfig::from_toml(&text, Path::new("chip.toml")) else {
            return Ok(());
        };
        // The test's output is shown if it fails.
        println!("{text}");
        let elf = random_program(seed);
        let fast = run(&config, &elf, config.cores(), false);
        let aborted = seed % 8 == 0 && fast.report.kind == "abort";
        prop_assert!(fast.report.kind == "exit" || aborted, "{}\n{text}", fast.report.message);
        // The reference scheduler visits every core in every cycle, so it is only used for short
        // runs.
        if fast.statistics.cycles * u64::from(config.cores()) < 2_000_000 {
            let reference = run(&config, &elf, config.cores(), true);
            prop_assert_eq!(fast, reference, "{}", text);
        }
    }
}
