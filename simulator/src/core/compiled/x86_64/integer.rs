//! Instructions that only write an integer register.

use super::super::super::code::Op;
use super::super::super::instruction::Opcode;
use super::super::super::state::SP;
use super::super::super::Core;
use super::{x_home, Emitter, Home, Label, Register, EAX, ECX};
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

/// Emits an instruction of the host whose right operand is a guest's register.
macro_rules! with_x {
    ($it:ident, $name:ident, $to:ident, $number:expr) => {
        match x_home($number) {
            Home::Host(host) => dynasm!($it.a ; .arch x64 ; $name Rd($to), Rd(host)),
            Home::Core(at) => dynasm!($it.a ; .arch x64 ; $name Rd($to), [rbp + at]),
        }
    };
}

impl Emitter {
    /// Emits an instruction whose target is not `x0`. If the instruction moves the stack pointer
    /// past its limit, the emitted code leaves it to its handler.
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
            Xori | Ori | Andi | Slli | Srli | Srai => self.immediate(op),
            Slti | Sltiu | Slt | Sltu => self.less(op),
            Add | Sub | Xor | Or | And | Mul => self.registers(op),
            Sll | Srl | Sra => self.shift(op),
            Mulh | Mulhsu | Mulhu => self.high(op),
            _ => self.divide(op),
        }
    }

    fn copy(&mut self, rd: u8, from: u8) {
        match x_home(rd) {
            Home::Host(host) => self.load_x(host, from),
            Home::Core(_) => {
                let value = self.x_or_load(from, EAX);
                self.store_x(rd, value);
            }
        }
    }

    fn add_immediate(&mut self, op: &Op) {
        match (x_home(op.rd), x_home(op.rs1)) {
            (Home::Host(to), Home::Host(from)) if to == from => {
                dynasm!(self.a ; .arch x64 ; add Rd(to), op.imm);
            }
            (Home::Host(to), Home::Host(from)) => {
                dynasm!(self.a ; .arch x64 ; lea Rd(to), [Rq(from) + op.imm]);
            }
            (Home::Core(at), _) if op.rd == op.rs1 => {
                dynasm!(self.a ; .arch x64 ; add DWORD [rbp + at], op.imm);
            }
            _ => self.immediate(op),
        }
    }

    /// The register in which to compute a result: the target's home, or another one if the home
    /// still holds operand `keeps`.
    fn target(&self, op: &Op, keeps: Option<u8>) -> Register {
        match x_home(op.rd) {
            Home::Host(host) if keeps != Some(op.rd) => host,
            _ => EAX,
        }
    }

    fn immediate(&mut self, op: &Op) {
        use Opcode::*;
        let to = self.target(op, None);
        self.load_x(to, op.rs1);
        let (value, amount) = (op.imm, op.imm as i8 & 31);
        match op.kind {
            Addi => dynasm!(self.a ; .arch x64 ; add Rd(to), value),
            Xori => dynasm!(self.a ; .arch x64 ; xor Rd(to), value),
            Ori => dynasm!(self.a ; .arch x64 ; or Rd(to), value),
            Andi if value == 255 => dynasm!(self.a ; .arch x64 ; movzx Rd(to), Rb(to)),
            Andi => dynasm!(self.a ; .arch x64 ; and Rd(to), value),
            Slli => dynasm!(self.a ; .arch x64 ; shl Rd(to), BYTE amount),
            Srli => dynasm!(self.a ; .arch x64 ; shr Rd(to), BYTE amount),
            _ => dynasm!(self.a ; .arch x64 ; sar Rd(to), BYTE amount),
        }
        self.store_x(op.rd, to);
    }

    fn registers(&mut self, op: &Op) {
        use Opcode::*;
        let commutes = op.kind != Sub;
        // If the target is also the right operand, the code adds the left operand to it in its
        // home.
        let (a, b) = match commutes && op.rd == op.rs2 {
            true => (op.rs2, op.rs1),
            false => (op.rs1, op.rs2),
        };
        if let (Add, Home::Host(to), Home::Host(x), Home::Host(y)) =
            (op.kind, x_home(op.rd), x_home(a), x_home(b))
        {
            if to != x {
                return dynasm!(self.a ; .arch x64 ; lea Rd(to), [Rq(x) + Rq(y)]);
            }
        }
        let to = self.target(op, (a != op.rd).then_some(b));
        self.load_x(to, a);
        match op.kind {
            Add => with_x!(self, add, to, b),
            Sub => with_x!(self, sub, to, b),
            Xor => with_x!(self, xor, to, b),
            Or => with_x!(self, or, to, b),
            And => with_x!(self, and, to, b),
            _ => with_x!(self, imul, to, b),
        }
        self.store_x(op.rd, to);
    }

    /// Emits a shift. The host takes the amount modulo 32, as RISC-V does.
    fn shift(&mut self, op: &Op) {
        self.load_x(ECX, op.rs2);
        let to = self.target(op, None);
        self.load_x(to, op.rs1);
        match op.kind {
            Opcode::Sll => dynasm!(self.a ; .arch x64 ; shl Rd(to), cl),
            Opcode::Srl => dynasm!(self.a ; .arch x64 ; shr Rd(to), cl),
            _ => dynasm!(self.a ; .arch x64 ; sar Rd(to), cl),
        }
        self.store_x(op.rd, to);
    }

    fn less(&mut self, op: &Op) {
        use Opcode::*;
        let a = self.x_or_load(op.rs1, ECX);
        match op.kind {
            Slti | Sltiu => dynasm!(self.a ; .arch x64 ; cmp Rd(a), op.imm),
            _ => with_x!(self, cmp, a, op.rs2),
        }
        match op.kind {
            Slti | Slt => dynasm!(self.a ; .arch x64 ; setl al),
            _ => dynasm!(self.a ; .arch x64 ; setb al),
        }
        match x_home(op.rd) {
            Home::Host(to) => dynasm!(self.a ; .arch x64 ; movzx Rd(to), al),
            Home::Core(at) => dynasm!(self.a ; .arch x64 ; movzx eax, al ; mov [rbp + at], eax),
        }
    }

    /// Emits the upper half of a product.
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

    /// Emits a division. The host's division traps in two cases in which RISC-V's has a result:
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
            Opcode::Addi => dynasm!(self.a ; .arch x64 ; add eax, op.imm),
            Opcode::Add => {
                let to = EAX;
                with_x!(self, add, to, op.rs2);
            }
            _ => {
                let to = EAX;
                with_x!(self, sub, to, op.rs2);
            }
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
