//! The register map of the windows of devices (`docs/register-map.md`), and the device to which
//! each register of a tile's window belongs.
//!
//! The name of each offset within a device begins with the name of the device.

use crate::config::MOST_CORES;
use std::fmt;

/// Quality of service and circuits. The registers of core c of the tile are at `QOS_SHARE +
/// QOS_SHARE_STRIDE * c`.
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
/// Value of a priority register: packets to this endpoint have no priority of their own.
pub const PRIORITY_NONE: u32 = 0xffff_ffff;
/// The highest priority that a QoS field can have.
pub const HIGHEST: u32 = 7;

/// The synchronisation module of core c of the tile is at `SYNC + SYNC_STRIDE * c`.
pub const SYNC: u32 = 0x8000;
pub const SYNC_STRIDE: u32 = 0x40;
pub const SYNC_SET: u32 = 0x00;
pub const SYNC_CLEAR: u32 = 0x04;
pub const SYNC_READ: u32 = 0x08;
pub const SYNC_TAKE: u32 = 0x0c;
pub const SYNC_MASK: u32 = 0x10;

/// The trickbox of core c of the tile is at `TRICKBOX + TRICKBOX_STRIDE * c`.
pub const TRICKBOX: u32 = 0x9000;
pub const TRICKBOX_STRIDE: u32 = 0x10;
pub const TRICKBOX_HOLD: u32 = 0x00;
pub const TRICKBOX_RELEASE: u32 = 0x04;
pub const TRICKBOX_RESET: u32 = 0x08;
pub const TRICKBOX_STATE: u32 = 0x0c;
/// Bits of `TRICKBOX_STATE`.
pub const CORE_HELD: u32 = 1;
pub const CORE_FINISHED: u32 = 2;
pub const CORE_RESETTING: u32 = 4;

/// Counter k of core c of the tile is at `COUNTER_SHARE + COUNTER_SHARE_STRIDE * c +
/// COUNTER_STRIDE * k`.
pub const COUNTER_SHARE: u32 = 0x60000;
pub const COUNTER_SHARE_STRIDE: u32 = 0x1000;
pub const COUNTER_STRIDE: u32 = 0x40;
pub const COUNTER_VALUE: u32 = 0x00;
pub const COUNTER_SET: u32 = 0x04;
pub const COUNTER_RELOAD: u32 = 0x08;
/// Target of notification 0. The notifications are `COUNTER_NOTIFY_STRIDE` apart.
pub const COUNTER_NOTIFY: u32 = 0x10;
pub const COUNTER_WORD: u32 = 0x14;
pub const COUNTER_NOTIFY_STRIDE: u32 = 0x08;
/// The rectangle of tiles in which notification 0 writes words; 0 for a single word.
pub const COUNTER_TARGETS: u32 = 0x30;

/// Accumulator k of core c of the tile is at `ACCUMULATOR_SHARE + ACCUMULATOR_SHARE_STRIDE * c +
/// ACCUMULATOR_STRIDE * k`.
pub const ACCUMULATOR_SHARE: u32 = 0xb000;
pub const ACCUMULATOR_SHARE_STRIDE: u32 = 0x100;
pub const ACCUMULATOR_STRIDE: u32 = 0x40;
pub const ACCUMULATOR_TARGETS: u32 = 0x00;
pub const ACCUMULATOR_RESULT: u32 = 0x04;
/// The first of the registers that take a word. The register to which a word is written determines
/// the operation that combines the word with the words of other tiles.
pub const ACCUMULATOR_ADD: u32 = 0x20;
pub const ACCUMULATOR_MIN: u32 = 0x24;
pub const ACCUMULATOR_MAX: u32 = 0x28;
pub const ACCUMULATOR_MINU: u32 = 0x2c;
pub const ACCUMULATOR_MAXU: u32 = 0x30;
pub const ACCUMULATOR_AND: u32 = 0x34;
pub const ACCUMULATOR_OR: u32 = 0x38;
pub const ACCUMULATOR_XOR: u32 = 0x3c;

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
/// Value of `MEMORY_LINKS` if this tile may not use the memory.
pub const MEMORY_CLOSED: u32 = 0xffff_ffff;

/// Address of the registers of the nearest floating-point unit; 0 if the cores of this tile have
/// none.
pub const FPU_NEAREST: u32 = 0xa000;

/// The registers of the floating-point unit in a controller's window. Each core has registers of
/// its own in this range.
pub const FPU: u32 = 0x1000;
/// The lower and the upper half of each of three operands.
pub const FPU_OPERANDS: u32 = 0x000;
pub const FPU_UPPER: u32 = 0x018;
pub const FPU_FCSR: u32 = 0x01c;
/// The registers of the first operation on singles and on doubles. The register of operation k
/// comes `4 * k` bytes after that of the first operation.
pub const FPU_SINGLE: u32 = 0x100;
pub const FPU_DOUBLE: u32 = 0x200;

/// Mutex k of a memory controller is at `MUTEX_STRIDE * k` in the controller's window.
pub const MUTEX_STRIDE: u32 = 0x04;

/// A device of a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// The core's registers for all of its priorities, or for the whole network.
    Quality,
    /// The core's circuit.
    Circuit,
    /// The priority of the core's packets to this endpoint.
    Priority(u32),
    /// The core's synchronisation module.
    Sync,
    /// The unit that holds, releases and resets the core.
    Trickbox,
    Counter(u32),
    Accumulator(u32),
    Queue(u32),
    /// The address of the nearest floating-point unit, which belongs to no core.
    Fpu,
    /// The description of this memory controller, which belongs to no core.
    Memory(u32),
}

/// A register of a tile's window. The tile may lack the device of the register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Register {
    pub device: Device,
    /// Index in the tile of the core that owns the device; 0 if no core owns it.
    pub core: usize,
    /// Bytes from the first register of the device.
    pub offset: u32,
}

/// The register at an offset of the window; none if no device can have one there.
pub fn decode(offset: u32) -> Option<Register> {
    const QOS_END: u32 = QOS_SHARE + QOS_SHARE_STRIDE * MOST_CORES;
    const PRIORITY_END: u32 = PRIORITY_SHARE + PRIORITY_SHARE_STRIDE * MOST_CORES;
    const SYNC_END: u32 = SYNC + SYNC_STRIDE * MOST_CORES;
    const TRICKBOX_END: u32 = TRICKBOX + TRICKBOX_STRIDE * MOST_CORES;
    const COUNTER_END: u32 = COUNTER_SHARE + COUNTER_SHARE_STRIDE * MOST_CORES;
    const ACCUMULATOR_END: u32 = ACCUMULATOR_SHARE + ACCUMULATOR_SHARE_STRIDE * MOST_CORES;
    const QUEUE_END: u32 = QUEUE_SHARE + QUEUE_SHARE_STRIDE * MOST_CORES;
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
        TRICKBOX..TRICKBOX_END => {
            let inside = offset - TRICKBOX;
            let core = inside / TRICKBOX_STRIDE;
            (Device::Trickbox, core, inside % TRICKBOX_STRIDE)
        }
        COUNTER_SHARE..COUNTER_END => {
            let inside = offset - COUNTER_SHARE;
            let number = inside % COUNTER_SHARE_STRIDE / COUNTER_STRIDE;
            let core = inside / COUNTER_SHARE_STRIDE;
            (Device::Counter(number), core, inside % COUNTER_STRIDE)
        }
        ACCUMULATOR_SHARE..ACCUMULATOR_END => {
            let inside = offset - ACCUMULATOR_SHARE;
            let number = inside % ACCUMULATOR_SHARE_STRIDE / ACCUMULATOR_STRIDE;
            let core = inside / ACCUMULATOR_SHARE_STRIDE;
            (
                Device::Accumulator(number),
                core,
                inside % ACCUMULATOR_STRIDE,
            )
        }
        QUEUE_SHARE..QUEUE_END => {
            let inside = offset - QUEUE_SHARE;
            let number = inside % QUEUE_SHARE_STRIDE / QUEUE_STRIDE;
            let core = inside / QUEUE_SHARE_STRIDE;
            (Device::Queue(number), core, inside % QUEUE_STRIDE)
        }
        FPU_NEAREST => (Device::Fpu, 0, 0),
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
    /// Whether the register is the port of a queue, at which elements are enqueued and dequeued.
    pub fn is_port(self) -> bool {
        matches!(self.device, Device::Queue(_)) && self.offset == QUEUE_PORT
    }
}

/// The device's name in a report. After it, the report names the process, core or tile that has the
/// device.
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Quality => write!(f, "quality of service"),
            Device::Circuit => write!(f, "circuit"),
            Device::Priority(target) => write!(f, "priority to endpoint {target}"),
            Device::Sync => write!(f, "synchronisation module"),
            Device::Trickbox => write!(f, "trickbox"),
            Device::Counter(number) => write!(f, "counter {number}"),
            Device::Accumulator(number) => write!(f, "accumulator {number}"),
            Device::Queue(number) => write!(f, "queue {number}"),
            Device::Fpu => write!(f, "address of the floating-point unit"),
            Device::Memory(number) => write!(f, "description of memory controller {number}"),
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
                Device::Trickbox => TRICKBOX + core * TRICKBOX_STRIDE,
                Device::Counter(k) => {
                    COUNTER_SHARE + core * COUNTER_SHARE_STRIDE + k * COUNTER_STRIDE
                }
                Device::Accumulator(k) => {
                    ACCUMULATOR_SHARE + core * ACCUMULATOR_SHARE_STRIDE + k * ACCUMULATOR_STRIDE
                }
                Device::Queue(k) => QUEUE_SHARE + core * QUEUE_SHARE_STRIDE + k * QUEUE_STRIDE,
                Device::Fpu => FPU_NEAREST,
                Device::Memory(k) => MEMORY + k * MEMORY_STRIDE,
            };
            assert_eq!(start + register.offset, offset);
        }
    }
}
