//! Finds the calls and returns in a program's code, and the addresses to which functions return.
//! All is derived from the code, so the simulation need not observe anything.

use super::code::CodeImage;
use super::instruction::Opcode;
use std::collections::BTreeSet;
use std::ops::Range;

/// `ra` (RISC-V psABI, register convention).
const RA: u8 = 1;
/// `t0`, the alternative register for return addresses.
const T0: u8 = 5;

/// The effect of an instruction on the call stack, according to the hints for return-address stacks
/// in the RISC-V unprivileged specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    None,
    /// A call whose function returns to this address.
    Call(u32),
    Return,
}

impl CodeImage {
    /// The effect of the instruction at `pc` on the call stack.
    pub fn link(&self, pc: u32) -> Link {
        let holds_return = |register| register == RA || register == T0;
        match self.op(pc) {
            Some(op) if !matches!(op.kind, Opcode::Jal | Opcode::Jalr) => Link::None,
            Some(op) if holds_return(op.rd) => Link::Call(pc + u32::from(op.length)),
            Some(op) if op.kind == Opcode::Jalr && holds_return(op.rs1) => Link::Return,
            _ => Link::None,
        }
    }

    /// The function that the instruction at `pc` calls. None if the instruction is not a call, or
    /// if it calls an address in a register.
    pub fn callee(&self, pc: u32) -> Option<u32> {
        let op = (self.op(pc)).filter(|op| op.kind == Opcode::Jal && op.rd == RA)?;
        Some(pc.wrapping_add(op.imm as u32))
    }

    /// Whether the instruction at `pc` calls the function whose address is in a register. (A call
    /// of a function that is far away has its address in `ra`.)
    pub fn calls_by_register(&self, pc: u32) -> bool {
        self.op(pc)
            .is_some_and(|op| op.kind == Opcode::Jalr && op.rd == RA && op.rs1 != RA)
    }

    /// The return addresses of all calls that may enter one of the functions `targets`. If another
    /// function jumps to a target at its end (a tail call), the target returns to that function's
    /// caller, so the calls of that function count, too. Calls through a register count as well,
    /// because their targets are unknown. `functions` has the address ranges of all functions.
    pub fn return_sites(&self, targets: &[u32], functions: &[Range<u32>]) -> Vec<u32> {
        let mut entered: BTreeSet<u32> = targets.iter().copied().collect();
        let jumps: Vec<(u32, u32)> = self.jumps(0).collect();
        loop {
            let found = jumps.iter().filter(|(_, target)| entered.contains(target));
            let around = |pc: u32| functions.iter().find(|range| range.contains(&pc));
            let more: Vec<u32> = found
                .filter_map(|&(pc, _)| around(pc))
                .map(|range| range.start)
                .filter(|start| !entered.contains(start))
                .collect();
            if more.is_empty() {
                break;
            }
            entered.extend(more);
        }
        let calls = (self.jumps(RA)).filter(|(_, target)| entered.contains(target));
        let by_address = (self.instructions()).filter(|&pc| {
            self.op(pc)
                .is_some_and(|op| op.kind == Opcode::Jalr && op.rd == RA)
        });
        let calls = calls.map(|(pc, _)| pc).chain(by_address);
        calls
            .filter_map(|pc| self.op(pc).map(|op| pc + u32::from(op.length)))
            .collect()
    }

    /// Direct jumps that write the return address to register `link`, each as (from, to).
    fn jumps(&self, link: u8) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.instructions().filter_map(move |pc| {
            let op = self.op(pc)?;
            let is_jump = op.kind == Opcode::Jal && op.rd == link;
            is_jump.then(|| (pc, pc.wrapping_add(op.imm as u32)))
        })
    }

    /// The address of every halfword of the code. Some of these are second halves of instructions.
    fn instructions(&self) -> impl Iterator<Item = u32> {
        let base = self.base();
        (0..self.bytes().len() as u32 / 2).map(move |half| base + 2 * half)
    }
}
