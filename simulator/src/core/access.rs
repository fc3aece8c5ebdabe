//! Memory accesses that the tile carries out for a core.

use super::{AmoOp, Core};

/// The kind of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessKind {
    Load {
        /// Target, `f` register if `float`.
        rd: u8,
        float: bool,
        signed: bool,
    },
    Store {
        /// The lower `bytes` bytes are stored.
        value: u64,
    },
    Amo {
        op: AmoOp,
        rd: u8,
        value: u32,
    },
    LoadReserved {
        rd: u8,
    },
    StoreConditional {
        rd: u8,
        value: u32,
    },
}

/// A memory access that the core could not carry out itself; the core still stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub kind: AccessKind,
    /// As the program wrote it; not checked for alignment.
    pub address: u32,
    /// 1, 2, 4 or 8.
    pub bytes: u32,
    /// Of the instruction.
    pub pc: u32,
    /// Of the instruction, in bytes.
    pub length: u32,
    /// Cycles more that a load costs because the next instruction uses its result.
    pub load_use: u32,
}

impl Access {
    /// Whether it writes memory (a store conditional may).
    pub fn writes(&self) -> bool {
        !matches!(
            self.kind,
            AccessKind::Load { .. } | AccessKind::LoadReserved { .. }
        )
    }

    /// Whether it reads memory.
    pub fn reads(&self) -> bool {
        !matches!(
            self.kind,
            AccessKind::Store { .. } | AccessKind::StoreConditional { .. }
        )
    }
}

impl Core {
    /// Completes an access that the tile has carried out; the next instruction issues at
    /// `next_time`.
    ///
    /// `raw` is what memory held (loads, AMO, LR), or 0 for success and 1 for failure (SC); a store
    /// ignores it.
    pub fn complete(&mut self, access: &Access, raw: u64, next_time: u64) {
        match access.kind {
            AccessKind::Load {
                rd, float: true, ..
            } => self.f[usize::from(rd & 31)] = boxed(raw, access.bytes),
            AccessKind::Load {
                rd,
                float: false,
                signed,
            } => self.set_x(rd, extended(raw, access.bytes, signed)),
            AccessKind::Store { .. } => {}
            AccessKind::Amo { rd, .. }
            | AccessKind::LoadReserved { rd }
            | AccessKind::StoreConditional { rd, .. } => {
                self.set_x(rd, raw as u32);
            }
        }
        self.retire(access.length, next_time);
    }
}

/// A loaded floating-point value as its register holds it.
pub(super) fn boxed(raw: u64, bytes: u32) -> u64 {
    if bytes == 4 {
        raw | 0xffff_ffff_0000_0000
    } else {
        raw
    }
}

/// A loaded integer, extended to 32 bits.
pub(super) fn extended(raw: u64, bytes: u32, signed: bool) -> u32 {
    match (bytes, signed) {
        (1, true) => raw as i8 as u32,
        (1, false) => u32::from(raw as u8),
        (2, true) => raw as i16 as u32,
        (2, false) => u32::from(raw as u16),
        _ => raw as u32,
    }
}
