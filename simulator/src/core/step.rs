//! The exact interpreter, which executes one instruction at a time.

use super::access::{boxed, extended};
use super::code::{CodeImage, Op};
use super::instruction::Opcode;
use super::trace::{Touch, DOUBLE, WRITES};
use super::{
    float, integer, Access, AccessKind, AmoOp, CacheOperation, Core, Order, Trap, View, READ, WRITE,
};

/// The outcome of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The instruction has been executed, or waits one cycle for a bank. If [`run_exact`] returns
    /// this value, it has reached a limit.
    Done,
    /// The tile must carry out this access and call [`Core::complete`]. The core has not changed.
    Access(Access),
    /// The instruction is a fence. The tile must establish this order, and may wait until the
    /// core's stores have been acknowledged. Then it must call [`Core::retire`] with a length of 4.
    Fence(Order),
    /// The instruction is `fence.i`. The tile must empty the core's instruction cache. Then it
    /// must call [`Core::retire`] with a length of 4.
    FenceI,
    /// The instruction is `wfi` (wait for interrupt). The tile must call [`Core::retire`] with a
    /// length of 4.
    Wfi,
    /// The tile must carry out this operation on the data-cache line at this address. Then it must
    /// call [`Core::retire`] with a length of 4.
    Line(CacheOperation, u32),
    /// The tile must fetch the line at this address into the core's instruction cache. The line
    /// contains the next instruction, which the core has not executed yet.
    Fetch(u32),
    /// The tile must see the next instruction before the core executes it. Only [`run_exact`]
    /// returns this value.
    Observed,
    /// The instruction has raised an exception; `ecall` and `ebreak` always do. The core has not
    /// changed, until the tile calls [`Core::take_trap`].
    Trap(Trap),
}

/// Fetches the next instruction of a core through its instruction cache, as [`step`] does before it
/// executes the instruction.
pub fn enter_lines(core: &mut Core, view: &mut View, code: &CodeImage) {
    if let Some(op) = code.op(core.pc) {
        // If a line is missing, the core keeps the line from which it has fetched last.
        let _ = view.take(core, op.length.into());
    }
}

/// Executes the instruction at `pc`, whatever the cycle in which it should issue.
pub fn step(core: &mut Core, view: &mut View, code: &CodeImage) -> Step {
    let Some(op) = code.op(core.pc) else {
        return Step::Trap(Trap {
            cause: Trap::FETCH_ACCESS,
            value: core.pc,
        });
    };
    if let Err(line) = view.take(core, op.length.into()) {
        return Step::Fetch(line);
    }
    if let Some(price) = code.price(core.pc) {
        core.price = price;
    }
    if op.varies() {
        core.time = core
            .time
            .wrapping_add_signed(i64::from(code.extra(core, op)));
    }
    /// Executes an operation of any kind. The compiler makes a copy of `execute` for each kind in
    /// the list below, because a host predicts one indirect jump better than a chain of tests.
    macro_rules! by_kind {
        ($($kind:ident)*) => {
            match op.kind {
                $(Opcode::$kind => execute(core, view, code, op, Opcode::$kind),)*
                kind => execute(core, view, code, op, kind),
            }
        };
    }
    by_kind!(
        Lui Auipc Jal Jalr Beq Bne Blt Bge Bltu Bgeu
        Lb Lh Lw Lbu Lhu Sb Sh Sw Flw Fsw Fld Fsd
        Addi Slti Sltiu Xori Ori Andi Slli Srli Srai
        Add Sub Sll Slt Sltu Xor Srl Sra Or And Mul
    )
}

/// Executes an operation of kind `kind`.
#[inline(always)]
fn execute(core: &mut Core, view: &mut View, code: &CodeImage, op: &Op, kind: Opcode) -> Step {
    if kind.needs_float_unit() && !core.float_is_on() {
        return illegal(core, code, op);
    }
    if kind.is_memory() {
        return memory(core, view, code, op, kind);
    }
    if kind.is_float() {
        return match float::execute(core, op) {
            true => done(core, op),
            false => illegal(core, code, op),
        };
    }
    register(core, code, op, kind)
}

/// Executes instructions until the next one would issue in cycle `limit` or later, or would access
/// memory in cycle `access_limit` or later. Returns [`Step::Done`] only in these two cases.
pub fn run_exact(
    core: &mut Core,
    view: &mut View,
    code: &CodeImage,
    limit: u64,
    access_limit: u64,
) -> Step {
    while core.time < limit {
        if core.time >= access_limit && code.op(core.pc).is_some_and(|op| op.kind.is_memory()) {
            return Step::Done;
        }
        if code.is_observed(core.pc) {
            return Step::Observed;
        }
        match step(core, view, code) {
            Step::Done => {}
            other => return other,
        }
    }
    Step::Done
}

fn done(core: &mut Core, op: &Op) -> Step {
    // If the extra cycles were negative, the time may be before cycle 0 until this addition: see
    // [`extra`](super::timing::extra).
    let time = core.time.wrapping_add(op.cost.into());
    core.retire(u32::from(op.length), time);
    Step::Done
}

fn jump(core: &mut Core, code: &CodeImage, op: &Op, target: u32) -> Step {
    core.retire(
        0,
        core.time + u64::from(op.cost) + u64::from(code.costs().branch_taken),
    );
    core.pc = target;
    Step::Done
}

fn illegal(core: &Core, code: &CodeImage, op: &Op) -> Step {
    Step::Trap(Trap {
        cause: Trap::ILLEGAL,
        value: code.raw(core.pc, op.length),
    })
}

/// Executes an instruction that accesses neither memory nor floating-point registers.
#[inline(always)]
fn register(core: &mut Core, code: &CodeImage, op: &Op, kind: Opcode) -> Step {
    use Opcode::*;
    let (a, b) = (core.x[usize::from(op.rs1)], core.x[usize::from(op.rs2)]);
    let imm = op.imm as u32;
    let value = match kind {
        Lui | Auipc => imm,
        Addi => a.wrapping_add(imm),
        Slti => u32::from((a as i32) < op.imm),
        Sltiu => u32::from(a < imm),
        Xori => a ^ imm,
        Ori => a | imm,
        Andi => a & imm,
        Slli => a << imm,
        Srli => a >> imm,
        Srai => (a as i32 >> imm) as u32,
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Sll => a << (b & 31),
        Slt => u32::from((a as i32) < b as i32),
        Sltu => u32::from(a < b),
        Xor => a ^ b,
        Srl => a >> (b & 31),
        Sra => (a as i32 >> (b & 31)) as u32,
        Or => a | b,
        And => a & b,
        Mul => a.wrapping_mul(b),
        Mulh => integer::mulh(a, b),
        Mulhsu => integer::mulhsu(a, b),
        Mulhu => integer::mulhu(a, b),
        Div => integer::div(a, b),
        Divu => integer::divu(a, b),
        Rem => integer::rem(a, b),
        Remu => integer::remu(a, b),
        _ => return transfer(core, code, op, kind, [a, b]),
    };
    if op.moves_stack() && core.leaves_stack(value) {
        return Step::Trap(Trap {
            cause: Trap::STACK,
            value,
        });
    }
    core.set_x(op.rd, value);
    done(core, op)
}

/// Executes a branch, a jump or a system instruction.
#[inline(always)]
fn transfer(core: &mut Core, code: &CodeImage, op: &Op, kind: Opcode, [a, b]: [u32; 2]) -> Step {
    use Opcode::*;
    let target = core.pc.wrapping_add(op.imm as u32);
    let link = core.pc.wrapping_add(u32::from(op.length));
    let taken = match kind {
        Beq => a == b,
        Bne => a != b,
        Blt => (a as i32) < b as i32,
        Bge => a as i32 >= b as i32,
        Bltu => a < b,
        Bgeu => a >= b,
        Jal => {
            core.set_x(op.rd, link);
            true
        }
        Jalr => {
            core.set_x(op.rd, link);
            return jump(core, code, op, a.wrapping_add(op.imm as u32) & !1);
        }
        Mret => {
            core.return_from_trap();
            let target = core.pc;
            return jump(core, code, op, target);
        }
        Csrrw | Csrrs | Csrrc | Csrrwi | Csrrsi | Csrrci => {
            return match core.csr_instruction(op) {
                true => done(core, op),
                false => illegal(core, code, op),
            }
        }
        Fence => return Step::Fence(Order::of_fence(op.imm)),
        FenceI => return Step::FenceI,
        Wfi => return Step::Wfi,
        CboInval => return Step::Line(CacheOperation::Invalidate, a),
        CboClean => return Step::Line(CacheOperation::Clean, a),
        CboFlush => return Step::Line(CacheOperation::Flush, a),
        CboZero => return Step::Line(CacheOperation::Zero, a),
        Ecall => {
            return Step::Trap(Trap {
                cause: Trap::ECALL,
                value: 0,
            })
        }
        Ebreak => {
            return Step::Trap(Trap {
                cause: Trap::BREAKPOINT,
                value: core.pc,
            })
        }
        _ => return illegal(core, code, op),
    };
    if taken {
        jump(core, code, op, target)
    } else {
        done(core, op)
    }
}

/// The memory access that the instruction at `pc` would make. None if it accesses no memory.
pub fn next_access(core: &Core, code: &CodeImage) -> Option<Access> {
    let op = code.op(core.pc).filter(|op| op.kind.is_memory())?;
    Some(access(core, code, op, op.kind))
}

/// The address that the instruction at `pc` would access. None if there is no instruction at `pc`.
/// The result has no meaning if the instruction accesses no memory.
#[inline]
pub fn next_address(core: &Core, code: &CodeImage) -> Option<u32> {
    code.op(core.pc).map(|op| address(core, op))
}

#[inline]
fn address(core: &Core, op: &Op) -> u32 {
    core.x[usize::from(op.rs1)].wrapping_add(op.imm as u32)
}

/// The memory access that the instruction at `pc` would make, for a trace that counts cycles from
/// `origin`. None if it accesses no memory, or if the tile must carry out the access.
pub fn next_touch(core: &Core, view: &View, code: &CodeImage, origin: u64) -> Option<Touch> {
    let op = code.op(core.pc).filter(|op| op.kind.is_memory())?;
    let access = access(core, code, op, op.kind);
    let offset = own_offset(&access, view)? as u32;
    let writes = if access.writes() { WRITES } else { 0 };
    let double = if access.bytes == 8 { DOUBLE } else { 0 };
    let cycle = (core.time - origin) as u32;
    Some(Touch::new(cycle, offset, writes | double))
}

/// The offset of an access in the tile's memory. None if the tile must carry out the access.
#[inline(always)]
fn own_offset(access: &Access, view: &View) -> Option<usize> {
    let need = match (access.reads(), access.writes()) {
        (true, false) => READ,
        (false, _) => WRITE,
        (true, true) => READ | WRITE,
    };
    // The tile keeps the reservations, so it carries out load-reserved and store-conditional.
    let own = !matches!(
        access.kind,
        AccessKind::LoadReserved { .. } | AccessKind::StoreConditional { .. }
    );
    view.direct(access.address, access.bytes, need)
        .filter(|_| own && (view.cache.is_none() || access.order == Order::default()))
}

#[inline(always)]
fn memory(core: &mut Core, view: &mut View, code: &CodeImage, op: &Op, kind: Opcode) -> Step {
    let access = access(core, code, op, kind);
    if let Some(offset) = own_offset(&access, view) {
        if let Some(banks) = &mut view.banks {
            if !banks.take(offset as u32, access.bytes, core.time) {
                // The bank has already served another access in this cycle, so the core tries again
                // in the next cycle.
                core.time += 1;
                return Step::Done;
            }
        }
        carry_out(core, view, &access, offset);
        return done(core, op);
    }
    cached(core, view, op, access)
}

/// Executes a memory access outside the core's own memory: in the data cache if it hits there.
/// Otherwise leaves the access to the tile.
fn cached(core: &mut Core, view: &mut View, op: &Op, access: Access) -> Step {
    let Some(offset) = view.cached(&access, core.hits + 1) else {
        return Step::Access(access);
    };
    carry_out(core, view, &access, offset);
    core.hits += 1;
    core.time += view.cache.map_or(0, |cache| u64::from(cache.hit));
    done(core, op)
}

/// Carries out an access at an offset in memory.
#[inline(always)]
fn carry_out(core: &mut Core, view: &mut View, access: &Access, offset: usize) {
    core.served(access.bytes);
    let bytes = access.bytes as usize;
    match access.kind {
        AccessKind::Load {
            rd, float: true, ..
        } => {
            core.f[usize::from(rd)] = boxed(view.read(offset, bytes), access.bytes);
        }
        AccessKind::Load { rd, signed, .. } => {
            core.set_x(rd, extended(view.read(offset, bytes), access.bytes, signed));
        }
        AccessKind::Store { value } => view.write(offset, bytes, value),
        AccessKind::Amo { op, rd, value } => {
            let old = view.read(offset, bytes) as u32;
            view.write(offset, bytes, u64::from(op.apply(old, value)));
            core.set_x(rd, old);
        }
        AccessKind::LoadReserved { .. } | AccessKind::StoreConditional { .. } => {}
    }
}

/// The memory access that an instruction is about to make.
#[inline(always)]
fn access(core: &Core, code: &CodeImage, op: &Op, kind: Opcode) -> Access {
    use Opcode::*;
    let rd = op.rd;
    let word = core.x[usize::from(op.rs2)];
    let store = AccessKind::Store {
        value: u64::from(word),
    };
    let float_store = AccessKind::Store {
        value: core.f[usize::from(op.rs2)],
    };
    let load = |float, signed| AccessKind::Load { rd, float, signed };
    let amo = |op| AccessKind::Amo {
        op,
        rd,
        value: word,
    };
    let access = match kind {
        Lb | Lh => load(false, true),
        Lbu | Lhu | Lw => load(false, false),
        Flw | Fld => load(true, false),
        Sb | Sh | Sw => store,
        Fsw | Fsd => float_store,
        Lr => AccessKind::LoadReserved { rd },
        Sc => AccessKind::StoreConditional { rd, value: word },
        Amoswap => amo(AmoOp::Swap),
        Amoadd => amo(AmoOp::Add),
        Amoxor => amo(AmoOp::Xor),
        Amoand => amo(AmoOp::And),
        Amoor => amo(AmoOp::Or),
        Amomin => amo(AmoOp::Min),
        Amomax => amo(AmoOp::Max),
        Amominu => amo(AmoOp::MinUnsigned),
        _ => amo(AmoOp::MaxUnsigned),
    };
    let bytes = kind.bytes();
    let load_use = match access {
        AccessKind::Load { .. } => op.cost - code.costs().load,
        _ => 0,
    };
    Access {
        kind: access,
        address: address(core, op),
        bytes,
        whole: bytes,
        pc: core.pc,
        length: u32::from(op.length),
        load_use,
        order: match kind.is_atomic() {
            true => Order::of_atomic(op.rs3),
            false => Order::default(),
        },
    }
}
