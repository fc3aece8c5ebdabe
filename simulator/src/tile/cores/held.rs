//! Operations of a host core on other cores: it holds, releases and resets them through the
//! registers of their trickboxes.
//!
//! A held core issues no instruction. Operations in progress continue: an access that waits for an
//! answer, a DMA transfer, or a sleep with a deadline. The core stays held when they end.

use super::hart::{State, NEVER};
use super::CoreComplex;
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Makes a core stop issuing instructions. It is held by core number `holder` on the chip.
    pub fn hold(&mut self, core: usize, holder: u32, cycle: Cycle) {
        self.synchronize_for_interface(cycle);
        let hart = &mut self.harts[core];
        hart.held_by = Some(holder);
        if hart.state == State::Running {
            hart.enter(State::Held, cycle.now);
        }
    }

    /// Releases a held core. The core continues in the next cycle at the earliest. If a reset is
    /// due, the core restarts instead.
    pub fn release_core(&mut self, core: usize, cycle: Cycle) {
        let hart = &mut self.harts[core];
        if hart.held_by.take().is_some() && hart.state == State::Held {
            let time = hart.core.time.max(cycle.now + 1);
            self.resume(core, time, cycle);
        }
    }

    /// Resets a core. It restarts at the instruction at `pc`, in the next cycle or as soon as its
    /// current instruction is complete. If the core sleeps in a load from `WAIT`, that load ends at
    /// once.
    pub fn reset_to(&mut self, core: usize, pc: u32, cycle: Cycle) {
        self.synchronize_for_interface(cycle);
        let hart = &mut self.harts[core];
        hart.restart = Some(pc);
        if matches!(hart.state, State::Running | State::Held | State::Waiting) {
            let time = hart.core.time.max(cycle.now + 1);
            self.resume(core, time, cycle);
        }
    }

    /// Carries out the reset of a core. The core's registers, and its registers for waiting and
    /// interrupts in the network interface, get their reset values. Memory, transfers and devices
    /// are unchanged.
    pub(super) fn restart(&mut self, core: usize, now: u64) {
        self.arm(core, None);
        self.enter_next_lines(core);
        let hart = &mut self.harts[core];
        let Some(pc) = hart.restart.take() else {
            return;
        };
        hart.core.reset(pc, now);
        if let Some(profile) = &mut hart.profile {
            profile.reset();
        }
        // Tiles and controllers may still have reservations of this core. These have no effect,
        // because a store-conditional succeeds only on the word in `reserved`.
        hart.reserved = None;
        hart.pending = None;
        hart.fetched_for = None;
        hart.announces_until = 0;
        (hart.arm_address, hart.arm_bytes) = (0, 0);
        hart.events = 0;
        hart.deadline = u64::MAX;
        (hart.period, hart.next_tick) = (0, NEVER);
        hart.interrupts = 0;
        hart.wait_record = 0;
        hart.resume(now, now);
    }
}
