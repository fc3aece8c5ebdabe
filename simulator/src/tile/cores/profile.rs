//! Profiles: for each instruction, how often a core has issued it, and the cycles until the next
//! one, by what they were spent on.
//!
//! A core with a profile does not run ahead, so every instruction passes [`Profile::issue`].

use super::hart::State;
use crate::core::{Access, Core};
use crate::protocol::map::DRAM;
use std::collections::HashMap;

/// What a cycle was spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spending {
    /// The instruction's own cost.
    Work,
    /// A taken bank, the parts of a misaligned access, or a memory that belongs to no tile.
    Memory,
    /// The answer or acknowledgement of another tile, or a command buffer that is not free.
    Network,
    /// Sleep, or a queue.
    Waiting,
}

impl Spending {
    /// What a core in a state other than running spends its cycles on. `pending` is the access for
    /// which it waits, if any.
    pub fn in_state(state: State, pending: Option<&Access>) -> Option<Spending> {
        match state {
            State::Running | State::Off | State::Ended => None,
            State::Code => Some(Spending::Memory),
            State::Answer if pending.is_some_and(|access| access.address >= DRAM) => {
                Some(Spending::Memory)
            }
            State::Loading
            | State::Answer
            | State::StoreLimit
            | State::Fence
            | State::Buffer(_)
            | State::Enqueue => Some(Spending::Network),
            State::Waiting | State::Element | State::QueueFull => Some(Spending::Waiting),
        }
    }
}

/// What an instruction has cost: the number of times that it was issued, and the cycles spent on
/// it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spendings {
    pub instructions: u64,
    /// Number of cycles, in the order of [`Spending`].
    pub cycles: [u64; 4],
}

impl std::ops::AddAssign for Spendings {
    fn add_assign(&mut self, other: Spendings) {
        self.instructions += other.instructions;
        for (sum, cycles) in self.cycles.iter_mut().zip(other.cycles) {
            *sum += cycles;
        }
    }
}

/// The profile of a core, from the release of its process on.
#[derive(Debug, Clone)]
pub struct Profile {
    lines: HashMap<u32, Spendings>,
    /// The instruction that was issued last, and the number of instructions retired before it.
    pc: u32,
    retired: u64,
    /// All cycles before this one have been counted. Those after it are spent on `on`.
    booked: u64,
    on: Spending,
}

impl Profile {
    /// The profile of a core that issues its first instruction, at `pc`, in cycle `now`.
    pub fn new(pc: u32, now: u64) -> Profile {
        Profile {
            lines: HashMap::new(),
            pc,
            retired: u64::MAX,
            booked: now,
            on: Spending::Work,
        }
    }

    fn book(&mut self, now: u64) {
        let line = self.lines.entry(self.pc).or_default();
        line.cycles[self.on as usize] += now - self.booked;
        self.booked = now;
    }

    /// Notes that the core issues its next instruction, or the same one again.
    pub fn issue(&mut self, core: &Core, now: u64) {
        if self.pc == core.pc && self.retired == core.instret {
            if self.on == Spending::Work {
                self.on = Spending::Memory;
            }
            self.book(now);
        } else {
            self.book(now);
            self.pc = core.pc;
            self.retired = core.instret;
            self.lines.entry(core.pc).or_default().instructions += 1;
        }
        self.on = Spending::Work;
    }

    /// Notes that the core's state changes. `pending` is the access for which it waits, if any.
    pub fn enter(&mut self, state: State, pending: Option<&Access>, now: u64) {
        self.book(now);
        // Until the core issues an instruction, its cycles belong to the wait that has ended.
        self.on = Spending::in_state(state, pending).unwrap_or(self.on);
    }

    /// The costs of all instructions, by address, with the cycles up to `now`.
    pub fn until(&self, now: u64) -> HashMap<u32, Spendings> {
        let mut whole = self.clone();
        whole.book(now.max(self.booked));
        whole.lines
    }
}
