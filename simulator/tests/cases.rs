//! The number of random cases that a test tries.

use proptest::prelude::ProptestConfig;

/// The number in `ONCHIP_CASES`, or `usual`. The usual numbers are so small that all tests together
/// take seconds; the long tests set a large number.
pub fn cases(usual: u32) -> u32 {
    match std::env::var("ONCHIP_CASES") {
        Ok(number) => number.parse().expect("ONCHIP_CASES is a number"),
        Err(_) => usual,
    }
}

/// The configuration of a property test with the number of cases that [`cases`] gives.
pub fn random_cases(usual: u32) -> ProptestConfig {
    ProptestConfig::with_cases(cases(usual))
}
