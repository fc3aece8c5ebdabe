//! The compiled code of a program, and where it pays to have more.

use super::super::code::CodeImage;
use super::super::fast::{enter_compiled, SLICE};
use super::super::trace::Tracing;
use super::buffer::Buffer;
use super::region::Region;
use super::translate::translate;
use super::{host, Enter, Gate, When};
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock};

/// An operation is hot when it has been found so often: where compiled code has gone on to it,
const HOT: u8 = 16;
/// or where a slice has ended, which counts for more.
const SLICE_END: u8 = 8;
/// It has been compiled, or cannot be.
const DONE: u8 = u8::MAX;
/// Instructions of a region, about.
const MOST: usize = 200;

/// The compiled code of a program.
pub(in super::super) struct Blocks {
    /// How they trace memory accesses.
    tracing: Tracing,
    when: OnceLock<When>,
    table: OnceLock<Option<Table>>,
    /// Entrances point into it.
    code: Mutex<Vec<Buffer>>,
}

/// What there is for each operation.
struct Table {
    gate: &'static Gate,
    /// Where its code is entered, or the gate's exit.
    entrances: Box<[AtomicPtr<u8>]>,
    /// How hot it is.
    heat: Box<[AtomicU8]>,
}

impl Table {
    /// None where the host cannot.
    fn new(code: &CodeImage) -> Option<Table> {
        static GATE: OnceLock<Option<Gate>> = OnceLock::new();
        let gate = GATE.get_or_init(|| host::is_able().then(host::gate).flatten());
        let gate = gate.as_ref()?;
        let ops = code.ops().iter();
        let nowhere = |_| AtomicPtr::new(gate.exit.cast_mut());
        Some(Table {
            gate,
            entrances: ops.clone().map(nowhere).collect(),
            heat: ops.map(|_| AtomicU8::new(0)).collect(),
        })
    }

    fn is_compiled(&self, index: usize) -> bool {
        !std::ptr::eq(
            self.entrances[index].load(Ordering::Relaxed),
            self.gate.exit,
        )
    }
}

impl Blocks {
    /// None yet.
    pub fn new(tracing: Tracing) -> Blocks {
        Blocks {
            tracing,
            when: OnceLock::new(),
            table: OnceLock::new(),
            code: Mutex::default(),
        }
    }

    /// Code is compiled then, if nothing has been executed yet.
    pub fn compile(&self, when: When) {
        // Later, what has been chosen stays.
        let _ = self.when.set(when);
    }

    /// How many regions are compiled.
    pub fn regions(&self) -> usize {
        self.code.lock().expect("no panic while it was held").len()
    }

    fn when(&self) -> When {
        *self.when.get_or_init(When::chosen)
    }

    /// A slice begins at the operation `index`.
    #[inline]
    pub fn begin(&self, code: &CodeImage, index: usize) {
        if self.when() == When::First {
            self.found(code, index);
        }
    }

    /// A slice of so many cycles has ended at `pc`, in a handler.
    #[inline]
    pub fn slice_ended(&self, code: &CodeImage, pc: u32, cycles: u32) {
        let share = cycles.min(SLICE) * u32::from(SLICE_END) / SLICE;
        if let Some(index) = code.index(pc) {
            self.heat(code, index, share as u8);
        }
    }

    /// Compiled code would go on at an operation that has not been compiled.
    #[inline]
    pub fn found(&self, code: &CodeImage, index: usize) {
        self.heat(code, index, 1);
    }

    fn heat(&self, code: &CodeImage, index: usize, more: u8) {
        if self.when() == When::Never {
            return;
        }
        let Some(table) = self.table.get_or_init(|| Table::new(code)) else {
            return;
        };
        let heat = &table.heat[index];
        // Between threads some may be lost.
        let now = heat.load(Ordering::Relaxed);
        if now == DONE {
            return;
        }
        let now = now.saturating_add(more).min(DONE - 1);
        heat.store(now, Ordering::Relaxed);
        if now >= HOT || self.when() == When::First {
            self.compile_at(code, table, index);
        }
    }

    /// How compiled code is entered at the operation `index`, and where.
    #[inline]
    pub fn entrance(&self, index: usize) -> Option<(Enter, *const u8)> {
        let table = self.table.get()?.as_ref()?;
        let place = table.entrances[index].load(Ordering::Acquire);
        Some((table.gate.enter, place))
    }

    #[cold]
    fn compile_at(&self, code: &CodeImage, table: &Table, index: usize) {
        // Where another thread compiles, it may be this.
        let Ok(mut kept) = self.code.try_lock() else {
            return;
        };
        table.heat[index].store(DONE, Ordering::Relaxed);
        let is_there = |index| table.is_compiled(index);
        if is_there(index) {
            return;
        }
        let Some(region) = Region::from(code, index, MOST, is_there) else {
            return;
        };
        let exit = table.gate.exit;
        let Some((buffer, places)) = translate(code, &region, &table.entrances, exit, self.tracing)
        else {
            return;
        };
        let ops = match code.priced(self.tracing) {
            Some(priced) => &priced.ops[..],
            None => code.traced_ops(self.tracing),
        };
        for (index, offset) in places {
            let place = buffer.at(offset).cast_mut();
            table.entrances[index].store(place, Ordering::Release);
            table.heat[index].store(DONE, Ordering::Relaxed);
            ops[index].handler.set(enter_compiled);
        }
        kept.push(buffer);
    }
}
