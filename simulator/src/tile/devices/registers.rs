//! The register map of the windows of devices: `docs/register-map.md`.
//!
//! Names of offsets within a device begin with the device.

/// The synchronisation module of the core with place c in its tile is at `SYNC + SYNC_STRIDE * c`.
pub const SYNC: u32 = 0x8000;
pub const SYNC_STRIDE: u32 = 0x40;
pub const SYNC_SET: u32 = 0x00;
pub const SYNC_CLEAR: u32 = 0x04;
pub const SYNC_READ: u32 = 0x08;
pub const SYNC_TAKE: u32 = 0x0c;
pub const SYNC_MASK: u32 = 0x10;
