//! A tree of calls.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with a fast hash function that is not safe against chosen keys.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// A hash function that multiplies numbers (Knuth, "The Art of Computer Programming", 6.4).
#[derive(Debug, Clone, Copy, Default)]
pub struct Quick(u64);

impl Quick {
    #[inline]
    fn mix(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(byte.into()));
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    /// The lowest bits of a product depend on the fewest bits of its factors. So higher bits are
    /// moved to the lowest positions, which the map uses.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// A tree of calls. A node stands for all calls that one instruction makes while the calls of the
/// parent node are executed. Node 0 stands for no call.
#[derive(Debug, Clone, Default)]
pub struct CallTree {
    /// For each node except node 0: its parent, and the address of the calling instruction.
    nodes: Vec<(u32, u32)>,
    numbers: QuickMap<(u32, u32), u32>,
}

impl CallTree {
    /// The node for the calls that the instruction at `pc` makes while the calls of `node` are
    /// executed.
    pub fn below(&mut self, node: u32, pc: u32) -> u32 {
        let next = self.nodes.len() as u32 + 1;
        let number = *self.numbers.entry((node, pc)).or_insert(next);
        if number == next {
            self.nodes.push((node, pc));
        }
        number
    }

    /// The parent of a node, and the address of the calling instruction; none for node 0.
    pub fn caller(&self, node: u32) -> Option<(u32, u32)> {
        let index = (node as usize).checked_sub(1)?;
        self.nodes.get(index).copied()
    }

    /// The addresses of the calling instructions on the path to a node, the outermost first.
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
