//! Control and status registers.

use super::code::Op;
use super::instruction::Opcode;
use super::state::{
    Core, EXTERNAL_INTERRUPT, MSTATUS_FS, MSTATUS_MIE, MSTATUS_MPIE, TIMER_INTERRUPT,
};

const FFLAGS: u32 = 0x001;
const FRM: u32 = 0x002;
const FCSR: u32 = 0x003;
const MSTATUS: u32 = 0x300;
const MISA: u32 = 0x301;
const MIE: u32 = 0x304;
const MTVEC: u32 = 0x305;
const MSTATUSH: u32 = 0x310;
const MCOUNTINHIBIT: u32 = 0x320;
const MHPMEVENT3: u32 = 0x323;
const MHPMEVENT31: u32 = 0x33f;
const MSCRATCH: u32 = 0x340;
const MEPC: u32 = 0x341;
const MCAUSE: u32 = 0x342;
const MTVAL: u32 = 0x343;
const MIP: u32 = 0x344;
const MCYCLE: u32 = 0xb00;
const MINSTRET: u32 = 0xb02;
const MHPMCOUNTER3: u32 = 0xb03;
const MHPMCOUNTER31: u32 = 0xb1f;
const MCYCLEH: u32 = 0xb80;
const MINSTRETH: u32 = 0xb82;
const MHPMCOUNTER3H: u32 = 0xb83;
const MHPMCOUNTER31H: u32 = 0xb9f;
const CYCLE: u32 = 0xc00;
const TIME: u32 = 0xc01;
const INSTRET: u32 = 0xc02;
const CYCLEH: u32 = 0xc80;
const TIMEH: u32 = 0xc81;
const INSTRETH: u32 = 0xc82;
const MVENDORID: u32 = 0xf11;
const MHARTID: u32 = 0xf14;
const MCONFIGPTR: u32 = 0xf15;

/// The extension F in `misa`.
pub(super) const MISA_F: u32 = 1 << 5;
/// The field MPP of `mstatus`, which is constant because there is only machine mode.
const MSTATUS_FIXED: u32 = 3 << 11;
/// The bit SD of `mstatus`, which is set if the state of any extension, such as the floating-point
/// unit, is Dirty.
const MSTATUS_SD: u32 = 1 << 31;

/// Whether a CSR belongs to the floating-point unit.
pub(super) fn is_float(number: u32) -> bool {
    matches!(number, FFLAGS | FRM | FCSR)
}

/// Whether a CSR is read-only. The two highest bits of its number say so (RISC-V privileged
/// specification, CSR address mapping conventions).
fn is_read_only(number: u32) -> bool {
    number >> 10 == 3
}

impl Core {
    /// The value of a CSR when the current instruction issues; none if the core has no such CSR.
    pub fn csr(&self, number: u32) -> Option<u32> {
        Some(match number {
            FFLAGS | FRM | FCSR if !self.float_is_on() => return None,
            FFLAGS | FRM | FCSR => self.read_csr(number)?,
            MSTATUS if self.float_is_on() => self.mstatus | MSTATUS_FIXED | MSTATUS_SD,
            MSTATUS => self.mstatus | MSTATUS_FIXED,
            MISA => self.misa,
            MTVEC => self.mtvec,
            MSCRATCH => self.mscratch,
            MEPC => self.mepc,
            MCAUSE => self.mcause,
            MTVAL => self.mtval,
            TIME => self.time as u32,
            TIMEH => (self.time >> 32) as u32,
            CYCLE | MCYCLE => self.counters.cycle.read(self.time) as u32,
            CYCLEH | MCYCLEH => (self.counters.cycle.read(self.time) >> 32) as u32,
            INSTRET | MINSTRET => self.counters.instret.read(self.instret) as u32,
            INSTRETH | MINSTRETH => (self.counters.instret.read(self.instret) >> 32) as u32,
            MCOUNTINHIBIT => self.counters.inhibited(),
            MHARTID => self.hart,
            MIE => self.mie,
            MIP => self.mip,
            MSTATUSH | MVENDORID..=0xf13 | MCONFIGPTR => 0,
            MHPMEVENT3..=MHPMEVENT31
            | MHPMCOUNTER3..=MHPMCOUNTER31
            | MHPMCOUNTER3H..=MHPMCOUNTER31H => 0,
            _ => return None,
        })
    }

    /// Writes a CSR for a debugger, between two instructions. Returns false if there is no such
    /// CSR, or if it is read-only.
    pub fn write_csr(&mut self, number: u32, value: u32) -> bool {
        let writable = is_float(number) || self.csr(number).is_some();
        if !writable || is_read_only(number) {
            return false;
        }
        self.set_csr(number, value, self.time, self.instret);
        true
    }

    /// The value of a CSR for a debugger, which can read the floating-point unit's registers even
    /// if the program has switched the unit off.
    pub fn read_csr(&self, number: u32) -> Option<u32> {
        match number {
            FFLAGS => Some(self.fcsr & 0x1f),
            FRM => Some(self.fcsr >> 5),
            FCSR => Some(self.fcsr),
            _ => self.csr(number),
        }
    }

    /// Writes a CSR. Bits that cannot change keep their values. `end` is the cycle after the write,
    /// and `retired` is the number of instructions that have then retired.
    fn set_csr(&mut self, number: u32, value: u32, end: u64, retired: u64) {
        match number {
            FFLAGS => self.fcsr = self.fcsr & 0xe0 | value & 0x1f,
            FRM => self.fcsr = self.fcsr & 0x1f | (value & 7) << 5,
            FCSR => self.fcsr = value & 0xff,
            MSTATUS => self.set_mstatus(value),
            MCYCLE => self.counters.cycle.set_low(value, end),
            MCYCLEH => self.counters.cycle.set_high(value, end),
            MINSTRET => self.counters.instret.set_low(value, retired),
            MINSTRETH => self.counters.instret.set_high(value, retired),
            MCOUNTINHIBIT => self.counters.inhibit(value, end, retired),
            MIE => self.mie = value & (TIMER_INTERRUPT | EXTERNAL_INTERRUPT),
            MTVEC => self.mtvec = value & !2,
            MSCRATCH => self.mscratch = value,
            MEPC => self.mepc = value & !1,
            MCAUSE => self.mcause = value,
            MTVAL => self.mtval = value,
            _ => {}
        }
    }

    /// Writes `mstatus`. Its field FS has only the states Off and Dirty. A write of Initial or
    /// Clean sets Dirty, as the RISC-V specification allows for hardware that does not track
    /// changes of registers.
    fn set_mstatus(&mut self, value: u32) {
        let float = if value & MSTATUS_FS != 0 && self.misa & MISA_F != 0 {
            MSTATUS_FS
        } else {
            0
        };
        self.mstatus = value & (MSTATUS_MIE | MSTATUS_MPIE) | float;
    }

    /// Executes a CSR instruction, but does not retire it. Returns false if the instruction is
    /// illegal.
    pub(super) fn csr_instruction(&mut self, op: &Op) -> bool {
        use Opcode::*;
        let number = op.imm as u32;
        let operand = match op.kind {
            Csrrw | Csrrs | Csrrc => self.x[usize::from(op.rs1)],
            _ => u32::from(op.rs1),
        };
        let writes = matches!(op.kind, Csrrw | Csrrwi) || op.rs1 != 0;
        let Some(old) = self.csr(number) else {
            return false;
        };
        if writes && is_read_only(number) {
            return false;
        }
        if writes {
            let new = match op.kind {
                Csrrw | Csrrwi => operand,
                Csrrs | Csrrsi => old | operand,
                _ => old & !operand,
            };
            let end = self.time + u64::from(op.cost);
            self.set_csr(number, new, end, self.instret + 1);
        }
        self.set_x(op.rd, old);
        true
    }

    /// Returns from a trap handler.
    pub(super) fn return_from_trap(&mut self) {
        let enabled = self.mstatus & MSTATUS_MPIE != 0;
        let interrupts = MSTATUS_MPIE | if enabled { MSTATUS_MIE } else { 0 };
        self.mstatus = self.mstatus & MSTATUS_FS | interrupts;
        self.pc = self.mepc;
    }
}
