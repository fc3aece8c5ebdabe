//! The RISC-V core: RV32GC (IMAFDC, Zicsr, Zicntr, Zifencei), machine mode, single issue, in order.
//!
//! A core accesses memory only through a [`View`], which gives it bytes and the rights to them. The
//! core has two interpreters. The exact one ([`step`], [`run_exact`]) executes one instruction at a
//! time, and leaves every memory access outside the core's own plain memory to the tile. The fast
//! one ([`run_ahead`]) executes many instructions ahead of the chip's clock, and stops before the
//! first instruction whose effects other parts of the chip could observe.

mod access;
mod atomic;
mod cache;
mod call_sites;
mod code;
mod compiled;
mod compressed;
mod control;
mod counters;
mod decode;
mod definedness;
mod demand;
#[cfg(all(test, compiled, target_os = "linux", not(target_arch = "aarch64")))]
mod emulated;
mod fast;
mod float;
mod instruction;
mod integer;
mod lacking;
mod next_instruction;
mod price;
#[cfg(test)]
mod random;
mod state;
mod step;
mod timing;
mod trace;
mod undo;
mod view;

pub use access::{Access, AccessKind, Order};
pub use atomic::AmoOp;
pub use cache::{Cache, CacheOperation, FAR_DATA, FIRST_CACHED, MOST_LINE_BYTES, MOST_LOGGED};
pub use call_sites::Link;
pub use code::{CodeImage, Delays};
pub use compiled::{Lookaside, When};
pub use definedness::Definedness;
pub use demand::{Demand, Kept, NARROW, WIDE};
pub use fast::{run_ahead, run_ahead_traced, run_banked, run_banked_far, Stop};
pub use float::compute;
pub use instruction::Opcode;
pub use lacking::{first_lacking, Lacking};
pub use next_instruction::{
    branch_at, computes_from_numbers, divides_by_zero, fence_at, is_at_stack_pointer, is_nan,
    stack_use, Conduct, StackUse, PRESERVED,
};
pub use price::Spent;
pub use state::{Core, Trap, EXTERNAL_INTERRUPT, NO_LINE, TIMER_INTERRUPT};
pub use step::{enter_lines, next_access, next_address, next_touch, run_exact, step, Step};
pub use trace::{Touch, Trace};
pub use undo::UndoLog;
pub use view::{Region, RegionMap, View, READ, WRITE};
