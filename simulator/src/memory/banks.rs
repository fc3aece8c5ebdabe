//! Banks of a tile's memory: each serves one access a cycle.

/// A bank that has not served anything yet.
const NEVER: u64 = u64::MAX;

/// When each bank was last used. Consecutive words lie in consecutive banks.
#[derive(Debug, Clone)]
pub struct Banks {
    last: Vec<u64>,
    mask: u32,
}

impl Banks {
    pub fn new(count: u32) -> Banks {
        Banks {
            last: vec![NEVER; count as usize],
            mask: count - 1,
        }
    }

    fn index(&self, offset: u32) -> usize {
        ((offset >> 2) & self.mask) as usize
    }

    /// Takes the banks of an access in this cycle, one for each word; false if one is taken: then
    /// it takes none. A single bank takes 8 bytes in a cycle too.
    pub fn take(&mut self, offset: u32, bytes: u32, cycle: u64) -> bool {
        let first = self.index(offset);
        if self.last[first] == cycle || (bytes > 4 && !self.take_behind(offset, bytes, cycle)) {
            return false;
        }
        self.last[first] = cycle;
        true
    }

    /// Takes the banks of all words of an access but the first, whose bank is free.
    fn take_behind(&mut self, offset: u32, bytes: u32, cycle: u64) -> bool {
        let words = 1..bytes.div_ceil(4);
        let is_taken = |word| self.last[self.index(offset + 4 * word)] == cycle;
        if words.clone().any(is_taken) {
            return false;
        }
        for word in words {
            let bank = self.index(offset + 4 * word);
            self.last[bank] = cycle;
        }
        true
    }

    /// The banks of an access of at most 8 bytes, a bit for each.
    #[inline]
    pub fn mask(&self, offset: u32, bytes: u32) -> u32 {
        1 << self.index(offset) | 1 << self.index(offset + bytes.saturating_sub(4))
    }

    /// The banks that have served an access in this cycle, a bit for each.
    pub fn taken(&self, cycle: u64) -> u32 {
        let banks = self.last.iter().zip(0..);
        banks.fold(0, |mask, (&last, bank)| {
            mask | u32::from(last == cycle) << bank
        })
    }

    /// Copies the state of `other`, which has as many banks.
    pub fn restore(&mut self, other: &Banks) {
        self.last.copy_from_slice(&other.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_serves_one_access_a_cycle() {
        let mut banks = Banks::new(4);
        assert!(banks.take(0, 4, 7));
        assert!(!banks.take(16, 4, 7), "word 4 lies in bank 0 too");
        assert!(banks.take(4, 4, 7));
        assert!(banks.take(16, 4, 8));
    }

    #[test]
    fn a_double_takes_two_banks() {
        let mut banks = Banks::new(4);
        assert!(banks.take(8, 8, 1));
        assert!(!banks.take(12, 4, 1));
        assert!(!banks.take(4, 8, 1), "its second word lies in bank 2");
        assert!(banks.take(4, 4, 1), "a refused access takes nothing");
    }

    #[test]
    fn a_wide_flit_takes_a_bank_for_each_word() {
        for (banks, offset, bytes) in [(4, 8, 16), (8, 24, 16), (8, 20, 9), (4, 4, 12), (2, 4, 8)] {
            let words: Vec<u32> = (0..u32::div_ceil(bytes, 4))
                .map(|word| offset + 4 * word)
                .collect();
            let mut state = Banks::new(banks);
            assert!(state.take(offset, bytes, 1));
            for word in (0..banks).map(|bank| 4 * bank) {
                let used = words.iter().any(|w| (w / 4) % banks == word / 4);
                assert_eq!(state.take(word, 4, 1), !used, "{bytes} bytes from {offset}");
            }
            for (cycle, &taken) in (2..).zip(&words) {
                assert!(state.take(taken, 4, cycle));
                assert!(
                    !state.take(offset, bytes, cycle),
                    "the bank of {taken} is taken"
                );
                for &other in words.iter().filter(|&&other| other != taken) {
                    assert!(
                        state.take(other, 4, cycle),
                        "a refused access takes nothing"
                    );
                }
            }
        }
    }
}
