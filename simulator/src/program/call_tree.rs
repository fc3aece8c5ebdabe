//! A tree of calls.

use std::collections::HashMap;

/// A tree of calls: each node stands for the calls by an instruction, made in the calls of the node
/// above it. Node 0 is in no call.
#[derive(Debug, Clone, Default)]
pub struct CallTree {
    /// For each node but node 0: the node above it, and the address of the instruction.
    nodes: Vec<(u32, u32)>,
    numbers: HashMap<(u32, u32), u32>,
}

impl CallTree {
    /// The node of the calls by the instruction at `pc`, made in the calls of `node`.
    pub fn below(&mut self, node: u32, pc: u32) -> u32 {
        let next = self.nodes.len() as u32 + 1;
        let number = *self.numbers.entry((node, pc)).or_insert(next);
        if number == next {
            self.nodes.push((node, pc));
        }
        number
    }

    /// The node above a node, and the address of the instruction that has called.
    pub fn caller(&self, node: u32) -> Option<(u32, u32)> {
        let index = (node as usize).checked_sub(1)?;
        self.nodes.get(index).copied()
    }

    /// The addresses of the calls that a node is in, the outermost first.
    pub fn path(&self, mut node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while let Some((above, pc)) = self.caller(node) {
            path.push(pc);
            node = above;
        }
        path.reverse();
        path
    }
}
