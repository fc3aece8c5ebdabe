//! Lines of instructions, where code comes through an instruction cache.

use super::super::super::cache::PRESENT;
use super::super::super::{Core, NO_LINE};
use super::{Emitter, Label, NotedUse};
use dynasmrt::{dynasm, DynasmApi, DynasmLabelApi};
use std::mem::offset_of;

const LINE: i32 = offset_of!(Core, line) as i32;
const CROSSING: i32 = offset_of!(Core, crossing) as i32;
const LINES: i32 = offset_of!(Core, lines) as i32;

/// The code for a block that a core comes to from another line.
pub(super) struct OtherLine {
    line: u32,
    /// The number of the first line of its set.
    set: u32,
    begin: Label,
    /// The label of the block's first instruction.
    back: Label,
    refused: Label,
}

impl Emitter {
    /// Takes a line of instructions, at the start of a block. `set` is the number of the first line
    /// of its set. If the line is not in the cache, leaves the instruction to its handler.
    pub fn require_line(&mut self, line: u32, set: u32, refused: Label) {
        if self.code_cache.is_none() {
            return dynasm!(self.a ; .arch x64
                ; cmp DWORD [rbp + LINE], line as i32
                ; jne =>refused);
        }
        let (begin, back) = (self.label(), self.label());
        dynasm!(self.a ; .arch x64 ; cmp DWORD [rbp + LINE], line as i32 ; jne =>begin ; =>back);
        self.lines.push(OtherLine {
            line,
            set,
            begin,
            back,
            refused,
        });
    }

    /// Emits the rarer parts of [`Emitter::require_line`].
    pub(super) fn look_for_lines(&mut self) {
        let Some(cache) = self.code_cache else {
            return;
        };
        for it in std::mem::take(&mut self.lines) {
            let found = self.label();
            let tags = cache.tags + 4 * it.set as i32;
            dynasm!(self.a ; .arch x64
                ; =>it.begin
                ; mov rax, [rsp + 72]
                ; mov ecx, it.set as i32);
            for way in 0..cache.ways as i32 {
                if way > 0 {
                    dynasm!(self.a ; .arch x64 ; inc ecx);
                }
                dynasm!(self.a ; .arch x64
                    ; cmp DWORD [rax + tags + 4 * way], (it.line | PRESENT) as i32
                    ; je =>found);
            }
            dynasm!(self.a ; .arch x64 ; jmp =>it.refused ; =>found);
            let noted = NotedUse {
                counter: LINES,
                known: 80,
                entry: 0,
            };
            self.note_use(cache, noted);
            dynasm!(self.a ; .arch x64
                ; mov DWORD [rbp + LINE], it.line as i32
                ; mov DWORD [rbp + CROSSING], NO_LINE as i32
                ; jmp =>it.back);
        }
    }
}
