//! Floating-point instructions that compute with registers.
//!
//! Host and guest follow IEEE 754, round to nearest here, and detect tininess after rounding. So
//! the host computes the guest's results, with two exceptions: the guest's NaNs are canonical, and
//! conversions of numbers that do not fit have other results. The host also raises the guest's
//! exceptions: its flags are sticky, and the gate (the code around compiled code) adds them to
//! `fcsr`.
//!
//! Some guest registers have a host register of their own, their *home*. A home holds a
//! single-precision value NaN-boxed. The host's single-precision operations keep it boxed, because
//! they do not change the upper bits of their target.

use super::super::super::code::Op;
use super::super::super::float::{CANONICAL_DOUBLE, CANONICAL_SINGLE};
use super::super::super::instruction::Opcode;
use super::super::super::Core;
use super::{f_home, Emitter, Home, Label, Register, EAX};
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

/// Emits an instruction of the host whose right operand is a guest register.
macro_rules! with_f {
    ($it:ident, $name:ident, $to:ident, $number:expr) => {
        match f_home($number) {
            Home::Host(host) => dynasm!($it.a ; .arch x64 ; $name $to, Rx(host)),
            Home::Core(at) => dynasm!($it.a ; .arch x64 ; $name $to, [rbp + at]),
        }
    };
}

/// Emits an instruction of the host with three operands: `xmm0`, `$b`, and a guest register.
macro_rules! fused {
    ($it:ident, $name:ident, $b:expr, $number:expr) => {
        match f_home($number) {
            Home::Host(host) => dynasm!($it.a ; .arch x64 ; $name xmm0, Rx($b), Rx(host)),
            Home::Core(at) => dynasm!($it.a ; .arch x64 ; $name xmm0, Rx($b), [rbp + at]),
        }
    };
}

/// Out-of-line code for a result that is a NaN or does not fit into an integer.
pub(super) struct Unusual {
    op: Op,
    begin: Label,
    /// The label at which execution continues, with the result in `xmm0` or `eax`.
    back: Label,
}

/// Whether the result, which may be a NaN, is a single; otherwise it is a double.
fn gives_single(kind: Opcode) -> bool {
    match kind {
        Opcode::FcvtSD => true,
        Opcode::FcvtDS => false,
        _ => is_single(kind),
    }
}

/// Whether an arithmetic instruction works in single precision.
fn is_single(kind: Opcode) -> bool {
    (kind as u8) < Opcode::FmaddD as u8
}

impl Emitter {
    /// Emits code that leaves the instruction to the interpreter unless `frm`, the guest's rounding
    /// mode, is rounding to nearest.
    pub fn require_nearest(&mut self, refused: Label) {
        let fcsr = offset_of!(Core, fcsr) as i32;
        dynasm!(self.a ; .arch x64
            ; test BYTE [rbp + fcsr], 0xe0u8 as i8
            ; jne =>refused);
    }

    /// Emits code that leaves the instruction to the interpreter unless guest register `number`
    /// holds a NaN-boxed single.
    pub fn require_boxed(&mut self, number: u8, refused: Label) {
        match f_home(number) {
            Home::Host(host) => dynasm!(self.a ; .arch x64
                ; pextrd eax, Rx(host), 1
                ; cmp eax, -1
                ; jne =>refused),
            Home::Core(at) => dynasm!(self.a ; .arch x64
                ; cmp DWORD [rbp + at + 4], -1
                ; jne =>refused),
        }
    }

    /// Emits an instruction. The caller must already have emitted the checks of the instruction's
    /// rounding mode and of its single-precision operands. Unlike on other hosts, the code emitted
    /// here never leaves the instruction to the interpreter.
    pub fn float(&mut self, op: &Op, _refused: Label) {
        use Opcode::*;
        match op.kind {
            FaddS | FsubS | FmulS | FdivS | FsqrtS | FaddD | FsubD | FmulD | FdivD | FsqrtD => {
                self.arithmetic(op);
            }
            FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => {
                self.fused(op);
            }
            FsgnjS | FsgnjnS | FsgnjxS => self.sign_single(op),
            FsgnjD | FsgnjnD | FsgnjxD => self.sign_double(op),
            FminS | FmaxS | FminD | FmaxD => self.extreme(op),
            FeqS | FltS | FleS | FeqD | FltD | FleD => self.compare_floats(op),
            FcvtWS | FcvtWuS | FcvtWD | FcvtWuD => self.convert_to_integer(op),
            FmvXW => self.move_to_x(op),
            _ => self.convert(op),
        }
    }

    /// Emits code that copies a guest register to `xmm0`.
    fn get_f(&mut self, number: u8) {
        match f_home(number) {
            Home::Host(host) => dynasm!(self.a ; .arch x64 ; movaps xmm0, Rx(host)),
            Home::Core(at) => dynasm!(self.a ; .arch x64 ; movsd xmm0, [rbp + at]),
        }
    }

    /// Emits code that copies `xmm0` to a guest register.
    fn set_f(&mut self, number: u8) {
        match f_home(number) {
            Home::Host(host) => dynasm!(self.a ; .arch x64 ; movaps Rx(host), xmm0),
            Home::Core(at) => dynasm!(self.a ; .arch x64 ; movsd [rbp + at], xmm0),
        }
    }

    fn arithmetic(&mut self, op: &Op) {
        use Opcode::*;
        self.get_f(op.rs1);
        match op.kind {
            FaddS => with_f!(self, addss, xmm0, op.rs2),
            FsubS => with_f!(self, subss, xmm0, op.rs2),
            FmulS => with_f!(self, mulss, xmm0, op.rs2),
            FdivS => with_f!(self, divss, xmm0, op.rs2),
            FsqrtS => with_f!(self, sqrtss, xmm0, op.rs1),
            FaddD => with_f!(self, addsd, xmm0, op.rs2),
            FsubD => with_f!(self, subsd, xmm0, op.rs2),
            FmulD => with_f!(self, mulsd, xmm0, op.rs2),
            FdivD => with_f!(self, divsd, xmm0, op.rs2),
            _ => with_f!(self, sqrtsd, xmm0, op.rs1),
        }
        self.make_canonical(op);
        self.set_f(op.rd);
    }

    fn fused(&mut self, op: &Op) {
        use Opcode::*;
        let b = match f_home(op.rs2) {
            Home::Host(host) => host,
            Home::Core(at) => {
                dynasm!(self.a ; .arch x64 ; movsd xmm1, [rbp + at]);
                Register(1)
            }
        };
        self.get_f(op.rs1);
        // RISC-V's `fnmadd` is −(a · b + c), whereas x86's `vfnmadd` is −(a · b) + c. So the two
        // names that begin with `fn` are exchanged.
        match op.kind {
            FmaddS => fused!(self, vfmadd213ss, b, op.rs3),
            FmsubS => fused!(self, vfmsub213ss, b, op.rs3),
            FnmsubS => fused!(self, vfnmadd213ss, b, op.rs3),
            FnmaddS => fused!(self, vfnmsub213ss, b, op.rs3),
            FmaddD => fused!(self, vfmadd213sd, b, op.rs3),
            FmsubD => fused!(self, vfmsub213sd, b, op.rs3),
            FnmsubD => fused!(self, vfnmadd213sd, b, op.rs3),
            _ => fused!(self, vfnmsub213sd, b, op.rs3),
        }
        self.make_canonical(op);
        self.set_f(op.rd);
    }

    /// Emits code that replaces the result in `xmm0` by the canonical NaN if it is a NaN. A result
    /// is never a signaling NaN.
    fn make_canonical(&mut self, op: &Op) {
        let (begin, back) = self.unusual(op);
        match gives_single(op.kind) {
            true => dynasm!(self.a ; .arch x64 ; ucomiss xmm0, xmm0 ; jp =>begin ; =>back),
            false => dynasm!(self.a ; .arch x64 ; ucomisd xmm0, xmm0 ; jp =>begin ; =>back),
        }
    }

    /// Two labels for an instruction that may have an unusual result: of the out-of-line code that
    /// handles the result, and of the end of the inline code.
    fn unusual(&mut self, op: &Op) -> (Label, Label) {
        let (begin, back) = (self.label(), self.label());
        self.unusual.push(Unusual {
            op: op.clone(),
            begin,
            back,
        });
        (begin, back)
    }

    /// Emits the out-of-line code for all unusual results.
    pub(super) fn unusual_results(&mut self) {
        use Opcode::*;
        for Unusual { op, begin, back } in std::mem::take(&mut self.unusual) {
            self.bind(begin);
            match op.kind {
                FcvtWS | FcvtWuS | FcvtWD | FcvtWuD => self.saturate(op.kind),
                FminS | FmaxS => {
                    // If exactly one operand is not a NaN, that operand is the result.
                    dynasm!(self.a ; .arch x64
                        ; ucomiss xmm0, xmm0
                        ; jnp =>back
                        ; movaps xmm0, xmm1
                        ; ucomiss xmm0, xmm0
                        ; jnp =>back);
                    self.load_canonical(true);
                }
                FminD | FmaxD => {
                    dynasm!(self.a ; .arch x64
                        ; ucomisd xmm0, xmm0
                        ; jnp =>back
                        ; movaps xmm0, xmm1
                        ; ucomisd xmm0, xmm0
                        ; jnp =>back);
                    self.load_canonical(false);
                }
                FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => {
                    self.multiply_for_invalid(&op);
                    self.load_canonical(is_single(op.kind));
                }
                kind => self.load_canonical(gives_single(kind)),
            }
            dynasm!(self.a ; .arch x64 ; jmp =>back);
        }
    }

    /// Emits code that loads the canonical NaN into `xmm0`. A single is NaN-boxed.
    fn load_canonical(&mut self, is_single: bool) {
        match is_single {
            true => dynasm!(self.a ; .arch x64
                ; mov eax, CANONICAL_SINGLE as i32
                ; pinsrd xmm0, eax, 0),
            false => dynasm!(self.a ; .arch x64
                ; mov rax, QWORD CANONICAL_DOUBLE as i64
                ; movq xmm0, rax),
        }
    }

    /// Emits code that raises *invalid* if the product is infinity times zero. The host's fused
    /// instructions may fail to raise it if the addend is a quiet NaN.
    fn multiply_for_invalid(&mut self, op: &Op) {
        let done = self.label();
        // Twice the sum of the bits of infinity and zero, whatever their signs are. Few other
        // operands have it, so the multiplication, which takes 10 ns with the accesses to `mxcsr`,
        // is rare.
        self.get_f(op.rs1);
        dynasm!(self.a ; .arch x64 ; movq rax, xmm0);
        self.get_f(op.rs2);
        dynasm!(self.a ; .arch x64 ; movq rcx, xmm0 ; add rax, rcx);
        match is_single(op.kind) {
            true => dynasm!(self.a ; .arch x64
                ; add eax, eax
                ; cmp eax, (f32::INFINITY.to_bits() << 1) as i32),
            false => dynasm!(self.a ; .arch x64
                ; add rax, rax
                ; mov rcx, QWORD (f64::INFINITY.to_bits() << 1) as i64
                ; cmp rax, rcx),
        }
        dynasm!(self.a ; .arch x64 ; jne =>done ; stmxcsr [rsp + 88]);
        self.get_f(op.rs1);
        match is_single(op.kind) {
            true => {
                with_f!(self, mulss, xmm0, op.rs2);
                dynasm!(self.a ; .arch x64 ; ucomiss xmm0, xmm0 ; jp =>done);
            }
            false => {
                with_f!(self, mulsd, xmm0, op.rs2);
                dynasm!(self.a ; .arch x64 ; ucomisd xmm0, xmm0 ; jp =>done);
            }
        }
        // If the product is a number, it may have raised a flag. Restoring `mxcsr` clears that
        // flag.
        dynasm!(self.a ; .arch x64 ; ldmxcsr [rsp + 88] ; =>done);
    }

    /// Emits code for a value in `xmm0` that is a NaN or outside the range of the integer type. The
    /// code puts the nearest integer into `eax` (the largest one for a NaN), and raises *invalid*.
    fn saturate(&mut self, kind: Opcode) {
        dynasm!(self.a ; .arch x64 ; xorps xmm1, xmm1);
        // This comparison sets the carry flag if the value is greater than 0 or a NaN.
        match is_single(kind) {
            true => dynasm!(self.a ; .arch x64 ; ucomiss xmm1, xmm0),
            false => dynasm!(self.a ; .arch x64 ; ucomisd xmm1, xmm0),
        }
        match kind {
            // The host has put the least integer into `eax`. The value itself may equal this
            // integer; then it fits, and the host has not raised *invalid*.
            Opcode::FcvtWS | Opcode::FcvtWD => dynasm!(self.a ; .arch x64 ; sbb eax, 0),
            _ => dynasm!(self.a ; .arch x64
                ; sbb eax, eax
                ; pcmpeqd xmm1, xmm1
                ; cvttsd2si ecx, xmm1),
        }
    }

    fn sign_double(&mut self, op: &Op) {
        use Opcode::*;
        match (op.kind, op.rs1 == op.rs2) {
            (FsgnjD, true) => {}
            (FsgnjnD, true) => return self.sign_bit(op, |it| dynasm!(it.a ; btc rax, 63)),
            (FsgnjxD, true) => return self.sign_bit(op, |it| dynasm!(it.a ; btr rax, 63)),
            _ => {
                self.get_f(op.rs2);
                dynasm!(self.a ; .arch x64 ; movq rcx, xmm0);
                if op.kind == FsgnjnD {
                    dynasm!(self.a ; .arch x64 ; not rcx);
                }
                dynasm!(self.a ; .arch x64 ; shr rcx, 63 ; shl rcx, 63);
                return self.sign_bit(op, |it| match op.kind {
                    FsgnjxD => dynasm!(it.a ; .arch x64 ; xor rax, rcx),
                    _ => dynasm!(it.a ; .arch x64 ; btr rax, 63 ; or rax, rcx),
                });
            }
        }
        self.get_f(op.rs1);
        self.set_f(op.rd);
    }

    fn sign_single(&mut self, op: &Op) {
        use Opcode::*;
        self.get_f(op.rs2);
        dynasm!(self.a ; .arch x64 ; movd ecx, xmm0);
        if op.kind == FsgnjnS {
            dynasm!(self.a ; .arch x64 ; not ecx);
        }
        dynasm!(self.a ; .arch x64 ; shr ecx, 31 ; shl ecx, 31);
        self.sign_bit(op, |it| match op.kind {
            FsgnjxS => dynasm!(it.a ; .arch x64 ; xor rax, rcx),
            _ => dynasm!(it.a ; .arch x64 ; btr rax, 31 ; or rax, rcx),
        });
    }

    /// Emits code that copies the left operand with another sign bit. `change` emits code that
    /// changes the sign bit in `rax`.
    fn sign_bit(&mut self, op: &Op, change: impl FnOnce(&mut Self)) {
        self.get_f(op.rs1);
        dynasm!(self.a ; .arch x64 ; movq rax, xmm0);
        change(self);
        dynasm!(self.a ; .arch x64 ; movq xmm0, rax);
        self.set_f(op.rd);
    }

    /// Emits a minimum or maximum. Equal operands may be zeros of different signs. For them, an
    /// *or* gives the minimum and an *and* the maximum.
    fn extreme(&mut self, op: &Op) {
        use Opcode::*;
        self.get_f(op.rs1);
        match f_home(op.rs2) {
            Home::Host(host) => dynasm!(self.a ; .arch x64 ; movaps xmm1, Rx(host)),
            Home::Core(at) => dynasm!(self.a ; .arch x64 ; movsd xmm1, [rbp + at]),
        }
        match op.kind {
            FminS | FmaxS => dynasm!(self.a ; .arch x64 ; ucomiss xmm0, xmm1),
            _ => dynasm!(self.a ; .arch x64 ; ucomisd xmm0, xmm1),
        }
        let (different, (nan, done)) = (self.label(), self.unusual(op));
        dynasm!(self.a ; .arch x64 ; jp =>nan ; jne =>different);
        match op.kind {
            FminS | FminD => dynasm!(self.a ; .arch x64 ; orps xmm0, xmm1),
            _ => dynasm!(self.a ; .arch x64 ; andps xmm0, xmm1),
        }
        dynasm!(self.a ; .arch x64 ; jmp =>done ; =>different);
        match op.kind {
            FminS => dynasm!(self.a ; .arch x64 ; minss xmm0, xmm1),
            FmaxS => dynasm!(self.a ; .arch x64 ; maxss xmm0, xmm1),
            FminD => dynasm!(self.a ; .arch x64 ; minsd xmm0, xmm1),
            _ => dynasm!(self.a ; .arch x64 ; maxsd xmm0, xmm1),
        }
        self.bind(done);
        self.set_f(op.rd);
    }

    fn compare_floats(&mut self, op: &Op) {
        use Opcode::*;
        // With a NaN operand, the host's condition *less* holds, but *greater* does not. So the
        // operands are exchanged, and *greater* is used.
        let (first, second) = match op.kind {
            FeqS | FeqD => (op.rs1, op.rs2),
            _ => (op.rs2, op.rs1),
        };
        self.get_f(first);
        // Among RISC-V's comparisons, only *equal* raises no flag for quiet NaNs.
        match op.kind {
            FeqS => with_f!(self, ucomiss, xmm0, second),
            FeqD => with_f!(self, ucomisd, xmm0, second),
            FltS | FleS => with_f!(self, comiss, xmm0, second),
            _ => with_f!(self, comisd, xmm0, second),
        }
        match op.kind {
            FeqS | FeqD => dynasm!(self.a ; .arch x64 ; sete al ; setnp cl ; and al, cl),
            FltS | FltD => dynasm!(self.a ; .arch x64 ; seta al),
            _ => dynasm!(self.a ; .arch x64 ; setae al),
        }
        dynasm!(self.a ; .arch x64 ; movzx eax, al);
        self.store_x(op.rd, EAX);
    }

    /// Emits a conversion to an integer, by truncation.
    fn convert_to_integer(&mut self, op: &Op) {
        use Opcode::*;
        let (begin, back) = self.unusual(op);
        self.get_f(op.rs1);
        match op.kind {
            // The host returns the least integer for any value that does not fit.
            FcvtWS => dynasm!(self.a ; .arch x64 ; cvttss2si eax, xmm0 ; cmp eax, i32::MIN),
            FcvtWD => dynasm!(self.a ; .arch x64 ; cvttsd2si eax, xmm0 ; cmp eax, i32::MIN),
            // A number that fits into 64 bits, but not into 32, must not raise *inexact*. Bit 3 of
            // the rounding mode suppresses the flag.
            FcvtWuS => dynasm!(self.a ; .arch x64
                ; roundss xmm1, xmm0, 11
                ; cvttss2si rax, xmm1),
            _ => dynasm!(self.a ; .arch x64
                ; roundsd xmm1, xmm0, 11
                ; cvttsd2si rax, xmm1),
        }
        match op.kind {
            FcvtWS | FcvtWD => dynasm!(self.a ; .arch x64 ; je =>begin),
            _ => dynasm!(self.a ; .arch x64 ; mov ecx, eax ; cmp rcx, rax ; jne =>begin),
        }
        match op.kind {
            FcvtWuS => dynasm!(self.a ; .arch x64 ; roundss xmm1, xmm0, 3),
            FcvtWuD => dynasm!(self.a ; .arch x64 ; roundsd xmm1, xmm0, 3),
            _ => {}
        }
        self.bind(back);
        self.store_x(op.rd, EAX);
    }

    fn move_to_x(&mut self, op: &Op) {
        match f_home(op.rs1) {
            Home::Host(host) => dynasm!(self.a ; .arch x64 ; movd eax, Rx(host)),
            Home::Core(at) => dynasm!(self.a ; .arch x64 ; mov eax, [rbp + at]),
        }
        self.store_x(op.rd, EAX);
    }

    fn convert(&mut self, op: &Op) {
        use Opcode::*;
        match op.kind {
            FcvtDS => {
                self.get_f(op.rs1);
                dynasm!(self.a ; .arch x64 ; cvtss2sd xmm0, xmm0);
                self.make_canonical(op);
            }
            FcvtSD => {
                self.get_f(op.rs1);
                dynasm!(self.a ; .arch x64
                    ; cvtsd2ss xmm0, xmm0
                    ; pcmpeqd xmm1, xmm1
                    ; movss xmm1, xmm0
                    ; movaps xmm0, xmm1);
                self.make_canonical(op);
            }
            _ => {
                // An unsigned 32-bit number is converted as a signed 64-bit number with the same
                // value.
                let from = self.x_or_load(op.rs1, EAX);
                match op.kind {
                    FcvtDW => dynasm!(self.a ; .arch x64
                        ; xorps xmm0, xmm0
                        ; cvtsi2sd xmm0, Rd(from)),
                    FcvtDWu => dynasm!(self.a ; .arch x64
                        ; xorps xmm0, xmm0
                        ; cvtsi2sd xmm0, Rq(from)),
                    FcvtSW => dynasm!(self.a ; .arch x64
                        ; pcmpeqd xmm0, xmm0
                        ; cvtsi2ss xmm0, Rd(from)),
                    FcvtSWu => dynasm!(self.a ; .arch x64
                        ; pcmpeqd xmm0, xmm0
                        ; cvtsi2ss xmm0, Rq(from)),
                    _ => dynasm!(self.a ; .arch x64
                        ; pcmpeqd xmm0, xmm0
                        ; pinsrd xmm0, Rd(from), 0),
                }
            }
        }
        self.set_f(op.rd);
    }
}
