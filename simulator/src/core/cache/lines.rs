//! The states of a cache line: it is filled, its bytes become dirty and clean again, and it is
//! dropped.

use super::*;
use crate::splitmix64;

impl Cache {
    /// Makes a line present and clean, after the caller has written its bytes into the cache. The
    /// caller must also record the line's use.
    pub fn fill(&self, memory: &mut [u8], line: u32, address: u32) {
        self.appear(memory, line, address);
        self.replaced(memory, line, address);
    }

    /// Makes a line present, as [`Cache::fill`] does, but does not change the replacement state.
    pub fn appear(&self, memory: &mut [u8], line: u32, address: u32) {
        let tag = self.line_address(address) | PRESENT;
        memory::write(memory, self.tag_at(line), 4, tag.into());
    }

    /// Updates the replacement state of a set after `line` of this set has got new contents.
    pub fn replaced(&self, memory: &mut [u8], line: u32, address: u32) {
        let first = self.set(address);
        let at = self.use_at(first);
        let state = match self.replacement {
            Replacement::RoundRobin => u64::from((line - first + 1) % self.open),
            Replacement::Random => splitmix64::after(memory::read(memory, at, 8)),
            Replacement::Lru | Replacement::Tree => return,
        };
        memory::write(memory, at, 8, state);
    }

    /// Makes a line absent. Its dirty bytes are lost.
    pub fn drop(&self, memory: &mut [u8], line: u32) {
        self.forget_latest(memory, line);
        memory::write(memory, self.tag_at(line), 4, 0);
        let dirty = self.dirty_at(line, 0) as usize;
        memory[dirty..dirty + self.line_bytes() as usize / 8].fill(0);
    }

    /// The address of the contents of line number `line`; none if the line is not present.
    pub fn address(&self, memory: &[u8], line: u32) -> Option<u32> {
        let tag = word(memory, self.tag_at(line));
        (tag & PRESENT != 0).then_some(tag & !PRESENT)
    }

    /// The first consecutive dirty bytes of a line, as a range within the line. The range ends at
    /// the latest at the next multiple of `piece` bytes, which is a power of two. None if no byte
    /// is dirty.
    pub fn dirty_bytes(&self, memory: &[u8], line: u32, piece: u32) -> Option<Range<u32>> {
        let is_dirty = |inside: u32| self.is_dirty(memory, line, inside);
        let start = (0..self.line_bytes()).find(|&inside| is_dirty(inside))?;
        let most = (start + 1).next_multiple_of(piece).min(self.line_bytes());
        let end = (start..most).find(|&inside| !is_dirty(inside));
        Some(start..end.unwrap_or(most))
    }

    /// Whether any byte of a line is dirty.
    pub fn has_dirty(&self, memory: &[u8], line: u32) -> bool {
        let dirty = self.dirty_at(line, 0) as usize;
        let bits = &memory[dirty..dirty + self.line_bytes() as usize / 8];
        bits.iter().any(|&byte| byte != 0)
    }

    /// Whether byte number `inside` of a line is dirty.
    pub fn is_dirty(&self, memory: &[u8], line: u32, inside: u32) -> bool {
        memory[self.dirty_at(line, inside) as usize] >> (inside % 8) & 1 != 0
    }

    /// The numbers of all lines.
    pub fn all_lines(&self) -> Range<u32> {
        0..self.sets * self.ways
    }

    /// Marks bytes of a line as clean, because they have been written to memory.
    pub fn clean(&self, memory: &mut [u8], line: u32, bytes: Range<u32>) {
        for inside in bytes {
            memory[self.dirty_at(line, inside) as usize] &= !(1 << (inside % 8));
        }
    }

    /// Notes that a store has changed `bytes` bytes of a line, beginning with byte number `inside`.
    pub fn mark_dirty(&self, memory: &mut [u8], line: u32, inside: u32, bytes: u32) {
        memory[self.dirty_at(line, inside) as usize] |= dirty_bits(inside, bytes);
    }

    /// The number of the first line that has dirty bytes.
    pub fn first_dirty(&self, memory: &[u8]) -> Option<u32> {
        let dirty = &memory[self.dirty as usize..self.dirty_end()];
        // The loop reads all bytes of a chunk, because a compiler can then process many bytes with
        // each instruction. It could not do so for a search that ends early.
        let is_clean = |bytes: &[u8]| bytes.iter().fold(0, |all, byte| all | byte) == 0;
        let chunk = dirty.chunks(64).position(|bytes| !is_clean(bytes))?;
        let rest = dirty[64 * chunk..].iter();
        let at = 64 * chunk as u32 + { rest }.position(|&byte| byte != 0)? as u32;
        Some(at >> (self.line_shift - 3))
    }

    /// Makes all lines absent. Their dirty bytes are lost.
    pub fn drop_all(&self, memory: &mut [u8]) {
        memory[self.tags as usize..self.dirty_end()].fill(0);
        self.forget_all_latest(memory);
    }

    fn dirty_end(&self) -> usize {
        (self.dirty + ((self.sets * self.ways) << (self.line_shift - 3))) as usize
    }

    /// Makes every line absent, and makes the cache cover no addresses, as a new cache does.
    pub fn reset(&mut self, memory: &mut [u8]) {
        (self.first, self.bytes, self.far_data) = (0, 0, 0);
        memory[self.uses as usize..self.dirty_end()].fill(0);
        self.forget_all_latest(memory);
        if self.replacement == Replacement::Random {
            for set in 0..self.sets {
                let state = splitmix64::after(u64::from(self.seed) << 32 | u64::from(set));
                memory::write(memory, self.use_at(set * self.ways), 8, state);
            }
        }
    }
}

/// The dirty bits of `bytes` bytes of a line, beginning with byte number `inside`. Each bit is at
/// its position in the byte that stores it.
pub(super) fn dirty_bits(inside: u32, bytes: u32) -> u8 {
    (((1u32 << bytes) - 1) << (inside % 8)) as u8
}
