//! A shadow of memory. For each byte, it records which writes the memory and the copies in data
//! caches contain.
//!
//! Caches are not coherent, so a core may read an old value of a byte that another core has
//! changed. To detect this, the shadow stores for each byte the last write that memory contains,
//! and the last store that only a cache contains. Cores and controllers report their accesses to
//! the shadow in the order of the chip's time. So cores with a shadow do not execute ahead of the
//! chip's clock.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};

/// The shadow of memory. The parts of a chip share it.
pub type SharedShadow = Arc<Mutex<Shadow>>;

/// The location of a byte: number of the endpoint whose memory contains it, and its offset in that
/// memory.
pub type Place = (u16, u32);

/// The instruction that has made an access, and its core.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Site {
    /// Number of the core on the chip.
    pub core: u32,
    pub pc: u32,
    /// Return address of the core at that instruction.
    pub caller: u32,
}

/// A write to a byte. Cycle 0 means that there is no write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Write {
    pub cycle: u64,
    pub by: Site,
}

impl Write {
    fn is_there(&self) -> bool {
        self.cycle > 0
    }
}

/// The ways in which a program can misuse data caches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mistake {
    /// A core has read an old value of a byte from its cache: the byte was written in memory after
    /// the cache had fetched the line.
    Stale,
    /// A core or a DMA transfer has read a byte from memory whose latest store was still in a
    /// cache.
    Unflushed,
    /// A cache has written a stored byte back to memory, and has overwritten a later write.
    Overwritten,
    /// A core has read a byte whose last store was lost because the core's cache had invalidated
    /// the line.
    Invalidated,
}

/// A mistake, which may have occurred several times with the same two instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    pub mistake: Mistake,
    /// The wrong access. This is a read, or for [`Mistake::Overwritten`] the store that was written
    /// back.
    pub access: Write,
    /// The write that the wrong access has not seen or has overwritten.
    pub other: Write,
    /// For [`Mistake::Invalidated`], the instruction that invalidated the line.
    pub dropped: Option<Write>,
    /// The address of the byte for the core that made the wrong access. None if it is not known.
    pub address: Option<u32>,
    pub place: Place,
    /// Whether the core that made the wrong access has also stored to the aligned 16 bytes around
    /// the byte.
    pub stores_nearby: bool,
    /// Number of bytes for which the mistake occurred; each occurrence counts.
    pub times: u64,
}

/// The number of a tile's second-level cache, for functions of the shadow that take the number of a
/// core to name its cache. It differs from the numbers of all cores.
pub fn second_level(tile: u16) -> u32 {
    1 << 31 | u32::from(tile)
}

/// Number of bytes whose state is stored together. Cache lines are at least as long.
const CHUNK: u32 = 16;
/// The largest number of findings that are kept.
const MOST: usize = 1000;

#[derive(Debug, Clone, Copy, Default)]
struct Byte {
    /// The last write that memory contains.
    memory: Write,
    /// The last store that a cache contains but memory does not.
    dirty: Write,
    /// A store that was lost, and the instruction that lost it by invalidating the line.
    lost: Write,
    dropped: Write,
}

/// For each byte in the memories of controllers, the writes that memory and caches contain.
#[derive(Debug, Default)]
pub struct Shadow {
    bytes: HashMap<Place, Box<[Byte; CHUNK as usize]>>,
    /// For each cache and each chunk of bytes that it contains, the write that each byte of the
    /// copy contains. The number of a cache is the number of its core, or [`second_level`].
    copies: HashMap<(u32, Place), [Write; CHUNK as usize]>,
    /// The stores in packets on their way to memory, by core and first byte.
    sent: HashMap<(u32, Place), VecDeque<Vec<Write>>>,
    /// For each cache, the cycle in which memory served its last fetch.
    fetched: HashMap<u32, u64>,
    findings: BTreeMap<(Mistake, Site, Site), Finding>,
}

fn chunk((endpoint, offset): Place) -> (Place, usize) {
    let inside = offset % CHUNK;
    ((endpoint, offset - inside), inside as usize)
}

fn each((endpoint, offset): Place, bytes: u32) -> impl Iterator<Item = Place> {
    (offset..offset + bytes).map(move |offset| (endpoint, offset))
}

impl Shadow {
    fn byte(&mut self, place: Place) -> &mut Byte {
        let (chunk, inside) = chunk(place);
        &mut self.bytes.entry(chunk).or_default()[inside]
    }

    fn copy(&mut self, core: u32, place: Place) -> &mut Write {
        let (chunk, inside) = chunk(place);
        &mut self.copies.entry((core, chunk)).or_default()[inside]
    }

    /// The mistakes that were found, in an order that does not depend on the simulation.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.values()
    }

    fn note(&mut self, finding: Finding) {
        let key = (finding.mistake, finding.access.by, finding.other.by);
        let is_full = self.findings.len() >= MOST;
        match self.findings.get_mut(&key) {
            Some(found) => found.times += 1,
            None if is_full => {}
            None => {
                self.findings.insert(key, finding);
            }
        }
    }

    /// Whether a core's cached copy of the 16 bytes around a byte contains a store by this core.
    fn stores_near(&self, core: u32, place: Place) -> bool {
        let copies = self.copies.get(&(core, chunk(place).0));
        copies.is_some_and(|copies| {
            let is_own = |write: &Write| write.is_there() && write.by.core == core;
            copies.iter().any(is_own)
        })
    }

    /// Records that a core reads bytes from its cache. If the line was fetched for this read
    /// (`is_for_this`), the read counts as a read of memory in the cycle in which memory served the
    /// fetch.
    pub fn read_copy(
        &mut self,
        read: Write,
        place: Place,
        (bytes, address): (u32, u32),
        is_for_this: bool,
    ) {
        let core = read.by.core;
        let served = match is_for_this {
            true => self.fetched.get(&core).copied().unwrap_or(read.cycle),
            false => read.cycle,
        };
        for (place, address) in each(place, bytes).zip(address..) {
            let copy = *self.copy(core, place);
            let byte = *self.byte(place);
            let is_own = copy == byte.dirty && copy.is_there();
            let (mistake, other) =
                if is_own || copy.by.core == core && copy.cycle > byte.memory.cycle {
                    continue;
                } else if byte.memory != copy && byte.memory.cycle > copy.cycle {
                    (Mistake::Stale, byte.memory)
                } else if byte.dirty.is_there() && byte.dirty.by.core != core {
                    (Mistake::Unflushed, byte.dirty)
                } else if byte.lost.is_there() {
                    (Mistake::Invalidated, byte.lost)
                } else {
                    continue;
                };
            if other.cycle > served {
                continue;
            }
            self.note(Finding {
                mistake,
                access: read,
                other,
                dropped: (mistake == Mistake::Invalidated).then_some(byte.dropped),
                address: Some(address),
                place,
                stores_nearby: self.stores_near(core, place),
                times: 1,
            });
        }
    }

    /// Records that memory serves a read that bypasses the caches.
    pub fn read_memory(&mut self, read: Write, place: Place, bytes: u32) {
        for place in each(place, bytes) {
            let byte = *self.byte(place);
            let (mistake, other) = if byte.dirty.is_there() {
                (Mistake::Unflushed, byte.dirty)
            } else if byte.lost.is_there() {
                (Mistake::Invalidated, byte.lost)
            } else {
                continue;
            };
            self.note(Finding {
                mistake,
                access: read,
                other,
                dropped: (mistake == Mistake::Invalidated).then_some(byte.dropped),
                address: None,
                place,
                stores_nearby: false,
                times: 1,
            });
        }
    }

    /// Records that memory sends bytes of a line to a core's cache.
    pub fn fetch(&mut self, core: u32, place: Place, bytes: u32, cycle: u64) {
        self.fetched.insert(core, cycle);
        for place in each(place, bytes) {
            let memory = self.byte(place).memory;
            *self.copy(core, place) = memory;
        }
    }

    /// Records that one cache gives its copies of bytes to another cache.
    pub fn pass(&mut self, from: u32, to: u32, place: Place, bytes: u32) {
        for place in each(place, bytes) {
            let copy = *self.copy(from, place);
            *self.copy(to, place) = copy;
        }
    }

    /// Records that a tile's second-level cache gives its copies of bytes to a core's cache.
    pub fn pass_from_second_level(
        &mut self,
        second: u32,
        core: u32,
        place: Place,
        bytes: u32,
        cycle: u64,
    ) {
        self.fetched.insert(core, cycle);
        self.pass(second, core, place, bytes);
    }

    /// Records that a core stores bytes in a line of its cache. These bytes become dirty.
    pub fn store(&mut self, write: Write, place: Place, bytes: u32) {
        for place in each(place, bytes) {
            *self.copy(write.by.core, place) = write;
            let byte = self.byte(place);
            byte.dirty = write;
            byte.lost = Write::default();
        }
    }

    /// Records that a core stores bytes in a line of its cache and also sends them to memory.
    pub fn store_through(&mut self, write: Write, place: Place, bytes: u32) {
        for place in each(place, bytes) {
            *self.copy(write.by.core, place) = write;
        }
        self.send(write.by.core, place, vec![write; bytes as usize]);
    }

    /// Records that a packet carries dirty bytes of a cache to memory on behalf of a core. The
    /// cache may be the second-level cache of the core's tile.
    pub fn write_back(&mut self, cache: u32, core: u32, place: Place, bytes: u32) {
        let writes = each(place, bytes).map(|place| *self.copy(cache, place));
        let writes = writes.collect();
        self.send(core, place, writes);
    }

    fn send(&mut self, core: u32, place: Place, writes: Vec<Write>) {
        self.sent
            .entry((core, place))
            .or_default()
            .push_back(writes);
    }

    /// Records that a cache drops dirty bytes. It may be a second-level cache.
    pub fn invalidate(&mut self, cache: u32, now: Write, place: Place, bytes: u32) {
        for place in each(place, bytes) {
            let copy = *self.copy(cache, place);
            let byte = self.byte(place);
            if byte.dirty == copy && copy.is_there() {
                byte.lost = copy;
                byte.dropped = now;
                byte.dirty = Write::default();
            }
        }
    }

    /// Records that memory receives bytes. If a core has announced them with `write_back` or
    /// `store_through`, they come from a cache. Otherwise they come from a writer without a cache.
    pub fn write_memory(&mut self, write: Write, place: Place, bytes: u32) {
        let core = write.by.core;
        let sent = self.sent.get_mut(&(core, place));
        let sent = sent.and_then(|packets| {
            let is_next = packets
                .front()
                .is_some_and(|next| next.len() == bytes as usize);
            is_next.then(|| packets.pop_front()).flatten()
        });
        for (number, place) in each(place, bytes).enumerate() {
            let new = sent.as_ref().map_or(write, |writes| writes[number]);
            let byte = self.byte(place);
            let old = byte.memory;
            byte.memory = new;
            byte.lost = Write::default();
            if byte.dirty == new {
                byte.dirty = Write::default();
            }
            if sent.is_some() && old.by.core != core && old.cycle > new.cycle {
                self.note(Finding {
                    mistake: Mistake::Overwritten,
                    access: new,
                    other: old,
                    dropped: None,
                    address: None,
                    place,
                    stores_nearby: false,
                    times: 1,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Place = (5, 64);

    fn by(core: u32, cycle: u64) -> Write {
        let by = Site {
            core,
            pc: core,
            caller: 0,
        };
        Write { cycle, by }
    }

    /// The mistakes that the shadow has found, each with the cycles of its two accesses.
    fn found(shadow: &Shadow) -> Vec<(Mistake, u64, u64)> {
        let each = shadow.findings();
        each.map(|one| (one.mistake, one.access.cycle, one.other.cycle))
            .collect()
    }

    fn read(shadow: &mut Shadow, core: u32, cycle: u64, place: Place) {
        shadow.read_copy(by(core, cycle), place, (4, 0), false);
    }

    #[test]
    fn a_copy_is_stale_when_memory_has_changed() {
        let mut shadow = Shadow::default();
        shadow.fetch(0, LINE, 32, 1);
        read(&mut shadow, 0, 2, LINE);
        shadow.write_memory(by(1, 3), (5, 68), 4);
        read(&mut shadow, 0, 4, LINE);
        assert_eq!(found(&shadow), []);
        read(&mut shadow, 0, 5, (5, 68));
        assert_eq!(found(&shadow), [(Mistake::Stale, 5, 3)]);
        assert_eq!(shadow.findings().next().map(|one| one.times), Some(4));
        shadow.fetch(0, LINE, 32, 6);
        read(&mut shadow, 0, 7, (5, 68));
        assert_eq!(shadow.findings().count(), 1);
    }

    #[test]
    fn a_read_that_waits_for_its_line_reads_when_memory_serves_it() {
        let mut shadow = Shadow::default();
        shadow.fetch(0, LINE, 32, 1);
        shadow.write_memory(by(1, 2), LINE, 4);
        shadow.read_copy(by(0, 3), LINE, (4, 0), true);
        assert_eq!(found(&shadow), []);
        read(&mut shadow, 0, 4, LINE);
        assert_eq!(found(&shadow), [(Mistake::Stale, 4, 2)]);
    }

    #[test]
    fn a_store_is_seen_when_it_has_been_written_back() {
        let mut shadow = Shadow::default();
        shadow.fetch(0, LINE, 32, 1);
        shadow.store(by(0, 2), LINE, 4);
        read(&mut shadow, 0, 3, LINE);
        shadow.fetch(1, LINE, 32, 4);
        read(&mut shadow, 1, 5, (5, 68));
        assert_eq!(found(&shadow), []);
        read(&mut shadow, 1, 6, LINE);
        assert_eq!(found(&shadow), [(Mistake::Unflushed, 6, 2)]);
        shadow.write_back(0, 0, LINE, 4);
        shadow.write_memory(by(0, 9), LINE, 4);
        shadow.fetch(1, LINE, 32, 10);
        read(&mut shadow, 1, 11, LINE);
        read(&mut shadow, 0, 12, LINE);
        shadow.read_memory(by(2, 13), LINE, 32);
        assert_eq!(shadow.findings().count(), 1);
    }

    #[test]
    fn a_late_write_back_destroys_what_came_between() {
        for (between, mistakes) in [(3, 1), (1, 0)] {
            let mut shadow = Shadow::default();
            shadow.store(by(0, 2), LINE, 8);
            shadow.write_memory(by(1, between), (5, 68), 4);
            shadow.write_back(0, 0, LINE, 8);
            shadow.write_memory(by(0, 5), LINE, 8);
            assert_eq!(shadow.findings().count(), mistakes);
        }
    }

    #[test]
    fn a_dropped_store_is_missed_by_the_next_read_only() {
        let mut shadow = Shadow::default();
        shadow.store(by(0, 2), LINE, 4);
        shadow.invalidate(0, by(0, 3), LINE, 4);
        let mut written = Shadow::default();
        written.store(by(0, 2), LINE, 4);
        written.invalidate(0, by(0, 3), LINE, 4);
        written.write_memory(by(1, 4), LINE, 4);
        for shadow in [&mut shadow, &mut written] {
            shadow.fetch(0, LINE, 32, 5);
            read(shadow, 0, 6, LINE);
        }
        assert_eq!(found(&shadow), [(Mistake::Invalidated, 6, 2)]);
        assert_eq!(found(&written), []);
    }

    #[test]
    fn a_store_through_the_cache_is_in_memory_when_it_comes_there() {
        let mut shadow = Shadow::default();
        shadow.fetch(0, LINE, 32, 1);
        shadow.store_through(by(0, 2), LINE, 4);
        read(&mut shadow, 0, 3, LINE);
        shadow.write_memory(by(0, 4), LINE, 4);
        read(&mut shadow, 0, 5, LINE);
        assert_eq!(found(&shadow), []);
    }
}
