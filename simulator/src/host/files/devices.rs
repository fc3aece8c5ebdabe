//! Devices: files that exist in every directory.

use super::{FIRST, STATUS_BYTES};

/// A file that exists without a directory and has no path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Device {
    Null,
    Zero,
    /// Each process reads a sequence of its own, the same in each run.
    Random,
}

impl Device {
    pub fn named(path: &str) -> Option<Device> {
        match path {
            "/dev/null" => Some(Device::Null),
            "/dev/zero" => Some(Device::Zero),
            "/dev/random" | "/dev/urandom" => Some(Device::Random),
            _ => None,
        }
    }

    /// The number by which programs distinguish devices. It follows the numbers of the standard
    /// streams.
    pub fn number(self) -> u32 {
        FIRST as u32 + self as u32
    }

    pub fn read(self, random: &mut SplitMix64, buffer: &mut [u8]) -> i32 {
        match self {
            Device::Null => return 0,
            Device::Zero => buffer.fill(0),
            Device::Random => buffer.fill_with(|| random.byte()),
        }
        i32::try_from(buffer.len()).unwrap_or(i32::MAX)
    }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Debug)]
pub(super) struct SplitMix64(pub u64);

impl SplitMix64 {
    fn byte(&mut self) -> u8 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let value = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (value ^ value >> 31) as u8
    }
}

/// Writes the status of a device for programs: only its number, by which they distinguish devices.
pub(super) fn tell_device(number: u32, buffer: &mut [u8]) -> i32 {
    buffer.fill(0);
    buffer[8..12].copy_from_slice(&number.to_le_bytes());
    STATUS_BYTES as i32
}
