//! Faults: forbidden actions of a program.

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

/// The reason why an access is forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The address is not a multiple of the access's size, which is given here.
    Misaligned(u32),
    /// No memory and no device has the address.
    Unmapped,
    /// The page is the stack's guard page, or belongs to no process.
    Unowned,
    /// The page belongs to another process, or its process has not exposed it for such an access.
    NotExposed,
    /// Only cores of other tiles may use the memory.
    OtherTiles,
    /// The page has code and constants, or a descriptor.
    ReadOnly,
    /// The register does not exist, or does not allow such an access.
    Register,
    /// A device of a tile or of a memory controller refuses the access.
    Device(Misuse),
    IllegalInstruction(u32),
    /// The instruction belongs to Zicbom or Zicboz, and the core has no data cache.
    NoCache,
    /// An instruction of Zicboz clears a line that the core's data cache does not cover.
    NotCached,
    /// The program counter has left the program's code.
    FetchOutside,
    Breakpoint,
    EnvironmentCall,
    /// The stack pointer would move to this address, below the stack.
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
    /// The values that `mcause` and `mtval` get (RISC-V privileged architecture, 3.1.15 and
    /// 3.1.16).
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
