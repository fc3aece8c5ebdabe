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

    /// Takes the bank or banks (two for 8 bytes) of an access in this cycle; false if one is taken.
    pub fn take(&mut self, offset: u32, bytes: u32, cycle: u64) -> bool {
        let first = self.index(offset);
        if self.last[first] == cycle {
            return false;
        }
        if bytes > 4 {
            let second = self.index(offset + 4);
            if second != first && self.last[second] == cycle {
                return false;
            }
            self.last[second] = cycle;
        }
        self.last[first] = cycle;
        true
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
}
