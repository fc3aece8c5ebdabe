//! Emits instructions in their shortest encodings. For operands that are not known when the
//! simulator is compiled, the assembler itself always emits a prefix and a displacement of four
//! bytes. But in long straight-line code, every byte costs the host time to decode.

use super::{Emitter, Home, Register, EAX};
use dynasmrt::DynasmApi;

/// Opcodes of 32-bit instructions whose left operand is a register, and whose right operand is a
/// register or in memory. All but `cmp` write their left operand.
pub(super) const ADD: u8 = 0x03;
pub(super) const OR: u8 = 0x0b;
pub(super) const AND: u8 = 0x23;
pub(super) const SUB: u8 = 0x2b;
pub(super) const XOR: u8 = 0x33;
pub(super) const CMP: u8 = 0x3b;
pub(super) const MOV: u8 = 0x8b;
pub(super) const LEA: u8 = 0x8d;
/// The opcode of `test`, which writes neither operand.
pub(super) const TEST: u8 = 0x85;
/// The difference between two opcodes of an instruction: the opcode whose right operand may be in
/// memory (the constants above), and the one whose left operand may be in memory.
const TO_MEMORY: u8 = 2;

/// Opcode extensions of the shifts and of the rotation, which say which of them it is.
pub(super) const ROR: u8 = 1;
pub(super) const SHL: u8 = 4;
pub(super) const SHR: u8 = 5;
pub(super) const SAR: u8 = 7;

pub(super) const RBP: Register = Register(5);

impl Emitter {
    /// Emits an instruction with two registers as operands.
    pub(super) fn with_register(&mut self, opcode: u8, left: Register, right: Register) {
        self.prefix(left.0, right.0);
        self.a.push(opcode);
        self.a.push(0xc0 | (left.0 & 7) << 3 | right.0 & 7);
    }

    /// Emits an instruction whose right operand is in memory, `distance` bytes after the address in
    /// `base`.
    pub(super) fn with_memory(
        &mut self,
        opcode: u8,
        left: Register,
        base: Register,
        distance: i32,
    ) {
        self.prefix(left.0, base.0);
        self.a.push(opcode);
        self.memory(left.0, base, distance);
    }

    /// Emits an instruction whose right operand is a guest register.
    pub(super) fn with_x(&mut self, opcode: u8, left: Register, number: u8) {
        match self.x_home(number) {
            Home::Host(right) => self.with_register(opcode, left, right),
            Home::Core(at) => self.with_memory(opcode, left, RBP, at),
        }
    }

    /// Emits an instruction that writes a field of the core, which is its left operand.
    pub(super) fn write_core(&mut self, opcode: u8, at: i32, right: Register) {
        self.with_memory(opcode - TO_MEMORY, right, RBP, at);
    }

    /// Emits `imul`.
    pub(super) fn multiply(&mut self, left: Register, number: u8) {
        let right = match self.x_home(number) {
            Home::Host(right) => right,
            Home::Core(_) => RBP,
        };
        self.prefix(left.0, right.0);
        self.a.extend([0x0f, 0xaf]);
        match self.x_home(number) {
            Home::Host(_) => self.a.push(0xc0 | (left.0 & 7) << 3 | right.0 & 7),
            Home::Core(at) => self.memory(left.0, RBP, at),
        }
    }

    /// Emits an instruction whose right operand is an immediate.
    pub(super) fn with_number(&mut self, opcode: u8, left: Home, value: i32) {
        // Bits 3 to 5 of `opcode` say which operation it is. In the form with an immediate, they
        // are the opcode extension.
        let digit = opcode >> 3;
        match i8::try_from(value) {
            Ok(value) => {
                self.extended(0x83, digit, left);
                self.a.push_i8(value);
            }
            Err(_) if left == Home::Host(EAX) => {
                self.a.push(opcode + 2);
                self.a.push_i32(value);
            }
            Err(_) => {
                self.extended(0x81, digit, left);
                self.a.push_i32(value);
            }
        }
    }

    /// Emits a shift by a fixed amount.
    pub(super) fn shift_by(&mut self, shift: u8, left: Home, amount: u8) {
        self.extended(0xc1, shift, left);
        self.a.push(amount);
    }

    /// Emits a shift of a register by the amount in `cl`.
    pub(super) fn shift_by_cl(&mut self, shift: u8, left: Register) {
        self.extended(0xd3, shift, Home::Host(left));
    }

    /// Emits code that puts a number into a host register or a field of the core.
    pub(super) fn put(&mut self, to: Home, value: u32) {
        match to {
            Home::Host(host) => {
                self.prefix(0, host.0);
                self.a.push(0xb8 | host.0 & 7);
            }
            Home::Core(_) => self.extended(0xc7, 0, to),
        }
        self.a.push_u32(value);
    }

    /// Emits an instruction with one register or memory operand. The opcode extension `digit` takes
    /// the place of the other register.
    fn extended(&mut self, opcode: u8, digit: u8, operand: Home) {
        match operand {
            Home::Host(host) => self.with_register(opcode, Register(digit), host),
            Home::Core(at) => self.with_memory(opcode, Register(digit), RBP, at),
        }
    }

    /// Emits a prefix if one of the two registers is not among the first eight.
    fn prefix(&mut self, register: u8, other: u8) {
        if register | other > 7 {
            self.a.push(0x40 | register >> 3 << 2 | other >> 3);
        }
    }

    /// Emits the bytes that encode a register operand and a memory operand.
    fn memory(&mut self, register: u8, base: Register, distance: i32) {
        let low = base.0 & 7;
        let short = i8::try_from(distance);
        // The encoding of the base `rbp`, or of the base with the same low bits, always has a
        // displacement.
        let mode = match short {
            Ok(0) if low != 5 => 0,
            Ok(_) => 1,
            Err(_) => 2,
        };
        self.a.push(mode << 6 | (register & 7) << 3 | low);
        if low == 4 {
            // This byte says that the address has no index register.
            self.a.push(0x24);
        }
        match (mode, short) {
            (0, _) => {}
            (1, Ok(short)) => self.a.push_i8(short),
            _ => self.a.push_i32(distance),
        }
    }
}
