//! The caches of a core, for data and for instructions: which lines a cache has, which of their
//! bytes are dirty, and which line a new one replaces.
//!
//! A cache is stored in the memory of the core's tile, after the bytes that programs can address.
//! So the undo log restores the cache together with these bytes after a rollback, and an access
//! that hits is an access to memory at another offset. Only the core itself changes its cache. The
//! lines are not kept coherent with memory.

mod lines;
mod replacement;

use self::lines::dirty_bits;
use super::undo::Entry;
use super::{Core, NO_LINE};
use crate::config::{self, Replacement, WriteMiss, WritePolicy};
use crate::memory;
use std::ops::Range;

/// A bit in the tag of a line, which is set if the line is present. Addresses of lines do not have
/// this bit. It is above the lowest three bits, which compiled code compares to find misaligned
/// accesses.
pub(super) const PRESENT: u32 = 8;
/// A bit in the tag of a line, which is set while the line is being fetched from memory into the
/// second-level cache.
const COMING: u32 = 4;
/// The first address that may be cached. Devices and the memories of tiles are below it.
pub const FIRST_CACHED: u32 = 0xC000_0000;
/// The address of the far data window, through which a core reaches memory outside the tiles. On a
/// core that has this window, all addresses in it lead to that memory.
pub const FAR_DATA: u32 = 0xF000_0000;
/// The largest cache line size, in bytes.
pub const MOST_LINE_BYTES: u32 = 128;
/// The largest number of undo log entries for one use of a line: one for the replacement state, and
/// one for the record of which line of the set was used last.
const MOST_LOGGED_BY_USE: usize = 2;
/// The largest number of undo log entries for one access: one for the data, one for the dirty bits,
/// and those for the use of the line.
pub(super) const MOST_ENTRIES: usize = 2 + MOST_LOGGED_BY_USE;
/// The largest number of undo log entries for the fetch of one instruction, which may extend over
/// two lines.
pub(super) const MOST_LOGGED_BY_FETCH: usize = 2 * MOST_LOGGED_BY_USE;
/// The largest number of undo log entries for one instruction with its fetch.
pub const MOST_LOGGED: usize = MOST_ENTRIES + MOST_LOGGED_BY_FETCH;

/// The effect on one line of a cache-management instruction (extensions Zicbom and Zicboz), or the
/// effect of a command on all lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheOperation {
    /// The dirty bytes go to memory. The line stays present.
    Clean,
    /// The dirty bytes go to memory, and the line is dropped.
    Flush,
    /// The line is dropped, and its dirty bytes are lost.
    Invalidate,
    /// The line becomes present with all bytes zero, without a fetch. No command has this effect.
    Zero,
}

/// The geometry of a cache, and its location in the tile's memory. Offsets and lengths are in
/// bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    /// The addresses that the cache covers: `bytes` bytes from address `first` on. They form whole
    /// lines, because compiled code compares only tags.
    first: u32,
    bytes: u32,
    /// Length in bytes of the far data window (at [`FAR_DATA`]), which the cache also covers. Lines
    /// of the window have tags with addresses in the window.
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
    /// Offsets of the parts of the cache in the tile's memory:
    /// - `uses`: the replacement state, 8 bytes for each line. With "lru" this is the number of the
    ///   line's last use. Otherwise the first line's 8 bytes hold the state of the set.
    /// - `latest`: the line of each set that was used last, 8 bytes for each set (see
    ///   [`Cache::latest_at`]).
    /// - `tags`: 4 bytes for each line.
    /// - `dirty`: a bit for each byte of the lines.
    /// - `lines`: the contents of the lines.
    uses: u32,
    latest: u32,
    tags: u32,
    dirty: u32,
    lines: u32,
    /// Size in bytes of a way if the lines of each way are contiguous; the ways are then stored in
    /// descending order. 0 if the lines of each set are contiguous.
    way_bytes: u32,
    /// Number of ways that may hold lines: the first `open` ways of each set.
    open: u32,
    /// The offset after the last byte of the cache.
    pub end: u32,
}

impl Cache {
    /// Makes the cache that `keys` describe, from offset `at` of the tile's memory on. The cache
    /// covers no addresses yet. Returns none if `keys` give it size 0.
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

    /// Makes a cache as [`Cache::new`] does, but stores its lines in memory that programs can
    /// address. The lines end at offset `end`, and the lines of each way are contiguous. The
    /// replacement state and the tags begin at offset `at`. The cache covers no addresses; the
    /// caller decides which lines it holds.
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

    /// The addresses that the cache covers: the first one, and their number.
    pub fn range(&self) -> (u32, u32) {
        (self.first, self.bytes)
    }

    /// The number of the line that is stored at an offset of the tile's memory.
    pub fn line_at(&self, offset: u32) -> u32 {
        (offset - self.lines) >> self.line_shift
    }

    /// Whether the byte at an offset of the tile's memory belongs to a line.
    pub fn holds(&self, offset: u32) -> bool {
        (self.lines..self.end).contains(&offset)
    }

    /// Makes the cache cover all lines that contain a part of `bytes` bytes of code at address
    /// `first`. The cache must be empty.
    pub fn cover_code(&mut self, first: u32, bytes: u32) {
        self.first = self.line_address(first);
        self.bytes = (first + bytes).next_multiple_of(self.line_bytes()) - self.first;
    }

    /// Makes the cache cover the lines that are wholly within the `bytes` bytes from address
    /// `first` on. The cache must be empty.
    pub fn cover(&mut self, first: u32, bytes: u32) {
        let line = u64::from(self.line_bytes());
        let start = u64::from(first).next_multiple_of(line);
        let end = (u64::from(first) + u64::from(bytes)) / line * line;
        self.first = start.min(u64::from(u32::MAX) / line * line) as u32;
        self.bytes = end.saturating_sub(start) as u32;
    }

    /// Makes the cache also cover the first `bytes` bytes of the far data window. The cache must be
    /// empty.
    pub fn cover_far_data(&mut self, bytes: u32) {
        self.far_data = bytes;
    }

    /// A copy of the cache that covers no addresses. With it, the core leaves all accesses to the
    /// tile.
    pub fn covering_nothing(&self) -> Cache {
        Cache {
            bytes: 0,
            far_data: 0,
            ..self.clone()
        }
    }

    /// Whether the cache may hold the line that contains an address.
    #[inline]
    pub fn covers(&self, address: u32) -> bool {
        address.wrapping_sub(self.first) < self.bytes
            || address.wrapping_sub(FAR_DATA) < self.far_data
    }

    /// Whether every store goes to memory at once.
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

    /// The number of the first line in the set to which an address belongs.
    pub(super) fn set(&self, address: u32) -> u32 {
        ((address >> self.line_shift) & (self.sets - 1)) * self.ways
    }

    fn tag_at(&self, line: u32) -> u32 {
        self.tags + 4 * line
    }

    fn use_at(&self, line: u32) -> u32 {
        self.uses + 8 * line
    }

    /// The offset of the 8 bytes that record which line of an address's set was used last. The
    /// lower half of the 8 bytes is the address of this latest line, or [`Cache::nothing`] if there
    /// is none. The upper half is the offset of the line's first byte from the start of the cache.
    /// Repeated uses of the latest line do not change the order of replacement, so they are not
    /// recorded.
    fn latest_at(&self, address: u32) -> u32 {
        self.latest + 8 * ((address >> self.line_shift) & (self.sets - 1))
    }

    /// Returns an address that stands for "no latest line" in the record of a set. It is the
    /// address of a line of another set or, if there is only one set, of a line that no cache
    /// covers.
    fn nothing(&self, set: u32) -> u32 {
        match self.sets {
            1 => 0,
            _ => (set ^ 1) << self.line_shift,
        }
    }

    /// Forgets which line was used last in the set of `line`.
    fn forget_latest(&self, memory: &mut [u8], line: u32) {
        let set = line / self.ways;
        memory::write(memory, self.latest + 8 * set, 8, self.nothing(set).into());
    }

    /// Records that a present line is the one that was used last in its set. Returns the undo log
    /// entry that restores the old record.
    fn make_latest(&self, memory: &mut [u8], line: u32, address: u32) -> Entry {
        let at = self.latest_at(address);
        let start = self.line_address(address);
        let distance = self.data_at(line).wrapping_sub(self.uses);
        let old = memory::read(memory, at, 8);
        let new = u64::from(distance) << 32 | u64::from(start);
        memory::write(memory, at, 8, new);
        Entry {
            offset: at,
            bytes: 8,
            old,
        }
    }

    /// Forgets for all sets which line was used last.
    fn forget_all_latest(&self, memory: &mut [u8]) {
        for line in self.all_lines().step_by(self.ways as usize) {
            self.forget_latest(memory, line);
        }
    }

    /// The offset in memory of the line that contains an address, if this line was used last in its
    /// set.
    #[inline]
    fn find_latest(&self, memory: &[u8], address: u32) -> Option<u32> {
        let latest = memory::read(memory, self.latest_at(address), 8);
        let start = self.line_address(address);
        let distance = (latest >> 32) as u32;
        (latest as u32 == start).then(|| self.uses.wrapping_add(distance))
    }

    /// The offset in memory of the byte that holds the dirty bit of byte number `inside` of a line.
    fn dirty_at(&self, line: u32, inside: u32) -> u32 {
        self.dirty + (line << (self.line_shift - 3)) + inside / 8
    }

    /// The offset in memory of a line's first byte.
    pub fn data_at(&self, line: u32) -> u32 {
        if self.way_bytes == 0 {
            return self.lines + (line << self.line_shift);
        }
        let (set, way) = (line / self.ways, line % self.ways);
        self.lines + (self.ways - 1 - way) * self.way_bytes + (set << self.line_shift)
    }

    /// The memory that the lines of a cache made by [`Cache::of_ways`] occupy, including ways that
    /// are closed: the offset of the first byte, the total length, and the length of a way, in
    /// bytes.
    pub fn room(&self) -> (u32, u32, u32) {
        (self.lines, self.ways * self.way_bytes, self.way_bytes)
    }

    /// Total length in bytes of the ways that may hold lines.
    pub fn open_bytes(&self) -> u32 {
        self.open * self.way_bytes
    }

    /// Lets only the first ways hold lines, `bytes` bytes in total. The other ways must hold no
    /// lines.
    pub fn open_ways(&mut self, bytes: u32) {
        self.open = bytes / self.way_bytes;
    }

    /// The numbers of all lines except those in the first ways, which have `bytes` bytes in total.
    pub fn lines_beyond(&self, bytes: u32) -> impl Iterator<Item = u32> {
        let (ways, first) = (self.ways, bytes / self.way_bytes);
        self.all_lines().filter(move |line| line % ways >= first)
    }

    /// Records that line number `line`, which must be absent, is being fetched from `address`.
    pub fn expect(&self, memory: &mut [u8], line: u32, address: u32) {
        let tag = self.line_address(address) | COMING;
        memory::write(memory, self.tag_at(line), 4, tag.into());
    }

    /// Whether a line is being fetched from memory.
    pub fn is_coming(&self, memory: &[u8], line: u32) -> bool {
        word(memory, self.tag_at(line)) & COMING != 0
    }

    /// The address from which line number `line` is being fetched; none if it is not being fetched.
    pub fn address_coming(&self, memory: &[u8], line: u32) -> Option<u32> {
        let tag = word(memory, self.tag_at(line));
        (tag & COMING != 0).then_some(tag & !COMING)
    }

    /// The number of the line into which the line that contains an address is being fetched.
    pub fn find_coming(&self, memory: &[u8], address: u32) -> Option<u32> {
        let tag = self.line_address(address) | COMING;
        let first = self.set(address);
        (first..first + self.ways).find(|&line| word(memory, self.tag_at(line)) == tag)
    }

    /// The number of the present line that contains an address; none if there is no such line.
    #[inline]
    pub fn find(&self, memory: &[u8], address: u32) -> Option<u32> {
        let tag = self.line_address(address) | PRESENT;
        let first = self.set(address);
        (first..first + self.ways).find(|&line| word(memory, self.tag_at(line)) == tag)
    }

    /// Finds the bytes of an access in the cache and records the use of their line as use number
    /// `now`. Returns the offset of the first byte in the tile's memory, or none if the tile must
    /// carry out the access. The `bytes` bytes of the access must not cross a multiple of 8.
    ///
    /// Passes the old contents of each record that it overwrites to `log`, except use numbers above
    /// `known`. After a rollback, the core repeats the accesses after number `known`, and so writes
    /// these use numbers again.
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

    /// The offset of the line that contains an address, if the line is present. Records its use as
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

    /// Fetches the instruction of `length` bytes at `pc`, which may extend over two lines. Records
    /// a use of each line that is not the line of the previous fetch. Fails with the address of a
    /// line that is not present. `known` and `log` have the meaning that they have in
    /// [`Cache::access`]; `log` gets at most [`MOST_LOGGED_BY_FETCH`] entries.
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

    /// The layout of the cache for code compiled for the host. None if that code must leave all
    /// accesses through the cache to the interpreter.
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

    /// Offset of the start of the cache in the tile's memory.
    #[cfg(compiled)]
    pub(super) fn begin(&self) -> u32 {
        self.uses
    }
}

/// The geometry of a cache, and the offset of each of its parts from the start of the cache.
#[cfg(compiled)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub line_shift: u8,
    pub sets: u32,
    pub ways: u32,
    pub hit: u32,
    pub writes_through: bool,
    /// Whether the cache records the number of each line's last use.
    pub notes_uses: bool,
    pub latest: i32,
    pub tags: i32,
    pub dirty: i32,
    pub lines: i32,
}

fn word(memory: &[u8], at: u32) -> u32 {
    memory::read(memory, at, 4) as u32
}

#[cfg(test)]
mod tests;
