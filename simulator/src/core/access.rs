//! Memory accesses that a core does not carry out itself, but leaves to its tile.

use super::{AmoOp, Core};

/// The kind of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessKind {
    Load {
        /// The register that gets the loaded value: a floating-point register if `float` is set.
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

/// How an atomic or a fence orders a core's accesses through its data cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Order {
    /// Later loads of this core must not read old values from the cache.
    pub acquires: bool,
    /// Earlier stores of this core must have reached memory, not only the cache.
    pub releases: bool,
    /// The next store to cached memory must reach memory, because it may announce that earlier
    /// accesses are done. (Compilers implement a store with release order as a plain store after
    /// `fence rw, w` or `fence rw, rw`.)
    pub announces: bool,
}

impl Order {
    /// The order that the bits `aq` and `rl` of an atomic instruction demand.
    pub(super) fn of_atomic(bits: u8) -> Order {
        Order {
            acquires: bits & 2 != 0,
            releases: bits & 1 != 0,
            announces: false,
        }
    }

    /// The order that a fence demands. `bits` is the fence's immediate: bits 4 and 5 name the
    /// accesses before the fence, bits 0 and 1 those after it. In both pairs the lower bit stands
    /// for writes, the higher one for reads.
    pub(super) fn of_fence(bits: i32) -> Order {
        Order {
            acquires: bits & 2 != 0,
            releases: bits & 0x10 != 0,
            announces: bits & 0x31 == 0x31,
        }
    }
}

/// A memory access that the core leaves to the tile. Meanwhile the core's `pc` still is the address
/// of the instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub kind: AccessKind,
    /// The address as the program computed it; it may be misaligned.
    pub address: u32,
    /// Length of the access in bytes: 1, 2, 4 or 8.
    pub bytes: u32,
    /// The number of bytes that the whole instruction accesses. It is greater than `bytes` if this
    /// access is a part of a misaligned access.
    pub whole: u32,
    /// Address of the instruction.
    pub pc: u32,
    /// Length of the instruction, in bytes.
    pub length: u32,
    /// Extra cycles of a load whose result the next instruction uses. 0 for other accesses.
    pub load_use: u32,
    /// The order that an atomic demands.
    pub order: Order,
}

/// The progress of a misaligned access, which the tile carries out in aligned parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Split {
    bytes: u32,
    /// The bytes that the completed parts of a load have read. The byte at the lowest address is in
    /// the lowest bits.
    value: u64,
}

impl Access {
    /// Whether this access is a part of a misaligned access.
    pub fn is_part(&self) -> bool {
        self.bytes != self.whole
    }

    /// Whether the access may write memory. True for every store-conditional, although it may fail.
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
    /// Completes an access that the tile has carried out. The next instruction issues in cycle
    /// `next_time`.
    ///
    /// For a load, an AMO or a load-reserved, `raw` is the old contents of memory. For a
    /// store-conditional, `raw` is 0 for success and 1 for failure. A store ignores `raw`. If the
    /// access is a part of a misaligned access, but not the last part, the instruction issues again
    /// for the next part.
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

    /// The next part of a misaligned load or store: the largest aligned piece that begins at the
    /// first byte that has not been accessed yet.
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

    /// Adds the bytes of a part to those of the earlier parts of a misaligned access. After the
    /// last part, returns the value of the whole access.
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

/// The contents of a floating-point register after a load of `raw`. A single-precision value is
/// NaN-boxed, that is, all upper bits are 1.
pub(super) fn boxed(raw: u64, bytes: u32) -> u64 {
    if bytes == 4 {
        raw | 0xffff_ffff_0000_0000
    } else {
        raw
    }
}

/// A loaded integer of `bytes` bytes, extended to 32 bits with its sign (`signed`) or with zeros.
pub(super) fn extended(raw: u64, bytes: u32, signed: bool) -> u32 {
    match (bytes, signed) {
        (1, true) => raw as i8 as u32,
        (1, false) => u32::from(raw as u8),
        (2, true) => raw as i16 as u32,
        (2, false) => u32::from(raw as u16),
        _ => raw as u32,
    }
}
