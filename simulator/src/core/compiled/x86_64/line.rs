//! Changes of the instruction-cache line, for code that cores fetch through an instruction cache.

use super::super::super::cache::{Layout, PRESENT};
use super::super::super::{Core, NO_LINE};
use super::{Emitter, Label, NotedUse};
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

const LINE: i32 = offset_of!(Core, line) as i32;
const CROSSING: i32 = offset_of!(Core, crossing) as i32;
const LINES: i32 = offset_of!(Core, lines) as i32;

/// Out-of-line code for a block that a core enters from code in another cache line.
pub(super) struct OtherLine {
    /// The address (`pc`) of the block's first instruction, and the cache lines of its first and
    /// last byte.
    pc: u32,
    lines: (u32, u32),
    begin: Label,
    /// The label of the block's first instruction.
    back: Label,
    refused: Label,
}

impl Emitter {
    /// Emits the fetch of a block's first instruction at `pc`. `lines` are the cache lines of its
    /// first and last byte. If one of them is not in the cache, the emitted code leaves the
    /// instruction to the interpreter.
    pub fn require_lines(&mut self, pc: u32, lines: (u32, u32), refused: Label) {
        let (first, last) = lines;
        let (begin, back) = match self.code_cache {
            Some(_) => (self.label(), self.label()),
            None => (refused, self.label()),
        };
        dynasm!(self.a ; .arch x64 ; cmp DWORD [rbp + LINE], last as i32 ; jne =>begin);
        if first != last {
            dynasm!(self.a ; .arch x64 ; cmp DWORD [rbp + CROSSING], pc as i32 ; jne =>begin);
        }
        self.bind(back);
        if self.code_cache.is_some() {
            self.lines.push(OtherLine {
                pc,
                lines,
                begin,
                back,
                refused,
            });
        }
    }

    /// Emits the out-of-line code of [`Emitter::require_lines`].
    pub(super) fn look_for_lines(&mut self) {
        let Some(cache) = self.code_cache else {
            return;
        };
        for it in std::mem::take(&mut self.lines) {
            let (first, last) = it.lines;
            self.bind(it.begin);
            if first != last {
                let has_first = self.label();
                dynasm!(self.a ; .arch x64
                    ; cmp DWORD [rbp + LINE], first as i32
                    ; je =>has_first);
                self.take_line(cache, first, it.refused);
                self.bind(has_first);
            }
            self.take_line(cache, last, it.refused);
            if first != last {
                dynasm!(self.a ; .arch x64 ; mov DWORD [rbp + CROSSING], it.pc as i32);
            }
            dynasm!(self.a ; .arch x64 ; jmp =>it.back);
        }
    }

    /// Emits code that makes `line` the line from which the core fetches. If the line is not in the
    /// cache, the code jumps to `refused`.
    fn take_line(&mut self, cache: Layout, line: u32, refused: Label) {
        let set = (line >> cache.line_shift) & (cache.sets - 1);
        let latest = cache.latest + 8 * set as i32;
        let tags = cache.tags + 4 * (set * cache.ways) as i32;
        let (found, taken) = (self.label(), self.label());
        dynasm!(self.a ; .arch x64
            ; mov rax, [rsp + CODE_CACHE]
            ; cmp DWORD [rax + latest], line as i32
            ; je =>taken
            ; mov edx, (line | PRESENT) as i32
            ; mov ecx, (set * cache.ways) as i32);
        for way in 0..cache.ways as i32 {
            if way > 0 {
                dynasm!(self.a ; .arch x64 ; inc ecx);
            }
            dynasm!(self.a ; .arch x64 ; cmp edx, [rax + tags + 4 * way] ; je =>found);
        }
        dynasm!(self.a ; .arch x64 ; jmp =>refused ; =>found);
        let noted = NotedUse {
            cache: CODE_CACHE,
            counter: LINES,
            known: 80,
            next: 1,
            entry: 0,
        };
        self.note_use(cache, noted);
        dynasm!(self.a ; .arch x64
            ; =>taken
            ; inc QWORD [rbp + LINES]
            ; mov DWORD [rbp + LINE], line as i32
            ; mov DWORD [rbp + CROSSING], NO_LINE as i32);
    }
}

/// Offset from `rsp` of the stack slot with the address of the instruction cache, in bytes.
const CODE_CACHE: i32 = 72;
