//! What devices do not take.

use std::fmt;

/// Why a device refuses a request for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misuse {
    /// There is no register, or it does not take this kind of access.
    NoRegister,
    /// The device belongs to a core that works for another job, or for none.
    OtherJob,
    /// The register is read at home, not polled from elsewhere.
    Polling,
    /// A DMA transfer with a device that is not one packet.
    Transfer {
        /// Bytes of a packet's payload at most.
        line: u32,
    },
}

/// What is wrong, and what would be right; after "store to address 0x…".
impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::NoRegister => write!(
                f,
                "where no device has a register that takes it (docs/register-map.md lists them)"
            ),
            Misuse::OtherJob => write!(
                f,
                "a device of a core that works for another job or for none"
            ),
            Misuse::Polling => write!(
                f,
                "which only cores of its own tile may access; from elsewhere flags are set and cleared"
            ),
            Misuse::Transfer { line } => write!(
                f,
                "a device, which takes what lies within {line} bytes, aligned, in one packet"
            ),
        }
    }
}
