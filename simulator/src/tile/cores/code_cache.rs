//! How a core's instruction cache uses the network: it fetches lines of code from DRAM.
//!
//! A cache fetches one missing line at a time, or that line and the next one. While the next line
//! is still in flight, the core may continue, but another miss must wait for it.

use super::hart::{Fetch, State};
use super::second_level::{Bringing, Mark, SecondLevel};
use super::{CoreComplex, CorePorts};
use crate::config::Prefetch;
use crate::core::{enter_lines, NO_LINE};
use crate::protocol::map::CODE;
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Fetches the line of an instruction that the core is about to execute. The core issues the
    /// instruction again when a line has arrived.
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
        let there = |address: u32| (address, code.base + (address - CODE));
        let line = cache.victim(&self.memory, address);
        let first = self.bring(core, &cache, line, there(address), Mark::Code, ports);
        match first {
            Bringing::Busy => return self.wait_for_second_level(core, State::Code, ports),
            Bringing::StoreLimit => return,
            Bringing::Fetching(_) | Bringing::Hit(_) => {}
        }
        let hart = &mut self.harts[core];
        // A miss counts as a use of the line. A core that runs ahead of the clock logs the number
        // of a line's last use before it overwrites that number. So each use must have a higher
        // number than earlier ones.
        hart.core.lines += 1;
        hart.counts.instruction_misses += 1;
        if let Some(profile) = &mut hart.profile {
            profile.miss_instruction();
        }
        let next = address + cache.line_bytes();
        let is_wanted = costs.prefetch == Prefetch::Next && cache.covers(next);
        let is_wanted = is_wanted && cache.find(&self.memory, next).is_none();
        let mut brought = vec![(address, line, first)];
        if is_wanted {
            let line = cache.victim(&self.memory, next);
            let second = self.bring(core, &cache, line, there(next), Mark::Code, ports);
            // The core must wait for the line of its instruction, even if the request for the next
            // line has changed the core's state.
            self.harts[core].enter(State::Code, now);
            brought.push((next, line, second));
        }
        for (number, (address, line, bringing)) in brought.into_iter().enumerate() {
            let fetch = match bringing {
                Bringing::Fetching(fetch) => Some(fetch),
                Bringing::Hit(ready) => {
                    if number == 0 {
                        self.harts[core].line_ready = Some(ready);
                    }
                    None
                }
                Bringing::Busy | Bringing::StoreLimit => continue,
            };
            // The replacement state is updated when the fetch begins. So when the line arrives
            // while the core runs, the line is only marked as present.
            cache.replaced(&mut self.memory, line, address);
            let hart = &mut self.harts[core];
            cache.mark_used(&mut self.memory, line, hart.core.lines);
            hart.counts.instruction_fetches += 1;
            hart.code_fetches[number] = fetch;
        }
    }

    /// Receives a piece of a line of instructions. `offset` is the offset of the piece in the
    /// tile's memory.
    pub(super) fn fetched_instructions(&mut self, core: usize, offset: u32, cycle: Cycle) {
        let hart = &mut self.harts[core];
        let Some(cache) = &hart.code_cache else {
            return;
        };
        let second = self.second.as_ref().map(SecondLevel::cache);
        let mut fetches = hart.code_fetches.iter_mut();
        let is_of = |fetch: Fetch| fetch.gets(offset, cache, second);
        let Some(slot) = fetches.find(|slot| slot.is_some_and(is_of)) else {
            return;
        };
        let Some(fetch) = slot else {
            return;
        };
        fetch.missing -= 1;
        if fetch.missing > 0 {
            return;
        }
        let fetch = *fetch;
        *slot = None;
        if fetch.second.is_some() {
            let cache = cache.clone();
            self.pass_on(&cache, &fetch, cycle);
        } else {
            cache.appear(&mut self.memory, fetch.line, fetch.address);
        }
        let hart = &self.harts[core];
        if hart.state == State::Code && hart.line_ready.is_none() {
            self.resume(core, cycle.now + 1, cycle);
        }
    }

    /// Counts uses of the cache lines of a core's next instruction, as far as the instruction cache
    /// has these lines. Must be called where an interrupt, a reset, the end of the process or the
    /// end of the run prevents the core from issuing that instruction. A core that has executed
    /// beyond the clock may have counted these uses already. Because of this call, the counts are
    /// the same if it has not.
    pub fn enter_next_lines(&mut self, core: usize) {
        let is_there = !matches!(self.harts[core].state, State::Off | State::Loading);
        if !is_there || self.harts[core].code_cache.is_none() {
            return;
        }
        let (core, mut view, code) = self.view(core);
        enter_lines(core, &mut view, code);
        self.ahead.log.clear();
    }

    /// Drops all lines of a core's instruction cache. The core must also fetch its current line
    /// again.
    pub(super) fn drop_instructions(&mut self, core: usize) {
        let hart = &mut self.harts[core];
        hart.core.line = NO_LINE;
        if let Some(cache) = &hart.code_cache {
            cache.drop_all(&mut self.memory);
        }
    }
}
