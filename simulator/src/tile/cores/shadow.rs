//! Reports the accesses and operations of the cores' data caches to the shadow of memory, which
//! knows who has written each byte.

use super::{CoreComplex, CorePorts};
use crate::core::{fence_at, Access, AccessKind, Cache};
use crate::memory::{second_level, Place, Shadow, SharedShadow, Site, Write};
use crate::protocol::Map;

impl CoreComplex {
    /// Makes a shadow of memory observe the cores' data caches. From then on, no core executes
    /// ahead of the clock.
    pub fn follow(&mut self, shadow: SharedShadow) {
        self.shadow = Some(shadow);
    }

    /// The core, its next instruction and the cycle, in the form in which they are reported to the
    /// shadow.
    fn accessing(&self, core: usize, cycle: u64) -> Write {
        let hart = &self.harts[core].core;
        let by = Site {
            core: self.core_number(core),
            pc: hart.pc,
            caller: hart.return_address(),
        };
        Write { cycle, by }
    }

    /// The location in memory of cached bytes at a core's address.
    fn place(&self, core: usize, address: u32, bytes: u32, map: &Map) -> Option<Place> {
        let there = self.harts[core].elsewhere(address, bytes);
        let target = map.resolve(there, bytes)?;
        Some((target.endpoint, target.offset))
    }

    /// Reports an action of a core on `bytes` bytes at an address: calls `what` with the shadow of
    /// memory, if there is one.
    fn tell(
        &self,
        core: usize,
        (address, bytes): (u32, u32),
        ports: &CorePorts,
        what: impl FnOnce(&mut Shadow, Write, Place),
    ) {
        let Some(shadow) = &self.shadow else {
            return;
        };
        if let Some(place) = self.place(core, address, bytes, ports.chip.map) {
            let access = self.accessing(core, ports.chip.cycle.now);
            let mut shadow = shadow.lock().expect("nobody panics with the shadow");
            what(&mut shadow, access, place);
        }
    }

    /// Reports an action of a core on `bytes` bytes that the second-level cache contains. `there`
    /// is their global address. If there is a shadow of memory, calls `what` with it, and with the
    /// second level's number in the shadow.
    fn report_at_second(
        &self,
        core: usize,
        (there, bytes): (u32, u32),
        ports: &CorePorts,
        what: impl FnOnce(&mut Shadow, u32, Write, Place),
    ) {
        let (Some(shadow), Some(target)) = (&self.shadow, ports.chip.map.resolve(there, bytes))
        else {
            return;
        };
        let access = self.accessing(core, ports.chip.cycle.now);
        let mut shadow = shadow.lock().expect("nobody panics with the shadow");
        let place = (target.endpoint, target.offset);
        what(&mut shadow, second_level(self.tile), access, place);
    }

    /// Reports that a core's cache gets a line from the second-level cache.
    pub(super) fn report_fill(&self, core: usize, line: (u32, u32), ports: &CorePorts) {
        self.report_at_second(core, line, ports, |shadow, second, by, place| {
            shadow.pass_from_second_level(second, by.by.core, place, line.1, by.cycle);
        });
    }

    /// Reports that the second-level cache gets bytes that a core has stored.
    pub(super) fn report_absorbed_store(&self, core: usize, stored: (u32, u32), ports: &CorePorts) {
        self.report_at_second(core, stored, ports, |shadow, second, by, place| {
            shadow.pass(by.by.core, second, place, stored.1);
        });
    }

    /// Reports a store that bypasses a core's own cache and goes to the second-level cache.
    pub(super) fn report_store(&self, core: usize, stored: (u32, u32), ports: &CorePorts) {
        self.report_at_second(core, stored, ports, |shadow, _, by, place| {
            shadow.store(by, place, stored.1);
        });
    }

    /// Reports that the second-level cache sends dirty bytes to memory for a core.
    pub(super) fn report_second_write_back(
        &self,
        core: usize,
        dirty: (u32, u32),
        ports: &CorePorts,
    ) {
        self.report_at_second(core, dirty, ports, |shadow, second, by, place| {
            shadow.write_back(second, by.by.core, place, dirty.1);
        });
    }

    /// Reports that the second-level cache drops a line with its dirty bytes.
    pub(super) fn report_second_drop(
        &self,
        core: usize,
        cache: &Cache,
        line: u32,
        ports: &CorePorts,
    ) {
        let Some(there) = cache.address(&self.memory, line) else {
            return;
        };
        for inside in (0..cache.line_bytes()).filter(|&i| cache.is_dirty(&self.memory, line, i)) {
            self.report_at_second(
                core,
                (there + inside, 1),
                ports,
                |shadow, second, by, place| {
                    shadow.invalidate(second, by, place, 1);
                },
            );
        }
    }

    /// Whether a shadow observes a core's data cache.
    pub(super) fn is_followed(&self, core: usize) -> bool {
        self.shadow.is_some() && self.harts[core].cache.is_some()
    }

    /// Whether a core's data cache can carry out an access without help from memory.
    pub(super) fn hits(&self, core: usize, access: &Access) -> bool {
        self.harts[core].cache.as_ref().is_some_and(|cache| {
            let is_local = match access.kind {
                AccessKind::Load { .. } => true,
                AccessKind::Store { .. } => !cache.writes_through(),
                _ => false,
            };
            is_local
                && access.address.is_multiple_of(access.bytes)
                && cache.covers(access.address)
                && cache.find(&self.memory, access.address).is_some()
        })
    }

    /// Reports an access that is about to hit in the cache. If a store also sends a packet to
    /// memory, that packet is reported, too.
    pub(super) fn report_hit(&self, core: usize, access: &Access, ports: &CorePorts) {
        if self.shadow.is_none() || !self.is_cached(core, access.address) {
            return;
        }
        let (address, bytes) = (access.address, access.bytes);
        let hart = &self.harts[core];
        // A load before a fence with acquire order may be an atomic load. Such a load may read an
        // old value: the fence drops the line, so the next load reads the new one.
        let next = fence_at(&hart.code, access.pc + access.length);
        if !access.writes() && next.is_some_and(|order| order.acquires) {
            return;
        }
        let is_for_this = hart.fetched_for == Some((hart.core.pc, hart.core.instret));
        let writes_through = (self.harts[core].cache.as_ref()).is_some_and(Cache::writes_through);
        self.tell(core, (address, bytes), ports, |shadow, by, place| {
            match (access.writes(), writes_through) {
                (false, _) => shadow.read_copy(by, place, (bytes, address), is_for_this),
                (true, false) => shadow.store(by, place, bytes),
                (true, true) => shadow.store_through(by, place, bytes),
            }
        });
    }

    /// Reports that the core clears a line.
    pub(super) fn report_clear(&self, core: usize, line: (u32, u32), ports: &CorePorts) {
        self.tell(core, line, ports, |shadow, by, place| {
            shadow.store(by, place, line.1);
        });
    }

    /// Reports that the core sends dirty bytes to memory.
    pub(super) fn report_write_back(&self, core: usize, dirty: (u32, u32), ports: &CorePorts) {
        self.tell(core, dirty, ports, |shadow, by, place| {
            shadow.write_back(by.by.core, by.by.core, place, dirty.1);
        });
    }

    /// Reports that the core drops a line with its dirty bytes.
    pub(super) fn report_drop(&self, core: usize, cache: &Cache, line: u32, ports: &CorePorts) {
        if self.shadow.is_none() {
            return;
        }
        let Some(address) = cache.address(&self.memory, line) else {
            return;
        };
        for inside in (0..cache.line_bytes()).filter(|&i| cache.is_dirty(&self.memory, line, i)) {
            self.tell(core, (address + inside, 1), ports, |shadow, by, place| {
                shadow.invalidate(by.by.core, by, place, 1);
            });
        }
    }
}
