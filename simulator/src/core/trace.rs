//! Traces of the memory accesses that a core makes while it executes ahead of the chip's clock.

#[cfg(compiled)]
use super::{Opcode, NARROW, WIDE};
#[cfg(compiled)]
use std::mem::offset_of;

/// What a core records about its memory accesses while it executes ahead of the chip's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tracing {
    /// The core records nothing.
    Off,
    /// The core records a [`Touch`].
    Touches,
    /// The core records the banks that it needs, with one byte for each cycle
    /// ([`Demand`](super::Demand)). It also records a [`Touch`] for each access to a page that
    /// other cores may access.
    Bytes,
    /// The core records the banks that it needs, with four bytes for each cycle. It also records a
    /// [`Touch`] for each access to a page that other cores may access.
    Words,
}

impl Tracing {
    pub const ALL: [Tracing; 4] = [
        Tracing::Off,
        Tracing::Touches,
        Tracing::Bytes,
        Tracing::Words,
    ];

    /// Size in bytes of the demand's entry for a cycle; 0 if no demand is recorded.
    #[cfg(compiled)]
    pub fn width(self) -> usize {
        match self {
            Tracing::Off | Tracing::Touches => 0,
            Tracing::Bytes => NARROW,
            Tracing::Words => WIDE,
        }
    }
}

/// A memory access that a core has made ahead of the chip's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Touch {
    /// Cycle in which the access was issued, counted from the origin of the trace.
    pub cycle: u32,
    /// Byte offset in the tile's memory, combined with the flags.
    what: u32,
}

/// Flag: the access writes.
pub(super) const WRITES: u32 = 1 << 31;
/// A flag: the access has 8 bytes. An access without this flag is within an aligned word.
pub(super) const DOUBLE: u32 = 1 << 30;

impl Touch {
    /// Offsets in bytes of the two fields, for code compiled for the host.
    #[cfg(compiled)]
    pub(super) const CYCLE: usize = offset_of!(Touch, cycle);
    #[cfg(compiled)]
    pub(super) const WHAT: usize = offset_of!(Touch, what);

    /// The flags in `what` for an access by an instruction of this kind.
    #[cfg(compiled)]
    pub(super) fn flags(kind: Opcode) -> u32 {
        let double = match kind {
            Opcode::Fld | Opcode::Fsd => DOUBLE,
            _ => 0,
        };
        match kind.is_load() {
            true => double,
            false => WRITES | double,
        }
    }

    pub(super) fn new(cycle: u32, offset: u32, flags: u32) -> Touch {
        debug_assert!(offset < DOUBLE);
        Touch {
            cycle,
            what: offset | flags,
        }
    }

    /// An access to a word.
    #[cfg(test)]
    pub fn of(cycle: u32, offset: u32, writes: bool) -> Touch {
        Touch::new(cycle, offset, if writes { WRITES } else { 0 })
    }

    #[inline]
    pub fn offset(self) -> u32 {
        self.what & (DOUBLE - 1)
    }

    /// Length of the access in bytes: 8, or 4 for any access within one word.
    #[inline]
    pub fn bytes(self) -> u32 {
        if self.what & DOUBLE != 0 {
            8
        } else {
            4
        }
    }

    #[inline]
    pub fn writes(self) -> bool {
        self.what & WRITES != 0
    }

    /// The number of the aligned 8-byte unit of memory that contains the access.
    pub fn unit(self) -> u32 {
        self.offset() / 8
    }
}

/// The traced accesses of a core, in order.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// The cycle from which `Touch::cycle` counts.
    pub origin: u64,
    pub touches: Vec<Touch>,
}

impl Trace {
    /// Removes the accesses before cycle `cycle`.
    pub fn forget_before(&mut self, cycle: u64) {
        let is_past = |touch: &Touch| self.origin + u64::from(touch.cycle) < cycle;
        let past = self.touches.partition_point(is_past);
        self.touches.drain(..past);
    }

    /// Delays all accesses by `cycles` cycles.
    pub fn wait(&mut self, cycles: u32) {
        for touch in &mut self.touches {
            touch.cycle += cycles;
        }
    }

    /// The address to which the fast path may write the next entries. There is space for `touches`
    /// entries.
    pub(super) fn space(&mut self, touches: usize) -> *mut Touch {
        self.touches.reserve(touches);
        // SAFETY: the address is within the allocation, or at its end.
        unsafe { self.touches.as_mut_ptr().add(self.touches.len()) }
    }

    /// Adds the entries that the fast path has written before the address `next` to the trace.
    ///
    /// # Safety
    ///
    /// `next` must come from [`Trace::space`], and all entries before it must have been written.
    pub(super) unsafe fn filled_to(&mut self, next: *const Touch) {
        let length = next.offset_from(self.touches.as_ptr()) as usize;
        self.touches.set_len(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_forgotten_later() {
        let touches = [3, 5, 9]
            .map(|cycle| Touch::new(cycle, 8 * cycle, 0))
            .into();
        let mut trace = Trace {
            origin: 100,
            touches,
        };
        let left = |trace: &Trace| trace.touches.iter().map(|t| t.cycle).collect::<Vec<_>>();
        trace.forget_before(103);
        assert_eq!(left(&trace), [3, 5, 9]);
        trace.forget_before(104);
        assert_eq!(left(&trace), [5, 9]);
        trace.wait(4);
        trace.forget_before(109);
        assert_eq!(left(&trace), [9, 13]);
        trace.forget_before(110);
        assert_eq!(left(&trace), [13]);
    }
}
