//! Loads and stores in the tile's own memory.

use super::super::super::code::Op;
use super::super::super::instruction::Opcode;
use super::super::super::trace::{Touch, DOUBLE};
use super::super::super::undo::Entry;
use super::super::lookaside::{
    self, ELSEWHERE, ENTRIES, GRANULE, GRANULE_SHIFT, SHIFT_UNIT, SPECIAL,
};
use super::{Emitter, Label, X1, X2};
use crate::memory::MOST_BANKS;
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

/// Out-of-line code for an access that the inline code cannot make, because its host address is not
/// the usual distance from its guest address.
pub(super) struct Elsewhere {
    begin: Label,
    /// The label in the inline code to which this code returns if it has found the bytes.
    back: Label,
    missed: Label,
    /// Set if accesses to shared pages are traced: the cycles and instructions since the start of
    /// the block, in the form that [`Emitter::touch`] takes, and the flags of the trace entry.
    touched: Option<(u32, u32)>,
}

impl Emitter {
    /// Emits a load. The emitted code jumps to `missed` if the lookaside (a cache of address
    /// translations) has no entry for the address. If accesses to shared pages are traced,
    /// `touched` has the cycles and instructions since the start of the block, in the form that
    /// [`Emitter::touch`] takes.
    pub fn load(&mut self, op: &Op, _entry: usize, missed: Label, touched: Option<u32>) {
        use Opcode::*;
        let bytes = match op.kind {
            Lb | Lbu => 1,
            Lh | Lhu => 2,
            Lw | Flw => 4,
            _ => 8,
        };
        self.find(op, bytes, missed, touched);
        match op.kind {
            Flw => self.set_single(op.rd, |it, to| {
                dynasm!(it.a ; .arch aarch64 ; ldr S(to), [x26, x2]);
            }),
            Fld => self.set_double(op.rd, |it, to| {
                dynasm!(it.a ; .arch aarch64 ; ldr D(to), [x26, x2]);
            }),
            _ => self.set(op.rd, |it, to| match op.kind {
                Lb => dynasm!(it.a ; .arch aarch64 ; ldrsb W(to), [x26, x2]),
                Lbu => dynasm!(it.a ; .arch aarch64 ; ldrb W(to), [x26, x2]),
                Lh => dynasm!(it.a ; .arch aarch64 ; ldrsh W(to), [x26, x2]),
                Lhu => dynasm!(it.a ; .arch aarch64 ; ldrh W(to), [x26, x2]),
                _ => dynasm!(it.a ; .arch aarch64 ; ldr W(to), [x26, x2]),
            }),
        }
    }

    /// Emits a store; the parameters are those of [`Emitter::load`]. The emitted code saves the
    /// overwritten bytes in the undo log, as entry number `entry` since the last
    /// [`Emitter::account`].
    pub fn store(&mut self, op: &Op, entry: usize, missed: Label, touched: Option<u32>) {
        use Opcode::*;
        // The offset and length fields of an undo log entry are adjacent, and written together.
        const { assert!(offset_of!(Entry, offset) == 0 && offset_of!(Entry, bytes) == 4) }
        const { assert!(offset_of!(Entry, old) == 8 && size_of::<Entry>() == 16) }
        let shift = match op.kind {
            Sb => 0,
            Sh => 1,
            Sw | Fsw => 2,
            _ => 3,
        };
        self.find(op, 1 << shift, missed, touched);
        match shift {
            0 => dynasm!(self.a ; .arch aarch64 ; ldrb w1, [x26, x2]),
            1 => dynasm!(self.a ; .arch aarch64 ; ldrh w1, [x26, x2]),
            2 => dynasm!(self.a ; .arch aarch64 ; ldr w1, [x26, x2]),
            _ => dynasm!(self.a ; .arch aarch64 ; ldr x1, [x26, x2]),
        }
        let at = 16 * entry as u32;
        dynasm!(self.a ; .arch aarch64 ; str x1, [x24, at + 8]);
        match op.kind {
            Fsw | Fsd => {
                let value = self.f_or_load(op.rs2, super::float::A);
                match op.kind {
                    Fsw => dynasm!(self.a ; .arch aarch64 ; str S(value), [x26, x2]),
                    _ => dynasm!(self.a ; .arch aarch64 ; str D(value), [x26, x2]),
                }
            }
            _ => {
                let value = self.x_or_load(op.rs2, X1);
                match shift {
                    0 => dynasm!(self.a ; .arch aarch64 ; strb W(value), [x26, x2]),
                    1 => dynasm!(self.a ; .arch aarch64 ; strh W(value), [x26, x2]),
                    _ => dynasm!(self.a ; .arch aarch64 ; str W(value), [x26, x2]),
                }
            }
        }
        dynasm!(self.a ; .arch aarch64
            ; add x2, x2, x23
            ; orr x2, x2, 1u64 << (32 + shift)
            ; str x2, [x24, at]);
    }

    /// Emits code that records the latest access in the trace, as entry number `entry` since the
    /// last [`Emitter::account`]. `count` has the cycles and instructions since the start of the
    /// block, as packed by [`super::super::count`].
    pub fn touch(&mut self, op: &Op, entry: usize, count: u32) {
        if op.kind.is_load() {
            dynasm!(self.a ; .arch aarch64 ; add w2, w2, w23);
        }
        let flags = Touch::flags(op.kind);
        if flags != 0 {
            dynasm!(self.a ; .arch aarch64 ; orr w2, w2, flags);
        }
        let at = (size_of::<Touch>() * entry) as u32;
        self.begin_touch(count, at);
        dynasm!(self.a ; .arch aarch64 ; str w2, [x0, at + Touch::WHAT as u32]);
    }

    /// Emits code that writes the cycle of the trace entry at `at` bytes after the address in `x0`.
    fn begin_touch(&mut self, count: u32, at: u32) {
        self.constant(X1, count);
        dynasm!(self.a ; .arch aarch64
            ; ldr x0, [sp, 16]
            ; ldr w3, [sp, 24]
            ; add w1, w1, w25
            ; add w1, w3, w1, ASR 16
            ; str w1, [x0, at + Touch::CYCLE as u32]);
    }

    /// Emits code that notes which banks the latest access has used. They are noted in the demand,
    /// a list of the banks that the core needs in each cycle. An entry of the demand has four bytes
    /// if `wide` is set, otherwise one. `count` has the meaning that it has in [`Emitter::touch`].
    pub fn demand(&mut self, op: &Op, wide: bool, count: u32) {
        let is_double = Touch::flags(op.kind) & DOUBLE != 0;
        // Register `w2` may lack the lookaside's shift, which leads from addresses to offsets in
        // memory. The shift is a multiple of the bytes in a row of all banks, so the bank is right
        // in any case.
        const { assert!(SHIFT_UNIT >= 4 * MOST_BANKS as i64) };
        dynasm!(self.a ; .arch aarch64
            ; ldr w3, [sp, 28]
            ; movz w0, 1
            ; lsr w2, w2, 2
            ; add w1, w2, 1
            ; and w2, w2, w3
            ; lsl w2, w0, w2);
        if is_double {
            dynasm!(self.a ; .arch aarch64
                ; and w1, w1, w3
                ; lsl w1, w0, w1
                ; orr w2, w2, w1);
        }
        self.constant(X1, count);
        dynasm!(self.a ; .arch aarch64
            ; add w1, w1, w25
            ; asr w1, w1, 16
            ; ldr x0, [sp, 120]);
        match wide {
            false => dynasm!(self.a ; .arch aarch64 ; strb w2, [x0, w1, SXTW]),
            true => dynasm!(self.a ; .arch aarch64 ; str w2, [x0, w1, SXTW 2]),
        }
    }

    /// Emits code that records the current access, at the offset in `w2`, in the trace.
    fn touch_shared(&mut self, count: u32, flags: u32) {
        self.begin_touch(count, 0);
        dynasm!(self.a ; .arch aarch64 ; mov w1, w2);
        if flags != 0 {
            dynasm!(self.a ; .arch aarch64 ; orr w1, w1, flags);
        }
        dynasm!(self.a ; .arch aarch64
            ; str w1, [x0, Touch::WHAT as u32]
            ; add x0, x0, size_of::<Touch>() as u32
            ; str x0, [sp, 16]);
    }

    /// Emits code for an aligned access of `bytes` bytes. The code puts the distance of the
    /// accessed bytes from the address in `x26` into `x2`. If the lookaside has no entry for the
    /// access, it jumps to `missed`.
    fn find(&mut self, op: &Op, bytes: u32, missed: Label, touched: Option<u32>) {
        let field = match op.kind.is_load() {
            true => offset_of!(lookaside::Granule, read),
            false => offset_of!(lookaside::Granule, write),
        };
        const { assert!(size_of::<lookaside::Granule>() == 16) };
        let index_bits = ENTRIES.trailing_zeros();
        let tag = u32::MAX << GRANULE_SHIFT | (bytes - 1);
        let (elsewhere, back) = (self.label(), self.label());
        self.elsewhere.push(Elsewhere {
            begin: elsewhere,
            back,
            missed,
            touched: touched.map(|count| (count, Touch::flags(op.kind))),
        });
        match op.rs1 {
            0 => self.constant(X2, op.imm as u32),
            number => {
                let base = self.x_or_load(number, X2);
                self.add_immediate(X2, base, op.imm);
            }
        }
        dynasm!(self.a ; .arch aarch64
            ; ubfx w0, w2, GRANULE_SHIFT, index_bits
            ; and w3, w2, tag
            ; add x0, x27, x0, LSL 4
            ; ldr w1, [x0, field as u32]
            ; cmp w1, w3
            ; b.ne =>elsewhere
            ; =>back);
    }

    /// Does nothing: on this host, the out-of-line code of an access does not return after the
    /// access.
    pub fn accessed(&mut self) {}

    /// Emits the out-of-line code of [`Emitter::find`]. On entry, `w1` has the tag of the lookaside
    /// entry, and `w3` the tag of the address.
    pub(super) fn look_elsewhere(&mut self) {
        let delta = offset_of!(lookaside::Granule, delta) as u32;
        let bytes = offset_of!(lookaside::Granule, bytes) as u32;
        let mut special = Vec::new();
        for it in std::mem::take(&mut self.elsewhere) {
            let next = self.label();
            dynasm!(self.a ; .arch aarch64
                ; =>it.begin
                ; orr w3, w3, ELSEWHERE
                ; cmp w1, w3
                ; b.ne =>next
                ; ldr w1, [x0, delta]
                ; add w2, w2, w1
                ; sub x2, x2, x23
                ; b =>it.back);
            special.push((next, it));
        }
        for (begin, it) in special {
            dynasm!(self.a ; .arch aarch64
                ; =>begin
                ; orr w3, w3, SPECIAL
                ; cmp w1, w3
                ; b.ne =>it.missed
                ; ldr w1, [x0, bytes]
                ; and w3, w2, GRANULE - 1
                ; cmp w3, w1
                ; b.hs =>it.missed
                ; ldr w1, [x0, delta]
                ; add w2, w2, w1);
            if let Some((count, flags)) = it.touched {
                self.touch_shared(count, flags);
            }
            dynasm!(self.a ; .arch aarch64 ; sub x2, x2, x23 ; b =>it.back);
        }
    }
}
