//! A core's view of its tile: the memory as bytes, and the core's rights to them.

use super::undo::Entry;
use super::{Access, AccessKind, Cache, Core, Lookaside, UndoLog};
use crate::memory::Banks;

/// The right to read a page directly, without leaving the access to the tile.
pub const READ: u8 = 1;
/// The right to write a page directly, without leaving the access to the tile.
pub const WRITE: u8 = 2;

/// A range of a core's addresses that is mapped to the tile's own memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Region {
    /// First address; a multiple of 8.
    pub start: u32,
    /// Length in bytes; 0 for an empty region.
    pub len: u32,
    /// Offset of the first byte in the tile's memory; a multiple of 8.
    pub offset: u32,
}

/// The regions of a core's address space, at most one for each value of the upper four bits of an
/// address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegionMap {
    regions: [Region; 16],
    /// The regions, each cut to multiples of 8 bytes.
    cut: [Region; 16],
    /// The largest offset in memory to which a region leads, plus 1.
    extent: u64,
}

impl RegionMap {
    /// Maps a region. It replaces the region whose start has the same upper four bits.
    ///
    /// # Panics
    ///
    /// Panics if `start` or `offset` is not a multiple of 8.
    pub fn set(&mut self, region: Region) {
        assert!(region.start.is_multiple_of(8) && region.offset.is_multiple_of(8));
        let index = (region.start >> 28) as usize;
        self.regions[index] = region;
        self.cut[index] = Region {
            len: region.len & !7,
            ..region
        };
        self.extent = self
            .regions
            .iter()
            .map(|r| u64::from(r.offset) + u64::from(r.len))
            .max()
            .unwrap_or(0);
    }

    /// All regions, indexed by `address >> 28`, cut to multiples of 8 bytes.
    pub(super) fn cut(&self) -> &[Region; 16] {
        &self.cut
    }

    /// The offset in the tile's memory of `bytes` bytes at `address`; none unless one region
    /// contains all of them.
    pub fn translate(&self, address: u32, bytes: u32) -> Option<u32> {
        let region = &self.regions[(address >> 28) as usize];
        let offset = address.wrapping_sub(region.start);
        (u64::from(offset) + u64::from(bytes) <= u64::from(region.len))
            .then(|| region.offset + offset)
    }
}

/// A core's view of its tile while the core executes.
pub struct View<'a> {
    /// The tile's memory.
    pub memory: &'a mut [u8],
    /// The mapping from the core's addresses to the tile's memory.
    pub regions: &'a RegionMap,
    /// For each page, a combination of [`READ`] and [`WRITE`]: the rights that this core has
    /// without leaving the access to the tile.
    pub rights: &'a [u8],
    /// The page size is `1 << page_shift` bytes.
    pub page_shift: u32,
    /// For each page, whether several cores that execute ahead of the chip's clock at the same time
    /// may access it. Empty if that is not known, because no two cores of one process have executed
    /// ahead together since page tags last changed.
    pub shared: &'a [bool],
    /// A cache of these translations and rights, for code compiled for the host.
    pub lookaside: &'a mut Lookaside,
    /// The core's data cache.
    pub cache: Option<&'a Cache>,
    /// The core's instruction cache, if the code is in DRAM.
    pub code_cache: Option<&'a Cache>,
    /// The log of the bytes that stores overwrite, for a rollback.
    pub log: &'a mut UndoLog,
    /// The banks of the memory; none if no other access can conflict with this core's accesses.
    pub banks: Option<&'a mut Banks>,
}

impl View<'_> {
    /// The offset in memory of an aligned access of `bytes` bytes. None if the tile must carry out
    /// the access. `need` has the rights that the access needs.
    #[inline]
    pub fn direct(&self, address: u32, bytes: u32, need: u8) -> Option<usize> {
        if address & (bytes - 1) != 0 {
            return None;
        }
        let offset = self.regions.translate(address, bytes)? as usize;
        let rights = *self.rights.get(offset >> self.page_shift)?;
        (rights & need == need && offset + bytes as usize <= self.memory.len()).then_some(offset)
    }

    /// The offset in memory of a load or store that hits in the data cache; none if it misses. The
    /// cache records the access as use number `now`, counted over all its lines.
    pub(super) fn cached(&mut self, access: &Access, now: u64) -> Option<usize> {
        let cache = self.cache?;
        let is_plain = matches!(
            access.kind,
            AccessKind::Load { .. } | AccessKind::Store { .. }
        );
        if !is_plain || !access.address.is_multiple_of(access.bytes) {
            return None;
        }
        let log = |entry: Entry| self.log.push(entry.offset, entry.bytes, entry.old);
        let what = (access.address, access.bytes, access.writes());
        let offset = cache.access(self.memory, what, (now, u64::MAX), log)?;
        Some(offset as usize)
    }

    /// Fetches the instruction of `length` bytes at the core's program counter. If the core has an
    /// instruction cache, the fetch goes through it, and fails with the address of a line that is
    /// not present.
    #[inline]
    pub(super) fn take(&mut self, core: &mut Core, length: u32) -> Result<(), u32> {
        let Some(cache) = self.code_cache else {
            return Ok(());
        };
        let log = |entry: Entry| self.log.push(entry.offset, entry.bytes, entry.old);
        cache.take(core, self.memory, (core.pc, length), u64::MAX, log)
    }

    /// Reads `bytes` (1, 2, 4 or 8) bytes.
    #[inline(always)]
    pub(super) fn read(&self, offset: usize, bytes: usize) -> u64 {
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(&self.memory[offset..offset + bytes]);
        u64::from_le_bytes(value)
    }

    /// Writes `bytes` (1, 2, 4 or 8) bytes, and logs the old ones.
    #[inline(always)]
    pub(super) fn write(&mut self, offset: usize, bytes: usize, value: u64) {
        self.log
            .push(offset as u32, bytes as u32, self.read(offset, bytes));
        self.memory[offset..offset + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }

    /// Whether every offset to which a region leads is in the memory, and `rights` has an element
    /// for its page. The fast path relies on this.
    pub(super) fn is_sound(&self) -> bool {
        let pages = self.regions.extent().div_ceil(1 << self.page_shift.min(31));
        let ends_within = |cache: &Cache| cache.end as usize <= self.memory.len();
        self.page_shift < 32
            && self.cache.is_none_or(ends_within)
            && self.code_cache.is_none_or(ends_within)
            && self.regions.extent() <= self.memory.len() as u64
            && pages <= self.rights.len() as u64
    }
}

impl RegionMap {
    fn extent(&self) -> u64 {
        self.extent
    }
}
