//! Compiles frequently executed code for the host.
//!
//! The compiler is a second tier above the fast interpreter, whose handlers execute one instruction
//! each. Compiled code keeps the guest's registers in the host's registers, and counts cycles once
//! for each block. It can be entered and left at the start of every block, where it replaces the
//! handler of the block's first operation. The interpreter executes what the compiler cannot
//! translate: accesses outside the core's own memory, rounding that the host may do differently,
//! atomics, and control registers.
//!
//! Compiled code counts exactly as the interpreter does, so no result depends on whether and when
//! code is compiled.
//!
//! The module `host` has the parts that depend on the host: an `Emitter`, and the [`Gate`] that
//! enters the code. `x86_64` documents what such a module must provide. `core::emulated` tests the
//! module of the other host.

#[cfg(compiled)]
mod blocks;
#[cfg(compiled)]
mod buffer;
#[cfg(compiled)]
pub(super) mod exchange;
#[cfg(compiled)]
mod float;
#[cfg(compiled)]
mod fusion;
#[cfg(compiled)]
#[cfg_attr(target_arch = "x86_64", path = "x86_64/mod.rs")]
#[cfg_attr(target_arch = "aarch64", path = "aarch64/mod.rs")]
mod host;
#[cfg(compiled)]
pub(super) mod lookaside;
#[cfg(compiled)]
mod region;
#[cfg(compiled)]
mod registers;
#[cfg(compiled)]
mod translate;

#[cfg(not(compiled))]
#[path = "none.rs"]
mod blocks;

pub(super) use blocks::Blocks;
#[cfg(not(compiled))]
pub use blocks::Lookaside;
#[cfg(compiled)]
pub(super) use exchange::{Exchange, Left, WORDS};
#[cfg(compiled)]
pub use lookaside::Lookaside;
#[cfg(compiled)]
pub(super) use {
    lookaside::{look_up, Pages, Window, WINDOWS},
    region::LONGEST_BLOCK,
};

#[cfg(compiled)]
use exchange::{count, left, Enter, Gate, LEFT_BITS};
#[cfg(compiled)]
use std::sync::OnceLock;

/// When code is compiled for the host. No result of the simulation depends on the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Never,
    /// When the code is hot.
    Hot,
    /// Before the code is executed for the first time, as far as the compiler finds it. For tests.
    First,
}

#[cfg(compiled)]
impl When {
    /// The value of the environment variable `ONCHIP_COMPILE`: `never`, `hot` (the default) or
    /// `first`.
    fn chosen() -> When {
        static CHOSEN: OnceLock<When> = OnceLock::new();
        *CHOSEN.get_or_init(|| match std::env::var("ONCHIP_COMPILE").as_deref() {
            Ok("never") => When::Never,
            Ok("first") => When::First,
            _ => When::Hot,
        })
    }
}
