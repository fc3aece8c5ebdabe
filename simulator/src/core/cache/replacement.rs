//! The replacement policies, which choose the line of a full set that a new line replaces.

use super::*;

impl Cache {
    /// The number of the line that gets the contents of the line at an address: an absent line or,
    /// if there is none, the choice of the replacement policy. The fetch of the chosen line may not
    /// have ended yet.
    pub fn victim(&self, memory: &[u8], address: u32) -> u32 {
        let first = self.set(address);
        let lines = first..first + self.open;
        let is_absent = |&line: &u32| word(memory, self.tag_at(line)) == 0;
        if let Some(free) = lines.clone().find(is_absent) {
            return free;
        }
        let state = memory::read(memory, self.use_at(first), 8);
        match self.replacement {
            Replacement::Lru => {
                let last_use = |&line: &u32| memory::read(memory, self.use_at(line), 8);
                lines.min_by_key(last_use).expect("a set has a line")
            }
            Replacement::RoundRobin => first + state as u32 % self.open,
            Replacement::Random => first + (state >> 32) as u32 % self.open,
            Replacement::Tree => {
                let mut node = 1;
                while node < self.ways {
                    node = 2 * node + (state >> node & 1) as u32;
                }
                first + node - self.ways
            }
        }
    }

    /// Records a use of a line. `now` is the number of this use, counted over all lines of the
    /// cache.
    pub fn mark_used(&self, memory: &mut [u8], line: u32, now: u64) {
        let (at, _, new) = self.used(memory, line, now);
        memory::write(memory, at, 8, new);
        match self.address(memory, line) {
            Some(address) => {
                self.make_latest(memory, line, address);
            }
            None => self.forget_latest(memory, line),
        }
    }

    /// Where and how a use of a line is recorded: the offset of the record's 8 bytes, their value
    /// before the use, and their value after it. `now` is the number of this use, counted over all
    /// lines of the cache.
    #[inline]
    pub(super) fn used(&self, memory: &[u8], line: u32, now: u64) -> (u32, u64, u64) {
        let way = line % self.ways;
        let at = match self.replacement {
            Replacement::Lru => self.use_at(line),
            _ => self.use_at(line - way),
        };
        let old = memory::read(memory, at, 8);
        let new = match self.replacement {
            Replacement::Lru => now,
            Replacement::Tree => self.away_from(old, way),
            Replacement::RoundRobin | Replacement::Random => old,
        };
        (at, old, new)
    }

    /// The replacement tree of a set after a use of a way. The ways are the leaves of the tree. Bit
    /// `n` of the tree belongs to inner node `n`, whose children are nodes `2 n` and `2 n + 1`. The
    /// bit selects the child that leads to the way that is replaced next.
    fn away_from(&self, mut tree: u64, way: u32) -> u64 {
        let mut node = way + self.ways;
        while node > 1 {
            let parent = node / 2;
            tree &= !(1 << parent);
            tree |= u64::from(node & 1 ^ 1) << parent;
            node = parent;
        }
        tree
    }
}
