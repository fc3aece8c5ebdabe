//! Hot code, compiled for the host.
//!
//! A second tier above the handlers: where cores spend their time (they are looked at whenever a
//! slice of a run ahead ends), the instructions that can be reached from there become one function
//! for the host, which keeps registers in the host's. It takes the place of the first one's
//! handler, so it needs no look-up, and whatever it does not know how to do it leaves to the
//! handlers, instruction by instruction: accesses that are not the core's own, rounding that the
//! host may do otherwise, atomics, control registers, a full undo log, the last cycles of a slice.
//!
//! What the compiled code counts is what the handlers count, so it makes no difference when, or
//! whether, code is compiled: a thread of its own does it meanwhile.

#[cfg(compiled)]
mod blocks;
#[cfg(compiled)]
mod compiler;
#[cfg(compiled)]
mod float;
#[cfg(compiled)]
mod integer;
#[cfg(compiled)]
mod lookaside;
#[cfg(compiled)]
mod memory;
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
pub use lookaside::Lookaside;
#[cfg(compiled)]
pub(super) use lookaside::{look_up, Place};

#[cfg(compiled)]
use std::sync::OnceLock;

/// When code is compiled. No cycle depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Never,
    /// Once it is hot, by a thread of its own.
    Hot,
    /// Before it is executed for the first time: for tests.
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
