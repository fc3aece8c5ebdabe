//! The calls that a core is in, followed from instruction to instruction.

use crate::core::{Core, Link};
use std::collections::HashMap;

/// The most calls that are followed. Instructions in deeper calls count as in the deepest one.
const DEEPEST: usize = 256;
/// The register of the stack pointer.
const SP: usize = 2;

/// A call that has not returned.
#[derive(Debug, Clone, Copy)]
struct Frame {
    node: u32,
    back: u32,
    stack: u32,
}

/// A tree of calls: each node stands for the calls by an instruction, made in the calls of the node
/// above it. Node 0 is in no call.
#[derive(Debug, Clone, Default)]
pub(super) struct Calls {
    /// For each node but node 0: the node above it, and the address of the instruction.
    nodes: Vec<(u32, u32)>,
    numbers: HashMap<(u32, u32), u32>,
    frames: Vec<Frame>,
}

impl Calls {
    /// The node of the innermost call.
    pub fn node(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.node)
    }

    /// Notes what the instruction at `pc` has done, now that `core` is at the next one.
    pub fn follow(&mut self, link: Link, pc: u32, core: &Core) {
        let stack = core.x(SP);
        match link {
            Link::None => {}
            Link::Call(back) if self.frames.len() < DEEPEST => {
                let node = self.below(self.node(), pc);
                self.frames.push(Frame { node, back, stack });
            }
            Link::Call(_) => {}
            Link::Return => self.leave(core.pc, stack),
        }
    }

    /// Leaves the call that returns to `pc`, where the stack pointer is `stack`. If there is none,
    /// as for `longjmp`, leaves all calls that were made where the stack was lower. A fibre has a
    /// stack of its own, below that of its core, so the calls outside it stay.
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

    fn below(&mut self, node: u32, pc: u32) -> u32 {
        let next = self.nodes.len() as u32 + 1;
        let number = *self.numbers.entry((node, pc)).or_insert(next);
        if number == next {
            self.nodes.push((node, pc));
        }
        number
    }

    /// The addresses of the calls that a node is in, the outermost first.
    pub fn path(&self, mut node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while node != 0 {
            let (above, pc) = self.nodes[node as usize - 1];
            path.push(pc);
            node = above;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A core at an instruction, with a stack pointer.
    fn at(pc: u32, stack: u32) -> Core {
        let mut core = Core::new(0, pc, 0);
        core.x[SP] = stack;
        core
    }

    /// The calls of a core in a function that the instruction at 10 has called, with the stack
    /// pointer at 900.
    fn inside() -> Calls {
        let mut calls = Calls::default();
        calls.follow(Link::Call(14), 10, &at(100, 1000));
        calls
    }

    #[test]
    fn a_call_returns() {
        let mut calls = inside();
        calls.follow(Link::Call(24), 20, &at(500, 900));
        assert_eq!(calls.path(calls.node()), [10, 20]);
        calls.follow(Link::Return, 504, &at(24, 900));
        assert_eq!(calls.path(calls.node()), [10]);
    }

    #[test]
    fn a_jump_leaves_all_calls_that_were_made_later() {
        let mut calls = inside();
        calls.follow(Link::Call(34), 30, &at(200, 900));
        calls.follow(Link::Call(214), 210, &at(200, 880));
        calls.follow(Link::Call(214), 210, &at(200, 860));
        assert_eq!(calls.path(calls.node()), [10, 30, 210, 210]);
        calls.follow(Link::Return, 604, &at(24, 900));
        assert_eq!(calls.path(calls.node()), [10]);
    }

    #[test]
    fn a_fibre_leaves_no_calls_of_its_core() {
        let mut calls = inside();
        calls.follow(Link::Call(44), 40, &at(700, 900));
        calls.follow(Link::Return, 704, &at(3000, 300));
        assert_eq!(calls.path(calls.node()), [10, 40]);
        calls.follow(Link::Call(3014), 3010, &at(700, 280));
        calls.follow(Link::Return, 704, &at(44, 900));
        assert_eq!(calls.path(calls.node()), [10]);
    }
}
