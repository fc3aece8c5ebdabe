//! Backoff of circuits that have been refused.

/// Cycles from a refusal to the next attempt: `least`, and after the first time up to 64 times
/// that, spread over the tiles, so that circuits that refuse each other do not do so for ever.
pub fn backoff(least: u64, tile: u16, refusals: u32) -> u64 {
    let choices = 1 << refusals.min(6);
    let seed = u64::from(tile) << 32 | u64::from(refusals);
    // SplitMix64: any function that mixes its bits would do.
    let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    least * (1 + (mixed ^ mixed >> 31) % choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pause_is_the_shortest_and_later_ones_differ() {
        let pauses = |refusals| -> Vec<u64> { (0..64).map(|t| backoff(16, t, refusals)).collect() };
        assert!(pauses(0).iter().all(|&pause| pause == 16));
        let later = pauses(6);
        assert!(later.iter().all(|pause| (16..=16 * 64).contains(pause)));
        let mut different = later.clone();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 32, "{later:?}");
    }
}
