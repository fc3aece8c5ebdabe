//! The banks of a tile's memory. Each bank serves one access per cycle.

/// Largest number of banks of a tile's memory.
pub const MOST_BANKS: u32 = 32;

/// The banks that an access of at most 8 bytes needs (a bit for each bank). The memory has `last` +
/// 1 banks.
#[inline(always)]
pub fn banks_of(offset: u32, bytes: u32, last: u32) -> u32 {
    let bank = |offset: u32| 1 << (offset >> 2 & last);
    bank(offset) | bank(offset + bytes.saturating_sub(4))
}

/// In fields of [`Banks`] that contain a cycle, this value means that there is none.
const NEVER: u64 = u64::MAX;

/// Either the cores or the network interface have priority. They may refuse the other side in at
/// most this many cycles in a row. In the next cycle, they may take no bank.
const PATIENCE: u32 = 8;

/// The banks that have served an access in the latest cycle. Consecutive words of memory belong to
/// consecutive banks.
///
/// Either the cores of the tile or its network interface have priority. If the side with priority
/// has refused the other side in eight cycles in a row, it may take no bank in the next cycle.
#[derive(Debug, Clone)]
pub struct Banks {
    /// The latest cycle in which any bank was taken, and the banks that were taken in it (a bit for
    /// each bank).
    latest: u64,
    taken: u32,
    mask: u32,
    cores_first: bool,
    /// The latest cycle in which the network interface took banks, and the banks that it took.
    interface: (u64, u32),
    /// The latest cycle in which the side with priority refused the other side, and for how many
    /// cycles in a row it had done so.
    refusal: (u64, u32),
    /// The cycle in which the side with priority may take no bank.
    pause: u64,
}

impl Banks {
    pub fn new(count: u32, cores_first: bool) -> Banks {
        Banks {
            latest: NEVER,
            taken: 0,
            mask: count - 1,
            cores_first,
            interface: (NEVER, 0),
            refusal: (NEVER, 0),
            pause: NEVER,
        }
    }

    /// Whether the cores have priority.
    pub fn has_cores_first(&self) -> bool {
        self.cores_first
    }

    /// Number of banks.
    pub fn count(&self) -> u32 {
        self.mask + 1
    }

    fn index(&self, offset: u32) -> usize {
        ((offset >> 2) & self.mask) as usize
    }

    /// Takes the banks for a core's access of at most 8 bytes in this cycle. If one of them is
    /// already taken, takes none of them and returns false.
    #[inline]
    pub fn take(&mut self, offset: u32, bytes: u32, cycle: u64) -> bool {
        self.take_all(self.mask(offset, bytes), cycle)
    }

    /// Takes the banks whose bits are set in `wanted`, for a core. If one of them is already taken
    /// in this cycle, takes none of them and returns false.
    pub fn take_all(&mut self, wanted: u32, cycle: u64) -> bool {
        if self.cores_first && self.pause == cycle {
            return false;
        }
        if self.take_free(wanted, cycle) {
            return true;
        }
        let by_interface = self.interface.0 == cycle;
        if by_interface && !self.cores_first && self.interface.1 & wanted != 0 {
            self.refuse(cycle);
        }
        false
    }

    /// Takes the banks for an access of the network interface. The access has at most as many bytes
    /// as a flit carries. If one of the banks is already taken, takes none of them and returns
    /// false.
    pub fn take_for_interface(&mut self, offset: u32, bytes: u32, cycle: u64) -> bool {
        self.take_all_for_interface(self.of_interface(offset, bytes), cycle)
    }

    /// Takes the banks whose bits are set in `wanted`, for the network interface. If one of them is
    /// already taken in this cycle, takes none of them and returns false.
    #[inline]
    pub fn take_all_for_interface(&mut self, wanted: u32, cycle: u64) -> bool {
        if !self.cores_first && self.pause == cycle {
            return false;
        }
        if self.interface.0 != cycle {
            self.interface = (cycle, 0);
        }
        if self.take_free(wanted, cycle) {
            self.interface.1 |= wanted;
            return true;
        }
        if self.cores_first && self.taken & wanted & !self.interface.1 != 0 {
            self.refuse(cycle);
        }
        false
    }

    /// Records that the side with priority refuses the other side in this cycle.
    fn refuse(&mut self, cycle: u64) {
        let (last, count) = self.refusal;
        if last == cycle {
            return;
        }
        let count = match last.wrapping_add(1) == cycle {
            true => count + 1,
            false => 1,
        };
        self.refusal = (cycle, count);
        if count == PATIENCE {
            self.refusal.1 = 0;
            self.pause = cycle + 1;
        }
    }

    /// Takes the banks whose bits are set in `wanted`, if all of them are free. Returns whether
    /// they were free.
    #[inline]
    fn take_free(&mut self, wanted: u32, cycle: u64) -> bool {
        if self.latest != cycle {
            self.latest = cycle;
            self.taken = 0;
        }
        let is_free = self.taken & wanted == 0;
        if is_free {
            self.taken |= wanted;
        }
        is_free
    }

    /// The banks that an access of the network interface needs (a bit for each bank). The access
    /// has at most as many bytes as a flit carries.
    #[inline]
    pub fn of_interface(&self, offset: u32, bytes: u32) -> u32 {
        if bytes <= 4 {
            return 1 << self.index(offset);
        }
        let words = 0..bytes.div_ceil(4);
        words.fold(0, |mask, word| mask | 1 << self.index(offset + 4 * word))
    }

    /// The banks that an access of at most 8 bytes needs (a bit for each bank). If the memory has
    /// only one bank, that bank serves 8 bytes in one cycle.
    #[inline]
    pub fn mask(&self, offset: u32, bytes: u32) -> u32 {
        banks_of(offset, bytes, self.mask)
    }

    /// The banks that no core can get in the rest of this cycle (a bit for each bank).
    pub fn closed_to_cores(&self, cycle: u64) -> u32 {
        match self.cores_first && self.pause == cycle {
            true => u32::MAX,
            false => self.taken(cycle),
        }
    }

    /// The banks that have served an access in this cycle (a bit for each bank).
    fn taken(&self, cycle: u64) -> u32 {
        match self.latest == cycle {
            true => self.taken,
            false => 0,
        }
    }

    /// Copies the state of `other`, which must have the same number of banks.
    pub fn restore(&mut self, other: &Banks) {
        self.clone_from(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_serves_one_access_a_cycle() {
        let mut banks = Banks::new(4, false);
        assert!(banks.take(0, 4, 7));
        assert!(!banks.take(16, 4, 7), "word 4 lies in bank 0 too");
        assert!(banks.take(4, 4, 7));
        assert!(banks.take(16, 4, 8));
    }

    #[test]
    fn a_double_takes_two_banks() {
        let mut banks = Banks::new(4, false);
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
            let mut state = Banks::new(banks, false);
            assert!(state.take_for_interface(offset, bytes, 1));
            for word in (0..banks).map(|bank| 4 * bank) {
                let used = words.iter().any(|w| (w / 4) % banks == word / 4);
                assert_eq!(state.take(word, 4, 1), !used, "{bytes} bytes from {offset}");
            }
            for (cycle, &taken) in (2..).zip(&words) {
                assert!(state.take(taken, 4, cycle));
                assert!(
                    !state.take_for_interface(offset, bytes, cycle),
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
    /// If both sides request a bank in every cycle, the side without priority gets it in every
    /// ninth cycle, however many requests it makes in each cycle.
    #[test]
    fn priority_pauses() {
        for (cores_first, requests) in [(false, 1), (false, 3), (true, 1), (true, 3)] {
            let mut banks = Banks::new(4, cores_first);
            let mut refused = 0;
            let mut served = Vec::new();
            for cycle in 10..60 {
                let first = take_as(cores_first, &mut banks, cycle);
                let other = (0..requests).filter(|_| take_as(!cores_first, &mut banks, cycle));
                if other.count() > 0 {
                    assert!(!first, "both in cycle {cycle}");
                    served.push(refused);
                    refused = 0;
                } else {
                    assert!(first, "none in cycle {cycle}");
                    refused += 1;
                }
            }
            assert_eq!(served, [PATIENCE; 5], "{cores_first}");
        }
    }

    fn take_as(core: bool, banks: &mut Banks, cycle: u64) -> bool {
        match core {
            true => banks.take(0, 4, cycle),
            false => banks.take_for_interface(0, 4, cycle),
        }
    }

    #[test]
    fn priority_stays_with_a_side_that_leaves_gaps() {
        let mut banks = Banks::new(4, true);
        for cycle in 0..100 {
            let gap = cycle % u64::from(PATIENCE) == 0;
            assert_eq!(!gap, !gap && banks.take(0, 4, cycle));
            assert_eq!(gap, banks.take_for_interface(0, 4, cycle));
        }
    }
}
