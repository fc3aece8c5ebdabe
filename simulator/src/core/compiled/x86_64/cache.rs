//! Loads and stores of bytes in lines of the data cache, and the records of line uses for both
//! caches.

use super::super::super::cache::{Layout, FIRST_CACHED, PRESENT};
use super::super::super::code::Op;
use super::super::super::trace::Touch;
use super::super::super::Core;
use super::super::count;
use super::memory::{bytes_of, Elsewhere};
use super::{Emitter, Label};
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

/// Offset from `rsp` of the stack slot with the address of the data cache, in bytes.
const DATA_CACHE: i32 = 56;
/// Offset in `Core` of the number of hits in the data cache, in bytes.
pub(super) const HITS: i32 = offset_of!(Core, hits) as i32;

/// The parameters of [`Emitter::note_use`] that differ between data caches and instruction caches.
pub(super) struct NotedUse {
    /// Offset from `rsp` of the stack slot with the address of the cache, in bytes.
    pub cache: i32,
    /// Offset in `Core` of the number of uses so far, in bytes.
    pub counter: i32,
    /// Offset from `rsp` of the stack slot with the number of uses when the time slice began, in
    /// bytes.
    pub known: i32,
    /// The number of this use minus the number of uses so far.
    pub next: i32,
    /// The number of the next undo log entry, counted from the last [`Emitter::account`].
    pub entry: usize,
}

impl Emitter {
    /// Emits code for an aligned access, with the address in `edx`, to the line that was used last
    /// in its set. The code puts the address of the data cache into `rax`, and the distance of the
    /// accessed bytes from there into `edx`. For any other access it jumps to `other`, and `edx` no
    /// longer has the address. `marking` has two labels: of the code that marks the bytes of a
    /// store as dirty, and of the instruction to which that code returns.
    pub(super) fn find_latest(
        &mut self,
        cache: Layout,
        op: &Op,
        other: Label,
        marking: (Label, Label),
    ) {
        let bytes = bytes_of(op.kind);
        let other_bits = !((1 << cache.line_shift) - 1) | (bytes - 1);
        if cache.sets == 1 {
            // If the cache has one set, address 0 in its record means that no line was used last
            // ([`Cache::nothing`]).
            dynasm!(self.a ; .arch x64 ; cmp edx, FIRST_CACHED as i32 ; jb =>other);
        }
        // For an address in that line, the exclusive or with the line's address is the offset in
        // the line. For other addresses it has further bits.
        dynasm!(self.a ; .arch x64
            ; mov ecx, edx
            ; mov rax, [rsp + DATA_CACHE]
            ; shr ecx, BYTE cache.line_shift as i8 - 3
            ; and ecx, (8 * (cache.sets - 1)) as i32
            ; xor edx, [rax + rcx + cache.latest]
            ; test edx, other_bits
            ; jne =>other
            ; add edx, [rax + rcx + cache.latest + 4]);
        if !op.kind.is_load() {
            // The code loads four bytes of dirty bits, which belong to 32 bytes of a line.
            dynasm!(self.a ; .arch x64
                ; mov ecx, edx
                ; shr ecx, 5
                ; mov eax, [rax + rcx * 4 + (cache.dirty - cache.lines / 8)]
                ; mov ecx, edx
                ; shr eax, cl
                ; not eax
                ; test al, ((1u32 << bytes) - 1) as i8
                ; jne =>marking.0
                ; =>marking.1);
        }
    }

    /// Emits the out-of-line code that marks the bytes of a store as dirty.
    /// [`Emitter::find_latest`] jumps to it if some of them are clean.
    pub(super) fn mark_latest_dirty(
        &mut self,
        cache: Layout,
        it: &Elsewhere,
        (begin, back): (Label, Label),
    ) {
        if it.op.kind.is_load() {
            return;
        }
        dynasm!(self.a ; .arch x64
            ; =>begin
            ; sub edx, cache.lines
            ; mov rax, [rsp + DATA_CACHE]);
        self.mark_dirty(cache, bytes_of(it.op.kind), it.entry);
        dynasm!(self.a ; .arch x64 ; add edx, cache.lines ; jmp =>back);
    }

    /// Emits the out-of-line code that looks for an access in the data cache. If the inline code
    /// has not looked there, this code looks for any line; otherwise only for lines that were not
    /// used last in their set. If the line is not present, the interpreter carries out the access.
    /// For an address below [`FIRST_CACHED`], execution continues after this code.
    pub(super) fn find_cached(&mut self, it: &Elsewhere, cache: Layout) {
        let [missed, below, found, other, there] = [(); 5].map(|()| self.label());
        let line = (1u32 << cache.line_shift) - 1;
        let bytes = bytes_of(it.op.kind);
        let is_store = !it.op.kind.is_load();
        dynasm!(self.a ; .arch x64 ; cmp edx, FIRST_CACHED as i32 ; jb =>below);
        if is_store && cache.writes_through {
            return dynasm!(self.a ; .arch x64 ; jmp =>it.missed ; =>below);
        }
        let marking = (self.label(), self.label());
        if it.marking.is_none() {
            self.find_latest(cache, &it.op, other, marking);
            self.bind(there);
            self.access_cached(it, cache);
            self.bind(other);
            self.address(&it.op);
        }
        const { assert!(PRESENT & 7 == 0, "no bit of a misaligned address") }
        dynasm!(self.a ; .arch x64
            ; mov ecx, edx
            ; shr ecx, BYTE cache.line_shift as i8
            ; and ecx, (cache.sets - 1) as i32
            ; imul ecx, ecx, cache.ways as i32
            ; mov rax, [rsp + DATA_CACHE]
            ; and edx, (!line | (bytes as u32 - 1)) as i32
            ; or edx, PRESENT as i32);
        if cache.ways == 4 {
            // Compares the tags of all four lines of the set at once.
            dynasm!(self.a ; .arch x64
                ; movd xmm0, edx
                ; movdqu xmm1, [rax + rcx * 4 + cache.tags]
                ; pshufd xmm0, xmm0, 0
                ; pcmpeqd xmm0, xmm1
                ; movmskps eax, xmm0
                ; bsf eax, eax
                ; jz =>missed
                ; add ecx, eax);
        } else {
            for way in 0..cache.ways {
                dynasm!(self.a ; .arch x64 ; cmp edx, [rax + rcx * 4 + cache.tags]);
                if way + 1 < cache.ways {
                    dynasm!(self.a ; .arch x64 ; je =>found ; inc ecx);
                }
            }
            dynasm!(self.a ; .arch x64 ; jne =>missed ; =>found);
        }
        let noted = NotedUse {
            cache: DATA_CACHE,
            counter: HITS,
            known: 64,
            next: it.uncounted as i32 + 1,
            entry: it.entry,
        };
        self.note_use(cache, noted);
        self.address(&it.op);
        dynasm!(self.a ; .arch x64
            ; mov rax, [rsp + DATA_CACHE]
            ; and edx, line as i32
            ; shl ecx, BYTE cache.line_shift as i8
            ; add edx, ecx);
        if is_store {
            self.mark_dirty(cache, bytes, it.entry);
        }
        dynasm!(self.a ; .arch x64 ; add edx, cache.lines);
        match it.marking {
            None => dynasm!(self.a ; .arch x64 ; jmp =>there),
            Some(_) => self.access_cached(it, cache),
        }
        self.bind(missed);
        self.address(&it.op);
        dynasm!(self.a ; .arch x64 ; jmp =>it.missed);
        self.mark_latest_dirty(cache, it, it.marking.unwrap_or(marking));
        self.bind(below);
    }

    /// Emits an access to bytes in a line of the data cache, and counts the hit.
    fn access_cached(&mut self, it: &Elsewhere, cache: Layout) {
        self.access_line(&it.op, it.entry);
        if it.marking.is_none() {
            dynasm!(self.a ; .arch x64 ; inc QWORD [rbp + HITS]);
        }
        self.count(count(cache.hit, 0));
        if it.has_entry {
            // Accesses that hit in the cache are not traced, so the next access reuses the trace
            // entry of this one.
            dynasm!(self.a ; .arch x64 ; sub QWORD [rsp + 32], size_of::<Touch>() as i32);
        }
        dynasm!(self.a ; .arch x64 ; jmp =>it.accessed);
    }

    /// Emits code that records a use of line number `ecx`, whose tag is in `edx`, as the last use
    /// in its set. The overwritten bytes go to the undo log, except a use number that was written
    /// since the time slice began, because the log does not need it. Uses `rax` and `rdx`.
    pub(super) fn note_use(&mut self, cache: Layout, noted: NotedUse) {
        let NotedUse {
            cache: begin,
            counter,
            known,
            next,
            entry,
        } = noted;
        let at = 16 * entry as i32;
        dynasm!(self.a ; .arch x64
            ; movd xmm1, ecx
            ; mov eax, ecx
            ; shl eax, BYTE cache.line_shift as i8
            ; xor edx, PRESENT as i32
            ; add eax, cache.lines
            ; shl rax, 32
            ; or rax, rdx
            ; shr edx, BYTE cache.line_shift as i8 - 3
            ; and edx, (8 * (cache.sets - 1)) as i32
            ; add rdx, [rsp + begin]
            ; add rdx, cache.latest
            ; mov rcx, [rdx]
            ; mov [rdx], rax
            ; mov rax, [rsp]
            ; mov [rax + at + 8], rcx
            ; sub rdx, r14
            ; add rdx, [rsp + 24]
            ; mov [rax + at], edx
            ; mov DWORD [rax + at + 4], 8
            ; add rax, 16
            ; mov [rsp], rax
            ; movd ecx, xmm1);
        if !cache.notes_uses {
            return;
        }
        dynasm!(self.a ; .arch x64
            ; mov rdx, [rsp + begin]
            ; lea rdx, [rdx + rcx * 8]
            ; mov rcx, [rdx]
            ; cmp rcx, [rsp + known]
            ; ja >known
            ; mov [rax + at + 8], rcx
            ; mov rcx, rdx
            ; sub rcx, r14
            ; add rcx, [rsp + 24]
            ; mov [rax + at], ecx
            ; mov DWORD [rax + at + 4], 8
            ; add QWORD [rsp], 16
            ; known:
            ; mov rcx, [rbp + counter]
            ; add rcx, next
            ; mov [rdx], rcx
            ; movd ecx, xmm1);
    }

    /// Emits code that marks `bytes` bytes as dirty; `edx` is their distance from the first line.
    /// The old dirty bits go to the undo log. Expects the address of the cache in `rax`. Uses
    /// `rcx`.
    fn mark_dirty(&mut self, cache: Layout, bytes: i32, entry: usize) {
        // The dirty bits of one access are all in one byte.
        dynasm!(self.a ; .arch x64
            ; movd xmm1, edx
            ; mov ecx, edx
            ; and ecx, 7
            ; shr edx, 3
            ; lea rax, [rax + rdx + cache.dirty]
            ; mov edx, (1 << bytes) - 1
            ; shl edx, cl
            ; movzx ecx, BYTE [rax]
            ; or edx, ecx
            ; cmp edx, ecx
            ; je >known
            ; mov [rax], dl
            ; sub rax, r14
            ; add rax, [rsp + 24]
            ; mov rdx, [rsp]
            ; mov [rdx + (16 * entry) as i32 + 8], rcx
            ; mov [rdx + (16 * entry) as i32], eax
            ; mov DWORD [rdx + (16 * entry) as i32 + 4], 1
            ; add QWORD [rsp], 16
            ; known:
            ; mov rax, [rsp + DATA_CACHE]
            ; movd edx, xmm1);
    }
}
