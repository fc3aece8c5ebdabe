//! Hot code, compiled for the host.
//!
//! A second tier above the handlers: instructions that are executed again and again become code of
//! the host, which keeps registers in the host's and counts once for a block. It can be entered and
//! left at every block, and takes the place of that operation's handler. Whatever it does not know
//! how to do it leaves to the handlers, instruction by instruction: accesses that are not the
//! core's own, rounding that the host may do otherwise, atomics, control registers.
//!
//! What the compiled code counts is what the handlers count, so it makes no difference when, or
//! whether, code is compiled.
//!
//! `host` is what differs between hosts: an `Emitter` and the [`Gate`] that enters what it has
//! emitted. `x86_64` says what it has to provide. `core::emulated` tests the other hosts' one.

#[cfg(compiled)]
mod blocks;
#[cfg(compiled)]
mod buffer;
#[cfg(compiled)]
pub(super) mod exchange;
#[cfg(compiled)]
mod float;
#[cfg(compiled)]
#[cfg_attr(target_arch = "x86_64", path = "x86_64/mod.rs")]
#[cfg_attr(target_arch = "aarch64", path = "aarch64/mod.rs")]
mod host;
#[cfg(compiled)]
pub(super) mod lookaside;
#[cfg(compiled)]
mod region;
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
    lookaside::{look_up, Pages},
    region::LONGEST_BLOCK,
};

#[cfg(compiled)]
use exchange::{count, left, Enter, Gate, LEFT_BITS};
#[cfg(compiled)]
use std::sync::OnceLock;

/// When code is compiled. No cycle depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Never,
    /// Once it is hot.
    Hot,
    /// Before it is executed for the first time, as far as it can be reached: for tests.
    First,
}

#[cfg(compiled)]
impl When {
    /// What `ONCHIP_COMPILE` says: `never`, `hot` (also without it) or `first`.
    fn chosen() -> When {
        static CHOSEN: OnceLock<When> = OnceLock::new();
        *CHOSEN.get_or_init(|| match std::env::var("ONCHIP_COMPILE").as_deref() {
            Ok("never") => When::Never,
            Ok("first") => When::First,
            _ => When::Hot,
        })
    }
}
