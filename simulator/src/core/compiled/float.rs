//! Floating-point instructions on registers, under the conditions of `float::host`.
//!
//! What the host cannot prove to be right, the handler decides.

use super::super::code::Op;
use super::super::fast::Left;
use super::super::float::host::{READY, READY_MASK};
use super::super::float::BOX;
use super::super::instruction::Opcode;
use super::super::Core;
use super::translate::Translator;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use std::mem::offset_of;

/// Whether there is a translation.
pub(super) fn is_known(op: &Op) -> bool {
    use Opcode::*;
    match op.kind {
        FaddS | FsubS | FmulS | FdivS | FsqrtS | FaddD | FsubD | FmulD | FdivD | FsqrtD => {
            matches!(op.rm, 0 | 7)
        }
        FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => {
            host_fuses() && matches!(op.rm, 0 | 7)
        }
        FsgnjD | FsgnjnD | FsgnjxD | FcvtDW | FcvtDWu | FmvWX => true,
        FeqS | FltS | FleS | FeqD | FltD | FleD | FmvXW => op.rd != 0,
        _ => false,
    }
}

/// Whether the compiler makes an instruction of a fused operation.
fn host_fuses() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    return true;
}

impl Translator<'_> {
    pub(super) fn float(&mut self, op: &Op) {
        use Opcode::*;
        match op.kind {
            FsgnjD | FsgnjnD | FsgnjxD => self.sign(op),
            FcvtDW => {
                let value = self.x(op.rs1);
                let value = self.b.ins().fcvt_from_sint(F64, value);
                self.set_f(op.rd, value);
            }
            FcvtDWu => {
                let value = self.x(op.rs1);
                let value = self.b.ins().uextend(I64, value);
                let value = self.b.ins().fcvt_from_sint(F64, value);
                self.set_f(op.rd, value);
            }
            FmvWX => {
                let value = self.x(op.rs1);
                let value = self.boxed(value);
                self.set_f(op.rd, value);
            }
            FmvXW => {
                let value = self.f(op.rs1);
                let bits = self.bits(value);
                let value = self.b.ins().ireduce(I32, bits);
                self.set_x(op.rd, value);
            }
            FeqS => self.compare(op, F32, FloatCC::Equal),
            FltS => self.compare(op, F32, FloatCC::LessThan),
            FleS => self.compare(op, F32, FloatCC::LessThanOrEqual),
            FeqD => self.compare(op, F64, FloatCC::Equal),
            FltD => self.compare(op, F64, FloatCC::LessThan),
            FleD => self.compare(op, F64, FloatCC::LessThanOrEqual),
            _ => self.arithmetic(op),
        }
    }

    fn arithmetic(&mut self, op: &Op) {
        use Opcode::*;
        self.require_ready();
        let kind = match (op.kind as u8) < FmaddD as u8 {
            true => F32,
            false => F64,
        };
        let a = self.operand(kind, op.rs1);
        let one_operand = matches!(op.kind, FsqrtS | FsqrtD);
        let b = if one_operand {
            a
        } else {
            self.operand(kind, op.rs2)
        };
        let fused = matches!(
            op.kind,
            FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD
        );
        let c = if fused { self.operand(kind, op.rs3) } else { a };
        // A sum of two numbers is a number, or has overflowed; others can underflow, too.
        let is_sum = matches!(op.kind, FaddS | FsubS | FaddD | FsubD);
        let value = match op.kind {
            FaddS | FaddD => self.b.ins().fadd(a, b),
            FsubS | FsubD => self.b.ins().fsub(a, b),
            FmulS | FmulD => self.b.ins().fmul(a, b),
            FdivS | FdivD => self.b.ins().fdiv(a, b),
            FsqrtS | FsqrtD => self.b.ins().sqrt(a),
            _ => {
                let a = match op.kind {
                    FnmsubS | FnmaddS | FnmsubD | FnmaddD => self.b.ins().fneg(a),
                    _ => a,
                };
                let c = match op.kind {
                    FmsubS | FnmaddS | FmsubD | FnmaddD => self.b.ins().fneg(c),
                    _ => c,
                };
                self.b.ins().fma(a, b, c)
            }
        };
        self.check(kind, value, is_sum);
        let value = match kind {
            F64 => value,
            _ => {
                let bits = self.b.ins().bitcast(I32, MemFlagsData::new(), value);
                self.boxed(bits)
            }
        };
        self.set_f(op.rd, value);
    }

    /// The handler does it unless rounding is to nearest and *inexact* raised already.
    fn require_ready(&mut self) {
        if self.is_ready {
            return;
        }
        let fcsr = self.core_field(offset_of!(Core, fcsr));
        let (mask, ready) = (self.word(READY_MASK), self.word(READY));
        let state = self.b.ins().band(fcsr, mask);
        let unready = self.b.ins().icmp(IntCC::NotEqual, state, ready);
        self.leave_if(unready, Left::HANDLER);
        self.is_ready = true;
    }

    /// As `host::Checked` has it.
    fn check(&mut self, kind: Type, value: Value, is_sum: bool) {
        let (bits, integer, fraction, exponents) = match kind {
            F64 => (self.bits(value), I64, 52, 0x7ff),
            _ => {
                let bits = self.b.ins().bitcast(I32, MemFlagsData::new(), value);
                (bits, I32, 23, 0xff)
            }
        };
        let shift = self.b.ins().iconst(integer, fraction);
        let mask = self.b.ins().iconst(integer, exponents);
        let power = self.b.ins().ushr(bits, shift);
        let power = self.b.ins().band(power, mask);
        let bad = if is_sum {
            self.b.ins().icmp(IntCC::Equal, power, mask)
        } else {
            let two = self.b.ins().iconst(integer, 2);
            let range = self.b.ins().iconst(integer, exponents - 2);
            let above = self.b.ins().isub(power, two);
            self.b
                .ins()
                .icmp(IntCC::UnsignedGreaterThanOrEqual, above, range)
        };
        self.leave_if(bad, Left::HANDLER);
    }

    /// The number in a register; a single that is not boxed is the handler's.
    fn operand(&mut self, kind: Type, number: u8) -> Value {
        let value = self.f(number);
        if kind == F64 {
            return value;
        }
        let bits = self.bits(value);
        let mark = self.double(BOX);
        let upper = self.b.ins().band(bits, mark);
        let unboxed = self.b.ins().icmp(IntCC::NotEqual, upper, mark);
        self.leave_if(unboxed, Left::HANDLER);
        let bits = self.b.ins().ireduce(I32, bits);
        self.b.ins().bitcast(F32, MemFlagsData::new(), bits)
    }

    fn bits(&mut self, value: Value) -> Value {
        self.b.ins().bitcast(I64, MemFlagsData::new(), value)
    }

    fn sign(&mut self, op: &Op) {
        let (a, b) = (self.f(op.rs1), self.f(op.rs2));
        if op.rs1 == op.rs2 && op.kind == Opcode::FsgnjD {
            return self.set_f(op.rd, a);
        }
        let (a, b) = (self.bits(a), self.bits(b));
        let (sign, rest) = (self.double(1 << 63), self.double(!(1 << 63)));
        let bits = match op.kind {
            Opcode::FsgnjxD => {
                let sign = self.b.ins().band(b, sign);
                self.b.ins().bxor(a, sign)
            }
            _ => {
                let b = match op.kind {
                    Opcode::FsgnjnD => self.b.ins().bnot(b),
                    _ => b,
                };
                let sign = self.b.ins().band(b, sign);
                let rest = self.b.ins().band(a, rest);
                self.b.ins().bor(rest, sign)
            }
        };
        let value = self.b.ins().bitcast(F64, MemFlagsData::new(), bits);
        self.set_f(op.rd, value);
    }

    fn compare(&mut self, op: &Op, kind: Type, condition: FloatCC) {
        let (a, b) = (self.operand(kind, op.rs1), self.operand(kind, op.rs2));
        let unordered = self.b.ins().fcmp(FloatCC::Unordered, a, b);
        self.leave_if(unordered, Left::HANDLER);
        let holds = self.b.ins().fcmp(condition, a, b);
        let value = self.b.ins().uextend(I32, holds);
        self.set_x(op.rd, value);
    }
}
