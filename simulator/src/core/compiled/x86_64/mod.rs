//! The emitter for x86-64.
//!
//! A register of the guest has the same home in all compiled code: a register of the host, or the
//! register's field in `Core`. So the code of one region can jump to that of another, and only the
//! gate loads and stores all homes. Within a block, a register of the host may hold a guest
//! register that has its home elsewhere: see `allocation.rs`.
//!
//! | host | holds |
//! |---|---|
//! | `rbp` | the core |
//! | `r13` | the lookaside |
//! | `r14` | the number to add to most addresses of the core to get host addresses |
//! | `r15` | cycles and instructions, see [`super::count`] |
//! | `rax`, `rcx`, `rdx`, `xmm0`, `xmm1` | temporary values |
//! | `[rsp]` | the next entry of the undo log |
//! | `[rsp + 8]` | the context |
//! | `[rsp + 16]` | the energy and the words charged |
//! | `[rsp + 24]` | the lookaside's shift: most addresses plus the shift are offsets in memory |
//! | `[rsp + 32]` | the next entry of the trace, if there is one |
//! | `[rsp + 40]` | the limit's cycle, counted from the trace's origin |
//! | `[rsp + 44]` | number of banks of the tile's memory, minus 1 |
//! | `[rsp + 48]` | the address of the demand for the limit's cycle, if there is a demand |
//! | `[rsp + 56]` | the data cache, if there is one |
//! | `[rsp + 64]` | hits in the data cache when the slice began |
//! | `[rsp + 72]` | the instruction cache, if cores fetch the code through one |
//! | `[rsp + 80]` | the value of `Core::lines` when the slice began |
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

/// Whether [`Emitter::go_there`] adds the additional cycles of a jump to its target.
pub(super) const LOOKS_UP_LATE: bool = true;
/// Whether [`Emitter::require_lines`] can handle an instruction that lies in two lines.
pub(super) const TAKES_LINES: bool = true;

/// Integer registers that have a home in the host: the eight registers that most compressed
/// instructions can name, because compilers prefer them.
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

/// Floating-point registers that have a home in the host: `fa0` to `fa5` and `ft0` to `ft7`, GCC's
/// first choices.
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

/// A register of the host, by number.
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

/// The home of a guest's register.
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

/// Whether the host has fused multiply-add.
pub(super) fn host_fuses() -> bool {
    is_x86_feature_detected!("fma")
}

/// Emits a region's code.
pub(super) struct Emitter {
    a: VecAssembler<X64Relocation>,
    /// The address of the routine that returns to the handlers.
    exit: usize,
    elsewhere: Vec<Elsewhere>,
    unusual: Vec<Unusual>,
    cache: Option<Layout>,
    code_cache: Option<Layout>,
    lines: Vec<OtherLine>,
    /// Whether the next access is expected to hit in the data cache, and the number of accesses
    /// since the last [`Emitter::account`] whose hits the emitted code has not yet counted.
    expected: (bool, usize),
    /// The number and the first address of the window in which the next access is expected to lie.
    window: Option<(usize, u32)>,
    /// The label after the access that is being emitted and the code that traces it.
    accessed: Option<Label>,
    /// The registers of the host at this point of the code.
    allocation: Allocation,
}

impl Emitter {
    /// Makes an emitter of code that leaves by `exit`, the exit of the [`gate`]. Cores have data
    /// caches and instruction caches of these layouts, or none.
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

    /// Where a register of the guest is at this point of the code.
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

    /// Adds `charged` to the energy and the words charged, and `hits` to the hits in the data
    /// cache. Advances the undo log by `stores` entries and the trace by `touches` entries. Uses
    /// `rcx`.
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

    /// Adds `count` to the cycles and instructions in `r15`, without a check of the cycles' limit.
    pub fn count(&mut self, count: u32) {
        if count > 0 {
            dynasm!(self.a ; .arch x64 ; add r15, count as i32);
        }
    }

    /// Emits a jump to `to`, without a change of the cycles and instructions in `r15`.
    pub fn jump(&mut self, to: Label) {
        dynasm!(self.a ; .arch x64 ; jmp =>to);
    }

    /// Adds `count` to the cycles and instructions in `r15`. Jumps to `to`, or to `limit` if the
    /// cycles have reached their limit.
    pub fn go(&mut self, count: u32, to: Label, limit: Label) {
        dynasm!(self.a ; .arch x64 ; add r15, count as i32 ; js =>to ; jmp =>limit);
    }

    /// Adds `count` to the cycles and instructions in `r15`. Continues here, or jumps to `limit` if
    /// the cycles have reached their limit.
    pub fn pass(&mut self, count: u32, limit: Label) {
        dynasm!(self.a ; .arch x64 ; add r15, count as i32 ; jns =>limit);
    }

    /// Jumps to `to` if a branch is taken (`if_taken`) or not taken (otherwise).
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

    /// Returns to the handlers. `left` packs the reason and the index of the next operation.
    pub fn leave(&mut self, left: u64) {
        dynasm!(self.a ; .arch x64
            ; mov eax, left as i32
            ; mov rcx, QWORD self.exit as i64
            ; jmp rcx);
    }

    /// Jumps to the compiled code of another operation, whose address is in `entrance`. If the
    /// operation has no compiled code, returns to the handlers with `left`.
    pub fn chain(&mut self, left: u64, entrance: *const AtomicPtr<u8>) {
        dynasm!(self.a ; .arch x64
            ; mov eax, left as i32
            ; mov rcx, QWORD entrance as i64
            ; jmp QWORD [rcx]);
    }

    /// Computes the target of a `jalr` as an offset in the code, in `edx`. Leaves a target outside
    /// the code to the handler.
    pub fn find_target(&mut self, op: &Op, base: u32, bytes: u32, refused: Label) {
        let displacement = (op.imm as u32).wrapping_sub(base) as i32;
        let a = self.x_or_load(op.rs1, EAX);
        dynasm!(self.a ; .arch x64
            ; lea edx, [Rq(a) + displacement]
            ; and edx, -2
            ; cmp edx, bytes as i32
            ; jae =>refused);
    }

    /// Adds `count` to the cycles and instructions in `r15`. Jumps to the entrance of the operation
    /// that [`Emitter::find_target`] has found, or returns to the handlers before that operation if
    /// the limit is reached. `late` has, by index of the operation, the additional cycles of a jump
    /// to it.
    pub fn go_there(
        &mut self,
        count: u32,
        go: u64,
        limit: u64,
        entrances: *const AtomicPtr<u8>,
        late: Option<&[u32]>,
    ) {
        if let Some(late) = late {
            // The offset in the code is twice the index of the operation.
            dynasm!(self.a ; .arch x64
                ; mov rcx, QWORD late.as_ptr() as i64
                ; mov ecx, [rcx + rdx * 2]
                ; shl ecx, 16
                ; add r15, rcx);
        }
        // The offset in the code is twice the index of the operation.
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

    /// The host's register with the value of a guest's register: the register's home, or `spare`,
    /// into which the emitted code loads the value if the home is in `Core`.
    fn x_or_load(&mut self, number: u8, spare: Register) -> Register {
        match self.x_home(number) {
            Home::Host(host) => host,
            Home::Core(_) => {
                self.load_x(spare, number);
                spare
            }
        }
    }

    /// Copies a guest's register to a register of the host. Keeps the flags.
    fn load_x(&mut self, to: Register, number: u8) {
        match self.x_home(number) {
            _ if number == 0 => self.put(Home::Host(to), 0),
            Home::Host(host) if host == to => {}
            _ => self.with_x(short::MOV, to, number),
        }
    }

    /// Copies a register of the host to a guest's register that is not `x0`. Keeps the flags.
    fn store_x(&mut self, number: u8, from: Register) {
        match self.x_home(number) {
            Home::Host(host) if host == from => {}
            Home::Host(host) => self.with_register(short::MOV, host, from),
            Home::Core(at) => self.write_core(short::MOV, at, from),
        }
    }

    /// Puts a constant into a guest's register that is not `x0`.
    pub fn set_x(&mut self, number: u8, value: u32) {
        match self.x_home(number) {
            Home::Host(host) if value == 0 => self.with_register(short::XOR, host, host),
            home => self.put(home, value),
        }
    }
}
