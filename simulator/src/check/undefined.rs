//! The undefined bits of memory: those that have not been written since their heap block, or their
//! part of the stack, was allocated.

use super::pages::Pages;
use crate::memory::Place;
use std::ops::Range;

/// For each byte of memory, its undefined bits.
#[derive(Debug, Default)]
pub struct Undefined(Pages<u8>);

impl Undefined {
    pub fn forget(&mut self, endpoint: u16, range: Range<u32>) {
        self.0.clear(endpoint, range);
    }

    /// Makes all bits of a new heap block, or of a function's part of the stack, undefined.
    pub fn begin(&mut self, place: Place, bytes: u32) {
        self.0.fill(place, bytes, u8::MAX);
    }

    /// The undefined bits of up to eight bytes. The lowest bits belong to the first byte.
    #[inline]
    pub fn load(&self, (endpoint, start): Place, bytes: u32) -> u64 {
        if self.0.page((endpoint, start)).is_none() {
            return 0;
        }
        (0..bytes).fold(0, |bits, byte| {
            let of_byte = self.0.get((endpoint, start + byte)).copied();
            bits | u64::from(of_byte.unwrap_or(0)) << (8 * byte)
        })
    }

    /// Whether these bytes have no undefined bits. If the bytes are in two pages, the result may be
    /// false although all of them are defined.
    #[inline]
    pub fn are_defined(&self, place: Place, bytes: u32) -> bool {
        self.0.are_default(place, bytes)
    }

    /// Notes that bytes are written. The bits of the new value that are set in `bits` are
    /// undefined.
    #[inline]
    pub fn store(&mut self, (endpoint, start): Place, bytes: u32, bits: u64) {
        if bits == 0 && self.0.page((endpoint, start)).is_none() {
            return;
        }
        for byte in 0..bytes {
            *self.0.get_mut((endpoint, start + byte)) = (bits >> (8 * byte)) as u8;
        }
    }

    /// Notes that bytes are copied. If `from` is none, the bytes at `to` become defined.
    pub fn copy(&mut self, from: Option<Place>, to: Place, bytes: u32) {
        for byte in 0..bytes {
            let bits = from.map_or(0, |(endpoint, start)| {
                self.load((endpoint, start + byte), 1)
            });
            self.store((to.0, to.1 + byte), 1, bits);
        }
    }

    /// Offset of the first byte in a range that has undefined bits.
    pub fn find(&self, (endpoint, start): Place, bytes: u32) -> Option<u32> {
        (start..start.saturating_add(bytes)).find(|&offset| self.load((endpoint, offset), 1) != 0)
    }
}
