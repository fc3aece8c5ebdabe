//! The emitter for AArch64.
//!
//! A register of the guest has the same home in all compiled code: a register of the host, or the
//! register's field in `Core`.
//!
//! | host | holds |
//! |---|---|
//! | `x28` | the core |
//! | `x27` | the lookaside |
//! | `x26` | the number to add to most addresses of the core to get host addresses |
//! | `w25` | cycles and instructions, see [`super::count`] |
//! | `x24` | the next entry of the undo log |
//! | `x23` | the lookaside's shift: most addresses plus the shift are offsets in memory |
//! | `x0` to `x3`, `v24` to `v26` | temporary values |
//! | `v27` | the upper half of a boxed single: all bits 1 |
//! | `[sp]` | the context |
//! | `[sp, 8]` | the energy and the words charged |
//! | `[sp, 16]` | the next entry of the trace, if there is one |
//! | `[sp, 24]` | the limit's cycle, counted from the trace's origin |
//! | `[sp, 28]` | number of banks of the tile's memory, minus 1 |
//! | `[sp, 120]` | the address of the demand for the limit's cycle, if there is a demand |
//! | `x18`, `x29` | unchanged, because the platform reserves them |
//! | others | guest registers: see [`X_HOMES`] and [`f_home`]; the upper half of an `x` is 0 |

mod float;
mod gate;
mod integer;
mod memory;

pub(super) use gate::gate;

use memory::Elsewhere;

use super::super::cache::Layout;
use super::super::code::Op;
use super::super::instruction::Opcode;
use super::super::Core;
use super::buffer::Buffer;
use dynasmrt::aarch64::Aarch64Relocation;
use dynasmrt::{dynasm, DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler};
use std::mem::offset_of;
use std::sync::atomic::AtomicPtr;

pub(in crate::core) type Label = DynamicLabel;

/// Whether [`Emitter::go_there`] adds the additional cycles of a jump to its target.
pub(super) const LOOKS_UP_LATE: bool = false;
/// Whether [`Emitter::require_lines`] can handle an instruction that lies in two lines.
pub(super) const TAKES_LINES: bool = false;

/// Integer registers that have a home in the host: all but `gp`, `tp`, `s4` to `s11`, `t5` and
/// `t6`.
const X_HOMES: [(u8, u8); 19] = [
    (1, 4),
    (2, 5),
    (5, 6),
    (6, 7),
    (7, 8),
    (8, 9),
    (9, 10),
    (10, 11),
    (11, 12),
    (12, 13),
    (13, 14),
    (14, 15),
    (15, 16),
    (16, 17),
    (17, 19),
    (18, 20),
    (19, 21),
    (28, 22),
    (29, 30),
];

/// A register of the host, by number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Register(u8);

impl From<Register> for u8 {
    fn from(register: Register) -> u8 {
        register.0
    }
}

const X0: Register = Register(0);
const X1: Register = Register(1);
const X2: Register = Register(2);
const X3: Register = Register(3);
/// The register that reads as 0. Instructions that add an immediate, or compare with one, interpret
/// its number as the stack pointer.
const ZERO: Register = Register(31);

/// The home of a guest's register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// A register of the host.
    Host(Register),
    /// A field of `Core`, by its offset in bytes.
    Core(u32),
}

fn x_home(number: u8) -> Home {
    let home = X_HOMES.iter().find(|&&(guest, _)| guest == number);
    home.map_or(Home::Core(x_offset(number)), |&(_, host)| {
        Home::Host(Register(host))
    })
}

/// The home of a floating-point register: a field of `Core` for `fs8` to `fs11`, otherwise the
/// host's register with the same number.
fn f_home(number: u8) -> Home {
    match number {
        24..=27 => Home::Core(f_offset(number)),
        _ => Home::Host(Register(number)),
    }
}

fn x_offset(number: u8) -> u32 {
    (offset_of!(Core, x) + 4 * usize::from(number)) as u32
}

fn f_offset(number: u8) -> u32 {
    (offset_of!(Core, f) + 8 * usize::from(number)) as u32
}

/// Which registers of the host hold guest registers at a point of the code. On this host, every
/// guest register is always in its home.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Assignment;

impl Assignment {
    pub const HOMES: Assignment = Assignment;
}

/// Whether this host has all instructions that the emitted code needs.
pub(super) fn is_able() -> bool {
    true
}

/// Whether the host has fused multiply-add.
pub(super) fn host_fuses() -> bool {
    true
}

/// Emits a region's code.
///
/// The emitted code reads no data of its own: constants are in its instructions. It loads the
/// addresses of other code and jumps there without a barrier; [`Buffer`] explains why that is safe.
pub(super) struct Emitter {
    a: VecAssembler<Aarch64Relocation>,
    /// The address of the routine that returns to the handlers.
    exit: usize,
    elsewhere: Vec<Elsewhere>,
}

impl Emitter {
    /// Makes an emitter of code that leaves by `exit`, the exit of the [`gate`]. The layouts of the
    /// caches are not used, because here handlers carry out accesses to a data cache.
    pub fn new(exit: *const u8, _cache: Option<Layout>, _code: Option<Layout>) -> Emitter {
        Emitter {
            a: VecAssembler::new_with_capacity(0, 1 << 14, 8, 0, 512, 16, 512),
            exit: exit as usize,
            elsewhere: Vec::new(),
        }
    }

    /// Does nothing: on this host, registers have more homes, and stay in them.
    pub fn allocate(&mut self, _ops: &[&Op], _length: usize, _repeats: bool, _continues: bool) {}

    /// Returns false: all registers stay in their homes.
    pub fn allocates(&self) -> bool {
        false
    }

    /// Where the guest's registers are: always in their homes.
    pub fn assignment(&self) -> Assignment {
        Assignment::HOMES
    }

    pub fn assume(&mut self, _assignment: Assignment) {}

    pub fn prepare(&mut self) {}

    pub fn advance(&mut self) {}

    pub fn assign(&mut self, _to: Assignment) {}

    pub fn put_back(&mut self) {}

    /// Emits a jump to `to`, without a change of the cycles and instructions in `w25`.
    pub fn jump(&mut self, to: Label) {
        dynasm!(self.a ; .arch aarch64 ; b =>to);
    }

    pub fn label(&mut self) -> Label {
        self.a.new_dynamic_label()
    }

    pub fn bind(&mut self, label: Label) {
        dynasm!(self.a ; .arch aarch64 ; =>label);
    }

    /// Length in bytes of the code emitted so far.
    pub fn offset(&self) -> usize {
        self.a.offset().0
    }

    /// Makes the finished code executable. None if the host refuses executable memory.
    pub fn finish(mut self) -> Option<Buffer> {
        self.look_elsewhere();
        Buffer::new(&self.a.finalize().ok()?)
    }

    /// Adds `charged` to the energy and the words charged, and advances the undo log by `stores`
    /// entries and the trace by `touches` entries. Uses `x0` and `x1`.
    pub fn account(&mut self, charged: u64, stores: usize, touches: usize, _hits: usize) {
        if charged > 0 {
            self.long_constant(X0, charged);
            dynasm!(self.a ; .arch aarch64 ; ldr x1, [sp, 8] ; add x1, x1, x0 ; str x1, [sp, 8]);
        }
        if stores > 0 {
            dynasm!(self.a ; .arch aarch64 ; add x24, x24, 16 * stores as u32);
        }
        if touches > 0 {
            dynasm!(self.a ; .arch aarch64
                ; ldr x1, [sp, 16]
                ; add x1, x1, 8 * touches as u32
                ; str x1, [sp, 16]);
        }
    }

    /// Leaves the instruction to its handler unless `line` is the line of the instruction cache
    /// that the core has entered last.
    pub fn require_lines(&mut self, _pc: u32, (line, _): (u32, u32), refused: Label) {
        let at = offset_of!(Core, line) as u32;
        self.constant(X1, line);
        dynasm!(self.a ; .arch aarch64 ; ldr w0, [x28, at] ; cmp w0, w1 ; b.ne =>refused);
    }

    /// Returns false: no access is expected to hit, because handlers carry out accesses to a data
    /// cache.
    pub fn expect_hit(&mut self, _op: &Op, _hits: bool, _before: usize) -> bool {
        false
    }

    /// Does nothing: on this host, code looks for each access in the lookaside's entries.
    pub fn expect_window(&mut self, _window: Option<usize>, _base: u32) {}

    /// Adds `count` to the cycles and instructions in `w25`, without a check of the cycles' limit.
    /// Sets the host's flags.
    pub fn count(&mut self, count: u32) {
        let (low, high) = (count & 0xfff, count >> 12);
        if high > 0xfff {
            self.constant(X3, count);
            return dynasm!(self.a ; .arch aarch64 ; adds w25, w25, w3);
        }
        if high > 0 {
            dynasm!(self.a ; .arch aarch64 ; add w25, w25, high, LSL 12);
        }
        dynasm!(self.a ; .arch aarch64 ; adds w25, w25, low);
    }

    /// Adds `count` to the cycles and instructions in `w25`. Jumps to `to`, or to `limit` if the
    /// cycles have reached their limit.
    pub fn go(&mut self, count: u32, to: Label, limit: Label) {
        self.count(count);
        dynasm!(self.a ; .arch aarch64 ; b.mi =>to ; b =>limit);
    }

    /// Adds `count` to the cycles and instructions in `w25`. Continues here, or jumps to `limit` if
    /// the cycles have reached their limit.
    pub fn pass(&mut self, count: u32, limit: Label) {
        self.count(count);
        dynasm!(self.a ; .arch aarch64 ; b.pl =>limit);
    }

    /// Jumps to `to` if a branch is taken (`if_taken`) or not taken (otherwise).
    pub fn branch(&mut self, op: &Op, if_taken: bool, to: Label) {
        use Opcode::*;
        if op.rs1 == op.rs2 {
            let holds = matches!(op.kind, Beq | Bge | Bgeu);
            if holds == if_taken {
                dynasm!(self.a ; .arch aarch64 ; b =>to);
            }
            return;
        }
        let a = self.x_or_load(op.rs1, X0);
        let b = self.x_or_load(op.rs2, X1);
        match (op.kind, if_taken) {
            (Beq, true) | (Bne, false) if b == ZERO => {
                return dynasm!(self.a ; .arch aarch64 ; cbz W(a), =>to);
            }
            (Beq | Bne, _) if b == ZERO => {
                return dynasm!(self.a ; .arch aarch64 ; cbnz W(a), =>to);
            }
            _ => dynasm!(self.a ; .arch aarch64 ; cmp W(a), W(b)),
        }
        match (op.kind, if_taken) {
            (Beq, true) | (Bne, false) => dynasm!(self.a ; .arch aarch64 ; b.eq =>to),
            (Bne, _) | (Beq, _) => dynasm!(self.a ; .arch aarch64 ; b.ne =>to),
            (Blt, true) | (Bge, false) => dynasm!(self.a ; .arch aarch64 ; b.lt =>to),
            (Bge, _) | (Blt, _) => dynasm!(self.a ; .arch aarch64 ; b.ge =>to),
            (Bltu, true) | (Bgeu, false) => dynasm!(self.a ; .arch aarch64 ; b.lo =>to),
            _ => dynasm!(self.a ; .arch aarch64 ; b.hs =>to),
        }
    }

    /// Returns to the handlers. `left` packs the reason and the index of the next operation.
    pub fn leave(&mut self, left: u64) {
        self.constant(X0, left as u32);
        self.long_constant(X1, self.exit as u64);
        dynasm!(self.a ; .arch aarch64 ; br x1);
    }

    /// Jumps to the compiled code of another operation, whose address is in `entrance`. If the
    /// operation has no compiled code, returns to the handlers with `left`.
    pub fn chain(&mut self, left: u64, entrance: *const AtomicPtr<u8>) {
        self.constant(X0, left as u32);
        self.long_constant(X1, entrance as u64);
        dynasm!(self.a ; .arch aarch64 ; ldr x1, [x1] ; br x1);
    }

    /// Computes the target of a `jalr` as an offset in the code, in `w2`. Leaves a target outside
    /// the code to the handler.
    pub fn find_target(&mut self, op: &Op, base: u32, bytes: u32, refused: Label) {
        let a = self.x_or_load(op.rs1, X0);
        self.constant(X1, (op.imm as u32).wrapping_sub(base));
        dynasm!(self.a ; .arch aarch64 ; add w2, W(a), w1 ; and w2, w2, 0xfffffffe);
        self.constant(X1, bytes);
        dynasm!(self.a ; .arch aarch64 ; cmp w2, w1 ; b.hs =>refused);
    }

    /// Adds `count` to the cycles and instructions in `w25`. Jumps to the entrance of the operation
    /// that [`Emitter::find_target`] has found, or returns to the handlers before that operation if
    /// the limit is reached. `late` is none, because jumps that may take additional cycles are not
    /// compiled for this host.
    pub fn go_there(
        &mut self,
        count: u32,
        go: u64,
        limit: u64,
        entrances: *const AtomicPtr<u8>,
        late: Option<&[u32]>,
    ) {
        assert!(late.is_none(), "such a jump is not compiled");
        // The offset in the code is twice the index of the operation.
        const { assert!(super::LEFT_BITS == 2) };
        self.long_constant(X1, entrances as u64);
        dynasm!(self.a ; .arch aarch64
            ; lsl w0, w2, 1
            ; add w0, w0, go as u32
            ; add x1, x1, x2, LSL 2);
        self.count(count);
        dynasm!(self.a ; .arch aarch64
            ; b.pl >limit
            ; ldr x1, [x1]
            ; br x1
            ; limit:
            ; lsl w0, w2, 1
            ; add w0, w0, limit as u32);
        self.long_constant(X1, self.exit as u64);
        dynasm!(self.a ; .arch aarch64 ; br x1);
    }

    /// Puts a constant into a register of the host.
    fn constant(&mut self, to: Register, value: u32) {
        let (low, high) = (value & 0xffff, value >> 16);
        match (high, low) {
            (0xffff, _) => dynasm!(self.a ; .arch aarch64 ; movn W(to), low ^ 0xffff),
            (0, _) => dynasm!(self.a ; .arch aarch64 ; movz W(to), low),
            (_, 0) => dynasm!(self.a ; .arch aarch64 ; movz W(to), high, LSL 16),
            _ => dynasm!(self.a ; .arch aarch64 ; movz W(to), low ; movk W(to), high, LSL 16),
        }
    }

    fn long_constant(&mut self, to: Register, value: u64) {
        let quarter = |number: u32| (value >> (16 * number)) as u32 & 0xffff;
        dynasm!(self.a ; .arch aarch64 ; movz X(to), quarter(0));
        if quarter(1) > 0 {
            dynasm!(self.a ; .arch aarch64 ; movk X(to), quarter(1), LSL 16);
        }
        if quarter(2) > 0 {
            dynasm!(self.a ; .arch aarch64 ; movk X(to), quarter(2), LSL 32);
        }
        if quarter(3) > 0 {
            dynasm!(self.a ; .arch aarch64 ; movk X(to), quarter(3), LSL 48);
        }
    }

    /// Adds a signed immediate of 12 bits to a register that is not [`ZERO`].
    fn add_immediate(&mut self, to: Register, from: Register, value: i32) {
        let size = value.unsigned_abs();
        match value {
            0 if to == from => {}
            0 => dynasm!(self.a ; .arch aarch64 ; mov W(to), W(from)),
            1.. => dynasm!(self.a ; .arch aarch64 ; add WSP(to), WSP(from), size),
            _ => dynasm!(self.a ; .arch aarch64 ; sub WSP(to), WSP(from), size),
        }
    }

    /// The host's register with the value of a guest's register: the register's home, [`ZERO`], or
    /// `spare`, into which the emitted code loads the value if the home is in `Core`.
    fn x_or_load(&mut self, number: u8, spare: Register) -> Register {
        match x_home(number) {
            _ if number == 0 => ZERO,
            Home::Host(host) => host,
            Home::Core(at) => {
                dynasm!(self.a ; .arch aarch64 ; ldr W(spare), [x28, at]);
                spare
            }
        }
    }

    /// Writes a guest's register that is not `x0`. `compute` puts the value into the register that
    /// it is given: the home of the guest's register, or the host's `x0` if the home is in `Core`.
    fn set(&mut self, number: u8, compute: impl FnOnce(&mut Self, Register)) {
        match x_home(number) {
            Home::Host(host) => compute(self, host),
            Home::Core(at) => {
                compute(self, X0);
                dynasm!(self.a ; .arch aarch64 ; str w0, [x28, at]);
            }
        }
    }

    /// Emits code that puts a constant into a guest's register other than `x0`. Uses the host's
    /// `x0`.
    pub fn set_x(&mut self, number: u8, value: u32) {
        self.set(number, |it, to| it.constant(to, value));
    }
}
