//! Loads and stores of own memory.

use super::super::code::Op;
use super::super::fast::{Context, Left};
use super::super::float::BOX;
use super::super::instruction::Opcode;
use super::super::undo::Entry;
use super::lookaside::{Place, ENTRIES, GRANULE_SHIFT};
use super::translate::{Translator, GUEST, OWN};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F64, I16, I32, I64, I8};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value};
use std::mem::offset_of;

impl Translator<'_> {
    pub(super) fn access(&mut self, op: &Op) {
        use Opcode::*;
        let kind = match op.kind {
            Lb | Lbu | Sb => I8,
            Lh | Lhu | Sh => I16,
            Lw | Sw | Flw | Fsw => I32,
            _ => I64,
        };
        let offset = self.offset(op, kind.bytes());
        let wide = self.b.ins().uextend(I64, offset);
        let place = self.b.ins().iadd(self.memory, wide);
        if op.kind.is_load() {
            return self.load(op, kind, place);
        }
        let value = match op.kind {
            Fsd => {
                let value = self.f(op.rs2);
                self.b.ins().bitcast(I64, MemFlagsData::new(), value)
            }
            Fsw => {
                let value = self.f(op.rs2);
                let bits = self.b.ins().bitcast(I64, MemFlagsData::new(), value);
                self.b.ins().ireduce(I32, bits)
            }
            Sw => self.x(op.rs2),
            _ => {
                let value = self.x(op.rs2);
                self.b.ins().ireduce(kind, value)
            }
        };
        self.log(kind, wide, place);
        self.b.ins().store(GUEST, value, place, 0);
    }

    fn load(&mut self, op: &Op, kind: Type, place: Value) {
        use Opcode::*;
        let raw = self.b.ins().load(kind, GUEST, place, 0);
        match op.kind {
            Fld => {
                let value = self.b.ins().bitcast(F64, MemFlagsData::new(), raw);
                self.set_f(op.rd, value);
            }
            Flw => {
                let value = self.boxed(raw);
                self.set_f(op.rd, value);
            }
            _ => {
                let value = match op.kind {
                    Lb | Lh => self.b.ins().sextend(I32, raw),
                    Lbu | Lhu => self.b.ins().uextend(I32, raw),
                    _ => raw,
                };
                self.set_x(op.rd, value);
            }
        }
    }

    /// A single's bits as a register has them.
    pub(super) fn boxed(&mut self, bits: Value) -> Value {
        let wide = self.b.ins().uextend(I64, bits);
        let mark = self.double(BOX);
        let bits = self.b.ins().bor(wide, mark);
        self.b.ins().bitcast(F64, MemFlagsData::new(), bits)
    }

    /// Takes down what a store replaces.
    fn log(&mut self, kind: Type, offset: Value, place: Value) {
        // Offset and length are neighbours: one store.
        const { assert!(offset_of!(Entry, offset) == 0 && offset_of!(Entry, bytes) == 4) }
        let bytes = self.double(u64::from(kind.bytes()) << 32);
        let head = self.b.ins().bor(offset, bytes);
        let old = self.b.ins().load(kind, GUEST, place, 0);
        let old = match kind {
            I64 => old,
            _ => self.b.ins().uextend(I64, old),
        };
        let (log, at) = self.log_entry();
        self.b.ins().store(OWN, head, log, at);
        self.b
            .ins()
            .store(OWN, old, log, at + offset_of!(Entry, old) as i32);
    }

    /// The offset in the tile's memory of an aligned access to a granule that the lookaside has;
    /// anything else is left to the handler.
    fn offset(&mut self, op: &Op, bytes: u32) -> Value {
        let base = self.x(op.rs1);
        let displacement = self.word(op.imm as u32);
        let address = self.b.ins().iadd(base, displacement);
        // The number of the granule, times the size of an entry.
        let size = size_of::<Place>().trailing_zeros();
        let shift = self.word(GRANULE_SHIFT - size);
        let number = self.b.ins().ushr(address, shift);
        let mask = self.word((ENTRIES as u32 - 1) << size);
        let number = self.b.ins().band(number, mask);
        let number = self.b.ins().uextend(I64, number);
        let entry = self.b.ins().iadd(self.places, number);
        let field = match op.kind.is_load() {
            true => offset_of!(Place, read),
            false => offset_of!(Place, write),
        };
        let tag = self.b.ins().load(I32, OWN, entry, field as i32);
        let mask = self.word(!((1 << GRANULE_SHIFT) - 1) | (bytes - 1));
        let start = self.b.ins().band(address, mask);
        let misses = self.b.ins().icmp(IntCC::NotEqual, start, tag);
        self.leave_if_with(misses, Left::MISS, |it| {
            let missed = offset_of!(Context, compiled.missed) as i32;
            it.b.ins().store(OWN, address, it.context, missed);
        });
        let delta = offset_of!(Place, delta) as i32;
        let delta = self.b.ins().load(I32, OWN, entry, delta);
        self.b.ins().iadd(address, delta)
    }
}
