//! The register map of the windows of devices: `docs/register-map.md`.
//!
//! Names of offsets within a device begin with the device.

/// Quality of service and circuits of core c of the tile: at `QOS_SHARE + QOS_SHARE_STRIDE * c`.
pub const QOS_SHARE: u32 = 0x0000;
pub const QOS_SHARE_STRIDE: u32 = 0x40;
pub const QOS_UNMARKED: u32 = 0x00;
pub const QOS_LEVELS: u32 = 0x04;
pub const QOS_HIGHEST: u32 = 0x08;
pub const QOS_RESET: u32 = 0x0c;
pub const CIRCUITS: u32 = 0x10;
pub const CIRCUIT_OPEN: u32 = 0x20;
pub const CIRCUIT_CLOSE: u32 = 0x24;
pub const CIRCUIT_STATE: u32 = 0x28;
pub const CIRCUIT_WANTED: u32 = 0x2c;
pub const CIRCUIT_RESULT: u32 = 0x30;

/// The priority of packets of core c of the tile to endpoint t is at `PRIORITY_SHARE +
/// PRIORITY_SHARE_STRIDE * c + 4 * t`.
pub const PRIORITY_SHARE: u32 = 0x10000;
pub const PRIORITY_SHARE_STRIDE: u32 = 0x2000;
/// Written there: packets to this endpoint have no priority of their own.
pub const PRIORITY_NONE: u32 = 0xffff_ffff;

/// The synchronisation module of core c of the tile is at `SYNC + SYNC_STRIDE * c`.
pub const SYNC: u32 = 0x8000;
pub const SYNC_STRIDE: u32 = 0x40;
pub const SYNC_SET: u32 = 0x00;
pub const SYNC_CLEAR: u32 = 0x04;
pub const SYNC_READ: u32 = 0x08;
pub const SYNC_TAKE: u32 = 0x0c;
pub const SYNC_MASK: u32 = 0x10;

/// Counter k of core c of the tile is at `COUNTER_SHARE + COUNTER_SHARE_STRIDE * c +
/// COUNTER_STRIDE * k`.
pub const COUNTER_SHARE: u32 = 0x60000;
pub const COUNTER_SHARE_STRIDE: u32 = 0x1000;
pub const COUNTER_STRIDE: u32 = 0x40;
pub const COUNTER_VALUE: u32 = 0x00;
pub const COUNTER_SET: u32 = 0x04;
pub const COUNTER_RELOAD: u32 = 0x08;
/// Target of notification 0; each further notification is `COUNTER_NOTIFY_STRIDE` after the one
/// before.
pub const COUNTER_NOTIFY: u32 = 0x10;
pub const COUNTER_WORD: u32 = 0x14;
pub const COUNTER_NOTIFY_STRIDE: u32 = 0x08;

/// Queue k of core c of the tile is at `QUEUE_SHARE + QUEUE_SHARE_STRIDE * c + QUEUE_STRIDE * k`.
pub const QUEUE_SHARE: u32 = 0x40000;
pub const QUEUE_SHARE_STRIDE: u32 = 0x1000;
pub const QUEUE_STRIDE: u32 = 0x80;
pub const QUEUE_PORT: u32 = 0x00;
pub const QUEUE_BASE: u32 = 0x40;
pub const QUEUE_ELEMENTS: u32 = 0x44;
pub const QUEUE_BYTES: u32 = 0x48;
pub const QUEUE_CONTROL: u32 = 0x4c;
pub const QUEUE_COUNT: u32 = 0x50;
pub const QUEUE_WAITING: u32 = 0x54;
pub const QUEUE_DROP: u32 = 0x58;

/// The registers of memory controller k are at `MEMORY + MEMORY_STRIDE * k`.
pub const MEMORY: u32 = 0x58000;
pub const MEMORY_STRIDE: u32 = 0x10;
pub const MEMORY_START: u32 = 0x00;
pub const MEMORY_BYTES: u32 = 0x04;
pub const MEMORY_LINKS: u32 = 0x08;
pub const MEMORY_MUTEXES: u32 = 0x0c;
/// Read from `MEMORY_LINKS`: this tile may not use the memory.
pub const MEMORY_CLOSED: u32 = 0xffff_ffff;

/// Mutex k of a memory controller is at `MUTEX_STRIDE * k` of the controller's window.
pub const MUTEX_STRIDE: u32 = 0x04;
