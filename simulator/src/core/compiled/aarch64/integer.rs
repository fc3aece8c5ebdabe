//! Instructions whose only effect is to write an integer register.

use super::super::super::code::Op;
use super::super::super::instruction::Opcode;
use super::super::super::state::SP;
use super::super::super::Core;
use super::{Emitter, Label, Register, X0, X1, ZERO};
use dynasmrt::aarch64::encode_logical_immediate_32bit;
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

impl Emitter {
    /// Emits an instruction whose target register is not `x0`. If the instruction moves the stack
    /// pointer below its limit, the emitted code leaves it to the interpreter.
    pub fn integer(&mut self, op: &Op, refused: Label) {
        use Opcode::*;
        if op.moves_stack() {
            return self.move_stack(op, refused);
        }
        let value = op.imm as u32;
        match op.kind {
            Lui | Auipc => self.set_x(op.rd, value),
            Addi if op.rs1 == 0 => self.set_x(op.rd, value),
            Slti if op.rs1 == 0 => self.set_x(op.rd, u32::from(op.imm > 0)),
            Sltiu if op.rs1 == 0 => self.set_x(op.rd, u32::from(value > 0)),
            Addi => {
                let a = self.x_or_load(op.rs1, X0);
                self.set(op.rd, |it, to| it.add_immediate(to, a, op.imm));
            }
            Xori | Ori | Andi => self.logical(op),
            Slli | Srli | Srai | Rori => self.shift_by_immediate(op),
            Slti | Sltiu | Slt | Sltu => self.less(op),
            Div | Divu | Rem | Remu => self.divide(op),
            _ => self.registers(op),
        }
    }

    fn operands(&mut self, op: &Op) -> (Register, Register) {
        (self.x_or_load(op.rs1, X0), self.x_or_load(op.rs2, X1))
    }

    /// Emits a logical instruction. AArch64 can encode only some immediates.
    fn logical(&mut self, op: &Op) {
        use Opcode::*;
        let a = self.x_or_load(op.rs1, X0);
        let value = op.imm as u32;
        if encode_logical_immediate_32bit(value).is_some() {
            return self.set(op.rd, |it, to| match op.kind {
                Xori => dynasm!(it.a ; .arch aarch64 ; eor WSP(to), W(a), value),
                Ori => dynasm!(it.a ; .arch aarch64 ; orr WSP(to), W(a), value),
                _ => dynasm!(it.a ; .arch aarch64 ; and WSP(to), W(a), value),
            });
        }
        self.constant(X1, value);
        self.set(op.rd, |it, to| match op.kind {
            Xori => dynasm!(it.a ; .arch aarch64 ; eor W(to), W(a), w1),
            Ori => dynasm!(it.a ; .arch aarch64 ; orr W(to), W(a), w1),
            _ => dynasm!(it.a ; .arch aarch64 ; and W(to), W(a), w1),
        });
    }

    fn shift_by_immediate(&mut self, op: &Op) {
        let a = self.x_or_load(op.rs1, X0);
        let amount = op.imm as u32 & 31;
        self.set(op.rd, |it, to| match op.kind {
            Opcode::Slli => dynasm!(it.a ; .arch aarch64 ; lsl W(to), W(a), amount),
            Opcode::Srli => dynasm!(it.a ; .arch aarch64 ; lsr W(to), W(a), amount),
            Opcode::Rori => dynasm!(it.a ; .arch aarch64 ; ror W(to), W(a), amount),
            _ => dynasm!(it.a ; .arch aarch64 ; asr W(to), W(a), amount),
        });
    }

    /// Emits an instruction with two source registers. AArch64 and RISC-V both shift by the amount
    /// modulo 32.
    fn registers(&mut self, op: &Op) {
        use Opcode::*;
        let (a, b) = self.operands(op);
        self.set(op.rd, |it, to| match op.kind {
            Add => dynasm!(it.a ; .arch aarch64 ; add W(to), W(a), W(b)),
            Sub => dynasm!(it.a ; .arch aarch64 ; sub W(to), W(a), W(b)),
            Xor => dynasm!(it.a ; .arch aarch64 ; eor W(to), W(a), W(b)),
            Or => dynasm!(it.a ; .arch aarch64 ; orr W(to), W(a), W(b)),
            And => dynasm!(it.a ; .arch aarch64 ; and W(to), W(a), W(b)),
            Sll => dynasm!(it.a ; .arch aarch64 ; lsl W(to), W(a), W(b)),
            Srl => dynasm!(it.a ; .arch aarch64 ; lsr W(to), W(a), W(b)),
            Sra => dynasm!(it.a ; .arch aarch64 ; asr W(to), W(a), W(b)),
            Sh1add => dynasm!(it.a ; .arch aarch64 ; add W(to), W(b), W(a), LSL 1),
            Sh2add => dynasm!(it.a ; .arch aarch64 ; add W(to), W(b), W(a), LSL 2),
            Sh3add => dynasm!(it.a ; .arch aarch64 ; add W(to), W(b), W(a), LSL 3),
            Mul => dynasm!(it.a ; .arch aarch64 ; mul W(to), W(a), W(b)),
            Mulh => dynasm!(it.a ; .arch aarch64
                ; smull X(to), W(a), W(b)
                ; lsr X(to), X(to), 32),
            Mulhu => dynasm!(it.a ; .arch aarch64
                ; umull X(to), W(a), W(b)
                ; lsr X(to), X(to), 32),
            // The right operand is unsigned: the upper half of its host register is 0.
            _ => dynasm!(it.a ; .arch aarch64
                ; sxtw x0, W(a)
                ; mul x0, x0, X(b)
                ; lsr X(to), x0, 32),
        });
    }

    fn less(&mut self, op: &Op) {
        use Opcode::*;
        let size = op.imm.unsigned_abs();
        match op.kind {
            Slti | Sltiu => {
                let a = self.x_or_load(op.rs1, X0);
                // `cmn`, which adds, sets the flags as `cmp` does with the negated number.
                match op.imm {
                    0.. => dynasm!(self.a ; .arch aarch64 ; cmp WSP(a), size),
                    _ => dynasm!(self.a ; .arch aarch64 ; cmn WSP(a), size),
                }
            }
            _ => {
                let (a, b) = self.operands(op);
                dynasm!(self.a ; .arch aarch64 ; cmp W(a), W(b));
            }
        }
        self.set(op.rd, |it, to| match op.kind {
            Slti | Slt => dynasm!(it.a ; .arch aarch64 ; cset W(to), lt),
            _ => dynasm!(it.a ; .arch aarch64 ; cset W(to), lo),
        });
    }

    /// Emits a division. The host's quotient equals RISC-V's, even for the least number divided by
    /// −1, except for a division by 0, whose quotient is 0 on the host. The remainder that is
    /// computed from the host's quotient always equals RISC-V's.
    fn divide(&mut self, op: &Op) {
        use Opcode::*;
        let (a, b) = self.operands(op);
        match op.kind {
            Div => dynasm!(self.a ; .arch aarch64 ; cmp W(b), wzr ; sdiv w3, W(a), W(b)),
            Divu => dynasm!(self.a ; .arch aarch64 ; cmp W(b), wzr ; udiv w3, W(a), W(b)),
            Rem => dynasm!(self.a ; .arch aarch64 ; sdiv w3, W(a), W(b)),
            _ => dynasm!(self.a ; .arch aarch64 ; udiv w3, W(a), W(b)),
        }
        self.set(op.rd, |it, to| match op.kind {
            Div | Divu => dynasm!(it.a ; .arch aarch64 ; csinv W(to), w3, W(ZERO), ne),
            _ => dynasm!(it.a ; .arch aarch64 ; msub W(to), w3, W(b), W(a)),
        });
    }

    fn move_stack(&mut self, op: &Op, refused: Label) {
        let limit = offset_of!(Core, stack_limit) as u32;
        let (a, b) = self.operands(op);
        match op.kind {
            Opcode::Addi => self.add_immediate(X0, a, op.imm),
            Opcode::Add => dynasm!(self.a ; .arch aarch64 ; add w0, W(a), W(b)),
            _ => dynasm!(self.a ; .arch aarch64 ; sub w0, W(a), W(b)),
        }
        let sp = self.x_or_load(SP, X1);
        dynasm!(self.a ; .arch aarch64
            ; ldr w3, [x28, limit]
            ; cmp w0, w3
            ; b.hs >inside
            ; cmp W(sp), w3
            ; b.hs =>refused
            ; inside:);
        self.set(SP, |it, to| dynasm!(it.a ; .arch aarch64 ; mov W(to), w0));
    }
}
