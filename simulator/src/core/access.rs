//! Memory accesses that the tile carries out for a core.

use super::{AmoOp, Core};

/// The kind of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessKind {
    Load {
        /// Target register: an `f` register if `float`.
        rd: u8,
        float: bool,
        signed: bool,
    },
    Store {
        /// The value to store, in the lower `bytes` bytes.
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

/// The order that an atomic or a fence demands, which a data cache must keep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Order {
    /// Later loads must not read old values of memory.
    pub acquires: bool,
    /// Earlier stores must be in memory.
    pub releases: bool,
    /// The next store to cached memory announces that earlier accesses are done, so it must reach
    /// memory. (Compilers implement a store with release order as `fence rw, w` or `fence rw, rw`
    /// and a store.)
    pub announces: bool,
}

impl Order {
    /// The order of the bits `aq` and `rl` of an atomic.
    pub(super) fn of_atomic(bits: u8) -> Order {
        Order {
            acquires: bits & 2 != 0,
            releases: bits & 1 != 0,
            announces: false,
        }
    }

    /// The order of a fence. Bits 4 and up have the accesses before it, the lower bits those after
    /// it; in each group bit 1 stands for reads, bit 0 for writes.
    pub(super) fn of_fence(bits: i32) -> Order {
        Order {
            acquires: bits & 2 != 0,
            releases: bits & 0x10 != 0,
            announces: bits & 0x31 == 0x31,
        }
    }
}

/// A memory access that the core could not carry out by itself. The core has not gone on to the
/// next instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub kind: AccessKind,
    /// The address as the program computed it, not checked for alignment.
    pub address: u32,
    /// 1, 2, 4 or 8.
    pub bytes: u32,
    /// Number of bytes that the instruction accesses: more than `bytes` if this is a part of a
    /// misaligned access.
    pub whole: u32,
    /// Address of the instruction.
    pub pc: u32,
    /// Length of the instruction, in bytes.
    pub length: u32,
    /// Extra cycles of a load whose result the next instruction uses.
    pub load_use: u32,
    /// The order that an atomic demands.
    pub order: Order,
}

/// The progress of a misaligned access, which is carried out part by part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Split {
    bytes: u32,
    /// The bytes that a load has read so far, the first one lowest.
    value: u64,
}

impl Access {
    /// Whether this is a part of a misaligned access.
    pub fn is_part(&self) -> bool {
        self.bytes != self.whole
    }

    /// Whether the access writes memory. A store-conditional counts, though it may fail.
    pub fn writes(&self) -> bool {
        !matches!(
            self.kind,
            AccessKind::Load { .. } | AccessKind::LoadReserved { .. }
        )
    }

    /// Whether the access reads memory.
    pub fn reads(&self) -> bool {
        !matches!(
            self.kind,
            AccessKind::Store { .. } | AccessKind::StoreConditional { .. }
        )
    }
}

impl Core {
    /// Completes an access that the tile has carried out. The next instruction issues at
    /// `next_time`.
    ///
    /// `raw` is the old contents of memory (load, AMO, load-reserved), or 0 for success and 1 for
    /// failure (store-conditional). A store ignores it. If this is a part of a misaligned access
    /// and not the last one, the instruction issues again for the next part.
    pub fn complete(&mut self, access: &Access, raw: u64, next_time: u64) {
        let raw = match access.is_part() {
            false => raw,
            true => match self.join(access, raw) {
                Some(value) => value,
                None => return self.time = next_time,
            },
        };
        match access.kind {
            AccessKind::Load {
                rd, float: true, ..
            } => self.f[usize::from(rd & 31)] = boxed(raw, access.whole),
            AccessKind::Load {
                rd,
                float: false,
                signed,
            } => self.set_x(rd, extended(raw, access.whole, signed)),
            AccessKind::Store { .. } => {}
            AccessKind::Amo { rd, .. }
            | AccessKind::LoadReserved { rd }
            | AccessKind::StoreConditional { rd, .. } => {
                self.set_x(rd, raw as u32);
            }
        }
        self.retire(access.length, next_time);
    }

    /// The next part of a misaligned load or store: the largest aligned piece at the current
    /// address.
    pub fn part(&self, access: &Access) -> Access {
        let done = self.split.bytes;
        let address = access.address.wrapping_add(done);
        let rest = access.whole - done;
        let bytes = 1 << address.trailing_zeros().min(rest.ilog2());
        Access {
            kind: match access.kind {
                AccessKind::Store { value } => AccessKind::Store {
                    value: value >> (8 * done),
                },
                kind => kind,
            },
            address,
            bytes,
            load_use: if bytes == rest { access.load_use } else { 0 },
            ..*access
        }
    }

    /// Adds a part to those carried out before. After the last part, returns the value of the whole
    /// access.
    fn join(&mut self, part: &Access, raw: u64) -> Option<u64> {
        let Split { bytes, value } = self.split;
        let read = raw & (u64::MAX >> (64 - 8 * part.bytes));
        let split = Split {
            bytes: bytes + part.bytes,
            value: value | (read << (8 * bytes)),
        };
        let last = split.bytes == part.whole;
        self.split = if last { Split::default() } else { split };
        last.then_some(split.value)
    }
}

/// The contents of a floating-point register after a load of `raw`.
pub(super) fn boxed(raw: u64, bytes: u32) -> u64 {
    if bytes == 4 {
        raw | 0xffff_ffff_0000_0000
    } else {
        raw
    }
}

/// A loaded integer of `bytes` bytes, extended to 32 bits.
pub(super) fn extended(raw: u64, bytes: u32, signed: bool) -> u32 {
    match (bytes, signed) {
        (1, true) => raw as i8 as u32,
        (1, false) => u32::from(raw as u8),
        (2, true) => raw as i16 as u32,
        (2, false) => u32::from(raw as u16),
        _ => raw as u32,
    }
}
