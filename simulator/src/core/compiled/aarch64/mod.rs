//! The emitter of machine code for AArch64 hosts.
//!
//! Each guest register has one home, which is the same in all compiled code: a host register, or a
//! field of `Core`.
//!
//! | host | holds |
//! |---|---|
//! | `x28` | the core |
//! | `x27` | the lookaside, a cache of address translations |
//! | `x26` | the number that leads from most guest addresses to host addresses |
//! | `w25` | cycles and instructions, see [`super::count`] |
//! | `x24` | the next entry of the undo log |
//! | `x23` | the lookaside's shift, which leads from most guest addresses to offsets in memory |
//! | `x0` to `x3`, `v24` to `v26` | temporary values |
//! | `v27` | the upper half of a boxed single: all bits 1 |
//! | `[sp]` | the context |
//! | `[sp, 8]` | the counted energy, and the counted accesses to words |
//! | `[sp, 16]` | the next entry of the trace, if there is one |
//! | `[sp, 24]` | the cycle at which to stop, counted from the start of the trace |
//! | `[sp, 28]` | number of banks of the tile's memory, minus 1 |
//! | `[sp, 120]` | the demand's entry for the cycle at which to stop, if there is a demand |
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

/// Whether [`Emitter::go_there`] can add the additional cycles of a jump to a misaligned target.
pub(super) const LOOKS_UP_LATE: bool = false;
/// Whether [`Emitter::require_lines`] can handle an instruction that extends over two cache lines.
pub(super) const TAKES_LINES: bool = false;

/// Guest integer registers that have a home in a host register, as (guest, host): all but `gp`,
/// `tp`, `s4` to `s11`, `t5` and `t6`.
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

/// A host register, by its number.
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
/// The register that reads as 0. For instructions that add or compare an immediate, its number
/// means the stack pointer.
const ZERO: Register = Register(31);

/// The place in which compiled code keeps a guest register.
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

/// The home of a floating-point register: a field of `Core` for `fs8` to `fs11`, otherwise the host
/// register with the same number.
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

/// Which host registers hold which guest registers at a point of the code. On this host, every
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

/// Whether the host has a fused multiply-add instruction.
pub(super) fn host_fuses() -> bool {
    true
}

/// Emits the code of a region, that is, of instructions that are compiled together.
///
/// The emitted code reads no data of its own, because constants are in its instructions. It loads
/// the addresses of other code and jumps there without a barrier; [`Buffer`] explains why that is
/// safe.
pub(super) struct Emitter {
    a: VecAssembler<Aarch64Relocation>,
    /// The address of the routine that returns from compiled code to the interpreter.
    exit: usize,
    elsewhere: Vec<Elsewhere>,
}

impl Emitter {
    /// Makes an emitter of code that returns by `exit`, the exit of the [`gate`]. The layouts of
    /// the caches are not used, because on this host the interpreter carries out all accesses to a
    /// data cache.
    pub fn new(exit: *const u8, _cache: Option<Layout>, _code: Option<Layout>) -> Emitter {
        Emitter {
            a: VecAssembler::new_with_capacity(0, 1 << 14, 8, 0, 512, 16, 512),
            exit: exit as usize,
            elsewhere: Vec::new(),
        }
    }

    /// Does nothing: on this host, guest registers always stay in their homes.
    pub fn allocate(&mut self, _ops: &[&Op], _length: usize, _repeats: bool, _continues: bool) {}

    /// Returns false: all registers stay in their homes.
    pub fn allocates(&self) -> bool {
        false
    }

    /// Where the guest registers are: on this host always in their homes.
    pub fn assignment(&self) -> Assignment {
        Assignment::HOMES
    }

    pub fn assume(&mut self, _assignment: Assignment) {}

    pub fn prepare(&mut self) {}

    pub fn advance(&mut self) {}

    pub fn assign(&mut self, _to: Assignment) {}

    pub fn put_back(&mut self) {}

    /// Emits a jump to `to` that does not change the cycles and instructions in `w25`.
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

    /// Emits code that adds `charged` to the counted energy and words, and advances the undo log by
    /// `stores` entries and the trace by `touches` entries. Uses `x0` and `x1`.
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

    /// Emits code that leaves the instruction to the interpreter unless `line` is the line of the
    /// instruction cache that the core has used last.
    pub fn require_lines(&mut self, _pc: u32, (line, _): (u32, u32), refused: Label) {
        let at = offset_of!(Core, line) as u32;
        self.constant(X1, line);
        dynasm!(self.a ; .arch aarch64 ; ldr w0, [x28, at] ; cmp w0, w1 ; b.ne =>refused);
    }

    /// Returns false: no access is expected to hit in a data cache, because the interpreter carries
    /// out all accesses to it.
    pub fn expect_hit(&mut self, _op: &Op, _hits: bool, _before: usize) -> bool {
        false
    }

    /// Does nothing: on this host, the emitted code looks up each access in the lookaside's
    /// entries.
    pub fn expect_window(&mut self, _window: Option<usize>, _base: u32) {}

    /// Emits code that adds `count` to the cycles and instructions in `w25`, but does not check
    /// whether the cycles have reached their limit. The code sets the host's flags.
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

    /// Emits code that adds `count` to the cycles and instructions in `w25`. The code then jumps to
    /// `to`, or to `limit` if the cycles have reached their limit.
    pub fn go(&mut self, count: u32, to: Label, limit: Label) {
        self.count(count);
        dynasm!(self.a ; .arch aarch64 ; b.mi =>to ; b =>limit);
    }

    /// Emits code that adds `count` to the cycles and instructions in `w25`. The code jumps to
    /// `limit` if the cycles have reached their limit.
    pub fn pass(&mut self, count: u32, limit: Label) {
        self.count(count);
        dynasm!(self.a ; .arch aarch64 ; b.pl =>limit);
    }

    /// Emits a jump to `to` that is taken if the guest's branch is taken (`if_taken`), or if it is
    /// not (otherwise).
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

    /// Emits a return to the interpreter. `left` packs the reason and the index of the next
    /// operation.
    pub fn leave(&mut self, left: u64) {
        self.constant(X0, left as u32);
        self.long_constant(X1, self.exit as u64);
        dynasm!(self.a ; .arch aarch64 ; br x1);
    }

    /// Emits a jump to the compiled code of another operation. `entrance` holds the address of that
    /// code, or of the gate's exit, which returns `left` to the interpreter.
    pub fn chain(&mut self, left: u64, entrance: *const AtomicPtr<u8>) {
        self.constant(X0, left as u32);
        self.long_constant(X1, entrance as u64);
        dynasm!(self.a ; .arch aarch64 ; ldr x1, [x1] ; br x1);
    }

    /// Emits code that computes the target of a `jalr` in `w2`, as an offset in the program's code.
    /// A jump outside the code is left to the interpreter.
    pub fn find_target(&mut self, op: &Op, base: u32, bytes: u32, refused: Label) {
        let a = self.x_or_load(op.rs1, X0);
        self.constant(X1, (op.imm as u32).wrapping_sub(base));
        dynasm!(self.a ; .arch aarch64 ; add w2, W(a), w1 ; and w2, w2, 0xfffffffe);
        self.constant(X1, bytes);
        dynasm!(self.a ; .arch aarch64 ; cmp w2, w1 ; b.hs =>refused);
    }

    /// Emits code that adds `count` to the cycles and instructions in `w25`, and jumps to the
    /// compiled code of the operation that [`Emitter::find_target`] has found. If the limit is
    /// reached, the code returns to the interpreter instead. `late` is none, because jumps that may
    /// take additional cycles are not compiled for this host.
    pub fn go_there(
        &mut self,
        count: u32,
        go: u64,
        limit: u64,
        entrances: *const AtomicPtr<u8>,
        late: Option<&[u32]>,
    ) {
        assert!(late.is_none(), "such a jump is not compiled");
        // Register `w2` holds an offset in the code, which is twice the index of the operation.
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

    /// Emits code that puts a constant into a host register.
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

    /// Emits code that adds a 12-bit immediate, which may be negative, to a register that is not
    /// [`ZERO`].
    fn add_immediate(&mut self, to: Register, from: Register, value: i32) {
        let size = value.unsigned_abs();
        match value {
            0 if to == from => {}
            0 => dynasm!(self.a ; .arch aarch64 ; mov W(to), W(from)),
            1.. => dynasm!(self.a ; .arch aarch64 ; add WSP(to), WSP(from), size),
            _ => dynasm!(self.a ; .arch aarch64 ; sub WSP(to), WSP(from), size),
        }
    }

    /// Returns the host register that holds a guest register: the guest register's home, or
    /// [`ZERO`] for `x0`. If the home is in `Core`, emits code that loads the guest register into
    /// `spare`, and returns `spare`.
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

    /// Emits a write to a guest register that is not `x0`. `compute` emits code that puts the value
    /// into a given host register: the guest register's home, or the host's `x0` if the guest
    /// register is stored in `Core`.
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
