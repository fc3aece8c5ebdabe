//! How many random cases a test tries.

use proptest::prelude::ProptestConfig;

/// As many as `ONCHIP_CASES` says, else `usual`: few enough that all tests together take seconds;
/// the long tests try many more.
pub fn cases(usual: u32) -> u32 {
    match std::env::var("ONCHIP_CASES") {
        Ok(number) => number.parse().expect("ONCHIP_CASES is a number"),
        Err(_) => usual,
    }
}

/// Configuration of a property test with as many cases as [`cases`] says.
pub fn random_cases(usual: u32) -> ProptestConfig {
    ProptestConfig::with_cases(cases(usual))
}
