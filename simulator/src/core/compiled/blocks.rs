//! The code of a program that has been compiled, and the counts that decide which code to compile
//! next.

use super::super::code::CodeImage;
use super::super::fast::enter_compiled;
use super::super::trace::Tracing;
use super::buffer::Buffer;
use super::region::Region;
use super::translate::translate;
use super::{host, Enter, Gate, When, WINDOWS};
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock};

/// The count at which an operation is compiled. Each jump from compiled code to the operation,
/// while it is not compiled, adds 1 to its count.
const HOT: u8 = 16;
/// What a time slice adds to the count of the operation at which it ends, if the slice has at least
/// `LONG_SLICE` cycles. A shorter one adds less.
const SLICE_END: u8 = 8;
const LONG_SLICE: u32 = 2048;
/// The value of the count of an operation that has been compiled or cannot be compiled.
const DONE: u8 = u8::MAX;
/// Approximate number of instructions in a compiled region.
const MOST: usize = 200;

/// The compiled code of a program.
pub(in super::super) struct Blocks {
    /// How the code traces memory accesses.
    tracing: Tracing,
    when: OnceLock<When>,
    table: OnceLock<Option<Table>>,
    /// The buffers with the compiled code.
    code: Mutex<Vec<Buffer>>,
}

/// For each operation, the address of its compiled code, and the count that decides when it is
/// compiled.
struct Table {
    gate: &'static Gate,
    /// For each operation, the address of its compiled code, or of the gate's exit if it has none.
    entrances: Box<[AtomicPtr<u8>]>,
    /// For each operation, the count that decides when it is compiled: see [`HOT`] and
    /// [`SLICE_END`].
    heat: Box<[AtomicU8]>,
}

impl Table {
    /// Makes a table without compiled code. None if this host has no compiler or refuses executable
    /// memory.
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
    /// Makes the record of a program's compiled code, in which nothing has been compiled yet.
    pub fn new(tracing: Tracing) -> Blocks {
        Blocks {
            tracing,
            when: OnceLock::new(),
            table: OnceLock::new(),
            code: Mutex::default(),
        }
    }

    /// Decides when code is compiled. Must be called before the first instruction is executed.
    pub fn compile(&self, when: When) {
        // Only the first call has an effect.
        let _ = self.when.set(when);
    }

    /// Number of compiled regions.
    pub fn regions(&self) -> usize {
        self.code.lock().expect("no panic while it was held").len()
    }

    fn when(&self) -> When {
        *self.when.get_or_init(When::chosen)
    }

    /// Notes that a time slice begins at operation `index`.
    #[inline]
    pub fn begin(&self, code: &CodeImage, index: usize) {
        if self.when() == When::First {
            self.missed(code, index);
        }
    }

    /// Notes that a time slice of `cycles` cycles has ended at `pc` in the interpreter.
    #[inline]
    pub fn slice_ended(&self, code: &CodeImage, pc: u32, cycles: u32) {
        let share = cycles.min(LONG_SLICE) * u32::from(SLICE_END) / LONG_SLICE;
        if let Some(index) = code.index(pc) {
            self.heat(code, index, share as u8);
        }
    }

    /// Notes that compiled code has jumped to an operation without compiled code.
    #[inline]
    pub fn missed(&self, code: &CodeImage, index: usize) {
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
        // Two threads may count at the same time. Then one count may be lost, which does no harm.
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

    /// The function that enters compiled code, and the address of the compiled code for operation
    /// `index`.
    #[inline]
    pub fn entrance(&self, index: usize) -> Option<(Enter, *const u8)> {
        let table = self.table.get()?.as_ref()?;
        let entrance = table.entrances[index].load(Ordering::Acquire);
        Some((table.gate.enter, entrance))
    }

    #[cold]
    fn compile_at(&self, code: &CodeImage, table: &Table, index: usize) {
        // If another thread is compiling, perhaps this very region, this thread does not wait.
        let Ok(mut kept) = self.code.try_lock() else {
            return;
        };
        table.heat[index].store(DONE, Ordering::Relaxed);
        let is_there = |index| table.is_compiled(index);
        if is_there(index) {
            return;
        }
        // A block can be compiled when the interpreter has executed its accesses, so that their
        // addresses are known.
        let is_ready = |index| self.when() == When::First || code.latest_access(index).is_some();
        let Some(region) = Region::from(code, index, MOST, is_there, is_ready) else {
            return;
        };
        let exit = table.gate.exit;
        // With `When::First`, the interpreter has not executed the accesses, so their addresses are
        // unknown. Then the operations are compiled in turn for each window of addresses and for no
        // window, so that tests execute all kinds of code.
        let window = |index: usize| match self.when() {
            When::First => (index % (WINDOWS + 1)).checked_sub(1),
            _ => code.latest_access(index).filter(|&upper| upper < WINDOWS),
        };
        let Some((buffer, entrances)) =
            translate(code, &region, &table.entrances, exit, self.tracing, &window)
        else {
            return;
        };
        let ops = match code.priced(self.tracing) {
            Some(priced) => &priced.ops[..],
            None => code.traced_ops(self.tracing),
        };
        for (index, offset) in entrances {
            let entrance = buffer.at(offset).cast_mut();
            table.entrances[index].store(entrance, Ordering::Release);
            table.heat[index].store(DONE, Ordering::Relaxed);
            ops[index].handler.set(enter_compiled);
        }
        kept.push(buffer);
    }
}
