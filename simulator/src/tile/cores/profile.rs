//! Profiles. For each instruction, a profile counts how often a core has issued it, and the cycles
//! until the next issue, by cause. An instruction has separate counts for each stack of calls
//! ([`Calls`]).
//!
//! The simulator executes a core with a profile cycle by cycle, and not ahead of the clock, so that
//! it can pass each instruction to [`Profile::issue`].

use super::calls::Calls;
use super::hart::State;
use crate::core::{Access, CodeImage, Core, Delays, Link};
use crate::program::CallTree;
use crate::protocol::map::DRAM;
use std::collections::HashMap;

/// What a core spends a cycle on. These are the parts of its cycle stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The instruction executes.
    Base,
    /// The next instruction waits for the result of a load.
    LoadUse,
    /// A branch is taken, or a jump is executed.
    Branch,
    /// The core waits for a line of the instruction cache.
    InstructionMiss,
    /// The core waits for a line of the data cache, or for a memory that belongs to no tile.
    DataMiss,
    /// The core waits for a bank, or carries out the parts of a misaligned access.
    Bank,
    /// The core waits for an answer or acknowledgement from another tile.
    Network,
    /// The core waits for a free command buffer.
    Interface,
    /// The core sleeps in a load from `WAIT`, or waits for a queue.
    Asleep,
}

impl Part {
    /// Number of parts.
    pub const COUNT: usize = Part::Asleep as usize + 1;

    /// What the cycles of a core in `state` are spent on. None if the core runs. `pending` is the
    /// access for which it waits, if any.
    pub fn in_state(state: State, pending: Option<&Access>) -> Option<Part> {
        match state {
            State::Running | State::Off | State::Ended => None,
            State::Code => Some(Part::InstructionMiss),
            State::Data if pending.is_some_and(|access| access.address >= DRAM) => {
                Some(Part::DataMiss)
            }
            State::Loading | State::Data | State::StoreLimit | State::Fence | State::Enqueue => {
                Some(Part::Network)
            }
            State::Buffer(_) => Some(Part::Interface),
            State::Waiting | State::Held | State::Element | State::QueueFull => Some(Part::Asleep),
        }
    }
}

/// A class of the parts of a core's cycle stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spending {
    Work,
    Memory,
    Network,
    Waiting,
}

impl From<Part> for Spending {
    fn from(part: Part) -> Spending {
        match part {
            Part::Base | Part::LoadUse | Part::Branch => Spending::Work,
            Part::InstructionMiss | Part::DataMiss | Part::Bank => Spending::Memory,
            Part::Network | Part::Interface => Spending::Network,
            Part::Asleep => Spending::Waiting,
        }
    }
}

/// Counts for an instruction: how often it was issued, and the cycles spent on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spendings {
    pub instructions: u64,
    /// Number of calls that have entered their function at this instruction.
    pub calls: u64,
    /// Number of cycles for each [`Part`].
    pub cycles: [u64; Part::COUNT],
    /// Number of misses of the data cache, and number of misses of the instruction cache.
    pub data_misses: u64,
    pub instruction_misses: u64,
}

impl std::ops::AddAssign for Spendings {
    fn add_assign(&mut self, other: Spendings) {
        self.instructions += other.instructions;
        self.calls += other.calls;
        for (sum, cycles) in self.cycles.iter_mut().zip(other.cycles) {
            *sum += cycles;
        }
        self.data_misses += other.data_misses;
        self.instruction_misses += other.instruction_misses;
    }
}

/// Counts of instructions by call path. The last address of a path is that of the instruction. The
/// earlier ones are the addresses of the calls, the outermost first.
pub type PathCosts = HashMap<Vec<u32>, Spendings>;

/// The profile of a core since its process began.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Counts, by node of the call tree and address of the instruction.
    lines: HashMap<(u32, u32), Spendings>,
    calls: Calls,
    tree: CallTree,
    /// Whether the instruction at `pc` is a call or a return.
    link: Link,
    /// The instruction that was issued last (`pc`), and the number of instructions that the core
    /// had retired before it.
    pc: u32,
    retired: u64,
    /// All cycles before cycle `booked` have been counted. Later cycles will count as spent on
    /// `on`.
    booked: u64,
    on: Part,
    /// The cycles by which the instruction that was issued last may delay the next one.
    delays: Delays,
}

impl Profile {
    /// The profile of a core that begins with the instruction at `pc` in cycle `now`. If `part` is
    /// given, the core waits first, for this reason.
    pub fn new(pc: u32, part: Option<Part>, now: u64) -> Profile {
        Profile {
            lines: HashMap::new(),
            calls: Calls::default(),
            tree: CallTree::default(),
            link: Link::None,
            pc,
            retired: u64::MAX,
            booked: now,
            on: part.unwrap_or(Part::Base),
            delays: Delays::default(),
        }
    }

    /// The counts of the instruction that was issued last, for the current stack of calls.
    fn line(&mut self) -> &mut Spendings {
        let node = self.calls.node();
        self.lines.entry((node, self.pc)).or_default()
    }

    fn book(&mut self, now: u64) {
        let (part, cycles) = (self.on as usize, now - self.booked);
        self.line().cycles[part] += cycles;
        self.booked = now;
    }

    /// Counts the cycles until `now`, the cycle in which the core issues its next instruction.
    fn book_whole(&mut self, now: u64) {
        if self.on == Part::Base {
            let (load_use, branch) = self.delays.within(now - self.booked);
            let line = self.line();
            line.cycles[Part::LoadUse as usize] += load_use;
            line.cycles[Part::Branch as usize] += branch;
            self.booked += load_use + branch;
        }
        self.book(now);
    }

    /// Must be called when the core issues its next instruction, or issues the last one again.
    pub fn issue(&mut self, core: &Core, code: &CodeImage, now: u64) {
        if self.pc == core.pc && self.retired == core.instret {
            if self.on == Part::Base {
                self.on = Part::Bank;
            }
            self.book(now);
        } else {
            self.book_whole(now);
            self.calls.follow(&mut self.tree, self.link, self.pc, core);
            let called = matches!(self.link, Link::Call(_));
            self.pc = core.pc;
            self.link = code.link(core.pc);
            self.retired = core.instret;
            self.delays = code.delays(core);
            let line = self.line();
            line.instructions += 1;
            line.calls += u64::from(called);
        }
        self.on = Part::Base;
    }

    /// Records a change of the core's state. `part` is the reason for its wait, if it waits.
    pub fn enter(&mut self, part: Option<Part>, now: u64) {
        self.book(now);
        // The wait may have ended, but until the core issues an instruction, its cycles still count
        // towards this wait.
        self.on = part.unwrap_or(self.on);
    }

    /// Records a reset of the core. It ends all calls.
    pub fn reset(&mut self) {
        self.calls = Calls::default();
        self.link = Link::None;
    }

    /// Records that the next instruction can use the value of the current load without delay.
    pub fn use_at_once(&mut self) {
        self.delays = Delays::default();
    }

    /// Counts a miss of the data cache.
    pub fn miss_data(&mut self) {
        self.line().data_misses += 1;
    }

    /// Counts a miss of the instruction cache.
    pub fn miss_instruction(&mut self) {
        self.line().instruction_misses += 1;
    }

    /// The counts of all instructions, with the cycles up to `now`.
    pub fn until(&self, now: u64) -> PathCosts {
        let mut whole = self.clone();
        whole.book(now.max(self.booked));
        (whole.lines.into_iter())
            .map(|((node, pc), spendings)| {
                let mut path = whole.tree.path(node);
                path.push(pc);
                (path, spendings)
            })
            .collect()
    }
}
