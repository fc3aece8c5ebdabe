//! Instructions that only write an integer register.

use super::super::code::Op;
use super::super::fast::Left;
use super::super::instruction::Opcode;
use super::super::state::SP;
use super::super::Core;
use super::translate::Translator;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

impl Translator<'_> {
    pub(super) fn integer(&mut self, op: &Op) {
        use Opcode::*;
        if op.rd == 0 {
            return;
        }
        let a = self.x(op.rs1);
        let b = match op.kind {
            Addi | Slti | Sltiu | Xori | Ori | Andi | Slli | Srli | Srai => {
                self.word(op.imm as u32)
            }
            _ => self.x(op.rs2),
        };
        let value = match op.kind {
            Lui | Auipc => self.word(op.imm as u32),
            Addi | Add => self.b.ins().iadd(a, b),
            Sub => self.b.ins().isub(a, b),
            Slti | Slt => self.is(IntCC::SignedLessThan, a, b),
            Sltiu | Sltu => self.is(IntCC::UnsignedLessThan, a, b),
            Xori | Xor => self.b.ins().bxor(a, b),
            Ori | Or => self.b.ins().bor(a, b),
            Andi | And => self.b.ins().band(a, b),
            // The compiler's shifts take the amount modulo 32, too.
            Slli | Sll => self.b.ins().ishl(a, b),
            Srli | Srl => self.b.ins().ushr(a, b),
            Srai | Sra => self.b.ins().sshr(a, b),
            Mul => self.b.ins().imul(a, b),
            Mulh => self.high(a, b, true, true),
            Mulhsu => self.high(a, b, true, false),
            Mulhu => self.high(a, b, false, false),
            Div | Rem => self.divide(a, b, op.kind == Rem),
            _ => self.divide_unsigned(a, b, op.kind == Remu),
        };
        if op.moves_stack() {
            self.check_stack(value);
        }
        self.set_x(op.rd, value);
    }

    /// Leaves to the handler what crosses the stack's limit.
    fn check_stack(&mut self, value: Value) {
        let limit = self.core_field(offset_of!(Core, stack_limit));
        let sp = self.x(SP);
        let above = self
            .b
            .ins()
            .icmp(IntCC::UnsignedGreaterThanOrEqual, sp, limit);
        let below = self.b.ins().icmp(IntCC::UnsignedLessThan, value, limit);
        let crosses = self.b.ins().band(above, below);
        self.leave_if(crosses, Left::HANDLER);
    }

    fn is(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        let holds = self.b.ins().icmp(condition, a, b);
        self.b.ins().uextend(I32, holds)
    }

    /// The upper half of a product.
    fn high(&mut self, a: Value, b: Value, a_signed: bool, b_signed: bool) -> Value {
        let (a, b) = (self.extended(a, a_signed), self.extended(b, b_signed));
        let product = self.b.ins().imul(a, b);
        let half = self.double(32);
        let high = self.b.ins().ushr(product, half);
        self.b.ins().ireduce(I32, high)
    }

    fn extended(&mut self, value: Value, signed: bool) -> Value {
        match signed {
            true => self.b.ins().sextend(I64, value),
            false => self.b.ins().uextend(I64, value),
        }
    }

    /// The host's division may trap where RISC-V's has a result: by 0, and of the least number by
    /// −1. There it divides by 1.
    fn divide(&mut self, a: Value, b: Value, remainder: bool) -> Value {
        let (zero, one, all) = (self.word(0), self.word(1), self.word(u32::MAX));
        let least = self.word(1 << 31);
        let by_zero = self.b.ins().icmp(IntCC::Equal, b, zero);
        let is_least = self.b.ins().icmp(IntCC::Equal, a, least);
        let by_minus_one = self.b.ins().icmp(IntCC::Equal, b, all);
        let overflows = self.b.ins().band(is_least, by_minus_one);
        let special = self.b.ins().bor(by_zero, overflows);
        let divisor = self.b.ins().select(special, one, b);
        let (value, by_zeros) = match remainder {
            true => (self.b.ins().srem(a, divisor), a),
            false => (self.b.ins().sdiv(a, divisor), all),
        };
        self.b.ins().select(by_zero, by_zeros, value)
    }

    fn divide_unsigned(&mut self, a: Value, b: Value, remainder: bool) -> Value {
        let (zero, one, all) = (self.word(0), self.word(1), self.word(u32::MAX));
        let by_zero = self.b.ins().icmp(IntCC::Equal, b, zero);
        let divisor = self.b.ins().select(by_zero, one, b);
        let (value, by_zeros) = match remainder {
            true => (self.b.ins().urem(a, divisor), a),
            false => (self.b.ins().udiv(a, divisor), all),
        };
        self.b.ins().select(by_zero, by_zeros, value)
    }
}
