//! The second-level cache of a tile: a part of the tile's memory that caches lines for the cores'
//! own caches.
//!
//! The cores share the second level. Its lines have global addresses. It changes only when a core
//! misses or operates on its own cache, in the core's turn of that cycle. So a core that executes
//! ahead of the clock never accesses it. A line may be in a core's cache, in the second level, or
//! in both.
//!
//! The dirty bytes of a line belong to one core, the line's *owner*. Packets with dirty bytes count
//! as stores of the owner, whichever core evicts the line. So the owner's fences wait for the
//! acknowledgements of these packets, and the owner's later fetches come after the writes.

use super::hart::{Fetch, State};
use super::protection::{Exposure, Owner, Tag};
use super::{CoreComplex, CorePorts};
use crate::config::ChipConfig;
use crate::core::{Cache, CacheOperation};
use crate::protocol::{Packet, PacketKind, Purpose};
use crate::tile::ports::Cycle;

/// A bit in an element of `owners`: the line contains code. Such a line is never dirty.
const CODE: u8 = 0x80;
/// A bit in an element of `owners`: the line will be dropped as soon as it has arrived.
const PASSING: u8 = 0x40;
/// A mask for an element of `owners`: the bits that contain the owner's index in the tile.
const CORE: u8 = 0x3f;

/// The second-level cache of a tile.
#[derive(Debug)]
pub struct SecondLevel {
    cache: Cache,
    /// For each line, the core that has fetched it or stored to it last, combined with `CODE` and
    /// `PASSING`.
    owners: Vec<u8>,
    /// How often lines have been used so far.
    uses: u64,
    latency: u64,
    /// The first cycle in which the second-level cache can deliver another line.
    free: u64,
}

/// What happens when a core requests a line that its own cache lacks.
pub(super) enum Bringing {
    /// Memory will send the line. The core must wait for the answers.
    Fetching(Fetch),
    /// The line is in the core's cache. The core continues in the given cycle.
    Hit(u64),
    /// Another core is fetching this line, or is fetching the line that this line would replace.
    /// The core must request its line again when that fetch is complete.
    Busy,
    /// The core must wait until memory has acknowledged a packet, and then request its line again.
    StoreLimit,
}

impl SecondLevel {
    /// The second-level cache of a tile whose memory has `bytes` bytes. The cache's tags begin at
    /// offset `at`. None if the chip has no second level.
    pub fn new(config: &ChipConfig, bytes: u32, at: u32) -> Option<SecondLevel> {
        let keys = config.second_level.shape(&config.data_cache);
        let cache = Cache::of_ways(&keys, bytes, at)?;
        Some(SecondLevel {
            owners: vec![0; cache.all_lines().len()],
            cache,
            uses: 0,
            latency: config.second_level.latency.into(),
            free: 0,
        })
    }

    /// The offset after the last byte of the tags.
    pub fn end(&self) -> u32 {
        self.cache.end
    }

    /// Makes every line absent, as in a new cache.
    pub fn reset(&mut self, memory: &mut [u8]) {
        self.cache.reset(memory);
    }

    /// The shape of the second-level cache, and which of its ways are open. The memory of an open
    /// way serves as cache; the memory of the others belongs to programs.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    fn owner(&self, line: u32) -> usize {
        usize::from(self.owners[line as usize] & CORE)
    }

    fn is_code(&self, line: u32) -> bool {
        self.owners[line as usize] & CODE != 0
    }
}

impl CoreComplex {
    /// The shape of the second-level cache. None if no part of the tile's memory serves as one.
    fn second_level(&self) -> Option<Cache> {
        let cache = &self.second.as_ref()?.cache;
        (cache.open_bytes() > 0).then(|| cache.clone())
    }

    fn second(&mut self) -> &mut SecondLevel {
        self.second.as_mut().expect("its shape is known")
    }

    /// Gets a line from memory into place number `line` of a core's cache. The old contents of that
    /// place must have no dirty bytes. `address` is the line's address as the core uses it, and
    /// `there` its global address.
    pub(super) fn bring(
        &mut self,
        core: usize,
        cache: &Cache,
        line: u32,
        (address, there): (u32, u32),
        mark: Mark,
        ports: &mut CorePorts,
    ) -> Bringing {
        let Some(second) = self.second_level() else {
            let fetch = self.ask_for_line(core, cache, line, (address, there), ports);
            return Bringing::Fetching(fetch);
        };
        if let Some(found) = second.find(&self.memory, there) {
            let owner = self.second().owner(found);
            if self.harts[owner].job == self.harts[core].job {
                self.use_second(&second, found);
                let bytes = (second.line_address(there), cache.line_bytes());
                self.report_fill(core, bytes, ports);
                cache.drop(&mut self.memory, line);
                self.take_line(cache, line, address, second.data_at(found));
                self.harts[core].counts.second_hits += 1;
                let words = u64::from(cache.line_bytes() / 4);
                let second = self.second();
                let start = second.free.max(ports.chip.cycle.now);
                second.free = start + words;
                return Bringing::Hit(start + second.latency + words);
            }
            // The line belongs to another job's memory. It is fetched again, so that the controller
            // can refuse what this job may not read.
            if !self.write_back_second(core, &second, found, ports) {
                return Bringing::StoreLimit;
            }
            second.drop(&mut self.memory, found);
        }
        let victim = second.victim(&self.memory, there);
        let is_expected = second.find_coming(&self.memory, there).is_some();
        if is_expected || second.is_coming(&self.memory, victim) {
            return Bringing::Busy;
        }
        if !self.write_back_second(core, &second, victim, ports) {
            return Bringing::StoreLimit;
        }
        cache.drop(&mut self.memory, line);
        let fetch = self.ask_for_line(core, &second, victim, (there, there), ports);
        second.expect(&mut self.memory, victim, there);
        second.replaced(&mut self.memory, victim, there);
        self.use_second(&second, victim);
        self.second().owners[victim as usize] = core as u8 | mark as u8;
        self.harts[core].counts.second_fetches += 1;
        Bringing::Fetching(Fetch {
            line,
            address,
            second: Some(victim),
            ..fetch
        })
    }

    fn use_second(&mut self, second: &Cache, line: u32) {
        self.second().uses += 1;
        let uses = self.second().uses;
        second.mark_used(&mut self.memory, line, uses);
    }

    /// Copies a line from offset `from` in the tile's memory to place number `line` of a core's
    /// cache, which must be empty. This is allowed even if the core has executed beyond the clock:
    /// it has not used this place, and its undo log does not contain it.
    fn take_line(&mut self, cache: &Cache, line: u32, address: u32, from: u32) {
        let bytes = cache.line_bytes();
        let from = from as usize..(from + bytes) as usize;
        (self.memory).copy_within(from, cache.data_at(line) as usize);
        cache.appear(&mut self.memory, line, address);
        self.served += 2 * u64::from(bytes / 4);
    }

    /// Copies a line that memory has sent to the second-level cache into the cache of the core that
    /// waits for the line.
    pub(super) fn pass_on(&mut self, cache: &Cache, fetch: &Fetch, cycle: Cycle) {
        let (Some(from), Some(second)) = (fetch.second, self.second_level()) else {
            return;
        };
        self.take_line(cache, fetch.line, fetch.address, second.data_at(from));
        let passes = self.second().owners[from as usize] & PASSING != 0;
        self.second().owners[from as usize] &= !PASSING;
        let there = (second.address_coming(&self.memory, from)).expect("it has been expected");
        second.drop(&mut self.memory, from);
        if !passes {
            second.appear(&mut self.memory, from, there);
        }
        self.wake_for_second_level(cycle);
    }

    /// Wakes the cores that wait because another core was fetching a line. Each of them requests
    /// its own line again.
    fn wake_for_second_level(&mut self, cycle: Cycle) {
        for core in 0..self.harts.len() {
            let hart = &mut self.harts[core];
            if std::mem::take(&mut hart.waits_for_second_level) && hart.waits_for_line() {
                hart.pending = None;
                self.resume(core, cycle.now + 1, cycle);
            }
        }
    }

    /// If the second-level cache has the line of a core's store, writes the bytes there. `there` is
    /// their global address. Returns whether the second level has the line. The bytes go through a
    /// buffer, so the core does not wait.
    pub(super) fn absorb(
        &mut self,
        core: usize,
        there: u32,
        bytes: &[u8],
        ports: &mut CorePorts,
    ) -> bool {
        let Some(second) = self.second_level() else {
            return false;
        };
        self.let_pass(&second, there);
        let Some(line) = second.find(&self.memory, there) else {
            return false;
        };
        if self.second().owner(line) != core {
            self.send_second(core, &second, line, ports);
        }
        let inside = there - second.line_address(there);
        let to = (second.data_at(line) + inside) as usize;
        self.memory[to..to + bytes.len()].copy_from_slice(bytes);
        for byte in 0..bytes.len() as u32 {
            second.mark_dirty(&mut self.memory, line, inside + byte, 1);
        }
        self.served += bytes.len().div_ceil(4) as u64;
        self.second().owners[line as usize] = core as u8;
        self.report_absorbed_store(core, (there, bytes.len() as u32), ports);
        true
    }

    /// Writes the bytes of a store that bypasses a core's own cache to the second-level cache, as
    /// [`CoreComplex::absorb`] does.
    pub(super) fn absorb_store(
        &mut self,
        core: usize,
        there: u32,
        bytes: &[u8],
        ports: &mut CorePorts,
    ) -> bool {
        let Some(second) = self.second_level() else {
            return false;
        };
        if second.find(&self.memory, there).is_some() {
            self.report_store(core, (there, bytes.len() as u32), ports);
        }
        self.absorb(core, there, bytes, ports)
    }

    /// If the line at address `there` is being fetched, marks it so that it will be dropped on
    /// arrival. A core has stored to the line or invalidated it during the fetch, so its contents
    /// would be out of date.
    fn let_pass(&mut self, second: &Cache, there: u32) {
        if let Some(coming) = second.find_coming(&self.memory, there) {
            self.second().owners[coming as usize] |= PASSING;
        }
    }

    /// Sends the dirty bytes of a line to memory. The packets count as stores of the line's owner.
    /// Returns false if the owner is `core` and must first wait for acknowledgements; it then
    /// issues its instruction again.
    fn write_back_second(
        &mut self,
        core: usize,
        second: &Cache,
        line: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let Cycle { now, costs } = ports.chip.cycle;
        while second.has_dirty(&self.memory, line) {
            let owner = self.second().owner(line);
            if owner == core && self.harts[core].stores_outstanding >= costs.stores {
                self.harts[core].enter(State::StoreLimit, now);
                return false;
            }
            self.send_one_of_second(core, second, line, ports);
        }
        true
    }

    /// Sends the dirty bytes of a line to memory, regardless of the limit of unacknowledged stores.
    fn send_second(&mut self, core: usize, second: &Cache, line: u32, ports: &mut CorePorts) {
        while second.has_dirty(&self.memory, line) {
            self.send_one_of_second(core, second, line, ports);
        }
    }

    /// Whether a core's process has ended, so that the dirty bytes that it left in caches are of no
    /// use.
    fn has_ended(&self, core: usize) -> bool {
        matches!(self.harts[core].state, State::Ended | State::Off)
    }

    /// Sends the first run of consecutive dirty bytes of a line.
    fn send_one_of_second(
        &mut self,
        core: usize,
        second: &Cache,
        line: u32,
        ports: &mut CorePorts,
    ) {
        let piece = ports.chip.cycle.costs.line;
        let dirty = second.dirty_bytes(&self.memory, line, piece);
        let (Some(dirty), Some(there)) = (dirty, second.address(&self.memory, line)) else {
            return;
        };
        let owner = self.second().owner(line);
        if self.has_ended(owner) {
            // The owner's memory may already belong to another process.
            return second.clean(&mut self.memory, line, 0..second.line_bytes());
        }
        // The owner may have executed beyond the clock. So reports name the instruction of the core
        // whose turn it is.
        let by = self.packet(core, PacketKind::Write, Purpose::Store);
        let packet = Packet {
            bytes: dirty.len() as u8,
            pc: by.pc,
            caller: by.caller,
            ..self.packet(owner, PacketKind::Write, Purpose::Store)
        };
        let offset = (second.data_at(line) + dirty.start) as usize;
        let bytes = self.memory[offset..offset + dirty.len()].to_vec();
        self.served += bytes.len().div_ceil(4) as u64;
        let sent = (there + dirty.start, dirty.end - dirty.start);
        self.report_second_write_back(owner, sent, ports);
        self.send(owner, packet, there + dirty.start, &bytes, ports);
        let hart = &mut self.harts[owner];
        hart.stores_outstanding += 1;
        hart.counts.second_write_backs += 1;
        hart.counts.second_written += u64::from(dirty.end - dirty.start);
        second.clean(&mut self.memory, line, dirty);
    }

    /// Carries out a cache operation on a line of the second level. `there` is the line's global
    /// address. The core has already carried out the operation on its own cache. Returns false if
    /// the core must wait first.
    pub(super) fn operate_on_second(
        &mut self,
        core: usize,
        operation: CacheOperation,
        there: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let Some(second) = self.second_level() else {
            return true;
        };
        if operation != CacheOperation::Clean {
            self.let_pass(&second, there);
        }
        match second.find(&self.memory, there) {
            Some(line) => self.operate_on_line_of_second(core, operation, &second, line, ports),
            None => true,
        }
    }

    fn operate_on_line_of_second(
        &mut self,
        core: usize,
        operation: CacheOperation,
        second: &Cache,
        line: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let is_own = self.second().owner(line) == core;
        if operation == CacheOperation::Invalidate && is_own {
            self.report_second_drop(core, second, line, ports);
        } else if !self.write_back_second(core, second, line, ports) {
            return false;
        }
        if operation != CacheOperation::Clean {
            second.drop(&mut self.memory, line);
        }
        true
    }

    /// Carries out a cache operation on all lines of the second level that do not contain code. The
    /// core has already carried out the operation on its own cache. Cleaning skips the lines of
    /// other owners. Invalidating drops the core's own dirty bytes, but writes those of other
    /// owners back first. Returns false if the core must wait first.
    pub(super) fn operate_on_all_of_second(
        &mut self,
        core: usize,
        operation: CacheOperation,
        ports: &mut CorePorts,
    ) -> bool {
        let Some(second) = self.second_level() else {
            return true;
        };
        for line in second.all_lines() {
            let (owner, is_code) = (self.second().owner(line), self.second().is_code(line));
            let cleans = operation == CacheOperation::Clean;
            if is_code || cleans && owner != core {
                continue;
            }
            if second.is_coming(&self.memory, line) {
                if !cleans {
                    self.second().owners[line as usize] |= PASSING;
                }
            } else if second.address(&self.memory, line).is_some()
                && !self.operate_on_line_of_second(core, operation, &second, line, ports)
            {
                return false;
            }
        }
        true
    }

    /// Sets the size of the second-level cache to `bytes` bytes. The cache is a part of the tile's
    /// memory, so a core gains memory or gives it back. Returns whether `bytes` is a possible size,
    /// and whether the change is complete. If it is not, the core must wait and try again.
    pub(super) fn move_border(
        &mut self,
        core: usize,
        bytes: u32,
        ports: &mut CorePorts,
    ) -> (bool, bool) {
        let Some(second) = self.second.as_ref().map(|second| second.cache.clone()) else {
            return (false, false);
        };
        let (start, most, way) = second.room();
        if bytes > most || !bytes.is_multiple_of(way) {
            return (false, false);
        }
        let (border, before) = (start + most - bytes, start + most - second.open_bytes());
        let hart = &self.harts[core];
        let (job, own) = (hart.job, Owner::Process(hart.owner));
        let may_give = |tag: &Tag| tag.job == job && tag.owner == own;
        let given = border.min(before) >> self.page_shift..before >> self.page_shift;
        if !self.tags[given.start as usize..given.end as usize]
            .iter()
            .all(may_give)
        {
            return (false, false);
        }
        for line in second.lines_beyond(bytes) {
            if second.is_coming(&self.memory, line) {
                self.wait_for_second_level(core, State::Data, ports);
                return (true, false);
            }
            if !self.write_back_second(core, &second, line, ports) {
                return (true, false);
            }
            second.drop(&mut self.memory, line);
        }
        self.second().cache.open_ways(bytes);
        if border > before {
            self.memory[before as usize..border as usize].fill(0);
            let exposure = Exposure::Write;
            let owner = own;
            let tag = Tag {
                job,
                owner,
                exposure,
            };
            self.set_tag(before, border - before, tag);
        } else {
            self.set_tag(border, before - border, Tag::default());
        }
        (true, true)
    }

    /// Makes a core wait for a line that another core is fetching.
    pub(super) fn wait_for_second_level(
        &mut self,
        core: usize,
        state: State,
        ports: &mut CorePorts,
    ) {
        let hart = &mut self.harts[core];
        hart.waits_for_second_level = true;
        hart.enter(state, ports.chip.cycle.now);
    }

    /// Drops lines from the second-level cache when a process leaves a core: the lines of that
    /// process, and all lines that the next process must not find. Cores that wait for another
    /// core's fetch request their lines again.
    pub(super) fn leave_second(&mut self, core: usize, now: u64) {
        let Some(second) = self.second.as_ref().map(|second| second.cache.clone()) else {
            return;
        };
        for line in second.all_lines() {
            let owner = self.second().owner(line);
            let is_coming = second.is_coming(&self.memory, line);
            let is_lost = self.has_ended(owner) || !second.has_dirty(&self.memory, line);
            if owner == core || !is_coming && is_lost {
                second.drop(&mut self.memory, line);
            } else if is_coming {
                self.second().owners[line as usize] |= PASSING;
            }
        }
        for other in 0..self.harts.len() {
            let hart = &mut self.harts[other];
            if other != core
                && std::mem::take(&mut hart.waits_for_second_level)
                && hart.waits_for_line()
            {
                hart.pending = None;
                hart.resume(now, now + 1);
            }
        }
        let (start, most, _) = second.room();
        let (job, own) = (self.harts[core].job, Owner::Process(self.harts[core].owner));
        let pages = start >> self.page_shift..(start + most) >> self.page_shift;
        for page in pages.clone() {
            let tag = self.tags[page as usize];
            if tag.job == job && tag.owner == own {
                self.set_tag(page << self.page_shift, self.page_bytes(), Tag::default());
            }
        }
        let tags = &self.tags[pages.start as usize..pages.end as usize];
        if tags.iter().all(|tag| tag.owner == Owner::Nobody) {
            self.second().cache.open_ways(most);
        }
    }
}

/// What a fetched line contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mark {
    Data = 0,
    Code = CODE,
}
