//! The emitter of machine code for x86-64 hosts.
//!
//! Each guest register has one home, which is the same in all compiled code: a host register, or a
//! field of `Core`. So the code of one region can jump to that of another, and only the gate loads
//! and stores all homes. Within a block, a host register may hold a guest register that has its
//! home elsewhere: see `allocation.rs`.
//!
//! | host | holds |
//! |---|---|
//! | `rbp` | the core |
//! | `r13` | the lookaside, a cache of address translations |
//! | `r14` | the number that leads from most guest addresses to host addresses |
//! | `r15` | cycles and instructions, see [`super::count`] |
//! | `rax`, `rcx`, `rdx`, `xmm0`, `xmm1` | temporary values |
//! | `[rsp]` | the next entry of the undo log |
//! | `[rsp + 8]` | the context |
//! | `[rsp + 16]` | the energy used and the words accessed |
//! | `[rsp + 24]` | the lookaside's shift, which leads from most addresses to offsets in memory |
//! | `[rsp + 32]` | the next entry of the trace, if there is one |
//! | `[rsp + 40]` | the cycle at which to stop, counted from the start of the trace |
//! | `[rsp + 44]` | number of banks of the tile's memory, minus 1 |
//! | `[rsp + 48]` | the demand's entry for the cycle at which to stop, if there is a demand |
//! | `[rsp + 56]` | the data cache, if there is one |
//! | `[rsp + 64]` | hits in the data cache when the time slice began |
//! | `[rsp + 72]` | the instruction cache, if cores fetch the code through one |
//! | `[rsp + 80]` | the value of `Core::lines` when the time slice began |
//! | `[rsp + 88]` | a temporary copy of `mxcsr` |
//! | `[rsp + 96]` | the data cache's distance from `r14` |
//! | others | guest registers: see [`X_HOMES`] and [`F_HOMES`] |

mod allocation;
mod cache;
mod float;
mod gate;
mod integer;
mod line;
mod memory;
mod short;

pub(super) use allocation::Assignment;
pub(super) use gate::gate;

use allocation::Allocation;
use cache::NotedUse;
use float::Unusual;
use line::OtherLine;
use memory::Elsewhere;

use super::super::cache::Layout;
use super::super::code::Op;
use super::super::instruction::Opcode;
use super::super::Core;
use super::buffer::Buffer;
use dynasmrt::x64::X64Relocation;
use dynasmrt::{dynasm, DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler};
use std::mem::offset_of;
use std::sync::atomic::AtomicPtr;

pub(in crate::core) type Label = DynamicLabel;

/// Whether [`Emitter::go_there`] can add the additional cycles of a jump to a misaligned target.
pub(super) const LOOKS_UP_LATE: bool = true;
/// Whether [`Emitter::require_lines`] can handle an instruction that extends over two cache lines.
pub(super) const TAKES_LINES: bool = true;

/// Guest integer registers that have a home in a host register, as (guest, host). They are the
/// eight registers that most compressed instructions can name, because compilers prefer them.
const X_HOMES: [(u8, u8); 8] = [
    (8, 3),
    (9, 12),
    (10, 7),
    (11, 6),
    (12, 8),
    (13, 9),
    (14, 10),
    (15, 11),
];

/// Guest floating-point registers that have a home in a host register, as (guest, host): `fa0` to
/// `fa5` and `ft0` to `ft7`, which GCC uses first.
const F_HOMES: [(u8, u8); 14] = [
    (10, 2),
    (11, 3),
    (12, 4),
    (13, 5),
    (14, 6),
    (15, 7),
    (0, 8),
    (1, 9),
    (2, 10),
    (3, 11),
    (4, 12),
    (5, 13),
    (6, 14),
    (7, 15),
];

/// A host register, by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Register(u8);

impl From<Register> for u8 {
    fn from(register: Register) -> u8 {
        register.0
    }
}

const EAX: Register = Register(0);
const ECX: Register = Register(1);
const EDX: Register = Register(2);
const R14: Register = Register(14);

/// The place in which compiled code keeps a guest register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// A register of the host.
    Host(Register),
    /// A field of `Core`, by its offset in bytes.
    Core(i32),
}

fn f_home(number: u8) -> Home {
    let home = F_HOMES.iter().find(|&&(guest, _)| guest == number);
    home.map_or(Home::Core(f_offset(number)), |&(_, host)| {
        Home::Host(Register(host))
    })
}

fn x_offset(number: u8) -> i32 {
    (offset_of!(Core, x) + 4 * usize::from(number)) as i32
}

fn f_offset(number: u8) -> i32 {
    (offset_of!(Core, f) + 8 * usize::from(number)) as i32
}

/// Whether this host has all instructions that the emitted code needs.
pub(super) fn is_able() -> bool {
    is_x86_feature_detected!("sse4.1")
}

/// Whether the host has a fused multiply-add instruction.
pub(super) fn host_fuses() -> bool {
    is_x86_feature_detected!("fma")
}

/// Emits a region's code.
pub(super) struct Emitter {
    a: VecAssembler<X64Relocation>,
    /// The address of the routine that returns from compiled code to the interpreter.
    exit: usize,
    elsewhere: Vec<Elsewhere>,
    unusual: Vec<Unusual>,
    cache: Option<Layout>,
    code_cache: Option<Layout>,
    lines: Vec<OtherLine>,
    /// Whether the next access is expected to hit in the data cache, and the number of hits since
    /// the last [`Emitter::account`] that the emitted code has not counted yet.
    expected: (bool, usize),
    /// The number and the first address of the window in which the next access is expected to be.
    window: Option<(usize, u32)>,
    /// The label after the current access and the code that traces the access.
    accessed: Option<Label>,
    /// Which host registers hold which guest registers at this point of the code.
    allocation: Allocation,
}

impl Emitter {
    /// Makes an emitter of code that returns by `exit`, the exit of the [`gate`]. `cache` and
    /// `code_cache` are the layouts of the cores' data caches and instruction caches, if there are
    /// any.
    pub fn new(exit: *const u8, cache: Option<Layout>, code_cache: Option<Layout>) -> Emitter {
        Emitter {
            a: VecAssembler::new_with_capacity(0, 1 << 14, 8, 0, 512, 16, 512),
            exit: exit as usize,
            elsewhere: Vec::new(),
            unusual: Vec::new(),
            cache,
            code_cache,
            lines: Vec::new(),
            expected: (false, 0),
            window: None,
            accessed: None,
            allocation: Allocation::HOMES,
        }
    }

    /// Where a guest register is at this point of the code.
    fn x_home(&self, number: u8) -> Home {
        self.allocation.now.home(number)
    }

    pub fn label(&mut self) -> Label {
        self.a.new_dynamic_label()
    }

    pub fn bind(&mut self, label: Label) {
        dynasm!(self.a ; .arch x64 ; =>label);
    }

    /// Length in bytes of the code emitted so far.
    pub fn offset(&self) -> usize {
        self.a.offset().0
    }

    /// Makes the finished code executable. None if the host refuses executable memory.
    pub fn finish(mut self) -> Option<Buffer> {
        self.look_elsewhere();
        self.unusual_results();
        self.look_for_lines();
        Buffer::new(&self.a.finalize().ok()?)
    }

    /// Emits code that adds `charged` to the energy and words, and `hits` to the hits in the data
    /// cache. It also advances the undo log by `stores` entries and the trace by `touches` entries.
    /// Uses `rcx`.
    pub fn account(&mut self, charged: u64, stores: usize, touches: usize, hits: usize) {
        if hits > 0 {
            dynasm!(self.a ; .arch x64 ; add QWORD [rbp + cache::HITS], hits as i32);
        }
        if charged > 0 {
            dynasm!(self.a ; .arch x64
                ; mov rcx, QWORD charged as i64
                ; add [rsp + 16], rcx);
        }
        if stores > 0 {
            dynasm!(self.a ; .arch x64 ; add QWORD [rsp], (16 * stores) as i32);
        }
        if touches > 0 {
            dynasm!(self.a ; .arch x64 ; add QWORD [rsp + 32], (8 * touches) as i32);
        }
    }

    /// Emits code that adds `count` to the cycles and instructions in `r15`, but does not check
    /// whether the cycles have reached their limit.
    pub fn count(&mut self, count: u32) {
        if count > 0 {
            dynasm!(self.a ; .arch x64 ; add r15, count as i32);
        }
    }

    /// Emits a jump to `to` that does not change the cycles and instructions in `r15`.
    pub fn jump(&mut self, to: Label) {
        dynasm!(self.a ; .arch x64 ; jmp =>to);
    }

    /// Emits code that adds `count` to the cycles and instructions in `r15`. The code then jumps to
    /// `to`, or to `limit` if the cycles have reached their limit.
    pub fn go(&mut self, count: u32, to: Label, limit: Label) {
        dynasm!(self.a ; .arch x64 ; add r15, count as i32 ; js =>to ; jmp =>limit);
    }

    /// Emits code that adds `count` to the cycles and instructions in `r15`. The code jumps to
    /// `limit` if the cycles have reached their limit.
    pub fn pass(&mut self, count: u32, limit: Label) {
        dynasm!(self.a ; .arch x64 ; add r15, count as i32 ; jns =>limit);
    }

    /// Emits a jump to `to` that is taken if the guest's branch is taken (`if_taken`), or if it is
    /// not (otherwise).
    pub fn branch(&mut self, op: &Op, if_taken: bool, to: Label) {
        use Opcode::*;
        if op.rs1 == op.rs2 {
            let holds = matches!(op.kind, Beq | Bge | Bgeu);
            if holds == if_taken {
                dynasm!(self.a ; .arch x64 ; jmp =>to);
            }
            return;
        }
        self.compare(op);
        match (op.kind, if_taken) {
            (Beq, true) | (Bne, false) => dynasm!(self.a ; .arch x64 ; je =>to),
            (Bne, _) | (Beq, _) => dynasm!(self.a ; .arch x64 ; jne =>to),
            (Blt, true) | (Bge, false) => dynasm!(self.a ; .arch x64 ; jl =>to),
            (Bge, _) | (Blt, _) => dynasm!(self.a ; .arch x64 ; jge =>to),
            (Bltu, true) | (Bgeu, false) => dynasm!(self.a ; .arch x64 ; jb =>to),
            _ => dynasm!(self.a ; .arch x64 ; jae =>to),
        }
    }

    fn compare(&mut self, op: &Op) {
        if op.rs2 == 0 {
            return match self.x_home(op.rs1) {
                Home::Host(a) => self.with_register(short::TEST, a, a),
                home => self.with_number(short::CMP, home, 0),
            };
        }
        let a = self.x_or_load(op.rs1, EAX);
        self.with_x(short::CMP, a, op.rs2);
    }

    /// Emits a return to the interpreter. `left` packs the reason and the index of the next
    /// operation.
    pub fn leave(&mut self, left: u64) {
        dynasm!(self.a ; .arch x64
            ; mov eax, left as i32
            ; mov rcx, QWORD self.exit as i64
            ; jmp rcx);
    }

    /// Emits a jump to the compiled code of another operation. `entrance` holds the address of that
    /// code, or of the gate's exit, which returns `left` to the interpreter.
    pub fn chain(&mut self, left: u64, entrance: *const AtomicPtr<u8>) {
        dynasm!(self.a ; .arch x64
            ; mov eax, left as i32
            ; mov rcx, QWORD entrance as i64
            ; jmp QWORD [rcx]);
    }

    /// Emits code that computes the target of a `jalr` in `edx`, as an offset in the program's
    /// code. A jump outside the code is left to the interpreter.
    pub fn find_target(&mut self, op: &Op, base: u32, bytes: u32, refused: Label) {
        let displacement = (op.imm as u32).wrapping_sub(base) as i32;
        let a = self.x_or_load(op.rs1, EAX);
        dynasm!(self.a ; .arch x64
            ; lea edx, [Rq(a) + displacement]
            ; and edx, -2
            ; cmp edx, bytes as i32
            ; jae =>refused);
    }

    /// Emits code that adds `count` to the cycles and instructions in `r15`, and jumps to the
    /// compiled code of the operation that [`Emitter::find_target`] has found. If the limit is
    /// reached, the code returns to the interpreter instead. `late` has the additional cycles of a
    /// jump to each operation, by the operation's index.
    pub fn go_there(
        &mut self,
        count: u32,
        go: u64,
        limit: u64,
        entrances: *const AtomicPtr<u8>,
        late: Option<&[u32]>,
    ) {
        if let Some(late) = late {
            // Register `rdx` holds an offset in the code, which is twice the index of the
            // operation.
            dynasm!(self.a ; .arch x64
                ; mov rcx, QWORD late.as_ptr() as i64
                ; mov ecx, [rcx + rdx * 2]
                ; shl ecx, 16
                ; add r15, rcx);
        }
        // Register `rdx` holds an offset in the code, which is twice the index of the operation.
        const { assert!(super::LEFT_BITS == 2) };
        dynasm!(self.a ; .arch x64
            ; lea eax, [rdx * 2 + go as i32]
            ; mov rcx, QWORD entrances as i64
            ; add r15, count as i32
            ; jns >limit
            ; jmp QWORD [rcx + rdx * 4]
            ; limit:
            ; lea eax, [rdx * 2 + limit as i32]
            ; mov rcx, QWORD self.exit as i64
            ; jmp rcx);
    }

    /// Returns the host register that holds a guest register, if there is one. Otherwise emits code
    /// that loads the guest register from `Core` into `spare`, and returns `spare`.
    fn x_or_load(&mut self, number: u8, spare: Register) -> Register {
        match self.x_home(number) {
            Home::Host(host) => host,
            Home::Core(_) => {
                self.load_x(spare, number);
                spare
            }
        }
    }

    /// Emits code that copies a guest register to a host register, and preserves the flags.
    fn load_x(&mut self, to: Register, number: u8) {
        match self.x_home(number) {
            _ if number == 0 => self.put(Home::Host(to), 0),
            Home::Host(host) if host == to => {}
            _ => self.with_x(short::MOV, to, number),
        }
    }

    /// Emits code that copies a host register to a guest register that is not `x0`, and preserves
    /// the flags.
    fn store_x(&mut self, number: u8, from: Register) {
        match self.x_home(number) {
            Home::Host(host) if host == from => {}
            Home::Host(host) => self.with_register(short::MOV, host, from),
            Home::Core(at) => self.write_core(short::MOV, at, from),
        }
    }

    /// Emits code that puts a constant into a guest register that is not `x0`.
    pub fn set_x(&mut self, number: u8, value: u32) {
        match self.x_home(number) {
            Home::Host(host) if value == 0 => self.with_register(short::XOR, host, host),
            home => self.put(home, value),
        }
    }
}
