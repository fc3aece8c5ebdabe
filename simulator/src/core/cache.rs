//! The caches of a core, for data and for instructions: which lines a cache has, which bytes of
//! them are dirty, and which line is replaced by another.
//!
//! A cache lies in the memory of the core's tile, behind the bytes that programs can address. So
//! the undo log of a run ahead restores it together with these bytes, and a hit is an access to
//! memory at another offset. Only the core itself changes its cache. Nothing keeps the lines
//! coherent with memory.

use super::undo::Entry;
use super::{Core, NO_LINE};
use crate::config::{self, Replacement, WriteMiss, WritePolicy};
use crate::memory;
use std::ops::Range;

/// Marks the tag of a line that is present. The lowest bits of a tag are 0, and so are those of an
/// aligned address.
pub(super) const PRESENT: u32 = 8;
/// Marks the tag of a line of the second level that is being fetched from memory.
const COMING: u32 = 4;
/// The first address that may be cached. Devices and the memories of tiles lie below it.
pub const FIRST_CACHED: u32 = 0xC000_0000;
/// Address of the far data window, which leads to memory that belongs to no tile. While a core has
/// such a window, it reaches no other memory by the window's addresses.
pub const FAR_DATA: u32 = 0xF000_0000;
/// The length of the longest lines, in bytes.
pub const MOST_LINE_BYTES: u32 = 128;
/// Most entries that a use of a line adds to the undo log: one for the use, and one for the set's
/// latest line.
const MOST_OF_USE: usize = 2;
/// Most entries that one access adds to the undo log: the data, the dirty bytes, and those of the
/// use.
pub(super) const MOST_ENTRIES: usize = 2 + MOST_OF_USE;
/// Most entries that fetching an instruction, which lies in one line or in two, adds to the undo
/// log.
pub(super) const MOST_OF_LINES: usize = 2 * MOST_OF_USE;
/// Most entries that an instruction adds to the undo log.
pub const MOST_LOGGED: usize = MOST_ENTRIES + MOST_OF_LINES;
/// Stands for the address of a set's latest line if it has none. No line has this address. Compiled
/// code, which compares the address of a line combined with the lowest three bits of an access,
/// never finds it equal either.
const NOTHING: u32 = 8;

/// The effect of an instruction of Zicbom or Zicboz on a line, or of a command on all lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheOperation {
    /// The line stays, and its dirty bytes go to memory.
    Clean,
    /// The line leaves, and its dirty bytes go to memory.
    Flush,
    /// The line leaves, and its dirty bytes are lost.
    Invalidate,
    /// The line appears without a fetch, with all bytes zero. No command does this.
    Zero,
}

/// The shape of a cache, and its location in the tile's memory. Offsets and lengths are in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    /// The range of addresses that the cache covers: the first one, and their number. It consists
    /// of whole lines, since compiled code looks at tags only.
    first: u32,
    bytes: u32,
    /// Bytes of the far data window, which the cache covers besides. The tags of its lines have
    /// addresses in the window.
    far_data: u32,
    line_shift: u32,
    sets: u32,
    ways: u32,
    replacement: Replacement,
    seed: u32,
    write: WritePolicy,
    write_miss: WriteMiss,
    /// Additional cycles of a load or store that hits.
    pub hit: u32,
    /// Offsets of the parts of the cache: the state from which the line to replace is chosen (8
    /// bytes a line: with "lru" the number of its last use; otherwise the state of a set, in its
    /// first line), the latest line of each set (8 bytes, see [`Cache::latest_at`]), the tags (4
    /// bytes a line), the dirty bits, and the lines.
    uses: u32,
    latest: u32,
    tags: u32,
    dirty: u32,
    lines: u32,
    /// Distance in memory from a way to the one before it, since the first way comes last; 0 if the
    /// ways of a set are neighbours.
    way_bytes: u32,
    /// Number of ways that lines may occupy, counted from the first.
    open: u32,
    /// The offset behind the cache.
    pub end: u32,
}

impl Cache {
    /// The cache that these keys describe, from offset `at` of the tile's memory on. It covers no
    /// addresses yet. None if the keys say that there is no cache.
    pub fn new(keys: &config::DataCache, at: u32) -> Option<Cache> {
        let lines = keys.size_kb * 1024 / keys.line_bytes;
        if lines == 0 {
            return None;
        }
        let uses = at.next_multiple_of(64);
        let latest = uses + 8 * lines;
        let tags = latest + 8 * (lines / keys.ways);
        let dirty = tags + 4 * lines;
        let data = (dirty + lines * keys.line_bytes / 8).next_multiple_of(64);
        Some(Cache {
            first: 0,
            bytes: 0,
            far_data: 0,
            line_shift: keys.line_bytes.trailing_zeros(),
            sets: lines / keys.ways,
            ways: keys.ways,
            replacement: keys.replacement,
            seed: keys.seed,
            write: keys.write,
            write_miss: keys.write_miss,
            hit: keys.hit,
            uses,
            latest,
            tags,
            dirty,
            lines: data,
            way_bytes: 0,
            open: keys.ways,
            end: data + keys.size_kb * 1024,
        })
    }

    /// The cache that these keys describe in memory that programs can address: its lines end at
    /// offset `end`, each way in one piece, and its tags lie from offset `at` on. It covers all
    /// addresses that it is asked for.
    pub fn of_ways(keys: &config::DataCache, end: u32, at: u32) -> Option<Cache> {
        let cache = Cache::new(keys, at)?;
        let bytes = keys.size_kb * 1024;
        Some(Cache {
            lines: end - bytes,
            way_bytes: bytes / keys.ways,
            end: cache.lines,
            ..cache
        })
    }

    /// Bytes of a line.
    pub fn line_bytes(&self) -> u32 {
        1 << self.line_shift
    }

    /// The range of addresses that the cache covers: the first one, and their number.
    pub fn range(&self) -> (u32, u32) {
        (self.first, self.bytes)
    }

    /// The number of the line with the byte at an offset.
    pub fn line_at(&self, offset: u32) -> u32 {
        (offset - self.lines) >> self.line_shift
    }

    /// Whether the byte at an offset in memory belongs to a line of the cache.
    pub fn holds(&self, offset: u32) -> bool {
        (self.lines..self.end).contains(&offset)
    }

    /// Makes the empty cache cover the lines of `bytes` bytes of code at address `first`.
    pub fn cover_code(&mut self, first: u32, bytes: u32) {
        self.first = self.line_address(first);
        self.bytes = (first + bytes).next_multiple_of(self.line_bytes()) - self.first;
    }

    /// Makes the cache, which is empty, cover the lines that lie wholly within `bytes` bytes from
    /// address `first` on.
    pub fn cover(&mut self, first: u32, bytes: u32) {
        let line = u64::from(self.line_bytes());
        let start = u64::from(first).next_multiple_of(line);
        let end = (u64::from(first) + u64::from(bytes)) / line * line;
        self.first = start.min(u64::from(u32::MAX) / line * line) as u32;
        self.bytes = end.saturating_sub(start) as u32;
    }

    /// Makes the cache, which is empty, cover a far data window of `bytes` bytes.
    pub fn cover_far_data(&mut self, bytes: u32) {
        self.far_data = bytes;
    }

    /// A copy of the cache that covers no addresses, so that the tile carries out all accesses.
    pub fn before_nothing(&self) -> Cache {
        Cache {
            bytes: 0,
            far_data: 0,
            ..self.clone()
        }
    }

    /// Whether the cache covers an address.
    #[inline]
    pub fn covers(&self, address: u32) -> bool {
        address.wrapping_sub(self.first) < self.bytes
            || address.wrapping_sub(FAR_DATA) < self.far_data
    }

    /// Whether stores go to memory at once.
    pub fn writes_through(&self) -> bool {
        self.write == WritePolicy::Through
    }

    /// Whether a store that misses fetches the line.
    pub fn allocates(&self) -> bool {
        !self.writes_through() && self.write_miss == WriteMiss::Allocate
    }

    /// The address of the first byte of the line that contains this address.
    pub fn line_address(&self, address: u32) -> u32 {
        address >> self.line_shift << self.line_shift
    }

    /// The number of the first line of an address's set.
    pub(super) fn set(&self, address: u32) -> u32 {
        ((address >> self.line_shift) & (self.sets - 1)) * self.ways
    }

    fn tag_at(&self, line: u32) -> u32 {
        self.tags + 4 * line
    }

    fn use_at(&self, line: u32) -> u32 {
        self.uses + 8 * line
    }

    /// The offset of the note on the line that was used last in an address's set. Its lower half is
    /// the line's address, or [`NOTHING`]; its upper half is the distance from that address to the
    /// line's first byte, as an offset from the start of the cache. While uses of this line follow
    /// each other, the order of replacement stays the same, so they are not noted.
    fn latest_at(&self, address: u32) -> u32 {
        self.latest + 8 * ((address >> self.line_shift) & (self.sets - 1))
    }

    /// Forgets the latest line of a line's set.
    fn forget_latest(&self, memory: &mut [u8], line: u32) {
        let at = self.latest + 8 * (line / self.ways);
        memory::write(memory, at, 8, NOTHING.into());
    }

    /// Makes a line that is present the latest one of its set. Returns the undo log's entry.
    fn make_latest(&self, memory: &mut [u8], line: u32, address: u32) -> Entry {
        let at = self.latest_at(address);
        let start = self.line_address(address);
        let distance = self
            .data_at(line)
            .wrapping_sub(self.uses)
            .wrapping_sub(start);
        let old = memory::read(memory, at, 8);
        let new = u64::from(distance) << 32 | u64::from(start);
        memory::write(memory, at, 8, new);
        Entry {
            offset: at,
            bytes: 8,
            old,
        }
    }

    /// Forgets the latest lines of all sets.
    fn forget_all_latest(&self, memory: &mut [u8]) {
        for line in self.all_lines().step_by(self.ways as usize) {
            self.forget_latest(memory, line);
        }
    }

    /// The offset of the first byte of an address's line, if that is the latest one of its set.
    #[inline]
    fn find_latest(&self, memory: &[u8], address: u32) -> Option<u32> {
        let latest = memory::read(memory, self.latest_at(address), 8);
        let start = self.line_address(address);
        let distance = (latest >> 32) as u32;
        (latest as u32 == start).then(|| self.uses + start.wrapping_add(distance))
    }

    /// The offset of the dirty bits of the byte at `inside` of a line.
    fn dirty_at(&self, line: u32, inside: u32) -> u32 {
        self.dirty + (line << (self.line_shift - 3)) + inside / 8
    }

    /// The offset of a line's first byte.
    pub fn data_at(&self, line: u32) -> u32 {
        if self.way_bytes == 0 {
            return self.lines + (line << self.line_shift);
        }
        let (set, way) = (line / self.ways, line % self.ways);
        self.lines + (self.ways - 1 - way) * self.way_bytes + (set << self.line_shift)
    }

    /// The piece of memory that a cache of whole ways takes when all its ways are open: the offset
    /// of its first byte, its length, and the length of a way.
    pub fn room(&self) -> (u32, u32, u32) {
        (self.lines, self.ways * self.way_bytes, self.way_bytes)
    }

    /// Bytes of the ways that lines may occupy.
    pub fn open_bytes(&self) -> u32 {
        self.open * self.way_bytes
    }

    /// Opens as many ways as have `bytes` bytes, and closes the others, which have no lines.
    pub fn open_ways(&mut self, bytes: u32) {
        self.open = bytes / self.way_bytes;
    }

    /// The lines outside of the ways that have the first `bytes` bytes.
    pub fn lines_beyond(&self, bytes: u32) -> impl Iterator<Item = u32> {
        let (ways, first) = (self.ways, bytes / self.way_bytes);
        self.all_lines().filter(move |line| line % ways >= first)
    }

    /// Notes that line number `line`, which is absent, is being fetched from memory.
    pub fn expect(&self, memory: &mut [u8], line: u32, address: u32) {
        let tag = self.line_address(address) | COMING;
        memory::write(memory, self.tag_at(line), 4, tag.into());
    }

    /// Whether a line is being fetched from memory.
    pub fn is_coming(&self, memory: &[u8], line: u32) -> bool {
        word(memory, self.tag_at(line)) & COMING != 0
    }

    /// The address of a line that is being fetched from memory.
    pub fn address_coming(&self, memory: &[u8], line: u32) -> Option<u32> {
        let tag = word(memory, self.tag_at(line));
        (tag & COMING != 0).then_some(tag & !COMING)
    }

    /// The number of the line to which an address is being fetched.
    pub fn find_coming(&self, memory: &[u8], address: u32) -> Option<u32> {
        let tag = self.line_address(address) | COMING;
        let first = self.set(address);
        (first..first + self.ways).find(|&line| word(memory, self.tag_at(line)) == tag)
    }

    /// The number of the line that holds an address, if it is present.
    #[inline]
    pub fn find(&self, memory: &[u8], address: u32) -> Option<u32> {
        let tag = self.line_address(address) | PRESENT;
        let first = self.set(address);
        (first..first + self.ways).find(|&line| word(memory, self.tag_at(line)) == tag)
    }

    /// The offset of an access of `bytes` bytes that hits; none if the access needs the tile. The
    /// bytes do not cross a multiple of 8. Notes the use of the line, under the core's number
    /// `now`. `log` gets the bytes that are about to be replaced in memory. It does not get a use
    /// with a number above `known`: when the core executes again from there, it replaces that use,
    /// too.
    #[inline]
    pub(super) fn access(
        &self,
        memory: &mut [u8],
        (address, bytes, writes): (u32, u32, bool),
        (now, known): (u64, u64),
        mut log: impl FnMut(Entry),
    ) -> Option<u32> {
        if !self.covers(address) || writes && self.writes_through() {
            return None;
        }
        let start = self.find_to_use(memory, address, (now, known), &mut log)?;
        let line = self.line_at(start);
        let inside = address & (self.line_bytes() - 1);
        if writes {
            let at = self.dirty_at(line, inside);
            let old = memory[at as usize];
            let new = old | dirty_bits(inside, bytes);
            if new != old {
                log(Entry {
                    offset: at,
                    bytes: 1,
                    old: old.into(),
                });
                memory[at as usize] = new;
            }
        }
        Some(start + inside)
    }

    /// The offset of the line that holds an address, if it is present. Notes its use, as
    /// [`Cache::access`] does.
    #[inline]
    fn find_to_use(
        &self,
        memory: &mut [u8],
        address: u32,
        (now, known): (u64, u64),
        mut log: impl FnMut(Entry),
    ) -> Option<u32> {
        if let Some(start) = self.find_latest(memory, address) {
            return Some(start);
        }
        let line = self.find(memory, address)?;
        log(self.make_latest(memory, line, address));
        let (at, old, new) = self.used(memory, line, now);
        if new != old {
            if self.replacement != Replacement::Lru || old <= known {
                log(Entry {
                    offset: at,
                    bytes: 8,
                    old,
                });
            }
            memory::write(memory, at, 8, new);
        }
        Some(self.data_at(line))
    }

    /// Fetches the instruction at `pc`, of `length` bytes, from its lines, and notes a use of each
    /// line that the core enters from another one. Fails with the address of a line that is not
    /// present. `known` and `log` are as in [`Cache::access`]; the log gets at most
    /// [`MOST_OF_LINES`] entries.
    #[inline]
    pub(super) fn take(
        &self,
        core: &mut Core,
        memory: &mut [u8],
        (pc, length): (u32, u32),
        known: u64,
        mut log: impl FnMut(Entry),
    ) -> Result<(), u32> {
        let first = self.line_address(pc);
        let last = self.line_address(pc.wrapping_add(length - 1));
        if core.line == last && (first == last || core.crossing == pc) {
            return Ok(());
        }
        for address in [first, last] {
            if core.line != address {
                let uses = (core.lines + 1, known);
                (self.find_to_use(memory, address, uses, &mut log)).ok_or(address)?;
                core.line = address;
                core.crossing = NO_LINE;
                core.lines += 1;
            }
        }
        if first != last {
            core.crossing = pc;
        }
        Ok(())
    }

    /// The line to replace by the line of an address: one that is not present, or the choice of the
    /// replacement policy. The line may still be in transit.
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

    /// Makes a line present after its bytes have come, all of them clean. The caller notes its use.
    pub fn fill(&self, memory: &mut [u8], line: u32, address: u32) {
        self.appear(memory, line, address);
        self.replaced(memory, line, address);
    }

    /// Makes a line present, as [`Cache::fill`] does, but notes nothing else.
    pub fn appear(&self, memory: &mut [u8], line: u32, address: u32) {
        let tag = self.line_address(address) | PRESENT;
        memory::write(memory, self.tag_at(line), 4, tag.into());
    }

    /// Notes that a line has been chosen to be replaced by another one.
    pub fn replaced(&self, memory: &mut [u8], line: u32, address: u32) {
        let first = self.set(address);
        let at = self.use_at(first);
        let state = match self.replacement {
            Replacement::RoundRobin => u64::from((line - first + 1) % self.open),
            Replacement::Random => random(memory::read(memory, at, 8)),
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

    /// The address of a line that is present.
    pub fn address(&self, memory: &[u8], line: u32) -> Option<u32> {
        let tag = word(memory, self.tag_at(line));
        (tag & PRESENT != 0).then_some(tag & !PRESENT)
    }

    /// The first run of consecutive dirty bytes of a line within a piece of `piece` bytes, a power
    /// of two, as a range within the line.
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

    /// Whether a byte of a line is dirty.
    pub fn is_dirty(&self, memory: &[u8], line: u32, inside: u32) -> bool {
        memory[self.dirty_at(line, inside) as usize] >> (inside % 8) & 1 != 0
    }

    /// The numbers of all lines.
    pub fn all_lines(&self) -> Range<u32> {
        0..self.sets * self.ways
    }

    /// Notes that bytes of a line are in memory.
    pub fn clean(&self, memory: &mut [u8], line: u32, bytes: Range<u32>) {
        for inside in bytes {
            memory[self.dirty_at(line, inside) as usize] &= !(1 << (inside % 8));
        }
    }

    /// Notes that a store has changed `bytes` bytes of a line, from `inside` on.
    pub fn soil(&self, memory: &mut [u8], line: u32, inside: u32, bytes: u32) {
        memory[self.dirty_at(line, inside) as usize] |= dirty_bits(inside, bytes);
    }

    /// Notes that a line has been used, as use number `now` of the core.
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

    /// The first line that has dirty bytes.
    pub fn first_dirty(&self, memory: &[u8]) -> Option<u32> {
        let dirty = &memory[self.dirty as usize..self.dirty_end()];
        let is_clean = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
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

    /// Makes every line absent, as in a new cache, which covers no addresses.
    pub fn reset(&mut self, memory: &mut [u8]) {
        (self.first, self.bytes, self.far_data) = (0, 0, 0);
        memory[self.uses as usize..self.dirty_end()].fill(0);
        self.forget_all_latest(memory);
        if self.replacement == Replacement::Random {
            for set in 0..self.sets {
                let state = random(u64::from(self.seed) << 32 | u64::from(set));
                memory::write(memory, self.use_at(set * self.ways), 8, state);
            }
        }
    }

    /// The offset of the 8 bytes that note a use of a line, and their value after use number `now`.
    #[inline]
    fn used(&self, memory: &[u8], line: u32, now: u64) -> (u32, u64, u64) {
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

    /// The tree of a set after a use of a way. Bit `n` is node `n`, whose children are `2 n` and `2
    /// n + 1`; the bit says which of them leads to the line to replace. The ways are the leaves.
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

    /// The layout for code compiled for the host; none if that code leaves all accesses to
    /// handlers.
    #[cfg(compiled)]
    pub(super) fn layout(&self) -> Option<Layout> {
        (self.replacement != Replacement::Tree).then_some(Layout {
            line_shift: self.line_shift as u8,
            sets: self.sets,
            ways: self.ways,
            hit: self.hit,
            writes_through: self.writes_through(),
            notes_uses: self.replacement == Replacement::Lru,
            latest: (self.latest - self.uses) as i32,
            tags: (self.tags - self.uses) as i32,
            dirty: (self.dirty - self.uses) as i32,
            lines: (self.lines - self.uses) as i32,
        })
    }

    /// Offset of the start of the cache, which has the uses of its lines, 8 bytes each.
    #[cfg(compiled)]
    pub(super) fn begin(&self) -> u32 {
        self.uses
    }
}

/// The shape of a cache, and the distances of its parts from its start.
#[cfg(compiled)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub line_shift: u8,
    pub sets: u32,
    pub ways: u32,
    pub hit: u32,
    pub writes_through: bool,
    /// Whether the cache notes the number of each line's last use.
    pub notes_uses: bool,
    pub latest: i32,
    pub tags: i32,
    pub dirty: i32,
    pub lines: i32,
}

/// The next number of a sequence that looks random: SplitMix64 (Steele, Lea and Flood 2014).
fn random(state: u64) -> u64 {
    let mut x = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The bits of `bytes` bytes from `inside` of a line on, in their byte of dirty bits.
fn dirty_bits(inside: u32, bytes: u32) -> u8 {
    (((1u32 << bytes) - 1) << (inside % 8)) as u8
}

fn word(memory: &[u8], at: u32) -> u32 {
    memory::read(memory, at, 4) as u32
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::super::UndoLog;
    use super::*;
    use crate::config::{DataCache, Replacement, WriteMiss, WritePolicy};
    use std::collections::HashMap;

    /// A cache as a textbook describes it: for each set the lines that are present, and the state
    /// of the replacement policy.
    struct Model {
        keys: DataCache,
        sets: Vec<Set>,
        /// The bytes that are dirty, by address.
        dirty: HashMap<u32, ()>,
    }

    #[derive(Clone)]
    struct Set {
        /// The line of each way.
        ways: Vec<Option<u32>>,
        /// Ways, the least recently used first.
        by_use: Vec<usize>,
        next: usize,
        /// For each inner node of a tree, by its path from the root, whether the line to replace is
        /// in the right half.
        right: HashMap<String, bool>,
    }

    impl Model {
        fn new(keys: &DataCache) -> Model {
            let ways = keys.ways as usize;
            let set = Set {
                ways: vec![None; ways],
                by_use: (0..ways).collect(),
                next: 0,
                right: HashMap::new(),
            };
            let sets = keys.size_kb * 1024 / keys.line_bytes / keys.ways;
            Model {
                keys: keys.clone(),
                sets: vec![set; sets as usize],
                dirty: HashMap::new(),
            }
        }

        fn set(&mut self, address: u32) -> (&mut Set, u32) {
            let line = address / self.keys.line_bytes;
            let index = line as usize % self.sets.len();
            (&mut self.sets[index], line)
        }

        /// Notes the use of a way.
        fn note(set: &mut Set, way: usize) {
            set.by_use.retain(|&other| other != way);
            set.by_use.push(way);
            let (mut low, mut high, mut path) = (0, set.ways.len(), String::new());
            while high - low > 1 {
                let middle = (low + high) / 2;
                let is_right = way >= middle;
                set.right.insert(path.clone(), !is_right);
                path.push(if is_right { 'r' } else { 'l' });
                (low, high) = if is_right {
                    (middle, high)
                } else {
                    (low, middle)
                };
            }
        }

        /// Whether an access hits. A miss brings the line.
        fn access(&mut self, address: u32, bytes: u32, writes: bool) -> bool {
            let keys = self.keys.clone();
            let (set, line) = self.set(address);
            let found = set.ways.iter().position(|&way| way == Some(line));
            let way = found.unwrap_or_else(|| {
                let way = set.ways.iter().position(Option::is_none);
                let way = way.unwrap_or_else(|| match keys.replacement {
                    Replacement::Lru => set.by_use[0],
                    Replacement::RoundRobin => set.next,
                    Replacement::Tree => {
                        let (mut low, mut high, mut path) = (0, set.ways.len(), String::new());
                        while high - low > 1 {
                            let is_right = set.right.get(&path).copied().unwrap_or(false);
                            let middle = (low + high) / 2;
                            path.push(if is_right { 'r' } else { 'l' });
                            (low, high) = if is_right {
                                (middle, high)
                            } else {
                                (low, middle)
                            };
                        }
                        low
                    }
                    Replacement::Random => unreachable!("nobody else knows its numbers"),
                });
                set.next = (way + 1) % set.ways.len();
                way
            });
            let gone = set.ways[way].replace(line).filter(|_| found.is_none());
            Model::note(set, way);
            if let Some(gone) = gone {
                let bytes = keys.line_bytes;
                self.dirty.retain(|&at, ()| at / bytes != gone);
            }
            if writes {
                self.dirty
                    .extend((address..address + bytes).map(|at| (at, ())));
            }
            found.is_some()
        }
    }

    fn keys(size_kb: u32, line_bytes: u32, ways: u32, replacement: Replacement) -> DataCache {
        DataCache {
            size_kb,
            line_bytes,
            ways,
            replacement,
            write: WritePolicy::Back,
            write_miss: WriteMiss::Allocate,
            ..DataCache::default()
        }
    }

    /// An access for random programs: near the previous one, or anywhere.
    fn next(random: &mut Random, last: u32) -> (u32, u32, bool) {
        let bytes = random.of(&[1, 2, 4, 8]);
        let address = match random.below(4) {
            0 => random.below(1 << 14),
            _ => last + random.below(24),
        };
        (
            FIRST_CACHED + address % (1 << 14) / bytes * bytes,
            bytes,
            random.below(3) == 0,
        )
    }

    /// Makes the access. On a miss, fetches the line as the tile would.
    fn access(
        cache: &Cache,
        memory: &mut [u8],
        log: &mut UndoLog,
        what: (u32, u32, bool),
        uses: (u64, u64),
    ) -> bool {
        let note = |entry: Entry| log.push(entry.offset, entry.bytes, entry.old);
        if cache.access(memory, what, uses, note).is_some() {
            return true;
        }
        let line = cache.victim(memory, what.0);
        cache.drop(memory, line);
        cache.fill(memory, line, what.0);
        let note = |entry: Entry| log.push(entry.offset, entry.bytes, entry.old);
        assert!(cache.access(memory, what, uses, note).is_some());
        false
    }

    #[test]
    fn hits_and_dirty_bytes_are_those_of_a_textbook() {
        let shapes = [
            (1, 16, 1),
            (1, 32, 4),
            (2, 64, 8),
            (4, 128, 2),
            (3, 32, 3),
            (2, 16, 16),
        ];
        let policies = [Replacement::Lru, Replacement::Tree, Replacement::RoundRobin];
        for (size, line, ways) in shapes {
            for policy in policies {
                if policy == Replacement::Tree && !u32::is_power_of_two(ways) {
                    continue;
                }
                let keys = keys(size, line, ways, policy);
                let mut cache = Cache::new(&keys, 1000).expect("it has a size");
                let mut memory = vec![0xff; cache.end as usize];
                cache.reset(&mut memory);
                cache.cover(FIRST_CACHED, 1 << 14);
                let mut model = Model::new(&keys);
                let mut log = UndoLog::new(4);
                let mut random = Random(u64::from(size + line + ways));
                let mut last = 0;
                for now in 1..20_000 {
                    let what = next(&mut random, last);
                    last = what.0 - FIRST_CACHED;
                    let hit = access(&cache, &mut memory, &mut log, what, (now, u64::MAX));
                    assert_eq!(hit, model.access(what.0, what.1, what.2), "{keys:?} {now}");
                    log.clear();
                }
                let lines = cache.sets * ways;
                let mut dirty = HashMap::new();
                for line in 0..lines {
                    while let Some(bytes) = cache.dirty_bytes(&memory, line, 16) {
                        let start = cache.address(&memory, line).expect("it is present");
                        dirty.extend(bytes.clone().map(|inside| (start + inside, ())));
                        cache.clean(&mut memory, line, bytes);
                    }
                }
                assert_eq!(dirty, model.dirty, "{keys:?}");
                assert_eq!(cache.first_dirty(&memory), None);
            }
        }
    }

    /// Each byte of a cache of whole ways lies at an offset of its own, and closed ways lie at the
    /// start of the cache's memory.
    #[test]
    fn a_border_leaves_the_ways_behind_it() {
        let keys = keys(12, 32, 3, Replacement::RoundRobin);
        let (end, at) = (1 << 16, 1 << 16);
        let mut cache = Cache::of_ways(&keys, end, at).expect("it has a size");
        let mut memory = vec![0; cache.end as usize];
        cache.reset(&mut memory);
        assert_eq!(cache.room(), (end - (12 << 10), 12 << 10, 4 << 10));
        let mut places: Vec<u32> = cache.all_lines().map(|line| cache.data_at(line)).collect();
        for ways in (0..=3).rev() {
            let open = ways * (4 << 10);
            let beyond = cache.lines_beyond(open).map(|line| cache.data_at(line));
            let beyond: Vec<u32> = beyond.collect();
            assert_eq!(beyond.len() as u32, (3 - ways) * 128);
            assert!(beyond.iter().all(|&place| place < end - open));
            cache.open_ways(open);
            assert_eq!(cache.open_bytes(), open);
            for number in 0..if ways > 0 { 500 } else { 0 } {
                let address = FIRST_CACHED + 4096 * number;
                let line = cache.victim(&memory, address);
                assert!(cache.data_at(line) >= end - open);
                cache.drop(&mut memory, line);
                cache.fill(&mut memory, line, address);
                assert_eq!(cache.find(&memory, address), Some(line));
            }
        }
        places.sort_unstable();
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] == 32));
        assert_eq!(places.first(), Some(&(end - (12 << 10))));
    }

    /// A log that omits uses since its start restores the cache: repeating the accesses from there
    /// on gives the same state.
    #[test]
    fn undoing_and_executing_again_gives_the_same_cache() {
        for policy in [
            Replacement::Lru,
            Replacement::Tree,
            Replacement::RoundRobin,
            Replacement::Random,
        ] {
            let mut cache = Cache::new(&keys(1, 32, 4, policy), 0).expect("it has a size");
            let mut memory = vec![0; cache.end as usize];
            cache.reset(&mut memory);
            cache.cover(FIRST_CACHED, 1 << 14);
            let mut log = UndoLog::new(4);
            let mut random = Random(7);
            let (mut last, mut now) = (0, 0);
            for _ in 0..200 {
                let begin = (memory.clone(), now);
                let accesses: Vec<_> = (0..random.below(60))
                    .map(|_| {
                        let what = next(&mut random, last);
                        last = what.0 - FIRST_CACHED;
                        what
                    })
                    .collect();
                // A core that runs ahead of the clock only hits.
                let run = |memory: &mut Vec<u8>, log: &mut UndoLog, upto: usize| {
                    let mut uses = begin.1;
                    for &what in &accesses[..upto] {
                        let note = |entry: Entry| log.push(entry.offset, entry.bytes, entry.old);
                        if cache
                            .access(memory, what, (uses + 1, begin.1), note)
                            .is_some()
                        {
                            uses += 1;
                        }
                    }
                    uses
                };
                run(&mut memory, &mut log, accesses.len());
                log.restore(&mut memory);
                let half = accesses.len() / 2;
                let mut again = begin.0.clone();
                let uses = run(&mut again, &mut UndoLog::new(4), half);
                assert_eq!(run(&mut memory, &mut log, half), uses);
                assert!(memory == again, "{policy:?}");
                log.clear();
                now = uses;
                for &what in &accesses {
                    now += 1;
                    access(&cache, &mut memory, &mut log, what, (now, u64::MAX));
                }
                log.clear();
            }
        }
    }
}
