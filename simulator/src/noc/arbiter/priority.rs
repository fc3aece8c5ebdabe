//! Priority levels. An arbiter chooses only among the candidates with the highest level.

/// The candidates with the highest level, as a set. `candidates` is a set of inputs (bit i: input
/// i), and `level` gives the level of an input.
pub fn highest(candidates: u64, level: impl Fn(u32) -> u8) -> u64 {
    let (mut best, mut chosen) = (0, 0u64);
    let mut rest = candidates;
    while rest != 0 {
        let input = rest.trailing_zeros();
        rest &= rest - 1;
        let level = level(input);
        if chosen == 0 || level > best {
            (best, chosen) = (level, 1 << input);
        } else if level == best {
            chosen |= 1 << input;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn only_and_all_of_the_highest_level(
            candidates in 1u64.., levels in prop::collection::vec(0u8..8, 64)
        ) {
            let members = || (0..64).filter(|&i| candidates >> i & 1 == 1);
            let most = members().map(|i| levels[i as usize]).max().unwrap();
            let chosen = highest(candidates, |input| levels[input as usize]);
            for (input, &level) in levels.iter().enumerate() {
                let expected = candidates >> input & 1 == 1 && level == most;
                prop_assert_eq!(chosen >> input & 1 == 1, expected);
            }
        }
    }
}
