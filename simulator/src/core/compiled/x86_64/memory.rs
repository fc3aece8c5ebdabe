//! Loads and stores: where the emitted code looks for the accessed bytes, and in what order.

use super::super::super::cache::Layout;
use super::super::super::code::Op;
use super::super::super::instruction::Opcode;
use super::super::super::trace::{Touch, DOUBLE};
use super::super::super::undo::Entry;
use super::super::count;
use super::super::lookaside::{
    self, Lookaside, Window, ELSEWHERE, ENTRIES, GRANULE, GRANULE_SHIFT, SHIFT_UNIT, SPECIAL,
};
use super::cache::HITS;
use super::{f_home, short, Assignment, Emitter, Home, Label, Register, EAX, ECX, EDX, R14};
use crate::memory::MOST_BANKS;
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

/// Out-of-line code for an access whose bytes are not where the inline code has looked for them.
pub(super) struct Elsewhere {
    pub op: Op,
    /// The number of the next undo log entry, counted from the last [`Emitter::account`].
    pub entry: usize,
    pub begin: Label,
    /// The label in the inline code to which this code returns if it has found the bytes.
    pub back: Label,
    /// The label after the access and the code that traces the access.
    pub accessed: Label,
    pub missed: Label,
    /// Set if accesses to shared pages are traced: the cycles and instructions since the start of
    /// the block, in the form that [`Emitter::touch`] takes, and the flags of the trace entry.
    pub touched: Option<(u32, u32)>,
    /// Whether [`Emitter::touch`] has added an entry for this access to the trace.
    pub has_entry: bool,
    /// Number of accesses since the last [`Emitter::account`] that have hit in the data cache, but
    /// that the emitted code has not counted yet.
    pub uncounted: usize,
    /// The labels for [`Emitter::mark_latest_dirty`], if the inline code looks first in the data
    /// cache.
    pub marking: Option<(Label, Label)>,
    /// The number and the first address of the window in which the inline code looks first, if any.
    pub window: Option<(usize, u32)>,
    /// Which host registers hold which guest registers at the access.
    pub assignment: Assignment,
}

impl Emitter {
    /// Emits a load. The emitted code jumps to `missed` if neither the lookaside (a cache of
    /// address translations) nor the data cache has the address. If accesses to shared pages are
    /// traced, `touched` has the cycles and instructions since the start of the block, in the form
    /// that [`Emitter::touch`] takes. `entry` is the number of the next undo log entry, counted
    /// from the last [`Emitter::account`].
    pub fn load(&mut self, op: &Op, entry: usize, missed: Label, touched: Option<u32>) {
        self.access(op, entry, missed, touched);
    }

    /// Sets whether the inline code of the next access, `op`, looks first in the data cache,
    /// because earlier accesses have hit (`hits`). Returns true if so. Then [`Emitter::account`]
    /// must count the hit, and the out-of-line code takes it back if the access does not hit.
    /// `before` is the number of such hits that are not yet counted.
    pub fn expect_hit(&mut self, op: &Op, hits: bool, before: usize) -> bool {
        let can_hit = |cache: Layout| op.kind.is_load() || !cache.writes_through;
        self.expected = (hits && self.cache.is_some_and(can_hit), before);
        self.expected.0
    }

    /// Sets the window in which the next access is expected to be, if any. `base` is the first
    /// address of the program's code.
    pub fn expect_window(&mut self, window: Option<usize>, base: u32) {
        self.window = window.map(|number| (number, Window::start(number, base)));
    }

    /// Emits a load of the bytes at distance `rdx` from the address in `base`.
    fn load_found(&mut self, op: &Op, base: Register) {
        use Opcode::*;
        match op.kind {
            Flw => self.load_single(op.rd, base),
            Fld => match f_home(op.rd) {
                Home::Host(to) => dynasm!(self.a ; .arch x64 ; movsd Rx(to), [Rq(base) + rdx]),
                Home::Core(at) => dynasm!(self.a ; .arch x64
                    ; mov rax, [Rq(base) + rdx]
                    ; mov [rbp + at], rax),
            },
            _ => {
                let to = match self.x_home(op.rd) {
                    Home::Host(host) => host,
                    Home::Core(_) => EAX,
                };
                match op.kind {
                    Lb => dynasm!(self.a ; .arch x64 ; movsx Rd(to), BYTE [Rq(base) + rdx]),
                    Lbu => dynasm!(self.a ; .arch x64 ; movzx Rd(to), BYTE [Rq(base) + rdx]),
                    Lh => dynasm!(self.a ; .arch x64 ; movsx Rd(to), WORD [Rq(base) + rdx]),
                    Lhu => dynasm!(self.a ; .arch x64 ; movzx Rd(to), WORD [Rq(base) + rdx]),
                    _ => dynasm!(self.a ; .arch x64 ; mov Rd(to), [Rq(base) + rdx]),
                }
                self.store_x(op.rd, to);
            }
        }
    }

    /// Emits code that loads a single and NaN-boxes it.
    fn load_single(&mut self, rd: u8, base: Register) {
        match f_home(rd) {
            Home::Host(to) => dynasm!(self.a ; .arch x64
                ; pcmpeqd Rx(to), Rx(to)
                ; pinsrd Rx(to), DWORD [Rq(base) + rdx], 0),
            Home::Core(at) => dynasm!(self.a ; .arch x64
                ; mov eax, [Rq(base) + rdx]
                ; mov [rbp + at], eax
                ; mov DWORD [rbp + at + 4], -1),
        }
    }

    /// Emits a store; the parameters are those of [`Emitter::load`]. The emitted code saves the
    /// overwritten bytes in the undo log, as entry number `entry` since the last
    /// [`Emitter::account`].
    pub fn store(&mut self, op: &Op, entry: usize, missed: Label, touched: Option<u32>) {
        self.access(op, entry, missed, touched);
    }

    /// Emits a store to the bytes at distance `rdx` from the address in `r14`.
    fn store_found(&mut self, op: &Op, entry: usize) {
        use Opcode::*;
        // The offset and length fields of an undo log entry are adjacent, and written together.
        const { assert!(offset_of!(Entry, offset) == 0 && offset_of!(Entry, bytes) == 4) }
        const { assert!(offset_of!(Entry, old) == 8 && size_of::<Entry>() == 16) }
        let shift = bytes_of(op.kind).trailing_zeros() as i8;
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

    /// Emits code that records the latest access in the trace, as entry number `entry` since the
    /// last [`Emitter::account`]. `count` has the cycles and instructions since the start of the
    /// block, as packed by [`super::super::count`].
    pub fn touch(&mut self, op: &Op, entry: usize, count: u32) {
        if let Some(access) = self.elsewhere.last_mut() {
            access.has_entry = true;
        }
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

    /// Emits code that writes the cycle of the trace entry at `at` bytes after the address in
    /// `rax`.
    fn begin_touch(&mut self, count: u32, at: i32) {
        dynasm!(self.a ; .arch x64
            ; mov rax, [rsp + 32]
            ; lea ecx, [r15 + count as i32]
            ; sar ecx, 16
            ; add ecx, [rsp + 40]
            ; mov [rax + at + Touch::CYCLE as i32], ecx);
    }

    /// Emits code that notes which banks the latest access has used. They are noted in the demand,
    /// a list of the banks that the core needs in each cycle. An entry of the demand has four bytes
    /// if `wide` is set, otherwise one. `count` has the meaning that it has in [`Emitter::touch`].
    pub fn demand(&mut self, op: &Op, wide: bool, count: u32) {
        let is_double = Touch::flags(op.kind) & DOUBLE != 0;
        // Register `edx` may lack the lookaside's shift, which leads from addresses to offsets in
        // memory. The shift is a multiple of the bytes in a row of all banks, so the bank is right
        // in any case.
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

    /// Emits code that records the current access, at the offset in `edx`, in the trace.
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

    /// Emits an access. The inline code looks first in the data cache if a hit is expected,
    /// otherwise in the expected window or, if there is none, in the lookaside.
    fn access(&mut self, op: &Op, entry: usize, missed: Label, touched: Option<u32>) {
        let (begin, back, accessed) = (self.label(), self.label(), self.label());
        let (is_expected, uncounted) = self.expected;
        let hits = self.cache.filter(|_| is_expected);
        let it = Elsewhere {
            op: op.clone(),
            entry,
            begin,
            back,
            accessed,
            missed,
            touched: touched.map(|count| (count, Touch::flags(op.kind))),
            has_entry: false,
            uncounted,
            marking: hits.map(|_| (self.label(), self.label())),
            window: self.window.take(),
            assignment: self.assignment(),
        };
        match (hits, it.marking) {
            (Some(cache), Some(marking)) => {
                self.address(op);
                self.find_latest(cache, op, begin, marking);
                self.access_line(op, entry);
                self.count(count(cache.hit, 0));
            }
            _ if it.window.is_some() => {
                self.find_in_window(&it);
                match op.kind.is_load() {
                    true => self.load_found(op, ECX),
                    false => self.store_found(op, entry),
                }
            }
            _ => {
                self.address(op);
                self.find(op, begin);
                self.bind(back);
                self.access_found(op, entry);
            }
        }
        self.accessed = Some(accessed);
        self.elsewhere.push(it);
    }

    /// Emits an access to the bytes at distance `rdx` from the address in `r14`.
    fn access_found(&mut self, op: &Op, entry: usize) {
        match op.kind.is_load() {
            true => self.load_found(op, R14),
            false => self.store_found(op, entry),
        }
    }

    /// Emits an access to bytes in the data cache, whose address is in `rax`. The bytes are at the
    /// distance `edx` from that address.
    pub(super) fn access_line(&mut self, op: &Op, entry: usize) {
        if op.kind.is_load() {
            return self.load_found(op, EAX);
        }
        dynasm!(self.a ; .arch x64 ; add rdx, [rsp + DISTANCE]);
        self.store_found(op, entry);
    }

    /// Emits code that finds the bytes of an aligned access in its window, or else jumps to the
    /// out-of-line code. For a load, it leaves the address in `edx`, and the difference between
    /// host address and address in `rcx`. For a store, it leaves the distance of the bytes from the
    /// address in `r14` in `edx`.
    fn find_in_window(&mut self, it: &Elsewhere) {
        let Some((number, start)) = it.window else {
            return;
        };
        let back = start.wrapping_neg() as i32;
        let shift = bytes_of(it.op.kind).trailing_zeros();
        let window = Lookaside::window(number) as i32;
        let room = window + offset_of!(Window, room) as i32 + 4 * shift as i32;
        let distance = window + offset_of!(Window, distance) as i32;
        self.address(&it.op);
        dynasm!(self.a ; .arch x64 ; lea eax, [rdx + back]);
        if shift > 0 {
            // The low bits of a misaligned address become the highest bits, so that the result is
            // outside the window.
            dynasm!(self.a ; .arch x64 ; ror eax, BYTE shift as i8);
        }
        dynasm!(self.a ; .arch x64
            ; cmp eax, [r13 + room]
            ; jae =>it.begin
            ; mov rcx, [r13 + distance]);
        // For a load, this sum does not include the address in `edx`. So if the address comes from
        // another load, it is added last, and nothing else waits for it.
        match it.op.kind.is_load() {
            true => dynasm!(self.a ; .arch x64 ; lea rcx, [r14 + rcx + back]),
            false => dynasm!(self.a ; .arch x64 ; lea rdx, [rdx + rcx + back]),
        }
    }

    /// Emits code that puts the address of an access into `edx`.
    pub(super) fn address(&mut self, op: &Op) {
        match (self.x_home(op.rs1), op.imm) {
            _ if op.rs1 == 0 => dynasm!(self.a ; .arch x64 ; mov edx, op.imm),
            (Home::Host(base), imm) if imm != 0 => self.with_memory(short::LEA, EDX, base, imm),
            (_, imm) => {
                self.load_x(EDX, op.rs1);
                if imm != 0 {
                    self.with_number(short::ADD, Home::Host(EDX), imm);
                }
            }
        }
    }

    /// Emits code that finds the bytes of an aligned access by the lookaside, and leaves their
    /// distance from the address in `r14` in `edx`. Otherwise the code jumps to `elsewhere`, with
    /// the offset of the lookaside entry in `ecx` and the access's tag in `eax`.
    fn find(&mut self, op: &Op, elsewhere: Label) {
        let size = size_of::<lookaside::Granule>().trailing_zeros();
        let shift = (GRANULE_SHIFT - size) as i8;
        let mask = ((ENTRIES - 1) << size) as i32;
        let tag = !((1 << GRANULE_SHIFT) - 1) | (bytes_of(op.kind) - 1);
        dynasm!(self.a ; .arch x64
            ; mov ecx, edx
            ; mov eax, edx
            ; shr ecx, BYTE shift
            ; and eax, tag
            ; and ecx, mask
            ; cmp eax, [BYTE r13 + rcx + field(op) as i8]
            ; jne =>elsewhere);
    }

    /// Ends the code of an access. Out-of-line code that has made the access itself returns to this
    /// point.
    pub fn accessed(&mut self) {
        if let Some(accessed) = self.accessed.take() {
            self.bind(accessed);
        }
    }

    /// Emits the out-of-line code of [`Emitter::access`].
    pub(super) fn look_elsewhere(&mut self) {
        let delta = offset_of!(lookaside::Granule, delta) as i32;
        let bytes = offset_of!(lookaside::Granule, bytes) as i32;
        let mut special = Vec::new();
        for it in std::mem::take(&mut self.elsewhere) {
            let next = self.label();
            self.bind(it.begin);
            self.assume(it.assignment);
            if it.marking.is_some() || it.window.is_some() {
                self.address(&it.op);
            }
            if let Some(cache) = self.cache {
                self.find_cached(&it, cache);
            }
            if it.marking.is_some() || it.window.is_some() {
                let elsewhere = self.label();
                self.find(&it.op, elsewhere);
                self.bind(it.back);
                self.access_found(&it.op, it.entry);
                if it.marking.is_some() {
                    dynasm!(self.a ; .arch x64 ; dec QWORD [rbp + HITS]);
                }
                dynasm!(self.a ; .arch x64
                    ; jmp =>it.accessed
                    ; =>elsewhere);
            }
            dynasm!(self.a ; .arch x64
                ; or eax, ELSEWHERE as i32
                ; cmp eax, [r13 + rcx + field(&it.op)]
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
                ; cmp eax, [r13 + rcx + field(&it.op)]
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

/// Offset from `rsp` of the stack slot that has the distance of the data cache from `r14`, in
/// bytes.
const DISTANCE: i32 = 96;

/// Offset in a lookaside entry of the tag for the access `op`, in bytes.
fn field(op: &Op) -> i32 {
    let field = match op.kind.is_load() {
        true => offset_of!(lookaside::Granule, read),
        false => offset_of!(lookaside::Granule, write),
    };
    field as i32
}

/// Bytes of an access.
pub(super) fn bytes_of(kind: Opcode) -> i32 {
    use Opcode::*;
    match kind {
        Lb | Lbu | Sb => 1,
        Lh | Lhu | Sh => 2,
        Lw | Flw | Sw | Fsw => 4,
        _ => 8,
    }
}
