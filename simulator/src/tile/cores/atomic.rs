//! Atomic operations on a tile's memory.

use super::CoreComplex;
use crate::memory;
use crate::protocol::AtomicOp;
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Carries out an atomic operation on this tile's memory; gives the value for the initiator:
    /// the word before, or 0 for a store-conditional that succeeded and 1 for one that failed.
    pub fn atomic(
        &mut self,
        op: AtomicOp,
        offset: u32,
        operand: u32,
        holder: u32,
        by: Option<usize>,
        cycle: Cycle,
    ) -> u32 {
        let old = memory::read(&self.memory, offset, 4) as u32;
        let (new, result) = match op {
            AtomicOp::LoadReserved => {
                self.reserve(holder, offset);
                return old;
            }
            AtomicOp::StoreConditional if self.release(holder, offset) => (operand, 0),
            AtomicOp::StoreConditional => return 1,
            AtomicOp::Modify(op) => (op.apply(old, operand), old),
        };
        memory::write(&mut self.memory, offset, 4, new.into());
        self.written(offset, 4, by, cycle);
        result
    }
}
