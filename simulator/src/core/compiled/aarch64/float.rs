//! Floating-point instructions that compute with registers.
//!
//! The host's *inexact* flag is sticky, and the gate (the code around compiled code) adds it to
//! `fcsr`. Compiled code leaves an instruction that may raise another flag to the interpreter, for
//! two reasons: the host detects tininess before rounding, and it propagates the payloads of NaNs.
//! If compiled code tries such an instruction first, the host raises *inexact* only if the
//! interpreter raises it, too.
//!
//! Some guest registers have a host register of their own, their *home*. A home holds a
//! single-precision value NaN-boxed. The host's single-precision operations clear the upper half of
//! their target, so the emitted code boxes each result again. The host does not flush subnormal
//! numbers to zero, because the simulator never enables that.

use super::super::super::code::Op;
use super::super::super::instruction::Opcode;
use super::super::super::Core;
use super::{f_home, Emitter, Home, Label, Register, X0};
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

/// Registers for operands and results.
pub(super) const A: Register = Register(24);
const B: Register = Register(25);
const C: Register = Register(26);

/// Emits a single- or double-precision instruction of the host, as the guest's instruction demands.
macro_rules! sized {
    ($it:ident, $op:ident, $name:ident, $first:expr $(, $other:expr)*) => {
        match is_single($op.kind) {
            true => dynasm!($it.a ; .arch aarch64 ; $name S($first) $(, S($other))*),
            false => dynasm!($it.a ; .arch aarch64 ; $name D($first) $(, D($other))*),
        }
    };
}

/// Whether an arithmetic instruction or a comparison works in single precision.
fn is_single(kind: Opcode) -> bool {
    (kind as u8) < Opcode::FmaddD as u8
}

/// The check that a result computed by the host must pass, so that no other flag than *inexact* can
/// have been raised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// The result must pass `Checked::is_number`.
    Number,
    /// The result must pass `Checked::is_ordinary`.
    Ordinary,
}

impl Emitter {
    /// Emits code that leaves the instruction to the interpreter unless `frm`, the guest's rounding
    /// mode, is rounding to nearest.
    pub fn require_nearest(&mut self, refused: Label) {
        let fcsr = offset_of!(Core, fcsr) as u32;
        dynasm!(self.a ; .arch aarch64
            ; ldr w0, [x28, fcsr]
            ; tst w0, 0xe0
            ; b.ne =>refused);
    }

    /// Emits code that leaves the instruction to the interpreter unless guest register `number`
    /// holds a NaN-boxed single.
    pub fn require_boxed(&mut self, number: u8, refused: Label) {
        match f_home(number) {
            Home::Host(host) => dynasm!(self.a ; .arch aarch64 ; umov w0, V(host).S[1]),
            Home::Core(at) => dynasm!(self.a ; .arch aarch64 ; ldr w0, [x28, at + 4]),
        }
        dynasm!(self.a ; .arch aarch64 ; cmn w0, 1 ; b.ne =>refused);
    }

    /// Emits an instruction. The caller must already have emitted the checks of the instruction's
    /// rounding mode and of its single-precision operands.
    pub fn float(&mut self, op: &Op, refused: Label) {
        use Opcode::*;
        match op.kind {
            FaddS | FsubS | FaddD | FsubD => self.arithmetic(op, Check::Number, refused),
            FmulS | FdivS | FsqrtS | FmulD | FdivD | FsqrtD => {
                self.arithmetic(op, Check::Ordinary, refused);
            }
            FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => {
                self.fused(op, refused);
            }
            FsgnjS | FsgnjnS | FsgnjxS | FsgnjD | FsgnjnD | FsgnjxD => self.sign(op),
            FminS | FmaxS | FminD | FmaxD => self.extreme(op, refused),
            FeqS | FltS | FleS | FeqD | FltD | FleD => self.compare_floats(op, refused),
            FcvtWS | FcvtWuS | FcvtWD | FcvtWuD => self.convert_to_integer(op, refused),
            FmvXW => {
                let a = self.f_or_load(op.rs1, A);
                self.set(
                    op.rd,
                    |it, to| dynasm!(it.a ; .arch aarch64 ; fmov W(to), S(a)),
                );
            }
            _ => self.convert(op, refused),
        }
    }

    /// Returns the host register that holds a guest register: the guest register's home, if it has
    /// one. Otherwise emits code that loads the guest register from `Core` into `spare`, and
    /// returns `spare`.
    pub(super) fn f_or_load(&mut self, number: u8, spare: Register) -> Register {
        match f_home(number) {
            Home::Host(host) => host,
            Home::Core(at) => {
                dynasm!(self.a ; .arch aarch64 ; ldr D(spare), [x28, at]);
                spare
            }
        }
    }

    /// Emits a write to a guest register. `compute` emits code that puts the double into a given
    /// host register: the guest register's home, or [`A`] if the guest register is stored in
    /// `Core`.
    pub(super) fn set_double(&mut self, rd: u8, compute: impl FnOnce(&mut Self, Register)) {
        match f_home(rd) {
            Home::Host(host) => compute(self, host),
            Home::Core(at) => {
                compute(self, A);
                dynasm!(self.a ; .arch aarch64 ; str D(A), [x28, at]);
            }
        }
    }

    /// Emits a write to a guest register. `compute` emits code that puts the single into a given
    /// host register: the guest register's home, or [`A`] if the guest register is stored in
    /// `Core`. The code after it boxes the single.
    pub(super) fn set_single(&mut self, rd: u8, compute: impl FnOnce(&mut Self, Register)) {
        self.set_double(rd, |it, to| {
            compute(it, to);
            dynasm!(it.a ; .arch aarch64 ; orr V(to).B8, V(to).B8, v27.B8);
        });
    }

    /// Emits a write of a single or a double to the instruction's target register.
    fn set_f(&mut self, op: &Op, compute: impl FnOnce(&mut Self, Register)) {
        match is_single(op.kind) {
            true => self.set_single(op.rd, compute),
            false => self.set_double(op.rd, compute),
        }
    }

    fn arithmetic(&mut self, op: &Op, check: Check, refused: Label) {
        use Opcode::*;
        let a = self.f_or_load(op.rs1, A);
        let b = self.f_or_load(op.rs2, B);
        match op.kind {
            FaddS | FaddD => sized!(self, op, fadd, A, a, b),
            FsubS | FsubD => sized!(self, op, fsub, A, a, b),
            FmulS | FmulD => sized!(self, op, fmul, A, a, b),
            FdivS | FdivD => sized!(self, op, fdiv, A, a, b),
            _ => sized!(self, op, fsqrt, A, a),
        }
        let zeros: &[u8] = match op.kind {
            FmulS | FmulD => &[op.rs1, op.rs2],
            _ => &[op.rs1],
        };
        self.check(op.kind, check, zeros, refused);
        self.set_f(op, |it, to| it.move_f(to, A));
    }

    fn fused(&mut self, op: &Op, refused: Label) {
        use Opcode::*;
        let a = self.f_or_load(op.rs1, A);
        let b = self.f_or_load(op.rs2, B);
        let c = self.f_or_load(op.rs3, C);
        // RISC-V's `fmsub` is a · b − c, whereas AArch64's `fmsub` is c − a · b. So the names
        // `fmsub` and `fnmsub` are exchanged.
        match op.kind {
            FmaddS | FmaddD => sized!(self, op, fmadd, A, a, b, c),
            FmsubS | FmsubD => sized!(self, op, fnmsub, A, a, b, c),
            FnmsubS | FnmsubD => sized!(self, op, fmsub, A, a, b, c),
            _ => sized!(self, op, fnmadd, A, a, b, c),
        }
        self.check(op.kind, Check::Ordinary, &[op.rs1, op.rs2], refused);
        self.set_f(op, |it, to| it.move_f(to, A));
    }

    fn move_f(&mut self, to: Register, from: Register) {
        if to != from {
            dynasm!(self.a ; .arch aarch64 ; fmov D(to), D(from));
        }
    }

    /// Emits code that leaves the instruction to the interpreter if the computation of the result
    /// in [`A`] may have raised other flags than *inexact*. If one of the guest registers `zeros`
    /// holds a zero, every result but a NaN passes, because it is exact.
    fn check(&mut self, kind: Opcode, check: Check, zeros: &[u8], refused: Label) {
        let most = match is_single(kind) {
            true => {
                dynasm!(self.a ; .arch aarch64 ; fmov w0, S(A) ; ubfx w0, w0, 23, 8);
                0xff
            }
            false => {
                dynasm!(self.a ; .arch aarch64 ; fmov x0, D(A) ; ubfx x0, x0, 52, 11);
                0x7ff
            }
        };
        match check {
            Check::Number => dynasm!(self.a ; .arch aarch64 ; cmp w0, most ; b.eq =>refused),
            Check::Ordinary => {
                let passed = self.label();
                dynasm!(self.a ; .arch aarch64 ; sub w0, w0, 2 ; cmp w0, most - 2 ; b.lo =>passed);
                match is_single(kind) {
                    true => dynasm!(self.a ; .arch aarch64 ; fcmp S(A), S(A) ; b.vs =>refused),
                    false => dynasm!(self.a ; .arch aarch64 ; fcmp D(A), D(A) ; b.vs =>refused),
                }
                zeros
                    .iter()
                    .for_each(|&number| self.go_if_zero(kind, number, passed));
                dynasm!(self.a ; .arch aarch64 ; b =>refused ; =>passed);
            }
        }
    }

    /// Emits a jump that is taken if the guest register holds a zero of either sign.
    fn go_if_zero(&mut self, kind: Opcode, number: u8, to: Label) {
        match f_home(number) {
            Home::Host(host) => dynasm!(self.a ; .arch aarch64 ; fmov x0, D(host)),
            Home::Core(at) => dynasm!(self.a ; .arch aarch64 ; ldr x0, [x28, at]),
        }
        match is_single(kind) {
            true => dynasm!(self.a ; .arch aarch64 ; lsl w0, w0, 1 ; cbz w0, =>to),
            false => dynasm!(self.a ; .arch aarch64 ; lsl x0, x0, 1 ; cbz x0, =>to),
        }
    }

    /// Emits a sign injection, which changes only the sign bit, even of NaNs.
    fn sign(&mut self, op: &Op) {
        use Opcode::*;
        let a = self.f_or_load(op.rs1, A);
        let b = self.f_or_load(op.rs2, B);
        let is_same = op.rs1 == op.rs2;
        match op.kind {
            FsgnjS | FsgnjD if is_same => return self.set_f(op, |it, to| it.move_f(to, a)),
            FsgnjnS | FsgnjnD if is_same => {
                return self.set_f(op, |it, to| sized!(it, op, fneg, to, a));
            }
            FsgnjxS | FsgnjxD if is_same => {
                return self.set_f(op, |it, to| sized!(it, op, fabs, to, a));
            }
            _ => {}
        }
        // Host register `x0` gets the second operand or its complement, whose sign bit is then
        // combined with the first operand in `x1`.
        match is_single(op.kind) {
            true => dynasm!(self.a ; .arch aarch64 ; fmov w0, S(b) ; fmov w1, S(a)),
            false => dynasm!(self.a ; .arch aarch64 ; fmov x0, D(b) ; fmov x1, D(a)),
        }
        if matches!(op.kind, FsgnjnS | FsgnjnD) {
            dynasm!(self.a ; .arch aarch64 ; mvn x0, x0);
        }
        match op.kind {
            FsgnjxS => dynasm!(self.a ; .arch aarch64 ; and w0, w0, 0x80000000 ; eor w1, w1, w0),
            FsgnjxD => dynasm!(self.a ; .arch aarch64
                ; and x0, x0, 0x8000000000000000
                ; eor x1, x1, x0),
            FsgnjS | FsgnjnS => dynasm!(self.a ; .arch aarch64
                ; lsr w0, w0, 31
                ; bfi w1, w0, 31, 1),
            _ => dynasm!(self.a ; .arch aarch64 ; lsr x0, x0, 63 ; bfi x1, x0, 63, 1),
        }
        self.set_f(op, |it, to| match is_single(op.kind) {
            true => dynasm!(it.a ; .arch aarch64 ; fmov S(to), w1),
            false => dynasm!(it.a ; .arch aarch64 ; fmov D(to), x1),
        });
    }

    /// Emits a minimum or maximum, and leaves NaNs to the interpreter. The host treats −0 as less
    /// than +0, as RISC-V does.
    fn extreme(&mut self, op: &Op, refused: Label) {
        use Opcode::*;
        let a = self.f_or_load(op.rs1, A);
        let b = self.f_or_load(op.rs2, B);
        sized!(self, op, fcmp, a, b);
        dynasm!(self.a ; .arch aarch64 ; b.vs =>refused);
        self.set_f(op, |it, to| match op.kind {
            FminS | FminD => sized!(it, op, fmin, to, a, b),
            _ => sized!(it, op, fmax, to, a, b),
        });
    }

    fn compare_floats(&mut self, op: &Op, refused: Label) {
        use Opcode::*;
        let a = self.f_or_load(op.rs1, A);
        let b = self.f_or_load(op.rs2, B);
        sized!(self, op, fcmp, a, b);
        dynasm!(self.a ; .arch aarch64 ; b.vs =>refused);
        self.set(op.rd, |it, to| match op.kind {
            FeqS | FeqD => dynasm!(it.a ; .arch aarch64 ; cset W(to), eq),
            FltS | FltD => dynasm!(it.a ; .arch aarch64 ; cset W(to), mi),
            _ => dynasm!(it.a ; .arch aarch64 ; cset W(to), ls),
        });
    }

    /// Emits a conversion to an integer, by truncation. The interpreter gets values that do not
    /// fit: the host converts a NaN to 0, and a value that is too large to the nearest 64-bit
    /// number. Only a value that fits may raise *inexact*, so `frintz`, which never raises it,
    /// rounds the value first.
    fn convert_to_integer(&mut self, op: &Op, refused: Label) {
        use Opcode::*;
        let a = self.f_or_load(op.rs1, A);
        sized!(self, op, fcmp, a, a);
        dynasm!(self.a ; .arch aarch64 ; b.vs =>refused);
        match is_single(op.kind) {
            true => dynasm!(self.a ; .arch aarch64 ; frintz S(B), S(a) ; fcvtzs x0, S(B)),
            false => dynasm!(self.a ; .arch aarch64 ; frintz D(B), D(a) ; fcvtzs x0, D(B)),
        }
        match op.kind {
            FcvtWS | FcvtWD => dynasm!(self.a ; .arch aarch64 ; sxtw x1, w0),
            _ => dynasm!(self.a ; .arch aarch64 ; mov w1, w0),
        }
        dynasm!(self.a ; .arch aarch64 ; cmp x0, x1 ; b.ne =>refused);
        match is_single(op.kind) {
            true => dynasm!(self.a ; .arch aarch64 ; fcvtzs x1, S(a)),
            false => dynasm!(self.a ; .arch aarch64 ; fcvtzs x1, D(a)),
        }
        self.set(
            op.rd,
            |it, to| dynasm!(it.a ; .arch aarch64 ; mov W(to), w0),
        );
    }

    fn convert(&mut self, op: &Op, refused: Label) {
        use Opcode::*;
        match op.kind {
            FcvtDS => {
                let a = self.f_or_load(op.rs1, A);
                dynasm!(self.a ; .arch aarch64 ; fcmp S(a), S(a) ; b.vs =>refused);
                self.set_double(op.rd, |it, to| {
                    dynasm!(it.a ; .arch aarch64 ; fcvt D(to), S(a));
                });
            }
            FcvtSD => {
                let a = self.f_or_load(op.rs1, A);
                dynasm!(self.a ; .arch aarch64 ; fcvt S(A), D(a));
                self.check(FaddS, Check::Ordinary, &[], refused);
                self.set_single(op.rd, |it, to| it.move_f(to, A));
            }
            FcvtDW | FcvtDWu => {
                let from = self.x_or_load(op.rs1, X0);
                self.set_double(op.rd, |it, to| match op.kind {
                    FcvtDW => dynasm!(it.a ; .arch aarch64 ; scvtf D(to), W(from)),
                    _ => dynasm!(it.a ; .arch aarch64 ; ucvtf D(to), W(from)),
                });
            }
            _ => {
                let from = self.x_or_load(op.rs1, X0);
                self.set_single(op.rd, |it, to| match op.kind {
                    FcvtSW => dynasm!(it.a ; .arch aarch64 ; scvtf S(to), W(from)),
                    FcvtSWu => dynasm!(it.a ; .arch aarch64 ; ucvtf S(to), W(from)),
                    _ => dynasm!(it.a ; .arch aarch64 ; fmov S(to), W(from)),
                });
            }
        }
    }
}
