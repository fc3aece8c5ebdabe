//! The work for which a core's instruction cache needs the network: fetching lines of code in DRAM.
//!
//! A cache fetches one line at a time, or that line and the next one. While the second one is still
//! on its way, the core may go on, but a miss waits for it.

use super::hart::State;
use super::{CoreComplex, CorePorts};
use crate::config::Prefetch;
use crate::core::NO_LINE;
use crate::protocol::map::CODE;
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Fetches the line at an address, without which the core cannot issue its instruction. The
    /// core issues it again when a line has come.
    pub(super) fn fetch_instructions(&mut self, core: usize, address: u32, ports: &mut CorePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let hart = &mut self.harts[core];
        let (Some(cache), Some(code)) = (hart.code_cache.clone(), hart.code_in_dram) else {
            return;
        };
        hart.enter(State::Code, now);
        if hart.code_fetches.iter().any(Option::is_some) {
            return;
        }
        // A later use of a line has a higher number, so that the undo log keeps this one.
        hart.core.lines += 1;
        hart.counts.code_misses += 1;
        if let Some(profile) = &mut hart.profile {
            profile.miss_instruction();
        }
        let next = address + cache.line_bytes();
        let is_wanted = costs.prefetch == Prefetch::Next && cache.covers(next);
        let is_wanted = is_wanted && cache.find(&self.memory, next).is_none();
        let lines = [Some(address), is_wanted.then_some(next)];
        for (number, address) in lines.into_iter().flatten().enumerate() {
            let line = cache.victim(&self.memory, address);
            let there = code.base + (address - CODE);
            let fetch = self.ask_for_line(core, &cache, line, (address, there), ports);
            // A line that comes while the core runs changes nothing but its own presence.
            cache.replaced(&mut self.memory, line, address);
            let hart = &mut self.harts[core];
            cache.mark_used(&mut self.memory, line, hart.core.lines);
            hart.counts.code_fetches += 1;
            hart.code_fetches[number] = Some(fetch);
        }
    }

    /// Takes a piece of a line of instructions that has come to this offset.
    pub(super) fn fetched_instructions(&mut self, core: usize, offset: u32, cycle: Cycle) {
        let hart = &mut self.harts[core];
        let Some(cache) = &hart.code_cache else {
            return;
        };
        let line = cache.line_at(offset);
        let mut fetches = hart.code_fetches.iter_mut();
        let Some(slot) = fetches.find(|slot| slot.is_some_and(|fetch| fetch.line == line)) else {
            return;
        };
        let Some(fetch) = slot else {
            return;
        };
        fetch.missing -= 1;
        if fetch.missing > 0 {
            return;
        }
        cache.appear(&mut self.memory, fetch.line, fetch.address);
        *slot = None;
        if hart.state == State::Code {
            self.resume(core, cycle.now + 1, cycle);
        }
    }

    /// Drops all lines of a core's instruction cache, and the line from which its latest
    /// instruction came.
    pub(super) fn drop_instructions(&mut self, core: usize) {
        let hart = &mut self.harts[core];
        hart.core.line = NO_LINE;
        if let Some(cache) = &hart.code_cache {
            cache.drop_all(&mut self.memory);
        }
    }
}
