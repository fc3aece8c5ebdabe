//! The stack of a core as the check tracks it: where functions have saved registers, and where
//! their variables lie.

use crate::core::{stack_use, CodeImage, Link, StackUse, PRESERVED};
use std::ops::Range;

/// A function may save registers only in its first instructions. Their number is limited to this
/// value.
const PROLOGUE: u8 = 40;

/// The stack of a core.
#[derive(Debug, Clone, Default)]
pub(super) struct Frames {
    /// The addresses of the whole stack; empty if unknown.
    all: Range<u32>,
    /// The stack pointer before the next instruction.
    pointer: u32,
    /// The lowest value of the stack pointer since the last call of `take_used`.
    lowest: u32,
    /// The lowest value of the stack pointer until the last call of `take_used`.
    deepest: u32,
    /// The registers that the current function has not changed (a bit for each register), and for
    /// how many more instructions it may save registers (`left`).
    unchanged: u32,
    left: u8,
}

/// The effect of an instruction on the stack.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// The bytes that the last instruction has allocated for a function's variables.
    pub begun: Option<Range<u32>>,
    /// Whether the next instruction saves a register that belongs to the caller.
    pub saves: bool,
}

impl Frames {
    pub fn new(all: Range<u32>) -> Frames {
        Frames {
            pointer: all.end,
            lowest: all.end,
            deepest: all.end,
            all,
            ..Frames::default()
        }
    }

    /// Tracks a core that is about to execute the instruction at `pc` with this stack pointer.
    /// `last` is the address of the instruction before it.
    #[inline]
    pub fn follow(
        &mut self,
        code: &CodeImage,
        (last, link): (u32, Link),
        pc: u32,
        pointer: u32,
    ) -> Change {
        let begun = self.get(code, last, pointer);
        let next = stack_use(code, pc);
        let saves = self.saves(link, next);
        self.pass(link, next);
        Change { begun, saves }
    }

    /// Updates the stack pointer. Returns the bytes that the instruction at `last` has allocated
    /// for a function. A second call for the same instruction returns none.
    #[inline]
    pub fn get(&mut self, code: &CodeImage, last: u32, pointer: u32) -> Option<Range<u32>> {
        let before = self.pointer;
        self.set(pointer);
        (pointer < before && stack_use(code, last) == StackUse::Moves).then_some(pointer..before)
    }

    /// Number of bytes by which the stack has grown if the stack pointer is now `pointer`.
    #[inline]
    pub fn grows(&self, pointer: u32) -> u32 {
        self.pointer.saturating_sub(pointer)
    }

    /// Whether the instruction `next` saves a register that belongs to the caller. `link` says
    /// whether the instruction before it was a call or a return.
    #[inline]
    pub fn saves(&self, link: Link, next: StackUse) -> bool {
        if link == Link::None && self.left == 0 {
            return false;
        }
        let (unchanged, left) = self.begun(link);
        matches!(next, StackUse::Saves(register) if left > 0 && unchanged >> register & 1 != 0)
    }

    /// Updates the state for the instruction `next`. `link` says whether the instruction before it
    /// was a call or a return.
    #[inline]
    pub fn pass(&mut self, link: Link, next: StackUse) {
        if link == Link::None && self.left == 0 {
            return;
        }
        (self.unchanged, self.left) = self.begun(link);
        if let (StackUse::Sets(register), true) = (next, self.left > 0) {
            self.unchanged &= !(1 << register);
        }
        self.left = self.left.saturating_sub(1);
    }

    /// Updates the state for an instruction that affects neither the stack nor registers that a
    /// function must preserve.
    #[inline]
    pub fn pass_quiet(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// The registers that the current function has not changed, and for how many more instructions
    /// it may save registers. `link` says whether the last instruction was a call or a return.
    #[inline]
    fn begun(&self, link: Link) -> (u32, u8) {
        match link {
            Link::Call(_) => (PRESERVED, PROLOGUE),
            Link::Return => (self.unchanged, 0),
            Link::None => (self.unchanged, self.left),
        }
    }

    /// Records that functions have used the stack down to an address.
    #[inline]
    pub fn reach(&mut self, pointer: u32) {
        if pointer < self.lowest && pointer >= self.all.start {
            self.lowest = pointer;
        }
    }

    #[inline]
    fn set(&mut self, pointer: u32) {
        self.reach(pointer);
        self.pointer = pointer;
    }

    /// Largest number of bytes of the stack that were in use at a time.
    pub fn depth(&self) -> u32 {
        self.all.end - self.lowest.min(self.deepest)
    }

    /// The stack below the stack pointer that functions have used since the last call of
    /// `take_used`, and have left again.
    pub fn take_used(&mut self) -> Range<u32> {
        let end = self.pointer.clamp(self.lowest, self.all.end);
        let start = std::mem::replace(&mut self.lowest, end);
        self.deepest = self.deepest.min(start);
        start..end
    }

    /// The addresses of the stack below `end`.
    pub fn until(&self, end: u32) -> Range<u32> {
        self.all.start..end.min(self.all.end)
    }

    pub fn contains(&self, address: u32) -> bool {
        self.all.contains(&address)
    }

    /// Whether the current function can no longer save registers, and the tracked stack pointer is
    /// `pointer`.
    #[inline]
    pub fn is_settled(&self, pointer: u32) -> bool {
        self.left == 0 && self.knows(pointer)
    }

    /// Whether `pointer` is the tracked stack pointer.
    #[inline]
    pub fn knows(&self, pointer: u32) -> bool {
        pointer == self.pointer
    }

    /// The addresses of the stack below the stack pointer, which no active function uses.
    pub fn below(&self) -> Option<Range<u32>> {
        (self.all.contains(&self.pointer)).then_some(self.all.start..self.pointer)
    }

    /// Whether an address lies on the stack below the stack pointer, where no active function uses
    /// it.
    #[inline]
    pub fn is_below(&self, address: u32) -> bool {
        self.all.contains(&address) && self.all.contains(&self.pointer) && address < self.pointer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::CoreCosts;

    /// The code `addi sp, sp, -16; sw s0, 8(sp); addi s1, zero, 1; sw s1, 4(sp)`.
    const CODE: [u32; 4] = [0xff01_0113, 0x0081_2423, 0x0010_0493, 0x0091_2223];

    fn code() -> CodeImage {
        let bytes: Vec<u8> = CODE.iter().flat_map(|op| op.to_le_bytes()).collect();
        CodeImage::new(0, &bytes, &CoreCosts::default())
    }

    #[test]
    fn a_function_gets_bytes_and_saves_what_it_has_not_changed() {
        let (code, mut frames) = (code(), Frames::new(0..1000));
        let none = Change::default();
        let entry = frames.follow(&code, (100, Link::Call(104)), 0, 900);
        assert_eq!(entry, none);
        let first = frames.follow(&code, (0, Link::None), 4, 884);
        assert_eq!((first.begun, first.saves), (Some(884..900), true));
        assert_eq!(frames.follow(&code, (4, Link::None), 8, 884), none);
        assert_eq!(frames.follow(&code, (8, Link::None), 12, 884), none);
        assert!(frames.is_below(883) && !frames.is_below(884));
    }

    #[test]
    fn a_caller_saves_nothing_after_a_return() {
        let (code, mut frames) = (code(), Frames::new(0..1000));
        frames.follow(&code, (100, Link::Call(104)), 0, 900);
        let later = frames.follow(&code, (96, Link::Return), 4, 900);
        assert_eq!(later, Change::default());
    }
}
