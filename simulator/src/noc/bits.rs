//! A set of small numbers. Its members are visited in ascending order.

#[derive(Debug, Clone)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// An empty set for numbers below `size`.
    pub fn new(size: usize) -> Bits {
        Bits {
            words: vec![0; size.div_ceil(64)],
        }
    }

    /// Adds a number to the set if `condition` holds, without a branch.
    #[inline]
    pub fn insert_if(&mut self, number: usize, condition: bool) {
        self.words[number / 64] |= u64::from(condition) << (number % 64);
    }

    /// Removes a number from the set if `condition` holds, without a branch.
    #[inline]
    pub fn remove_if(&mut self, number: usize, condition: bool) {
        self.words[number / 64] &= !(u64::from(condition) << (number % 64));
    }

    /// Adds a number to the set if `member` is true, and removes the number otherwise.
    pub fn set(&mut self, number: usize, member: bool) {
        self.insert_if(number, member);
        self.remove_if(number, !member);
    }

    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// The members from `64 * index` to `64 * index + 63`, as a word with a bit for each.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        self.words[index]
    }

    /// Removes the members from `64 * index` to `64 * index + 63`, and returns them as a word with
    /// a bit for each.
    #[inline]
    pub fn take_word(&mut self, index: usize) -> u64 {
        std::mem::take(&mut self.words[index])
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The smallest member that is at least `number`.
    #[inline]
    pub fn next(&self, number: usize) -> Option<usize> {
        let first = number / 64;
        let rest = self.words.get(first)? & !0 << (number % 64);
        if rest != 0 {
            return Some(first * 64 + rest.trailing_zeros() as usize);
        }
        let (index, word) = (first + 1..)
            .zip(&self.words[first + 1..])
            .find(|(_, &word)| word != 0)?;
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// Calls `visit` with each member, in ascending order.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (index, &word) in self.words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(index * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    index * 64 + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_set(changes in prop::collection::vec((0usize..200, any::<bool>()), 0..100)) {
            let mut bits = Bits::new(200);
            let mut model = BTreeSet::new();
            for (number, member) in changes {
                bits.insert_if(number, member);
                bits.remove_if(number, !member);
                if member { model.insert(number); } else { model.remove(&number); }
            }
            prop_assert_eq!(bits.is_empty(), model.is_empty());
            prop_assert_eq!(bits.iter().collect::<Vec<_>>(), model.iter().copied().collect::<Vec<_>>());
            for index in 0..4 {
                let members = model.range(64 * index..64 * index + 64);
                prop_assert_eq!(bits.word(index), members.fold(0, |word, number| word | 1 << (number % 64)));
            }
            for number in 0..200 {
                prop_assert_eq!(bits.has(number), model.contains(&number));
            }
            for number in 0..=200 {
                prop_assert_eq!(bits.next(number), model.range(number..).next().copied());
            }
        }
    }
}
