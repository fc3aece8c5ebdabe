//! Instructions whose only effect is to write an integer register.

use super::super::super::code::Op;
use super::super::super::instruction::Opcode;
use super::super::super::state::SP;
use super::super::super::Core;
use super::short::{self, ADD, AND, CMP, LEA, OR, SUB, XOR};
use super::{Emitter, Home, Label, Register, EAX, ECX};
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
        match op.kind {
            Lui | Auipc => self.set_x(op.rd, op.imm as u32),
            Addi if op.rs1 == 0 => self.set_x(op.rd, op.imm as u32),
            Add if op.rs1 == 0 => self.copy(op.rd, op.rs2),
            Addi | Xori | Ori if op.imm == 0 => self.copy(op.rd, op.rs1),
            Addi => self.add_immediate(op),
            Xori | Ori | Andi | Slli | Srli | Srai | Rori => self.immediate(op),
            Sh1add | Sh2add | Sh3add => self.shifted_sum(op),
            Slti | Sltiu | Slt | Sltu => self.less(op),
            Add | Sub | Xor | Or | And | Mul => self.registers(op),
            Sll | Srl | Sra => self.shift(op),
            Mulh | Mulhsu | Mulhu => self.high(op),
            _ => self.divide(op),
        }
    }

    fn copy(&mut self, rd: u8, from: u8) {
        match self.x_home(rd) {
            Home::Host(host) => self.load_x(host, from),
            Home::Core(_) => {
                let value = self.x_or_load(from, EAX);
                self.store_x(rd, value);
            }
        }
    }

    fn add_immediate(&mut self, op: &Op) {
        match (self.x_home(op.rd), self.x_home(op.rs1)) {
            (Home::Host(to), Home::Host(from)) if to != from => {
                self.with_memory(LEA, to, from, op.imm);
            }
            _ => self.immediate(op),
        }
    }

    /// The host register in which to compute a result: the home of the target register, or `EAX` if
    /// that home is a field of `Core` or still holds the operand `keeps`.
    fn target(&self, op: &Op, keeps: Option<u8>) -> Register {
        match self.x_home(op.rd) {
            Home::Host(host) if keeps != Some(op.rd) => host,
            _ => EAX,
        }
    }

    fn immediate(&mut self, op: &Op) {
        use Opcode::*;
        // If the target register is also the left operand, and is stored in `Core`, the host's
        // instruction changes it there.
        let in_place = op.rd == op.rs1 && !(op.kind == Andi && op.imm == 255);
        let to = match (in_place, self.x_home(op.rd)) {
            (true, home @ Home::Core(_)) => home,
            _ => {
                let to = self.target(op, None);
                self.load_x(to, op.rs1);
                Home::Host(to)
            }
        };
        let (value, amount) = (op.imm, op.imm as u8 & 31);
        match (op.kind, to) {
            (Addi, _) => self.with_number(ADD, to, value),
            (Xori, _) => self.with_number(XOR, to, value),
            (Ori, _) => self.with_number(OR, to, value),
            (Andi, Home::Host(to)) if value == 255 => {
                dynasm!(self.a ; .arch x64 ; movzx Rd(to), Rb(to));
            }
            (Andi, _) => self.with_number(AND, to, value),
            (Slli, _) => self.shift_by(short::SHL, to, amount),
            (Srli, _) => self.shift_by(short::SHR, to, amount),
            (Rori, _) => self.shift_by(short::ROR, to, amount),
            _ => self.shift_by(short::SAR, to, amount),
        }
        if let Home::Host(to) = to {
            self.store_x(op.rd, to);
        }
    }

    fn registers(&mut self, op: &Op) {
        use Opcode::*;
        let commutes = op.kind != Sub;
        // If the target register is also the right operand, the operands are exchanged, so that the
        // result is computed in place.
        let (a, b) = match commutes && op.rd == op.rs2 {
            true => (op.rs2, op.rs1),
            false => (op.rs1, op.rs2),
        };
        if let (Add, Home::Host(to), Home::Host(x), Home::Host(y)) =
            (op.kind, self.x_home(op.rd), self.x_home(a), self.x_home(b))
        {
            if to != x {
                return dynasm!(self.a ; .arch x64 ; lea Rd(to), [Rq(x) + Rq(y)]);
            }
        }
        let opcode = match op.kind {
            Add => Some(ADD),
            Sub => Some(SUB),
            Xor => Some(XOR),
            Or => Some(OR),
            And => Some(AND),
            _ => None,
        };
        let to = self.target(op, (a != op.rd).then_some(b));
        self.load_x(to, a);
        match opcode {
            Some(opcode) => self.with_x(opcode, to, b),
            None => self.multiply(to, b),
        }
        self.store_x(op.rd, to);
    }

    /// Emits the sum of a register that is shifted by 1, 2 or 3, and another register.
    fn shifted_sum(&mut self, op: &Op) {
        let a = self.x_or_load(op.rs1, EAX);
        let b = self.x_or_load(op.rs2, ECX);
        let to = self.target(op, None);
        match op.kind {
            Opcode::Sh1add => dynasm!(self.a ; .arch x64 ; lea Rd(to), [Rq(b) + Rq(a) * 2]),
            Opcode::Sh2add => dynasm!(self.a ; .arch x64 ; lea Rd(to), [Rq(b) + Rq(a) * 4]),
            _ => dynasm!(self.a ; .arch x64 ; lea Rd(to), [Rq(b) + Rq(a) * 8]),
        }
        self.store_x(op.rd, to);
    }

    /// Emits a shift. x86 shifts by the amount modulo 32, as RISC-V does.
    fn shift(&mut self, op: &Op) {
        self.load_x(ECX, op.rs2);
        let to = self.target(op, None);
        self.load_x(to, op.rs1);
        match op.kind {
            Opcode::Sll => self.shift_by_cl(short::SHL, to),
            Opcode::Srl => self.shift_by_cl(short::SHR, to),
            _ => self.shift_by_cl(short::SAR, to),
        }
        self.store_x(op.rd, to);
    }

    fn less(&mut self, op: &Op) {
        use Opcode::*;
        let a = self.x_or_load(op.rs1, ECX);
        match op.kind {
            Slti | Sltiu => self.with_number(CMP, Home::Host(a), op.imm),
            _ => self.with_x(CMP, a, op.rs2),
        }
        match op.kind {
            Slti | Slt => dynasm!(self.a ; .arch x64 ; setl al),
            _ => dynasm!(self.a ; .arch x64 ; setb al),
        }
        match self.x_home(op.rd) {
            Home::Host(to) => dynasm!(self.a ; .arch x64 ; movzx Rd(to), al),
            Home::Core(_) => {
                dynasm!(self.a ; .arch x64 ; movzx eax, al);
                self.store_x(op.rd, EAX);
            }
        }
    }

    /// Emits a multiplication that gives the upper half of the product.
    fn high(&mut self, op: &Op) {
        self.load_x(EAX, op.rs1);
        self.load_x(ECX, op.rs2);
        if op.kind != Opcode::Mulhu {
            dynasm!(self.a ; .arch x64 ; movsxd rax, eax);
        }
        if op.kind == Opcode::Mulh {
            dynasm!(self.a ; .arch x64 ; movsxd rcx, ecx);
        }
        dynasm!(self.a ; .arch x64 ; imul rax, rcx ; shr rax, 32);
        self.store_x(op.rd, EAX);
    }

    /// Emits a division. The host's division traps in two cases in which RISC-V's gives a result:
    /// division by 0, and division of the least number by −1.
    fn divide(&mut self, op: &Op) {
        use Opcode::*;
        self.load_x(ECX, op.rs2);
        self.load_x(EAX, op.rs1);
        dynasm!(self.a ; .arch x64 ; test ecx, ecx ; jz >zero);
        match op.kind {
            Div | Rem => dynasm!(self.a ; .arch x64
                ; cmp ecx, -1
                ; je >minus
                ; cdq
                ; idiv ecx),
            _ => dynasm!(self.a ; .arch x64 ; xor edx, edx ; div ecx),
        }
        if matches!(op.kind, Rem | Remu) {
            dynasm!(self.a ; .arch x64 ; mov eax, edx);
        }
        dynasm!(self.a ; .arch x64 ; jmp >done ; minus:);
        match op.kind {
            Div => dynasm!(self.a ; .arch x64 ; neg eax ; jmp >done),
            _ => dynasm!(self.a ; .arch x64 ; xor eax, eax ; jmp >done),
        }
        dynasm!(self.a ; .arch x64 ; zero:);
        if matches!(op.kind, Div | Divu) {
            dynasm!(self.a ; .arch x64 ; mov eax, -1);
        }
        dynasm!(self.a ; .arch x64 ; done:);
        self.store_x(op.rd, EAX);
    }

    fn move_stack(&mut self, op: &Op, refused: Label) {
        let limit = offset_of!(Core, stack_limit) as i32;
        self.load_x(EAX, op.rs1);
        match op.kind {
            Opcode::Addi => self.with_number(ADD, Home::Host(EAX), op.imm),
            Opcode::Add => self.with_x(ADD, EAX, op.rs2),
            _ => self.with_x(SUB, EAX, op.rs2),
        }
        let sp = self.x_or_load(SP, ECX);
        dynasm!(self.a ; .arch x64
            ; mov edx, [rbp + limit]
            ; cmp eax, edx
            ; jae >inside
            ; cmp Rd(sp), edx
            ; jae =>refused
            ; inside:);
        self.store_x(SP, EAX);
    }
}
