//! Tracks a core's stack of calls from instruction to instruction.

use crate::core::{Core, Link};
use crate::program::CallTree;

/// Largest number of nested calls that are tracked. Instructions in deeper calls count as in the
/// deepest tracked one.
const DEEPEST: usize = 256;
/// The number of register `sp`.
const SP: usize = 2;

/// A call that has not returned.
#[derive(Debug, Clone, Copy)]
struct Frame {
    node: u32,
    back: u32,
    stack: u32,
}

/// The stack of calls of a core. Each call is a node of the call tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Calls {
    frames: Vec<Frame>,
}

impl Calls {
    /// The node of the innermost call.
    pub fn node(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.node)
    }

    /// Replaces the innermost call's node in the call tree.
    pub fn begin(&mut self, node: u32) {
        // A call deeper than `DEEPEST` has no frame.
        if self.frames.len() < DEEPEST {
            if let Some(frame) = self.frames.last_mut() {
                frame.node = node;
            }
        }
    }

    /// Updates the stack of calls after the instruction at `pc`. `core` is about to execute the
    /// next one.
    pub fn follow(&mut self, tree: &mut CallTree, link: Link, pc: u32, core: &Core) {
        let stack = core.x(SP);
        match link {
            Link::None => {}
            Link::Call(back) if self.frames.len() < DEEPEST => {
                let node = tree.below(self.node(), pc);
                self.frames.push(Frame { node, back, stack });
            }
            Link::Call(_) => {}
            Link::Return => self.leave(core.pc, stack),
        }
    }

    /// Removes the call that returns to `pc` with stack pointer `stack`, and all calls within it.
    /// If there is no such call, as after `longjmp`, removes all calls that were made with a stack
    /// pointer of `stack` or lower. The stack of a fibre has lower addresses than the stack of its
    /// core, so calls outside the fibre stay.
    fn leave(&mut self, pc: u32, stack: u32) {
        let last = self.frames.len().saturating_sub(1);
        let left = self
            .frames
            .iter()
            .enumerate()
            .rposition(|(at, frame)| frame.back == pc && (frame.stack == stack || at == last));
        let above = || self.frames.iter().rposition(|frame| frame.stack > stack);
        let kept = left.unwrap_or_else(|| above().map_or(0, |at| at + 1));
        self.frames.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A core at the instruction `pc`, with stack pointer `stack`.
    fn at(pc: u32, stack: u32) -> Core {
        let mut core = Core::new(0, pc, 0);
        core.x[SP] = stack;
        core
    }

    /// The calls of a core after the instruction at 10 has called a function with the stack pointer
    /// at 900.
    fn inside() -> (Calls, CallTree) {
        let (mut calls, mut tree) = (Calls::default(), CallTree::default());
        calls.follow(&mut tree, Link::Call(14), 10, &at(100, 1000));
        (calls, tree)
    }

    #[test]
    fn a_call_returns() {
        let (mut calls, mut tree) = inside();
        calls.follow(&mut tree, Link::Call(24), 20, &at(500, 900));
        assert_eq!(tree.path(calls.node()), [10, 20]);
        calls.follow(&mut tree, Link::Return, 504, &at(24, 900));
        assert_eq!(tree.path(calls.node()), [10]);
    }

    #[test]
    fn a_call_may_begin_anew() {
        let (mut calls, mut tree) = inside();
        calls.follow(&mut tree, Link::Call(24), 20, &at(500, 900));
        calls.begin(tree.below(0, 90));
        calls.follow(&mut tree, Link::Call(506), 502, &at(700, 880));
        assert_eq!(tree.path(calls.node()), [90, 502]);
        calls.follow(&mut tree, Link::Return, 704, &at(506, 880));
        calls.follow(&mut tree, Link::Return, 508, &at(24, 900));
        assert_eq!(tree.path(calls.node()), [10]);
    }

    #[test]
    fn a_jump_leaves_all_calls_that_were_made_later() {
        let (mut calls, mut tree) = inside();
        calls.follow(&mut tree, Link::Call(34), 30, &at(200, 900));
        calls.follow(&mut tree, Link::Call(214), 210, &at(200, 880));
        calls.follow(&mut tree, Link::Call(214), 210, &at(200, 860));
        assert_eq!(tree.path(calls.node()), [10, 30, 210, 210]);
        calls.follow(&mut tree, Link::Return, 604, &at(24, 900));
        assert_eq!(tree.path(calls.node()), [10]);
    }

    #[test]
    fn a_fibre_leaves_no_calls_of_its_core() {
        let (mut calls, mut tree) = inside();
        calls.follow(&mut tree, Link::Call(44), 40, &at(700, 900));
        calls.follow(&mut tree, Link::Return, 704, &at(3000, 300));
        assert_eq!(tree.path(calls.node()), [10, 40]);
        calls.follow(&mut tree, Link::Call(3014), 3010, &at(700, 280));
        calls.follow(&mut tree, Link::Return, 704, &at(44, 900));
        assert_eq!(tree.path(calls.node()), [10]);
    }
}
