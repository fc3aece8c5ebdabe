//! Devices: the files in /dev that every process can open, whatever directory contains its files.

use super::{FIRST, STATUS_BYTES};
use crate::splitmix64;

/// A file with a fixed name in /dev. The simulator makes its contents, and opens no file of this
/// machine for it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Device {
    Null,
    Zero,
    /// A file of random bytes. Each process reads a sequence of its own, which is the same in each
    /// run.
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

    pub fn read(self, random: &mut u64, buffer: &mut [u8]) -> i32 {
        match self {
            Device::Null => return 0,
            Device::Zero => buffer.fill(0),
            Device::Random => buffer.fill_with(|| splitmix64::next(random) as u8),
        }
        i32::try_from(buffer.len()).unwrap_or(i32::MAX)
    }
}

/// Writes the status of a device for programs: only the number by which programs distinguish
/// devices.
pub(super) fn write_device_status(number: u32, buffer: &mut [u8]) -> i32 {
    buffer.fill(0);
    buffer[8..12].copy_from_slice(&number.to_le_bytes());
    STATUS_BYTES as i32
}
