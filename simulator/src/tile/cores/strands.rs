//! Several cores run ahead of the clock independently, while others often need their tile.
//!
//! While messages pass, a core that sends or receives often executes an instruction that only the
//! tile can carry out, and flits use the memory in between. The other cores must not wait for that.
//! So each core has a *strand*: it runs ahead as if it were alone, for as many cycles as it can,
//! and records the banks that it needs in each cycle. When the clock has passed these cycles, up to
//! the *frontier*, the demands of all cores are merged: in the order (cycle, turn), after the
//! network interface. An access that must wait for its bank delays everything after it in its own
//! strand, and nothing else. An instruction that needs the tile is executed when the clock has
//! reached it. The other strands stay ahead if this instruction concerns no memory of the tile, or
//! stores to bytes that no core ahead has touched.
//!
//! Strands require that each core of the tile executes a different process, so that what a core
//! does ahead of the clock depends on no other core. Its pages are its own, and a strand that
//! writes to a page of several cores is undone. If the interface uses a page of a core that is
//! ahead, only this core is rolled back. Anything else that concerns the tile ends all strands.

use super::hart::State;
use super::protection::{Owner, WRITE};
use super::timetable::Timetable;
use super::turns::TERM;
use super::{CoreComplex, CorePorts, Use};
use crate::core::{
    fence_at, next_access, run_banked_far, run_exact, AccessKind, Cache, Core, Demand, Order, Stop,
    Touch, Trace, UndoLog,
};
use crate::protocol::core_registers::*;
use crate::protocol::device_registers::{QUEUE_COUNT, QUEUE_DROP};
use crate::protocol::map::{CODE, DATA};
use crate::protocol::{decode, Device};

/// Smallest and largest number of cycles for which a core runs ahead in a strand.
const SHORTEST: u64 = 4;
const LONGEST: u64 = Demand::LONGEST as u64;

/// If no core has needed the tile for this number of cycles, and the interface has not used it, the
/// cores run ahead together again, instead of independently in strands.
const CALM: u64 = 4096;
/// The accesses of fewer cycles than this are merged one cycle at a time.
const MANY: u64 = 4;

/// A set of small numbers: bit `n` is set if the set contains `n`. The iterator returns the numbers
/// in the set.
#[derive(Clone, Copy)]
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

/// A strand: what one core has executed ahead of the clock, and what is needed to undo it.
#[derive(Debug)]
struct Strand {
    /// The core's state at the beginning of the strand.
    start: Core,
    /// The stores since the beginning of the strand.
    log: UndoLog,
    /// The accesses since the beginning of the strand.
    trace: Trace,
    /// The banks that the core needs in each cycle, if no access has to wait for its bank.
    demand: Demand,
    /// Number of cycles that the core's accesses have waited for banks. Only accesses before the
    /// frontier count, because the others have not been merged.
    delay: u64,
    /// Largest number of cycles that the core may run ahead in its next strand.
    lead: u64,
    /// Whether only the tile can carry out the core's next instruction.
    is_stuck: bool,
}

/// The strands of a tile's cores. A core has a strand while it runs ahead of the clock
/// independently of the other cores.
#[derive(Debug, Default)]
pub(super) struct Strands {
    /// Whether each core runs ahead of the clock independently, in a strand.
    pub active: bool,
    /// All accesses in cycles before this one have been merged.
    frontier: u64,
    /// The cores that have executed beyond the clock (a bit for each core).
    ahead: u32,
    /// The strands, indexed by core.
    each: Vec<Strand>,
    /// The latest cycle in which a core has needed the tile.
    acted: u64,
}

impl CoreComplex {
    /// If possible, makes each core run ahead of the clock independently, in a strand, from now on.
    /// Returns whether it is possible. No core has anything to do before cycle `start`.
    pub(super) fn begin_strands(&mut self, start: u64) -> bool {
        let mut owners = 0u32;
        let is_possible = self.second.is_none()
            && !self.banks.has_cores_first()
            && self.harts.iter().all(|hart| {
                // A core that sleeps now may be woken while the strands last.
                let may_run = !matches!(hart.state, State::Off | State::Ended);
                let owner = u32::from(may_run) << hart.owner;
                let is_alone = owners & owner == 0;
                owners |= owner;
                let can_run = !may_run || hart.code_in_dram.is_none();
                is_alone && can_run && hart.interrupts == 0 && hart.restart.is_none()
            });
        if !is_possible {
            return false;
        }
        let strands = &mut self.ahead.strands;
        if strands.each.is_empty() {
            let log = &self.ahead.log;
            strands.each.extend(self.harts.iter().map(|hart| Strand {
                start: hart.core.clone(),
                log: log.emptied(),
                trace: Trace::default(),
                demand: Demand::default(),
                delay: 0,
                lead: SHORTEST,
                is_stuck: false,
            }));
        }
        for strand in &mut strands.each {
            strand.is_stuck = false;
        }
        self.share_all_pages();
        let strands = &mut self.ahead.strands;
        (strands.active, strands.ahead, strands.frontier) = (true, 0, start);
        strands.acted = start;
        self.extend_strands();
        true
    }

    /// Lets each running core run ahead, in a new strand, if it is not ahead of the clock and if it
    /// may.
    pub(super) fn extend_strands(&mut self) {
        for core in 0..self.harts.len() {
            let strands = &self.ahead.strands;
            let is_free = strands.ahead & 1 << core == 0 && !strands.each[core].is_stuck;
            if is_free && self.harts[core].state == State::Running {
                self.run_strand(core);
            }
        }
    }

    /// Lets a core run ahead in a new strand. Marks the core as stuck if only the tile can carry
    /// out its next instruction.
    fn run_strand(&mut self, core: usize) {
        let start = self.harts[core].core.time;
        // A core that has been woken may begin in a cycle before the frontier.
        let frontier = &mut self.ahead.strands.frontier;
        *frontier = start.min(*frontier);
        let mut each = std::mem::take(&mut self.ahead.strands.each);
        let strand = &mut each[core];
        strand.start.clone_from(&self.harts[core].core);
        strand.log.clear();
        strand.trace.origin = start;
        strand.trace.touches.clear();
        strand.demand.reset(self.banks.count(), start);
        strand.delay = 0;
        // If the next store is a release store, only the tile may access the cache until that
        // store. So the core stops at every access to cached memory.
        let past = match self.harts[core].announces() {
            true => self.harts[core].cache.as_ref().map(Cache::covering_nothing),
            false => None,
        };
        let (hart, mut view, code) = self.view(core);
        view.log = &mut strand.log;
        view.cache = past.as_ref().or(view.cache);
        let written = (&mut strand.trace, &mut strand.demand);
        let stop = run_banked_far(hart, &mut view, code, start + strand.lead, written);
        let has_run = hart.instret != strand.start.instret;
        strand.lead = (2 * strand.lead).min(LONGEST);
        strand.is_stuck = stop == Stop::Slow || !has_run;
        let (tags, shift) = (&self.tags, self.page_shift);
        let is_common = |touch: &Touch| {
            let tag = tags.get((touch.offset() >> shift) as usize);
            touch.writes() && tag.is_some_and(|tag| !matches!(tag.owner, Owner::Process(_)))
        };
        if strand.trace.touches.iter().any(is_common) {
            strand.log.restore(&mut self.memory);
            self.harts[core].core.clone_from(&strand.start);
            (strand.is_stuck, strand.lead) = (true, SHORTEST);
        } else if has_run {
            self.ahead.strands.ahead |= 1 << core;
        }
        self.ahead.strands.each = each;
    }

    /// Merges all accesses before cycle `now`: if they must wait for their banks, adds the waiting
    /// time in cycles to `Core::time` of their cores.
    pub(super) fn merge_strands(&mut self, now: u64) {
        let from = self.ahead.strands.frontier;
        if from >= now {
            return;
        }
        self.ahead.strands.frontier = now;
        let ahead = self.ahead.strands.ahead;
        if ahead == 0 {
            return;
        }
        let mut cycle = from;
        while cycle < now {
            // While the interface accesses no memory, many cycles are merged at once, but not
            // beyond the cycle in which another strand begins.
            let mut end = now.min(cycle + LONGEST);
            let mut begun = 0u32;
            for core in Bits(ahead) {
                match self.ahead.strands.each[core].start.time {
                    begin if begin > cycle => end = end.min(begin),
                    _ => begun |= 1 << core,
                }
            }
            let is_used = self.banks.closed_to_cores(cycle) != 0;
            if is_used || end - cycle < MANY || !self.merge_many(begun, cycle, end) {
                self.merge_cycle(begun, cycle);
                end = cycle + 1;
            }
            cycle = end;
        }
    }

    /// Merges the accesses of these cores in a cycle.
    fn merge_cycle(&mut self, cores: u32, cycle: u64) {
        let is_used = self.banks.closed_to_cores(cycle) != 0;
        let first = self.turns.first(cycle);
        let mut taken = 0;
        for half in [cores >> first << first, cores & !(u32::MAX << first)] {
            for core in Bits(half) {
                let strand = &mut self.ahead.strands.each[core];
                let wanted = strand.demand.wanted(cycle - strand.delay);
                if wanted == 0 {
                    continue;
                }
                let is_served = match is_used {
                    true => self.banks.take_all(wanted, cycle),
                    false => wanted & taken == 0,
                };
                if is_served {
                    taken |= wanted;
                } else {
                    strand.delay += 1;
                    self.harts[core].core.time += 1;
                }
            }
        }
    }

    /// Merges the accesses of these cores in the cycles from `cycle` to `end`. The interface must
    /// use no bank in these cycles. Returns false if the recorded demand of a core does not have
    /// room for so many cycles; then nothing is merged.
    fn merge_many(&mut self, cores: u32, cycle: u64, end: u64) -> bool {
        let each = &self.ahead.strands.each;
        let ends = Bits(cores).all(|core| each[core].demand.has_from(cycle - each[core].delay));
        if cores == 0 || !ends {
            return cores == 0;
        }
        let rows = Bits(cores).map(|core| {
            let Strand { demand, delay, .. } = &each[core];
            (demand.entries_from(cycle - delay), demand.width())
        });
        let timetable = Timetable::new(rows, (end - cycle) as usize);
        let turns = self.turns;
        let delays = timetable.delays(cycle as usize % TERM, |term| {
            let first = turns.first(cycle + (term * TERM) as u64);
            let before = (cores & !(u32::MAX << first)).count_ones();
            if before == cores.count_ones() {
                0
            } else {
                before as usize
            }
        });
        for (core, delay) in Bits(cores).zip(delays) {
            self.ahead.strands.each[core].delay += u64::from(delay);
            self.harts[core].core.time += u64::from(delay);
        }
        true
    }

    /// Ends a core's strand by a rollback. After it, the core has executed everything before cycle
    /// `now` and nothing later. All accesses before `now` must have been merged.
    fn end_strand(&mut self, core: usize, now: u64) {
        if self.ahead.strands.ahead & 1 << core == 0 {
            return;
        }
        self.ahead.strands.ahead &= !(1 << core);
        if self.harts[core].core.time <= now {
            return;
        }
        let mut each = std::mem::take(&mut self.ahead.strands.each);
        let strand = &mut each[core];
        strand.log.restore(&mut self.memory);
        self.harts[core].core.clone_from(&strand.start);
        let (hart, mut view, code) = self.view(core);
        view.banks = None;
        view.log = &mut strand.log;
        let limit = now - strand.delay;
        run_exact(hart, &mut view, code, limit, limit);
        debug_assert!(hart.time >= limit, "the core repeats what it has done");
        hart.time += strand.delay;
        strand.is_stuck = false;
        strand.lead = (now.saturating_sub(strand.start.time) / 2).clamp(SHORTEST, LONGEST);
        self.ahead.strands.each = each;
    }

    /// Ends all strands. After this, each core has executed everything before cycle `now`.
    #[inline]
    pub(super) fn end_strands(&mut self, now: u64) {
        if !self.ahead.strands.active {
            return;
        }
        self.merge_strands(now);
        for core in 0..self.harts.len() {
            self.end_strand(core, now);
        }
        self.ahead.strands.active = false;
    }

    /// Ends the strands that conflict with an access of the network interface to these bytes in
    /// cycle `now`. Their cores may have used the bytes ahead of the clock.
    pub(super) fn end_strands_using(&mut self, offset: u32, bytes: u32, what: Use, now: u64) {
        self.merge_strands(now);
        if bytes == 0 {
            return;
        }
        let end = offset + bytes;
        if end > self.bytes() {
            // The caches of the cores are behind the last page. Traces do not contain the uses of
            // caches.
            return self.end_strands(now);
        }
        let pages = offset >> self.page_shift..=(end - 1) >> self.page_shift;
        for core in Bits(self.ahead.strands.ahead) {
            let owner = self.harts[core].owner;
            let may_meet = pages.clone().any(|page| {
                let whose = self.tags[page as usize].owner;
                !matches!(whose, Owner::Process(other) if other != owner)
            });
            let Strand { trace, delay, .. } = &self.ahead.strands.each[core];
            let from = (now - delay).saturating_sub(trace.origin);
            let meets = may_meet
                && trace.touches.iter().any(|touch| {
                    let matters = match what {
                        Use::Reads => touch.writes() && u64::from(touch.cycle) >= from,
                        Use::Writes => true,
                    };
                    matters && touch.offset() < end && offset < touch.offset() + touch.bytes()
                });
            if meets {
                self.end_strand(core, now);
            }
        }
    }

    /// Gives cores their turns of a cycle while other cores stay ahead of the clock in their
    /// strands. If that is impossible, ends all strands and returns false; the caller must then
    /// give all turns itself.
    pub(super) fn issue_beside(&mut self, ports: &mut CorePorts) -> bool {
        let cycle = ports.chip.cycle;
        let now = cycle.now;
        let is_calm = self.ahead.strands.acted.max(self.ahead.interface) + CALM < now;
        let ahead = self.ahead.strands.ahead;
        if is_calm || ahead.count_ones() < 2 && self.alone().is_some() {
            self.end_strands(now);
            if is_calm {
                self.ahead.lead = CALM;
                self.ahead.windows.needed_tile = false;
            }
            return false;
        }
        // The cores with an action that only the tile can carry out (`acting`). In `storing`, those
        // whose action is an access to the tile's memory.
        let (mut acting, mut storing) = (0u32, 0u32);
        for core in self.turns.of(now) {
            if !super::issue::is_due(&self.harts[core], now) {
                continue;
            }
            match self.harts[core].state {
                State::Running => {}
                State::Waiting => {
                    acting |= 1 << core;
                    continue;
                }
                _ => {
                    self.end_strands(now);
                    return false;
                }
            }
            self.ahead.strands.ahead &= !(1 << core);
            if !self.ahead.strands.each[core].is_stuck {
                self.run_strand(core);
                if self.ahead.strands.ahead & 1 << core != 0 {
                    continue;
                }
            }
            acting |= 1 << core;
            if self.acts_apart(core, ports) {
                continue;
            }
            storing |= 1 << core;
            if self.bytes_of_store(core).is_none() {
                self.end_strands(now);
                return false;
            }
        }
        if acting == 0 {
            return true;
        }
        self.ahead.strands.acted = now;
        let mut stored = Bits(storing).filter_map(|core| self.bytes_of_store(core));
        if stored.any(|(offset, bytes)| self.is_touched(offset, bytes)) {
            self.end_strands(now);
            return false;
        }
        for core in self.turns.of(now) {
            if acting & 1 << core == 0 {
                if storing != 0 && self.ahead.strands.ahead & 1 << core != 0 {
                    self.take_banks(core, now);
                }
            } else if !super::issue::is_due(&self.harts[core], now) {
                // A store in an earlier turn of this cycle has woken the core, so the core has no
                // action in this cycle any more.
            } else if self.harts[core].state == State::Waiting {
                let events = self.harts[core].expire(now);
                self.signal(core, events, cycle);
            } else {
                self.ahead.strands.each[core].is_stuck = false;
                self.issue(core, ports);
            }
        }
        if storing != 0 {
            self.ahead.strands.frontier = now + 1;
        }
        true
    }

    /// Takes the banks that a core needs in cycle `now`. The core has executed this cycle already.
    /// If another access has taken one of these banks, the core waits.
    fn take_banks(&mut self, core: usize, now: u64) {
        let strand = &mut self.ahead.strands.each[core];
        let wanted = match strand.start.time > now {
            true => 0,
            false => strand.demand.wanted(now - strand.delay),
        };
        if wanted != 0 && !self.banks.take_all(wanted, now) {
            strand.delay += 1;
            self.harts[core].core.time += 1;
        }
    }

    /// The bytes in the tile's memory to which a core's next instruction stores. The tile carries
    /// out this store, because other cores may watch the bytes. None if the instruction is not an
    /// aligned store to memory of the tile that the core may write.
    fn bytes_of_store(&self, core: usize) -> Option<(u32, u32)> {
        let hart = &self.harts[core];
        let access = next_access(&hart.core, &hart.code)?;
        let is_store = matches!(access.kind, AccessKind::Store { .. });
        if !is_store || !access.address.is_multiple_of(access.bytes) {
            return None;
        }
        let offset = self.own_with(core, access.address, access.bytes, WRITE)?;
        Some((offset, access.bytes))
    }

    /// Whether a core has accessed any of these bytes in a cycle that the clock has not reached.
    fn is_touched(&self, offset: u32, bytes: u32) -> bool {
        Bits(self.ahead.strands.ahead).any(|core| {
            let touches = &self.ahead.strands.each[core].trace.touches;
            touches.iter().any(|touch| {
                touch.offset() < offset + bytes && offset < touch.offset() + touch.bytes()
            })
        })
    }

    /// Whether a core's next instruction, which only the tile can carry out, leaves the tile's
    /// memory and all other cores alone.
    fn acts_apart(&self, core: usize, ports: &mut CorePorts) -> bool {
        let hart = &self.harts[core];
        let Some(access) = next_access(&hart.core, &hart.code) else {
            let writes_back = (hart.cache.as_ref()).is_some_and(|cache| !cache.writes_through());
            return !writes_back && fence_at(&hart.code, hart.core.pc).is_some();
        };
        let address = access.address;
        if !address.is_multiple_of(access.bytes) {
            return false;
        }
        if !(REGISTERS..REGISTERS_END).contains(&address) {
            let there = hart.elsewhere(address, access.bytes);
            let is_plain = hart.cache.is_none() || access.order == Order::default();
            return is_plain
                && !self.is_cached(core, address)
                && !(CODE..DATA).contains(&address)
                && self.own(core, address, access.bytes).is_none()
                && (ports.chip.map.resolve(there, access.bytes)).is_some_and(|target| {
                    !target.device || target.endpoint != self.tile || {
                        let register = decode(target.offset);
                        register.is_some_and(|register| {
                            matches!(register.device, Device::Queue(_))
                                && matches!(register.offset, QUEUE_COUNT | QUEUE_DROP)
                        })
                    }
                });
        }
        match (access.kind, address - REGISTERS) {
            _ if access.bytes != 4 => false,
            (AccessKind::Load { .. }, _) => true,
            (AccessKind::Store { .. }, offset @ BUFFER..HOST_A0) => {
                let (number, register) = super::register_access::buffer_register(offset);
                let costs = ports.chip.cycle.costs;
                number < costs.command_buffers as usize
                    && (register != COMMAND
                        || ports.tile.engine(core).buffer(core, number).bytes != 0)
            }
            (AccessKind::Store { .. }, offset) => matches!(
                offset,
                ARM_ADDRESS | ARM_BYTES | DEADLINE_LO | DEADLINE_HI | RECORD | HOST_A0..=HOST_A3
            ),
            _ => false,
        }
    }
}
