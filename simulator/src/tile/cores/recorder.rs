//! Records the activity of a core over time: its calls of observed functions, and when it sleeps or
//! stalls.
//!
//! A core executes an observed instruction when the clock has reached its cycle, and never
//! speculatively. So records contain the chip's time, and no rollback has to undo them. Recording
//! takes no cycles of the simulated core.

use super::profile::{Part, Spending};
use super::CoreComplex;
use crate::core::Core;
use crate::memory;
use crate::program::{Capture, Probe, Probes};
use std::sync::Arc;

/// Largest number of changes of state that are recorded for a core.
const MOST_STATES: usize = 1 << 18;
/// Largest number of nested calls that are tracked. If there are more, the oldest ones are dropped;
/// a jump such as `longjmp` must have left them.
const DEEPEST: usize = 64;
/// Numbers of the registers `sp` and `a0`.
const SP: usize = 2;
const A0: usize = 10;

/// Each call's record begins with this many words: the cycle of its start and of its end (two words
/// each, the lower word first), and one more word. For a user's function, the last word is the
/// address to which the call returns. For another function, it is 0 if no user's function contains
/// the call. Otherwise it is 1 plus the number of that user's function's probe.
pub const HEAD: usize = 5;
/// Stands for the cycle in which a call ends if the call has not returned.
const OPEN: u64 = u64::MAX;
/// Numbers for states in which the core does not wait: the core runs (`RUNS`), or the record is
/// full and ends (`FULL`). While the core waits, the number is that of the [`Spending`].
pub const RUNS: u32 = 0;
pub const FULL: u32 = 255;

/// An observed call that has not returned.
#[derive(Debug, Clone)]
struct Call {
    probe: u16,
    /// Index of the call's first word in the list of the probe's calls (`Recorder::calls`).
    at: usize,
    /// The address to which the call returns, and the value of the stack pointer after the return.
    returns_to: u32,
    stack: u32,
    arguments: [u32; 8],
}

/// The record of a core.
#[derive(Debug, Clone)]
pub struct Recorder {
    probes: Arc<Probes>,
    inside: Vec<Call>,
    /// The latest observed instruction: its address, and the number of instructions that the core
    /// had retired before it.
    seen: (u32, u64),
    /// For each probe, the records of its calls in the order of their starts. A record has `HEAD`
    /// words, then the words captured at the start of the call, then those captured at its end.
    calls: Vec<Vec<u32>>,
    /// The changes of state. The upper 56 bits of an entry are the cycle, the lower 8 bits the new
    /// state.
    states: Vec<u64>,
}

impl Recorder {
    /// The recorder of a core that begins to execute a program.
    pub fn new(probes: &Arc<Probes>) -> Recorder {
        Recorder {
            probes: probes.clone(),
            inside: Vec::new(),
            seen: (0, u64::MAX),
            calls: vec![Vec::new(); probes.probes.len()],
            states: Vec::new(),
        }
    }

    pub fn probes(&self) -> &Probes {
        &self.probes
    }

    /// The records of each probe's calls. A record has `Probe::width` words.
    pub fn calls(&self) -> &[Vec<u32>] {
        &self.calls
    }

    /// The return addresses of calls of users' functions. An address may occur several times.
    pub fn return_addresses(&self) -> impl Iterator<Item = u32> + '_ {
        let regions = self.probes.probes.iter().zip(&self.calls);
        let regions = regions.filter(|(probe, _)| probe.is_region);
        regions.flat_map(|(probe, rows)| rows.chunks(probe.width()).map(|row| row[HEAD - 1]))
    }

    pub fn states(&self) -> &[u64] {
        &self.states
    }

    /// Records a change of the core's state. `part` is the reason for its wait, if it waits.
    pub fn enter(&mut self, part: Option<Part>, now: u64) {
        let what = match self.states.len() + 1 {
            ..MOST_STATES => part.map_or(RUNS, |part| Spending::from(part) as u32),
            MOST_STATES => FULL,
            _ => return,
        };
        self.states.push(now << 8 | u64::from(what));
    }

    /// Removes and returns the calls that have ended when the core is at its current program
    /// counter.
    fn returned(&mut self, core: &Core) -> Vec<Call> {
        let (pc, stack) = (core.pc, core.x(SP));
        let mut left = Vec::new();
        while let Some(at) =
            (self.inside.iter()).rposition(|call| call.returns_to == pc && call.stack == stack)
        {
            left.push(self.inside.remove(at));
        }
        left
    }

    /// Records the start of a call. `own` contains the words that the probe has captured.
    fn begin(&mut self, mut call: Call, now: u64, own: &[u32]) {
        let regions = self.inside.iter().rev().map(|call| call.probe);
        let around = { regions }.find(|&probe| self.probes.probes[usize::from(probe)].is_region);
        let around = around.map_or(0, |probe| u32::from(probe) + 1);
        let index = usize::from(call.probe);
        let is_region = self.probes.probes[index].is_region;
        let last = if is_region { call.returns_to } else { around };
        let rows = &mut self.calls[index];
        call.at = rows.len();
        let (open_low, open_high) = (OPEN as u32, (OPEN >> 32) as u32);
        rows.extend([now as u32, (now >> 32) as u32, open_low, open_high, last]);
        rows.extend(own);
        rows.resize(call.at + self.probes.probes[index].width(), 0);
        if self.inside.len() == DEEPEST {
            self.inside.remove(0);
        }
        self.inside.push(call);
    }

    /// Records the end of a call. `own` contains the words that the probe has captured.
    fn end(&mut self, call: &Call, now: u64, own: &[u32]) {
        let probe = &self.probes.probes[usize::from(call.probe)];
        let row = &mut self.calls[usize::from(call.probe)][call.at..call.at + probe.width()];
        row[2..4].copy_from_slice(&[now as u32, (now >> 32) as u32]);
        row[probe.width() - own.len()..].copy_from_slice(own);
    }
}

impl Probe {
    /// Number of words that are recorded for a call.
    pub fn width(&self) -> usize {
        HEAD + self.own_words()
    }
}

impl CoreComplex {
    /// Records the start or the end of a call if the core is about to issue an observed
    /// instruction.
    pub(super) fn observe(&mut self, core: usize, now: u64) {
        let hart = &mut self.harts[core];
        let pc = hart.core.pc;
        let seen = (pc, hart.core.instret);
        if !hart.code.is_observed(pc) {
            return;
        }
        let Some(recorder) = hart.recorder.as_mut() else {
            return;
        };
        if recorder.seen == seen {
            return;
        }
        recorder.seen = seen;
        let probes = recorder.probes.clone();
        let left = recorder.returned(&hart.core);
        for call in left {
            let mut own = Vec::new();
            let captures = &probes.probes[usize::from(call.probe)].exit;
            self.capture(core, captures, &call.arguments, &mut own);
            if let Some(recorder) = &mut self.harts[core].recorder {
                recorder.end(&call, now, &own);
            }
        }
        let Some(index) = probes.at(pc) else {
            return;
        };
        let probe = &probes.probes[usize::from(index)];
        let registers = &self.harts[core].core;
        let arguments: [u32; 8] = std::array::from_fn(|argument| registers.x(A0 + argument));
        let call = Call {
            probe: index,
            at: 0,
            returns_to: registers.return_address(),
            stack: registers.x(SP),
            arguments,
        };
        // A jump from a function to its own start does not count as a new call.
        let around = self.harts[core].recorder.iter();
        let goes_on = around
            .flat_map(|recorder| recorder.inside.last())
            .any(|last| {
                (last.probe, last.returns_to, last.stack) == (index, call.returns_to, call.stack)
            });
        if goes_on {
            return;
        }
        let mut own = arguments[..usize::from(probe.arguments)].to_vec();
        self.capture(core, &probe.entry, &arguments, &mut own);
        if let Some(recorder) = &mut self.harts[core].recorder {
            recorder.begin(call, now, &own);
        }
    }

    /// Appends to `own` the words that `captures` select. A word outside this tile counts as 0.
    fn capture(&self, core: usize, captures: &[Capture], arguments: &[u32; 8], own: &mut Vec<u32>) {
        for capture in captures {
            let mut at = arguments[usize::from(capture.argument & 7)];
            let Some((last, path)) = capture.offsets.split_last() else {
                continue;
            };
            for &offset in path {
                at = match at {
                    0 => 0,
                    _ => self.word(core, at.wrapping_add_signed(offset)).unwrap_or(0),
                };
            }
            let index = capture.index.map_or(0, |index| {
                let argument = arguments[usize::from(index.argument & 7)];
                match index.offset {
                    None => argument,
                    Some(offset) => {
                        (self.word(core, argument.wrapping_add_signed(offset))).unwrap_or(0)
                    }
                }
            });
            let from = at
                .wrapping_add_signed(*last)
                .wrapping_add(index.wrapping_mul(2));
            for word in 0..capture.words {
                let address = from.wrapping_add(4 * word);
                let value = if at == 0 {
                    None
                } else {
                    self.word(core, address)
                };
                own.push(value.unwrap_or(0));
            }
        }
    }

    /// A word of a core's own memory.
    fn word(&self, core: usize, address: u32) -> Option<u32> {
        let offset = self.own(core, address, 4)?;
        Some(memory::read(&self.memory, offset, 4) as u32)
    }
}
