//! The architectural state of a core.

use super::access::Split;
use super::control::MISA_F;
use super::counters::Counters;
use super::price::{Price, Spent};
use crate::config::Isa;

/// The complete state of a core. A checkpoint stores a copy of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(C)]
pub struct Core {
    /// Integer registers; `x[0]` is always 0.
    pub x: [u32; 32],
    /// Floating-point registers; singles are NaN-boxed.
    pub f: [u64; 32],
    /// Cycle at which the next instruction issues.
    pub time: u64,
    /// Instructions retired.
    pub instret: u64,
    pub pc: u32,
    /// `fflags` in bits 0–4, `frm` in bits 5–7.
    pub fcsr: u32,
    /// Number of the hart on the chip (`mhartid`).
    pub hart: u32,
    /// Machine status. Only MIE (bit 3), MPIE (bit 7) and FS (bits 13 and 14: Off or Dirty) can
    /// change.
    pub mstatus: u32,
    /// The counters in the control registers `mcycle` and `minstret`, which programs may set and
    /// stop.
    pub counters: Counters,
    /// Interrupts that are enabled (`mie`) and pending (`mip`), each a combination of
    /// [`TIMER_INTERRUPT`] and [`EXTERNAL_INTERRUPT`].
    pub mie: u32,
    pub mip: u32,
    pub mtvec: u32,
    pub mscratch: u32,
    pub mepc: u32,
    pub mcause: u32,
    pub mtval: u32,
    /// The lowest address of the stack. An addition to `sp`, or a subtraction, traps if it moves
    /// `sp` from this address or above to below it. 0 means no limit.
    pub stack_limit: u32,
    /// Price in energy of the instruction that the exact interpreter is executing; zero if the chip
    /// counts no energy.
    pub(super) price: Price,
    /// Energy and words of the retired instructions, if the chip counts energy.
    pub spent: Spent,
    /// Number of loads and stores that have hit in the data cache.
    pub hits: u64,
    /// The address of the instruction-cache line from which the core has fetched last, or
    /// [`NO_LINE`] if there is none. `lines` counts how often the core has changed to another line
    /// or missed one.
    pub line: u32,
    pub lines: u64,
    /// The address of the latest instruction that began in another line and ended in `line`, or
    /// [`NO_LINE`]. The core keeps the first half of this instruction while it fetches from `line`.
    pub crossing: u32,
    /// Progress of the misaligned access of the instruction at `pc`.
    pub(super) split: Split,
    /// The control register `misa`, which names the extensions of the instruction set.
    pub(super) misa: u32,
}

/// Bits of `mie` and `mip`: the timer interrupt, and the interrupt for all other events.
pub const TIMER_INTERRUPT: u32 = 1 << 7;
pub const EXTERNAL_INTERRUPT: u32 = 1 << 11;
/// A bit of `mcause`, which is set if the trap is an interrupt.
const INTERRUPT: u32 = 1 << 31;

/// An exception, numbered as in the RISC-V privileged specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trap {
    /// `mcause`.
    pub cause: u32,
    /// `mtval`: the faulting address, or the bits of an illegal instruction.
    pub value: u32,
}

impl Trap {
    pub const FETCH_ACCESS: u32 = 1;
    pub const ILLEGAL: u32 = 2;
    pub const BREAKPOINT: u32 = 3;
    pub const ECALL: u32 = 11;
    /// The stack pointer would move below the stack limit. The RISC-V specification leaves this
    /// cause number to custom use.
    pub const STACK: u32 = 24;
}

/// The value of [`Core::line`] if the core has fetched from no line. No line has this address.
pub const NO_LINE: u32 = 1;

/// The stack pointer (RISC-V psABI, register convention).
pub(super) const SP: u8 = 2;

pub(super) const MSTATUS_MIE: u32 = 1 << 3;
pub(super) const MSTATUS_MPIE: u32 = 1 << 7;
/// The field FS of `mstatus`, which says whether the floating-point unit is on: 0 is Off, and all
/// bits 1 is Dirty.
pub(super) const MSTATUS_FS: u32 = 3 << 13;

impl Core {
    /// The value of `ra`. Until the running function calls another one, this is the address to
    /// which it returns.
    pub fn return_address(&self) -> u32 {
        self.x[1]
    }

    /// An integer register.
    pub fn x(&self, register: usize) -> u32 {
        self.x[register & 31]
    }

    /// A core after a reset. It issues the instruction at `pc` in cycle `time`. Its floating-point
    /// unit is on.
    pub fn new(hart: u32, pc: u32, time: u64) -> Core {
        Core {
            x: [0; 32],
            f: [0; 32],
            time,
            instret: 0,
            pc,
            fcsr: 0,
            hart,
            mstatus: MSTATUS_FS,
            counters: Counters::default(),
            mie: 0,
            mip: 0,
            mtvec: 0,
            mscratch: 0,
            mepc: 0,
            mcause: 0,
            mtval: 0,
            stack_limit: 0,
            price: Price::default(),
            spent: Spent::default(),
            hits: 0,
            line: NO_LINE,
            lines: 0,
            crossing: NO_LINE,
            split: Split::default(),
            misa: Isa::Rv32imafdc.misa(),
        }
    }

    /// Resets the core, which then issues the instruction at `pc` in cycle `time`. Its counts of
    /// instructions, energy and cache uses continue.
    pub fn reset(&mut self, pc: u32, time: u64) {
        let has_float = self.misa & MISA_F != 0;
        *self = Core {
            mstatus: if has_float { MSTATUS_FS } else { 0 },
            instret: self.instret,
            stack_limit: self.stack_limit,
            spent: self.spent,
            hits: self.hits,
            lines: self.lines,
            misa: self.misa,
            ..Core::new(self.hart, pc, time)
        };
    }

    /// Returns this core with the instruction set `isa`. If `isa` has no floating point, the
    /// floating-point unit is off.
    pub fn with_isa(mut self, isa: Isa) -> Core {
        self.misa = isa.misa();
        if !isa.has('f') {
            self.mstatus &= !MSTATUS_FS;
        }
        self
    }

    /// Writes an integer register. A write to `x0` has no effect.
    pub fn set_x(&mut self, register: u8, value: u32) {
        if register != 0 {
            self.x[usize::from(register & 31)] = value;
        }
    }

    /// Whether floating-point instructions and registers may be used.
    pub(super) fn float_is_on(&self) -> bool {
        self.mstatus & MSTATUS_FS != 0
    }

    /// Makes the core continue at `pc`. A misaligned access of which only some parts are complete
    /// will start anew.
    pub fn go_to(&mut self, pc: u32) {
        self.pc = pc & !1;
        self.split = Split::default();
    }

    /// Whether moving the stack pointer to `value` would move it from above the stack limit, or
    /// from the limit, to below it.
    pub(super) fn leaves_stack(&self, value: u32) -> bool {
        self.x[usize::from(SP)] >= self.stack_limit && value < self.stack_limit
    }

    /// Retires the instruction at `pc`. It has `length` bytes, and its effects on registers and
    /// memory are complete. The next instruction issues in cycle `next_time`.
    pub fn retire(&mut self, length: u32, next_time: u64) {
        self.pc = self.pc.wrapping_add(length);
        self.instret += 1;
        self.spent.energy += u64::from(self.price.energy);
        self.time = next_time;
    }

    /// Takes `trap`, which the instruction at `pc` has raised. The first instruction of the
    /// program's trap handler issues in cycle `next_time`.
    ///
    /// Returns false and changes nothing if `mtvec` is 0, because then the program has no trap
    /// handler.
    pub fn take_trap(&mut self, trap: Trap, next_time: u64) -> bool {
        if self.mtvec == 0 {
            return false;
        }
        self.split = Split::default();
        self.mepc = self.pc;
        self.mcause = trap.cause;
        self.mtval = trap.value;
        let enabled = self.mstatus & MSTATUS_MIE != 0;
        self.mstatus = self.mstatus & MSTATUS_FS | if enabled { MSTATUS_MPIE } else { 0 };
        // Exceptions go to the base address, even in vectored mode.
        self.pc = self.mtvec & !3;
        self.time = next_time;
        true
    }

    /// The number of the interrupt that the core takes before its next instruction. None if no
    /// enabled interrupt is pending, or if the program has no trap handler. The external interrupt
    /// comes before the timer's (RISC-V privileged specification, 3.1.9).
    pub fn due_interrupt(&self) -> Option<u32> {
        let due = self.mip & self.mie;
        let takes = due != 0 && self.mstatus & MSTATUS_MIE != 0 && self.mtvec != 0;
        takes.then(|| {
            (due & EXTERNAL_INTERRUPT)
                .max(due & TIMER_INTERRUPT)
                .ilog2()
        })
    }

    /// Takes interrupt `number` before the instruction at `pc`. The first instruction of the
    /// program's handler issues in cycle `next_time`. In vectored mode, each interrupt has its own
    /// entry.
    pub fn take_interrupt(&mut self, number: u32, next_time: u64) {
        let cause = INTERRUPT | number;
        if self.take_trap(Trap { cause, value: 0 }, next_time) && self.mtvec & 1 != 0 {
            self.pc = self.pc.wrapping_add(4 * number);
        }
    }
}
