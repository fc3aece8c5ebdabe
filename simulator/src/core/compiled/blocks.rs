//! The compiled code of a program, and where it may pay to have more.

use super::super::code::CodeImage;
use super::super::fast::{enter_compiled, Entrance, SLICE};
use super::compiler::{self, Compiled, Done};
use super::region::Region;
use super::When;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Slices that have ended at an operation when it counts as hot.
const HOT: u8 = 12;
/// Instructions of a region.
const MOST: usize = 100;
/// Slices that have been executed for each instruction that is compiled: it takes as long as about
/// thirteen, so compiling takes a twentieth of the time at most.
const SLICES: u32 = 256;
/// And at least, unless there are no more.
const LEAST: usize = 40;
/// In tests, where everything is compiled.
const MOST_AT_FIRST: usize = 64;
/// It has been asked for.
const ASKED: u8 = u8::MAX;

/// The compiled code of a program.
#[derive(Default)]
pub(in super::super) struct Blocks {
    when: OnceLock<When>,
    /// Slices, less those that have been compiled for.
    slices: AtomicU32,
    /// By operation: slices that ended there.
    samples: OnceLock<Box<[AtomicU8]>>,
    /// By operation.
    entrances: OnceLock<Box<[AtomicPtr<Entrance>]>>,
    /// What the thread has compiled and nobody has taken yet.
    done: Arc<Done>,
    /// Entrances point into it.
    code: Mutex<Vec<Compiled>>,
}

impl Blocks {
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
        if self.done.is_ready() {
            self.install(code);
        }
        if self.when() == When::First {
            self.compile_now(code, index);
        }
    }

    /// Where compiled code is entered at the operation `index`, if it can be.
    #[inline]
    pub fn entrance(&self, index: usize) -> Option<&Entrance> {
        let entrance = self.entrances.get()?[index].load(Ordering::Acquire);
        // SAFETY: `install` has made a box of it, which lives as long as `self`.
        unsafe { entrance.as_ref() }
    }

    /// A slice of so many cycles at most has ended at `pc`, in compiled code or in a handler.
    #[inline]
    pub fn sample(&self, code: &CodeImage, pc: u32, cycles: u32, is_compiled: bool) {
        if cycles < SLICE {
            return;
        }
        // Between threads some may be lost, here and below.
        let slices = self.slices.load(Ordering::Relaxed).saturating_add(1);
        self.slices.store(slices, Ordering::Relaxed);
        if !is_compiled {
            self.count(code, pc);
        }
    }

    fn count(&self, code: &CodeImage, pc: u32) {
        let Some(index) = code.index(pc) else { return };
        let count = &self.samples(code)[index];
        let before = count.load(Ordering::Relaxed);
        if before >= HOT || self.when() != When::Hot {
            return;
        }
        if before + 1 < HOT {
            return count.store(before + 1, Ordering::Relaxed);
        }
        let slices = self.slices.load(Ordering::Relaxed);
        let most = (slices / SLICES) as usize;
        if most < LEAST {
            // Later.
            return;
        }
        count.store(ASKED, Ordering::Relaxed);
        if let Some(region) = Region::from(code, index, most.min(MOST)) {
            let taken = region.parts().count() as u32 * SLICES;
            self.slices
                .store(slices.saturating_sub(taken), Ordering::Relaxed);
            compiler::ask(region, &self.done);
        }
    }

    #[cold]
    fn compile_now(&self, code: &CodeImage, index: usize) {
        if self.samples(code)[index].swap(ASKED, Ordering::Relaxed) == ASKED {
            return;
        }
        if let Some(region) = Region::from(code, index, MOST_AT_FIRST) {
            self.done.add(compiler::compile(&region));
            self.install(code);
        }
    }

    /// Puts what is done where handlers stand.
    #[cold]
    fn install(&self, code: &CodeImage) {
        let mut kept = self.code.lock().expect("no panic while it was held");
        for compiled in self.done.take() {
            let ops = match code.priced(false) {
                Some(priced) => &priced.ops[..],
                None => {
                    // Made of these handlers, so before others stand there.
                    code.traced_ops();
                    code.ops()
                }
            };
            let entrances = self
                .entrances
                .get_or_init(|| (0..ops.len()).map(|_| AtomicPtr::default()).collect());
            for (&index, number) in compiled.entrances.iter().zip(0..) {
                let handler = &ops[index].handler;
                if !entrances[index].load(Ordering::Relaxed).is_null() {
                    continue;
                }
                let entrance = Entrance::new(compiled.code(), number, handler.get());
                // Released by `drop`.
                entrances[index].store(Box::into_raw(Box::new(entrance)), Ordering::Release);
                handler.set(enter_compiled);
            }
            kept.push(compiled);
        }
    }

    fn samples(&self, code: &CodeImage) -> &[AtomicU8] {
        self.samples
            .get_or_init(|| code.ops().iter().map(|_| AtomicU8::new(0)).collect())
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        for entrance in self.entrances.get().into_iter().flatten() {
            let entrance = entrance.load(Ordering::Acquire);
            if !entrance.is_null() {
                // SAFETY: `install` has made a box of it, and nobody else looks at it any more.
                drop(unsafe { Box::from_raw(entrance) });
            }
        }
    }
}
