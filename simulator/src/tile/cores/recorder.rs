//! What a core does, as a stream of events: calls of observed functions, sleep and stalls.
//!
//! A core does not run ahead through an observed instruction, so every event is in the chip's time
//! and none is ever undone. The core itself takes no notice.

use super::hart::State;
use super::profile::Spending;
use super::CoreComplex;
use crate::core::{Access, Core};
use crate::memory;
use crate::program::{Capture, Probes};
use std::sync::Arc;

/// Events of sleep and stalls that a core records at most; later ones are left out.
const MOST_STATES: u32 = 1 << 18;
/// Calls that a core remembers to be in: older ones have been left by a jump.
const DEEPEST: usize = 64;
/// `sp`, `a0`.
const SP: usize = 2;
const A0: usize = 10;

/// Kinds of events, each the upper byte of its first word. The second byte is the number of words
/// of its own; the lower half, of a call, the index of its probe, and of a state a [`Spending`].
/// The second and third word are the cycle.
pub const ENTER: u32 = 1;
pub const LEAVE: u32 = 2;
/// The core does not run; or, with [`RUNS`], it runs again.
pub const STATE: u32 = 3;
pub const RUNS: u32 = 0;
/// From here on states are left out.
pub const FULL: u32 = 4;

/// A call that the core is in.
#[derive(Debug, Clone)]
struct Call {
    probe: u16,
    /// Where it returns to, and the stack pointer then.
    returns_to: u32,
    stack: u32,
    arguments: [u32; 8],
}

/// The events of a core.
#[derive(Debug, Clone)]
pub struct Recorder {
    probes: Arc<Probes>,
    calls: Vec<Call>,
    /// The observed instruction that was looked at last: its address, instructions before it.
    seen: (u32, u64),
    states: u32,
    events: Vec<u32>,
}

impl Recorder {
    /// Of a core that begins a program.
    pub fn new(probes: &Arc<Probes>) -> Recorder {
        Recorder {
            probes: probes.clone(),
            calls: Vec::new(),
            seen: (0, u64::MAX),
            states: 0,
            events: Vec::new(),
        }
    }

    /// The events since the last call.
    pub fn take(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.events)
    }

    pub fn probes(&self) -> &Arc<Probes> {
        &self.probes
    }

    fn put(&mut self, kind: u32, which: u32, now: u64, own: &[u32]) {
        let first = kind << 24 | (own.len() as u32) << 16 | which;
        self.events.extend([first, now as u32, (now >> 32) as u32]);
        self.events.extend(own);
    }

    /// The core's state changes; `pending` is the access that it waits for, if it does.
    pub fn enter(&mut self, state: State, pending: Option<&Access>, now: u64) {
        if self.states >= MOST_STATES {
            return;
        }
        self.states += 1;
        if self.states == MOST_STATES {
            return self.put(FULL, 0, now, &[]);
        }
        let spending = Spending::in_state(state, pending);
        self.put(
            STATE,
            spending.map_or(RUNS, |spending| spending as u32),
            now,
            &[],
        );
    }

    /// The calls that the core leaves with the instruction at its program counter.
    fn returned(&mut self, core: &Core) -> Vec<Call> {
        let (pc, stack) = (core.pc, core.x(SP));
        let mut left = Vec::new();
        while let Some(at) =
            (self.calls.iter()).rposition(|call| call.returns_to == pc && call.stack == stack)
        {
            left.push(self.calls.remove(at));
        }
        left
    }
}

impl CoreComplex {
    /// The core is about to issue the instruction at its program counter.
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
        let result = hart.core.x(A0);
        let left = recorder.returned(&hart.core);
        for call in left {
            let mut own = vec![result];
            let captures = &probes.probes[usize::from(call.probe)].exit;
            self.capture(core, captures, &call.arguments, &mut own);
            if let Some(recorder) = &mut self.harts[core].recorder {
                recorder.put(LEAVE, call.probe.into(), now, &own);
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
            returns_to: registers.return_address(),
            stack: registers.x(SP),
            arguments,
        };
        // A function that begins anew by a jump to itself is still in the same call.
        let around = self.harts[core].recorder.iter();
        let goes_on = around
            .flat_map(|recorder| recorder.calls.last())
            .any(|last| {
                (last.probe, last.returns_to, last.stack) == (index, call.returns_to, call.stack)
            });
        if goes_on {
            return;
        }
        let mut own = arguments[..usize::from(probe.arguments.min(8))].to_vec();
        self.capture(core, &probe.entry, &arguments, &mut own);
        if let Some(recorder) = &mut self.harts[core].recorder {
            if recorder.calls.len() == DEEPEST {
                recorder.calls.remove(0);
            }
            recorder.calls.push(call);
            recorder.put(ENTER, index.into(), now, &own);
        }
    }

    /// Adds what captures find; 0 for words that are not in this tile.
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
            for word in 0..capture.words {
                let address = at.wrapping_add_signed(*last).wrapping_add(4 * word);
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
