//! Random chips of all shapes run a program that uses everything that a core can do.

use super::build::{loaded, outcome, run, run_to_end};
use super::programs::{random_beside, random_devices, random_program, random_units, units_may_end};
use crate::tests::cases::random_cases;
use crate::tests::random_chip::chip_file;
use onchip_simulator::config::{ArbiterPolicy, ChipConfig, Circuits, CoreCosts};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::path::Path;

/// Number of cycles after which the test stops programs that still wait for each other.
const PATIENCE: u64 = 20_000_000;

/// Whether a core may wait without end while others poll: on such a chip, a link need not serve its
/// inputs in turn.
fn is_unfair(config: &ChipConfig) -> bool {
    config.network.arbiter == ArbiterPolicy::Fixed || config.network.circuits == Circuits::Exclusive
}

proptest! {
    #![proptest_config(random_cases(12))]

    /// The program ends, with the same results under both schedulers.
    #[test]
    fn programs_end_on_random_chips(seed in 1u32..) {
        let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed.to_le_bytes(); 8].concat());
        let text = chip_file(&mut |bound| random.random_range(0..bound), true);
        // Drawn routes may be refused; tests/network checks them.
        let Ok(mut config) = ChipConfig::from_toml(&text, Path::new("chip.toml")) else {
            return Ok(());
        };
        // The test's output is shown if it fails.
        println!("{text}");
        let has_devices = config.ni.counters >= 4 && config.ni.queues >= 2;
        let which = match seed / 16 % 8 {
            1 if !has_devices => 2,
            which => which,
        };
        if (1..=3).contains(&which) {
            // The processes of these programs wait for each other. So a run would take too long if
            // an instruction took a thousand cycles.
            config.core = CoreCosts::default();
        }
        let elf = match which {
            0 => random_beside(seed),
            1 => random_devices(seed),
            2 | 3 => random_units(seed),
            _ => random_program(seed),
        };
        let (mut chip, programs) = loaded(&config, &elf, config.cores());
        if chip.run_to(PATIENCE).is_none() && (1..=3).contains(&which) {
            let is_slow = config.controllers().iter().any(|c| c.latency > 1000);
            prop_assert!(is_slow || is_unfair(&config), "it runs for ever\n{text}");
            return Ok(());
        }
        run_to_end(&mut chip);
        let fast = outcome(&mut chip, &programs);
        let kind = fast.report.kind;
        let may_end = match which {
            0 => kind == "exit",
            1 => ["exit", "deadlock", "network"].contains(&kind),
            2 | 3 => units_may_end(seed, kind),
            _ => kind == "exit" || seed % 8 == 0 && kind == "abort",
        };
        prop_assert!(may_end, "{}\n{text}", fast.report.message);
        // The reference scheduler visits every core in every cycle, so it is only used for short
        // runs.
        if fast.statistics.cycles * u64::from(config.cores()) < 2_000_000 {
            let reference = run(&config, &elf, config.cores(), true);
            prop_assert_eq!(fast, reference, "{}", text);
        }
    }
}
