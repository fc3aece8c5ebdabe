//! Faults: actions that a program is not allowed to do.

use super::misuse::Misuse;
use crate::core::Trap;

/// The kind of access that has caused a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    Load,
    Store,
    Atomic,
    Transfer,
    /// A counter that has reached zero writes its notification.
    Notification,
    Execute,
}

/// Why an access is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The address is not a multiple of the access size (given in bytes).
    Misaligned(u32),
    /// There is no memory and no device at the address.
    Unmapped,
    /// The page is the stack's guard page, or belongs to no process.
    Unowned,
    /// The page belongs to another process, or is not exposed for this kind of access.
    NotExposed,
    /// Only cores of certain other tiles may use this memory.
    OtherTiles,
    /// The page contains code and constants, or a descriptor.
    ReadOnly,
    /// The register does not exist, or does not allow such an access.
    Register,
    /// A device of a tile or of a memory controller has refused the access.
    Device(Misuse),
    IllegalInstruction(u32),
    /// The instruction belongs to Zicbom or Zicboz, and the core has no data cache.
    NoCache,
    /// The instruction (of Zicboz) clears a line at an address that is not cached by the core's
    /// data cache.
    NotCached,
    /// The program counter has left the program's code.
    FetchOutside,
    Breakpoint,
    EnvironmentCall,
    /// The stack pointer would get this value, which is below the stack.
    StackLimit(u32),
}

/// A fault, with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub cycle: u64,
    /// Number of the core on the chip.
    pub core: u32,
    pub pc: u32,
    pub attempt: Attempt,
    pub cause: Cause,
    pub address: u32,
}

impl Fault {
    /// The values that `mcause` and `mtval` get for this fault (RISC-V privileged architecture,
    /// 3.1.15 and 3.1.16).
    pub fn code(&self) -> (u32, u32) {
        let access = match self.attempt {
            Attempt::Load => 5,
            Attempt::Execute => 1,
            Attempt::Store | Attempt::Atomic | Attempt::Transfer | Attempt::Notification => 7,
        };
        match self.cause {
            Cause::Misaligned(_) if self.attempt == Attempt::Load => (4, self.address),
            Cause::Misaligned(_) => (6, self.address),
            Cause::IllegalInstruction(bits) => (2, bits),
            Cause::NoCache => (2, 0),
            Cause::Breakpoint => (3, self.address),
            Cause::EnvironmentCall => (11, 0),
            Cause::StackLimit(address) => (Trap::STACK, address),
            _ => (access, self.address),
        }
    }
}
