//! The register map of the devices' windows (`docs/register-map.md`). Maps each register of a
//! tile's window to the device that it belongs to.
//!
//! The names of offsets within a device begin with the name of the device.

use crate::config::MOST_CORES;
use std::fmt;

/// Registers for quality of service and circuits. Those of core c of the tile begin at `QOS_SHARE +
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
pub const CIRCUIT_KEEP: u32 = 0x34;

/// Priorities of packets. The one for packets from core c of the tile to endpoint t is at
/// `PRIORITY_SHARE + PRIORITY_SHARE_STRIDE * c + 4 * t`.
pub const PRIORITY_SHARE: u32 = 0x10000;
pub const PRIORITY_SHARE_STRIDE: u32 = 0x2000;
/// Value of a priority register if no priority is set for packets to this endpoint.
pub const PRIORITY_NONE: u32 = 0xffff_ffff;
/// The highest priority that a QoS field can have.
pub const HIGHEST: u32 = 7;

/// Synchronisation modules: 32 flags for each core. That of core c of the tile is at `SYNC +
/// SYNC_STRIDE * c`.
pub const SYNC: u32 = 0x8000;
pub const SYNC_STRIDE: u32 = 0x40;
pub const SYNC_SET: u32 = 0x00;
pub const SYNC_CLEAR: u32 = 0x04;
pub const SYNC_READ: u32 = 0x08;
pub const SYNC_TAKE: u32 = 0x0c;
pub const SYNC_MASK: u32 = 0x10;

/// Trickboxes, through which other cores hold, release and reset a core. That of core c of the tile
/// is at `TRICKBOX + TRICKBOX_STRIDE * c`.
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

/// Counters. Counter k of core c of the tile is at `COUNTER_SHARE + COUNTER_SHARE_STRIDE * c +
/// COUNTER_STRIDE * k`.
pub const COUNTER_SHARE: u32 = 0x60000;
pub const COUNTER_SHARE_STRIDE: u32 = 0x1000;
pub const COUNTER_STRIDE: u32 = 0x40;
pub const COUNTER_VALUE: u32 = 0x00;
pub const COUNTER_SET: u32 = 0x04;
pub const COUNTER_RELOAD: u32 = 0x08;
/// Address of the word that notification 0 writes. Notifications follow each other at a distance of
/// `COUNTER_NOTIFY_STRIDE` bytes.
pub const COUNTER_NOTIFY: u32 = 0x10;
pub const COUNTER_WORD: u32 = 0x14;
pub const COUNTER_NOTIFY_STRIDE: u32 = 0x08;
/// The rectangle of tiles in which notification 0 writes a word. 0 if it writes a single word.
pub const COUNTER_TARGETS: u32 = 0x30;

/// Accumulators. Accumulator k of core c of the tile is at `ACCUMULATOR_SHARE +
/// ACCUMULATOR_SHARE_STRIDE * c + ACCUMULATOR_STRIDE * k`.
pub const ACCUMULATOR_SHARE: u32 = 0xb000;
pub const ACCUMULATOR_SHARE_STRIDE: u32 = 0x100;
pub const ACCUMULATOR_STRIDE: u32 = 0x40;
pub const ACCUMULATOR_TARGETS: u32 = 0x00;
pub const ACCUMULATOR_RESULT: u32 = 0x04;
/// The first register to which a core can write its word of a reduction. There is a register for
/// each operation, which combines the word with the words of other tiles.
pub const ACCUMULATOR_ADD: u32 = 0x20;
pub const ACCUMULATOR_MIN: u32 = 0x24;
pub const ACCUMULATOR_MAX: u32 = 0x28;
pub const ACCUMULATOR_MINU: u32 = 0x2c;
pub const ACCUMULATOR_MAXU: u32 = 0x30;
pub const ACCUMULATOR_AND: u32 = 0x34;
pub const ACCUMULATOR_OR: u32 = 0x38;
pub const ACCUMULATOR_XOR: u32 = 0x3c;

/// Queues. Queue k of core c of the tile is at `QUEUE_SHARE + QUEUE_SHARE_STRIDE * c + QUEUE_STRIDE
/// * k`.
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

/// Descriptions of memory controllers. The registers for controller k are at `MEMORY +
/// MEMORY_STRIDE * k`.
pub const MEMORY: u32 = 0x58000;
pub const MEMORY_STRIDE: u32 = 0x10;
pub const MEMORY_START: u32 = 0x00;
pub const MEMORY_BYTES: u32 = 0x04;
pub const MEMORY_LINKS: u32 = 0x08;
pub const MEMORY_MUTEXES: u32 = 0x0c;
/// Value of `MEMORY_LINKS` if cores of this tile may not use the memory.
pub const MEMORY_CLOSED: u32 = 0xffff_ffff;

/// Register with the address of the nearest floating-point unit. It contains 0 if the cores of this
/// tile have none.
pub const FPU_NEAREST: u32 = 0xa000;

/// The registers of the floating-point unit, in the window of a memory controller. Each core has
/// separate registers in this range.
pub const FPU: u32 = 0x1000;
/// The three operands. Each has two registers, for the lower and the upper half.
pub const FPU_OPERANDS: u32 = 0x000;
pub const FPU_UPPER: u32 = 0x018;
pub const FPU_FCSR: u32 = 0x01c;
/// The registers of operation 0, for single and for double precision. The register of operation k
/// is `4 * k` bytes further.
pub const FPU_SINGLE: u32 = 0x100;
pub const FPU_DOUBLE: u32 = 0x200;

/// Mutexes. Mutex k of a memory controller is at `MUTEX_STRIDE * k` in the controller's window.
pub const MUTEX_STRIDE: u32 = 0x04;

/// A device of a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// The registers that apply to all priorities of a core, or to the whole network.
    Quality,
    /// The core's circuit.
    Circuit,
    /// The priority of the core's packets to this endpoint.
    Priority(u32),
    /// The core's synchronisation module.
    Sync,
    /// The trickbox, through which other cores hold, release and reset this core.
    Trickbox,
    Counter(u32),
    Accumulator(u32),
    Queue(u32),
    /// The register with the address of the nearest floating-point unit. It belongs to no core.
    Fpu,
    /// The registers that describe this memory controller. They belong to no core.
    Memory(u32),
}

/// A register in a tile's window. The tile may not have the device to which it belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Register {
    pub device: Device,
    /// Index in the tile of the core that owns the device. 0 if the device belongs to no core.
    pub core: usize,
    /// Offset in bytes from the first register of the device.
    pub offset: u32,
}

/// The register at an offset in a tile's window. None if no device can have a register there.
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
    /// Whether the register is the port of a queue, that is, the register for enqueuing and
    /// dequeuing elements.
    pub fn is_port(self) -> bool {
        matches!(self.device, Device::Queue(_)) && self.offset == QUEUE_PORT
    }
}

/// The name of the device in a report. The report continues with the process, core or tile to which
/// the device belongs.
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
