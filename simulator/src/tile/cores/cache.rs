//! How a core's data cache uses the network: it fetches lines and writes dirty bytes back.
//! `code_cache.rs` does this for instruction caches.

use super::hart::{Fetch, State};
use super::second_level::{Bringing, Mark, SecondLevel};
use super::{CoreComplex, CorePorts};
use crate::core::{Access, AccessKind, Cache, CacheOperation, Order};
use crate::memory;
use crate::protocol::{Attempt, Cause, Packet, PacketKind, Purpose, Target};
use crate::tile::ports::Cycle;
use std::ops::Range;

impl CoreComplex {
    /// Whether an access to this address goes through the core's data cache.
    pub(super) fn is_cached(&self, core: usize, address: u32) -> bool {
        let cache = &self.harts[core].cache;
        cache.as_ref().is_some_and(|cache| cache.covers(address))
    }

    /// Carries out an access to cached memory. A load or store that misses is issued again when its
    /// line has arrived.
    pub(super) fn cached_access(
        &mut self,
        core: usize,
        access: Access,
        target: Target,
        ports: &mut CorePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let Some(cache) = self.harts[core].cache.clone() else {
            return;
        };
        let line = cache.find(&self.memory, access.address);
        let inside = access.address & (cache.line_bytes() - 1);
        let offset = line.map_or(0, |line| cache.data_at(line) + inside);
        let is_store = matches!(access.kind, AccessKind::Store { .. });
        let announces = is_store && self.harts[core].announces();
        // The core itself handles most hits. A hit arrives here only for a part of a misaligned
        // access, or for a load between a fence and the release store that follows it.
        if self.is_followed(core) && self.hits(core, &access) && !announces {
            self.report_hit(core, &access, ports);
        }
        match (access.kind, line) {
            _ if announces => self.access_memory(core, &cache, line, access, target, ports),
            (AccessKind::Load { .. }, Some(line)) => {
                let value = memory::read(&self.memory, offset, access.bytes);
                let cycles = costs.load + u64::from(access.load_use);
                self.hit(core, &cache, line, &access, (value, now + cycles));
            }
            (AccessKind::Store { value }, Some(line)) if !cache.writes_through() => {
                memory::write(&mut self.memory, offset, access.bytes, value);
                cache.mark_dirty(&mut self.memory, line, inside, access.bytes);
                self.hit(core, &cache, line, &access, (0, now + costs.store));
            }
            (AccessKind::Load { .. }, None) => self.fetch(core, &cache, access, ports),
            (AccessKind::Store { .. }, None) if cache.allocates() => {
                self.fetch(core, &cache, access, ports);
            }
            (AccessKind::Store { value }, line) => {
                // At the limit of unacknowledged stores, this store is issued again later.
                let leaves = self.harts[core].stores_outstanding < costs.stores;
                let there = self.harts[core].elsewhere(access.address, access.bytes);
                let bytes = &value.to_le_bytes()[..access.bytes as usize];
                let is_absorbed = leaves && self.absorb_store(core, there, bytes, ports);
                if let (Some(line), true) = (line, leaves) {
                    if !is_absorbed {
                        self.report_hit(core, &access, ports);
                    }
                    memory::write(&mut self.memory, offset, access.bytes, value);
                    self.note_hit(core, &cache, line);
                }
                if is_absorbed {
                    let next = now + costs.register;
                    return self.harts[core].core.complete(&access, 0, next);
                }
                self.remote(core, access, target, ports);
            }
            (_, line) => self.access_memory(core, &cache, line, access, target, ports),
        }
    }

    /// Carries out an atomic or a release store in memory. If the cache has the line of the
    /// address, its number is `line`; the line's dirty bytes are written back first, and the line
    /// is dropped.
    fn access_memory(
        &mut self,
        core: usize,
        cache: &Cache,
        line: Option<u32>,
        access: Access,
        target: Target,
        ports: &mut CorePorts,
    ) {
        if let Some(line) = line {
            if !self.write_back(core, cache, line, ports) {
                return;
            }
            cache.drop(&mut self.memory, line);
        }
        let there = self.harts[core].elsewhere(access.address, access.bytes);
        if !self.operate_on_second(core, CacheOperation::Flush, there, ports) {
            return;
        }
        let before = self.harts[core].core.instret;
        self.remote(core, access, target, ports);
        let hart = &mut self.harts[core];
        if hart.core.instret != before && matches!(access.kind, AccessKind::Store { .. }) {
            hart.announces_until = 0;
        }
    }

    /// Completes an access that has hit in the cache. `value` is the loaded value. The next
    /// instruction issues in cycle `next`, plus the additional cycles of a hit.
    fn hit(
        &mut self,
        core: usize,
        cache: &Cache,
        line: u32,
        access: &Access,
        (value, next): (u64, u64),
    ) {
        self.note_hit(core, cache, line);
        let core = &mut self.harts[core].core;
        core.served(access.bytes);
        core.complete(access, value, next + u64::from(cache.hit));
    }

    /// Counts a hit, and records the use of its line.
    fn note_hit(&mut self, core: usize, cache: &Cache, line: u32) {
        let hits = &mut self.harts[core].core.hits;
        *hits += 1;
        cache.mark_used(&mut self.memory, line, *hits);
    }

    /// Fetches the line of an access, after the dirty bytes of the line that it replaces have left.
    fn fetch(&mut self, core: usize, cache: &Cache, access: Access, ports: &mut CorePorts) {
        let now = ports.chip.cycle.now;
        let line = cache.victim(&self.memory, access.address);
        if !self.write_back(core, cache, line, ports) {
            return;
        }
        let address = cache.line_address(access.address);
        let there = self.harts[core].elsewhere(address, cache.line_bytes());
        let bringing = self.bring(core, cache, line, (address, there), Mark::Data, ports);
        if matches!(bringing, Bringing::StoreLimit) {
            return;
        }
        let hart = &mut self.harts[core];
        hart.pending = Some(access);
        match bringing {
            Bringing::Fetching(fetch) => hart.fetch = Some(fetch),
            Bringing::Hit(ready) => {
                hart.line_ready = Some(ready);
                cache.replaced(&mut self.memory, line, address);
            }
            _ => return self.wait_for_second_level(core, State::Data, ports),
        }
        let hart = &mut self.harts[core];
        hart.counts.cache_fetches += 1;
        if let Some(profile) = &mut hart.profile {
            profile.miss_data();
        }
        hart.fetched_for = Some((hart.core.pc, hart.core.instret));
        hart.enter(State::Data, now);
    }

    /// Requests a line from memory and puts it into place number `line` of the cache. The old
    /// contents of this place must have no dirty bytes. `there` is the global address that
    /// corresponds to `address`.
    pub(super) fn ask_for_line(
        &mut self,
        core: usize,
        cache: &Cache,
        line: u32,
        (address, there): (u32, u32),
        ports: &mut CorePorts,
    ) -> Fetch {
        cache.drop(&mut self.memory, line);
        let piece = ports.chip.cycle.costs.line.min(cache.line_bytes());
        for start in (0..cache.line_bytes()).step_by(piece as usize) {
            let packet = Packet {
                bytes: piece as u8,
                local: cache.data_at(line) + start,
                ..self.packet(core, PacketKind::Read, Purpose::Fetch)
            };
            self.send(core, packet, there + start, &[], ports);
        }
        Fetch {
            line,
            address,
            missing: cache.line_bytes() / piece,
            second: None,
        }
    }

    /// Receives a piece of a line from memory. After the last piece, the core issues its access
    /// again in the next cycle.
    pub fn fetched(&mut self, core: usize, offset: u32, bytes: &[u8], cycle: Cycle) {
        let offset = offset as usize;
        self.memory[offset..offset + bytes.len()].copy_from_slice(bytes);
        self.served += bytes.len().div_ceil(4) as u64;
        let hart = &mut self.harts[core];
        let (Some(cache), Some(fetch)) = (hart.cache.clone(), &mut hart.fetch) else {
            return self.fetched_instructions(core, offset as u32, cycle);
        };
        let second = self.second.as_ref().map(SecondLevel::cache);
        if !fetch.gets(offset as u32, &cache, second) {
            return self.fetched_instructions(core, offset as u32, cycle);
        }
        fetch.missing -= 1;
        if fetch.missing > 0 {
            return;
        }
        let fetch = *fetch;
        hart.fetch = None;
        if fetch.second.is_some() {
            self.pass_on(&cache, &fetch, cycle);
        } else {
            cache.appear(&mut self.memory, fetch.line, fetch.address);
        }
        cache.replaced(&mut self.memory, fetch.line, fetch.address);
        // The process may have ended while the line was in flight.
        if self.harts[core].state == State::Data {
            self.harts[core].pending = None;
            self.resume(core, cycle.now + 1, cycle);
        }
    }

    /// Writes the dirty bytes of a line back: to the second-level cache if it has the line, and
    /// otherwise to memory, one packet for each run of consecutive bytes. Returns false if the core
    /// must first wait for acknowledgements; the core then issues its instruction again.
    fn write_back(&mut self, core: usize, cache: &Cache, line: u32, ports: &mut CorePorts) -> bool {
        let Cycle { now, costs } = ports.chip.cycle;
        while let Some(dirty) = cache.dirty_bytes(&self.memory, line, costs.line) {
            if self.absorb_dirty(core, cache, line, dirty.clone(), ports) {
                continue;
            }
            if self.harts[core].stores_outstanding >= costs.stores {
                self.harts[core].enter(State::StoreLimit, now);
                return false;
            }
            self.send_dirty(core, cache, line, dirty, ports);
        }
        true
    }

    /// Writes dirty bytes of a line to the second level if it has the line. Returns whether it has.
    fn absorb_dirty(
        &mut self,
        core: usize,
        cache: &Cache,
        line: u32,
        dirty: Range<u32>,
        ports: &mut CorePorts,
    ) -> bool {
        let (true, Some(address)) = (self.second.is_some(), cache.address(&self.memory, line))
        else {
            return false;
        };
        let there = self.harts[core].elsewhere(address, cache.line_bytes()) + dirty.start;
        let from = (cache.data_at(line) + dirty.start) as usize;
        let bytes = self.memory[from..from + dirty.len()].to_vec();
        let is_absorbed = self.absorb(core, there, &bytes, ports);
        if is_absorbed {
            let counts = &mut self.harts[core].counts;
            counts.cache_write_backs += 1;
            counts.cache_written += bytes.len() as u64;
            self.served += bytes.len().div_ceil(4) as u64;
            cache.clean(&mut self.memory, line, dirty);
        }
        is_absorbed
    }

    /// Sends dirty bytes of a line to memory. The packet counts as a store.
    fn send_dirty(
        &mut self,
        core: usize,
        cache: &Cache,
        line: u32,
        dirty: Range<u32>,
        ports: &mut CorePorts,
    ) {
        let Some(address) = cache.address(&self.memory, line) else {
            return;
        };
        let packet = Packet {
            bytes: dirty.len() as u8,
            ..self.packet(core, PacketKind::Write, Purpose::Store)
        };
        let offset = (cache.data_at(line) + dirty.start) as usize;
        let bytes = self.memory[offset..offset + dirty.len()].to_vec();
        self.served += bytes.len().div_ceil(4) as u64;
        let there = self.harts[core].elsewhere(address, cache.line_bytes());
        let sent = (address + dirty.start, dirty.end - dirty.start);
        self.report_write_back(core, sent, ports);
        self.send(core, packet, there + dirty.start, &bytes, ports);
        let hart = &mut self.harts[core];
        hart.stores_outstanding += 1;
        hart.counts.cache_write_backs += 1;
        hart.counts.cache_written += u64::from(dirty.end - dirty.start);
        cache.clean(&mut self.memory, line, dirty);
    }

    /// Passes a packet for the memory at a global address to the core's network interface.
    pub(super) fn send(
        &mut self,
        core: usize,
        packet: Packet,
        address: u32,
        payload: &[u8],
        ports: &mut CorePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let target = (ports.chip.map.resolve(address, packet.bytes.into()))
            .expect("a memory has whole lines");
        let id = ports.chip.packets.add(Packet {
            target: target.endpoint,
            address: target.offset,
            ..packet
        });
        ports
            .chip
            .packets
            .part_mut(id, 0..payload.len())
            .copy_from_slice(payload);
        ports.tile.send(core, now + costs.register, id);
    }

    /// Carries out an instruction of Zicbom or Zicboz on the line of an address.
    pub(super) fn operate_on_line(
        &mut self,
        core: usize,
        operation: CacheOperation,
        address: u32,
        ports: &mut CorePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let Some(cache) = self.harts[core].cache.clone() else {
            return self.trap(core, Attempt::Execute, Cause::NoCache, address, ports);
        };
        if operation == CacheOperation::Zero {
            if !cache.covers(address) {
                return self.trap(core, Attempt::Store, Cause::NotCached, address, ports);
            }
            if !self.clear_line(core, &cache, address, ports) {
                return;
            }
        } else if cache.covers(address) {
            if let Some(line) = cache.find(&self.memory, address) {
                if !self.operate(core, &cache, operation, line, ports) {
                    return;
                }
            }
            let there = self.harts[core].elsewhere(address, 1);
            if !self.operate_on_second(core, operation, there, ports) {
                return;
            }
        }
        self.harts[core].core.retire(4, now + costs.alu);
    }

    /// Fills a line with zeros without fetching it. With write-through, the bytes of the line go to
    /// memory all at once, regardless of the limit of unacknowledged stores. Returns false if the
    /// core must wait first; then its instruction is issued again.
    fn clear_line(
        &mut self,
        core: usize,
        cache: &Cache,
        address: u32,
        ports: &mut CorePorts,
    ) -> bool {
        if cache.writes_through() && self.harts[core].stores_outstanding > 0 {
            self.harts[core].enter(State::StoreLimit, ports.chip.cycle.now);
            return false;
        }
        let line = match cache.find(&self.memory, address) {
            Some(line) => line,
            None => {
                let line = cache.victim(&self.memory, address);
                if !self.write_back(core, cache, line, ports) {
                    return false;
                }
                cache.drop(&mut self.memory, line);
                cache.fill(&mut self.memory, line, address);
                line
            }
        };
        let bytes = (cache.line_address(address), cache.line_bytes());
        self.report_clear(core, bytes, ports);
        for inside in (0..cache.line_bytes()).step_by(8) {
            memory::write(&mut self.memory, cache.data_at(line) + inside, 8, 0);
            cache.mark_dirty(&mut self.memory, line, inside, 8);
        }
        self.note_hit(core, cache, line);
        if cache.writes_through() {
            let piece = ports.chip.cycle.costs.line;
            while let Some(dirty) = cache.dirty_bytes(&self.memory, line, piece) {
                if !self.absorb_dirty(core, cache, line, dirty.clone(), ports) {
                    self.send_dirty(core, cache, line, dirty, ports);
                }
            }
        }
        true
    }

    /// Carries out an operation on all lines of a core's data cache, and on the second level.
    /// Returns false if the core must wait first; then its instruction is issued again.
    pub(super) fn operate_on_all(
        &mut self,
        core: usize,
        operation: CacheOperation,
        ports: &mut CorePorts,
    ) -> bool {
        let Some(cache) = self.harts[core].cache.clone() else {
            return true;
        };
        if operation != CacheOperation::Invalidate {
            while let Some(line) = cache.first_dirty(&self.memory) {
                if !self.write_back(core, &cache, line, ports) {
                    return false;
                }
            }
        }
        if operation == CacheOperation::Invalidate && self.is_followed(core) {
            for line in cache.all_lines() {
                self.report_drop(core, &cache, line, ports);
            }
        }
        if operation != CacheOperation::Clean {
            cache.drop_all(&mut self.memory);
        }
        self.operate_on_all_of_second(core, operation, ports)
    }

    /// Carries out the operations on the data cache that a fence demands. Returns false if the core
    /// must wait first; then its instruction is issued again.
    pub(super) fn order(&mut self, core: usize, order: Order, ports: &mut CorePorts) -> bool {
        match order {
            // Loads after the fence must not hit in lines that were fetched before it.
            Order { acquires: true, .. } => self.operate_on_all(core, CacheOperation::Flush, ports),
            Order { releases: true, .. } => self.operate_on_all(core, CacheOperation::Clean, ports),
            _ => true,
        }
    }

    /// Carries out the cache operations that an atomic's order demands, as [`CoreComplex::order`]
    /// does for a fence. Lines are dropped before the atomic instead of after it. The core loads
    /// nothing in between, so this makes no difference. With release order, the atomic also waits
    /// until the core's earlier stores are in memory. Returns false if the core must wait first.
    pub(super) fn order_atomic(
        &mut self,
        core: usize,
        order: Order,
        ports: &mut CorePorts,
    ) -> bool {
        if self.harts[core].cache.is_none() || order == Order::default() {
            return true;
        }
        if !self.order(core, order, ports) {
            return false;
        }
        let waits = order.releases && self.harts[core].stores_outstanding > 0;
        if waits {
            self.harts[core].enter(State::StoreLimit, ports.chip.cycle.now);
        }
        !waits
    }

    fn operate(
        &mut self,
        core: usize,
        cache: &Cache,
        operation: CacheOperation,
        line: u32,
        ports: &mut CorePorts,
    ) -> bool {
        let is_clean = match operation {
            CacheOperation::Invalidate => {
                self.report_drop(core, cache, line, ports);
                true
            }
            _ => self.write_back(core, cache, line, ports),
        };
        if is_clean && operation != CacheOperation::Clean {
            cache.drop(&mut self.memory, line);
        }
        is_clean
    }
}
