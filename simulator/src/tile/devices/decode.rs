//! Which device a register of a tile's window belongs to.

use crate::protocol::device_registers::*;
use std::fmt;

/// Cores of a tile that the window has room for.
const CORES: u32 = 17;

/// A device of a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// Registers for all of its priorities, or for the network.
    Quality,
    /// Its circuit.
    Circuit,
    /// The priority of its packets to this endpoint.
    Priority(u32),
    /// The synchronisation module.
    Sync,
    Counter(u32),
    Queue(u32),
    /// The description of this memory controller; it belongs to no core.
    Memory(u32),
}

/// A register of a tile's window; the device may not be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Register {
    pub device: Device,
    /// Index in the tile of the core whose device it is; 0 if it is no core's.
    pub core: usize,
    /// In the device.
    pub offset: u32,
}

/// The device of a register, by its offset in the window; none if no device can have it.
pub fn decode(offset: u32) -> Option<Register> {
    const QOS_END: u32 = QOS_SHARE + QOS_SHARE_STRIDE * CORES;
    const PRIORITY_END: u32 = PRIORITY_SHARE + PRIORITY_SHARE_STRIDE * CORES;
    const SYNC_END: u32 = SYNC + SYNC_STRIDE * CORES;
    const COUNTER_END: u32 = COUNTER_SHARE + COUNTER_SHARE_STRIDE * CORES;
    const QUEUE_END: u32 = QUEUE_SHARE + QUEUE_SHARE_STRIDE * CORES;
    let (device, core, offset) = match offset {
        QOS_SHARE..QOS_END => {
            let (core, inside) = (offset / QOS_SHARE_STRIDE, offset % QOS_SHARE_STRIDE);
            match inside {
                ..CIRCUIT_OPEN => (Device::Quality, core, inside),
                _ => (Device::Circuit, core, inside),
            }
        }
        PRIORITY_SHARE..PRIORITY_END => {
            let inside = offset - PRIORITY_SHARE;
            let target = inside % PRIORITY_SHARE_STRIDE / 4;
            let core = inside / PRIORITY_SHARE_STRIDE;
            (Device::Priority(target), core, inside % 4)
        }
        SYNC..SYNC_END => {
            let inside = offset - SYNC;
            (Device::Sync, inside / SYNC_STRIDE, inside % SYNC_STRIDE)
        }
        COUNTER_SHARE..COUNTER_END => {
            let inside = offset - COUNTER_SHARE;
            let number = inside % COUNTER_SHARE_STRIDE / COUNTER_STRIDE;
            let core = inside / COUNTER_SHARE_STRIDE;
            (Device::Counter(number), core, inside % COUNTER_STRIDE)
        }
        QUEUE_SHARE..QUEUE_END => {
            let inside = offset - QUEUE_SHARE;
            let number = inside % QUEUE_SHARE_STRIDE / QUEUE_STRIDE;
            let core = inside / QUEUE_SHARE_STRIDE;
            (Device::Queue(number), core, inside % QUEUE_STRIDE)
        }
        MEMORY.. => {
            let inside = offset - MEMORY;
            let number = inside / MEMORY_STRIDE;
            (Device::Memory(number), 0, inside % MEMORY_STRIDE)
        }
        _ => return None,
    };
    Some(Register {
        device,
        core: core as usize,
        offset,
    })
}

impl Register {
    /// Whether elements are put and got here.
    pub fn is_port(self) -> bool {
        matches!(self.device, Device::Queue(_)) && self.offset == QUEUE_PORT
    }
}

/// As reports name it, before "of core 5", or of a tile.
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Quality => write!(f, "quality of service"),
            Device::Circuit => write!(f, "circuit"),
            Device::Priority(target) => write!(f, "priority to endpoint {target}"),
            Device::Sync => write!(f, "synchronisation module"),
            Device::Counter(number) => write!(f, "counter {number}"),
            Device::Queue(number) => write!(f, "queue {number}"),
            Device::Memory(number) => write!(f, "what is known of memory controller {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_has_a_share_of_each_kind() {
        let register = decode(COUNTER_SHARE + 3 * COUNTER_SHARE_STRIDE + 5 * COUNTER_STRIDE + 8);
        let counter = Register {
            device: Device::Counter(5),
            core: 3,
            offset: COUNTER_RELOAD,
        };
        assert_eq!(register, Some(counter));
        let port = decode(QUEUE_SHARE + 16 * QUEUE_SHARE_STRIDE + 31 * QUEUE_STRIDE).unwrap();
        assert!(port.is_port() && port.core == 16);
        assert_eq!(decode(QUEUE_SHARE + 17 * QUEUE_SHARE_STRIDE), None);
        assert_eq!(decode(QOS_SHARE + 17 * QOS_SHARE_STRIDE), None);
    }

    #[test]
    fn shares_do_not_overlap() {
        for offset in (0..1 << 19).step_by(4) {
            let Some(register) = decode(offset) else {
                continue;
            };
            let core = register.core as u32;
            let start = match register.device {
                Device::Quality | Device::Circuit => QOS_SHARE + core * QOS_SHARE_STRIDE,
                Device::Priority(target) => {
                    PRIORITY_SHARE + core * PRIORITY_SHARE_STRIDE + 4 * target
                }
                Device::Sync => SYNC + core * SYNC_STRIDE,
                Device::Counter(k) => {
                    COUNTER_SHARE + core * COUNTER_SHARE_STRIDE + k * COUNTER_STRIDE
                }
                Device::Queue(k) => QUEUE_SHARE + core * QUEUE_SHARE_STRIDE + k * QUEUE_STRIDE,
                Device::Memory(k) => MEMORY + k * MEMORY_STRIDE,
            };
            assert_eq!(start + register.offset, offset);
        }
    }
}
