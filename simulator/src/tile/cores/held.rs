//! Cores that another core holds, releases and resets, by the registers of its trickbox.
//!
//! A held core issues no instruction. What it has begun goes on: an access that waits for its
//! answer, a DMA transfer, a *wait* with its deadline. When that ends, the core stays held.

use super::hart::{State, NEVER};
use super::CoreComplex;
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Holds a core for the core with the chip-wide number `holder`: it issues no instruction after
    /// those that it has issued so far.
    pub fn hold(&mut self, core: usize, holder: u32, cycle: Cycle) {
        self.synchronize_for_interface(cycle);
        let hart = &mut self.harts[core];
        hart.held_by = Some(holder);
        if hart.state == State::Running {
            hart.enter(State::Held, cycle.now);
        }
    }

    /// Lets a held core go on from the next cycle on.
    pub fn let_go(&mut self, core: usize, cycle: Cycle) {
        let hart = &mut self.harts[core];
        if hart.held_by.take().is_some() && hart.state == State::Held && hart.restart.is_none() {
            let time = hart.core.time.max(cycle.now + 1);
            self.resume(core, time, cycle);
        }
    }

    /// Resets a core: it starts again at the instruction at `pc`, in the next cycle, or as soon as
    /// the instruction that it executes, and what that waits for, is complete. A *wait* ends at
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

    /// Carries out the reset of a core: its registers, and those of its network interface that wait
    /// or interrupt, become as after the chip's reset. Memory, transfers and devices stay.
    pub(super) fn restart(&mut self, core: usize, now: u64) {
        self.arm(core, None);
        let number = self.core_number(core);
        while let Some(held) = self.reservations.iter().find(|held| held.holder == number) {
            let word = held.word;
            self.release(number, word);
        }
        let hart = &mut self.harts[core];
        let Some(pc) = hart.restart.take() else {
            return;
        };
        hart.core.reset(pc, now);
        if let Some(profile) = &mut hart.profile {
            profile.reset();
        }
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
