//! Loads and stores of own memory.

use super::super::super::code::Op;
use super::super::super::instruction::Opcode;
use super::super::super::trace::{Touch, DOUBLE};
use super::super::super::undo::Entry;
use super::super::lookaside::{
    self, ELSEWHERE, ENTRIES, GRANULE, GRANULE_SHIFT, SHIFT_UNIT, SPECIAL,
};
use super::{f_home, x_home, Emitter, Home, Label, EAX, ECX};
use crate::memory::MOST_BANKS;
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

/// The code for an access whose memory does not lie at the usual distance from its addresses.
pub(super) struct Elsewhere {
    begin: Label,
    /// The label behind the access, where execution continues.
    back: Label,
    missed: Label,
    /// Offset, in an entry of the lookaside, of the tag that is compared with the address.
    field: usize,
    /// Where accesses to shared pages are traced: the count as [`Emitter::touch`] takes it, and the
    /// flags.
    touched: Option<(u32, u32)>,
}

impl Emitter {
    /// Emits a load. The address is in `edx`; unless the lookaside knows it, the code jumps to
    /// `missed`. Where accesses to shared pages are traced, `touched` has the cycles and
    /// instructions since the block's start, as [`Emitter::touch`] takes them.
    pub fn load(&mut self, op: &Op, missed: Label, touched: Option<u32>) {
        use Opcode::*;
        let bytes = match op.kind {
            Lb | Lbu => 1,
            Lh | Lhu => 2,
            Lw | Flw => 4,
            _ => 8,
        };
        self.find(op, bytes, missed, touched);
        match op.kind {
            Flw => self.load_single(op.rd),
            Fld => match f_home(op.rd) {
                Home::Host(to) => dynasm!(self.a ; .arch x64 ; movsd Rx(to), [r14 + rdx]),
                Home::Core(at) => dynasm!(self.a ; .arch x64
                    ; mov rax, [r14 + rdx]
                    ; mov [rbp + at], rax),
            },
            _ => {
                let to = match x_home(op.rd) {
                    Home::Host(host) => host,
                    Home::Core(_) => EAX,
                };
                match op.kind {
                    Lb => dynasm!(self.a ; .arch x64 ; movsx Rd(to), BYTE [r14 + rdx]),
                    Lbu => dynasm!(self.a ; .arch x64 ; movzx Rd(to), BYTE [r14 + rdx]),
                    Lh => dynasm!(self.a ; .arch x64 ; movsx Rd(to), WORD [r14 + rdx]),
                    Lhu => dynasm!(self.a ; .arch x64 ; movzx Rd(to), WORD [r14 + rdx]),
                    _ => dynasm!(self.a ; .arch x64 ; mov Rd(to), [r14 + rdx]),
                }
                self.store_x(op.rd, to);
            }
        }
    }

    /// Loads a single, and boxes it.
    fn load_single(&mut self, rd: u8) {
        match f_home(rd) {
            Home::Host(to) => dynasm!(self.a ; .arch x64
                ; pcmpeqd Rx(to), Rx(to)
                ; pinsrd Rx(to), DWORD [r14 + rdx], 0),
            Home::Core(at) => dynasm!(self.a ; .arch x64
                ; mov eax, [r14 + rdx]
                ; mov [rbp + at], eax
                ; mov DWORD [rbp + at + 4], -1),
        }
    }

    /// Emits a store as [`Emitter::load`] emits a load. The bytes that it replaces become entry
    /// number `entry` of the undo log since the last [`Emitter::account`].
    pub fn store(&mut self, op: &Op, entry: usize, missed: Label, touched: Option<u32>) {
        use Opcode::*;
        // Offset and length are neighbours in an entry, and written together.
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
            0 => dynasm!(self.a ; .arch x64 ; movzx ecx, BYTE [r14 + rdx]),
            1 => dynasm!(self.a ; .arch x64 ; movzx ecx, WORD [r14 + rdx]),
            2 => dynasm!(self.a ; .arch x64 ; mov ecx, [r14 + rdx]),
            _ => dynasm!(self.a ; .arch x64 ; mov rcx, [r14 + rdx]),
        }
        let at = 16 * entry as i32;
        dynasm!(self.a ; .arch x64 ; mov rax, [rsp] ; mov [rax + at + 8], rcx);
        match op.kind {
            Fsw | Fsd => self.put_float(op),
            _ => {
                let value = match op.rs2 {
                    0 => {
                        dynasm!(self.a ; .arch x64 ; xor ecx, ecx);
                        ECX
                    }
                    number => self.x_or_load(number, ECX),
                };
                match shift {
                    0 => dynasm!(self.a ; .arch x64 ; mov [r14 + rdx], Rb(value)),
                    1 => dynasm!(self.a ; .arch x64 ; mov [r14 + rdx], Rw(value)),
                    _ => dynasm!(self.a ; .arch x64 ; mov [r14 + rdx], Rd(value)),
                }
            }
        }
        dynasm!(self.a ; .arch x64 ; add rdx, [rsp + 24] ; bts rdx, BYTE 32 + shift ; mov [rax + at], rdx);
    }

    /// Traces the access that has just been made, as entry number `entry` since the last
    /// [`Emitter::account`]. `count` has the cycles and instructions since the block's start
    /// ([`super::super::count`]).
    pub fn touch(&mut self, op: &Op, entry: usize, count: u32) {
        if op.kind.is_load() {
            dynasm!(self.a ; .arch x64 ; add edx, [rsp + 24]);
        }
        let flags = Touch::flags(op.kind) as i32;
        if flags != 0 {
            dynasm!(self.a ; .arch x64 ; or edx, flags);
        }
        let at = (size_of::<Touch>() * entry) as i32;
        self.begin_touch(count, at);
        dynasm!(self.a ; .arch x64 ; mov [rax + at + Touch::WHAT as i32], edx);
    }

    /// Writes the cycle of an entry of the trace, which lies `at` bytes behind `rax`.
    fn begin_touch(&mut self, count: u32, at: i32) {
        dynasm!(self.a ; .arch x64
            ; mov rax, [rsp + 32]
            ; lea ecx, [r15 + count as i32]
            ; sar ecx, 16
            ; add ecx, [rsp + 40]
            ; mov [rax + at + Touch::CYCLE as i32], ecx);
    }

    /// Writes the banks of the access that has just been made into the demand, in four bytes if
    /// `wide`, else in one. `count` is as in [`Emitter::touch`].
    pub fn demand(&mut self, op: &Op, wide: bool, count: u32) {
        let is_double = Touch::flags(op.kind) & DOUBLE != 0;
        // The register lacks the lookaside's shift. That is a multiple of the bytes of a row of
        // banks, so the bank is right.
        const { assert!(SHIFT_UNIT >= 4 * MOST_BANKS as i64) };
        dynasm!(self.a ; .arch x64 ; xor eax, eax ; shr edx, BYTE 2);
        if is_double {
            dynasm!(self.a ; .arch x64 ; lea ecx, [rdx + 1] ; and ecx, [rsp + 44] ; bts eax, ecx);
        }
        dynasm!(self.a ; .arch x64
            ; and edx, [rsp + 44]
            ; bts eax, edx
            ; lea rcx, [r15 + count as i32]
            ; sar rcx, 16
            ; mov rdx, [rsp + 48]);
        match wide {
            false => dynasm!(self.a ; .arch x64 ; mov [rdx + rcx], al),
            true => dynasm!(self.a ; .arch x64 ; mov [rdx + rcx * 4], eax),
        }
    }

    /// Traces the access that is about to be made at the offset in `edx`.
    fn touch_shared(&mut self, count: u32, flags: u32) {
        self.begin_touch(count, 0);
        dynasm!(self.a ; .arch x64
            ; mov ecx, edx
            ; or ecx, flags as i32
            ; mov [rax + Touch::WHAT as i32], ecx
            ; add QWORD [rsp + 32], size_of::<Touch>() as i32);
    }

    fn put_float(&mut self, op: &Op) {
        match (f_home(op.rs2), op.kind) {
            (Home::Host(value), Opcode::Fsw) => {
                dynasm!(self.a ; .arch x64 ; movd [r14 + rdx], Rx(value));
            }
            (Home::Host(value), _) => {
                dynasm!(self.a ; .arch x64 ; movsd [r14 + rdx], Rx(value));
            }
            (Home::Core(at), Opcode::Fsw) => {
                dynasm!(self.a ; .arch x64 ; mov ecx, [rbp + at] ; mov [r14 + rdx], ecx);
            }
            (Home::Core(at), _) => {
                dynasm!(self.a ; .arch x64 ; mov rcx, [rbp + at] ; mov [r14 + rdx], rcx);
            }
        }
    }

    /// Puts the address of an aligned access of `bytes` bytes into `rdx`, as a distance from `r14`.
    fn find(&mut self, op: &Op, bytes: i32, missed: Label, touched: Option<u32>) {
        let field = match op.kind.is_load() {
            true => offset_of!(lookaside::Granule, read),
            false => offset_of!(lookaside::Granule, write),
        };
        let size = size_of::<lookaside::Granule>().trailing_zeros();
        let shift = (GRANULE_SHIFT - size) as i8;
        let mask = ((ENTRIES - 1) << size) as i32;
        let tag = !((1 << GRANULE_SHIFT) - 1) | (bytes - 1);
        let (elsewhere, back) = (self.label(), self.label());
        self.elsewhere.push(Elsewhere {
            begin: elsewhere,
            back,
            missed,
            field,
            touched: touched.map(|count| (count, Touch::flags(op.kind))),
        });
        match (x_home(op.rs1), op.imm) {
            _ if op.rs1 == 0 => dynasm!(self.a ; .arch x64 ; mov edx, op.imm),
            (Home::Host(base), 0) => dynasm!(self.a ; .arch x64 ; mov edx, Rd(base)),
            (Home::Host(base), imm) => dynasm!(self.a ; .arch x64 ; lea edx, [Rq(base) + imm]),
            (Home::Core(at), imm) => {
                dynasm!(self.a ; .arch x64 ; mov edx, [rbp + at]);
                if imm != 0 {
                    dynasm!(self.a ; .arch x64 ; add edx, imm);
                }
            }
        }
        dynasm!(self.a ; .arch x64
            ; mov ecx, edx
            ; mov eax, edx
            ; shr ecx, BYTE shift
            ; and eax, tag
            ; and ecx, mask
            ; cmp eax, [r13 + rcx + field as i32]
            ; jne =>elsewhere
            ; =>back);
    }

    /// Emits the rarer parts of [`Emitter::find`].
    pub(super) fn look_elsewhere(&mut self) {
        let delta = offset_of!(lookaside::Granule, delta) as i32;
        let bytes = offset_of!(lookaside::Granule, bytes) as i32;
        let mut special = Vec::new();
        for it in std::mem::take(&mut self.elsewhere) {
            let next = self.label();
            dynasm!(self.a ; .arch x64
                ; =>it.begin
                ; or eax, ELSEWHERE as i32
                ; cmp eax, [r13 + rcx + it.field as i32]
                ; jne =>next
                ; add edx, [r13 + rcx + delta]
                ; sub rdx, [rsp + 24]
                ; jmp =>it.back);
            special.push((next, it));
        }
        for (begin, it) in special {
            dynasm!(self.a ; .arch x64
                ; =>begin
                ; or eax, SPECIAL as i32
                ; cmp eax, [r13 + rcx + it.field as i32]
                ; jne =>it.missed
                ; mov eax, edx
                ; and eax, (GRANULE - 1) as i32
                ; cmp eax, [r13 + rcx + bytes]
                ; jae =>it.missed
                ; add edx, [r13 + rcx + delta]);
            if let Some((count, flags)) = it.touched {
                self.touch_shared(count, flags);
            }
            dynasm!(self.a ; .arch x64 ; sub rdx, [rsp + 24] ; jmp =>it.back);
        }
    }
}
