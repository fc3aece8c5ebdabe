//! A log of the accesses and operations of a core's data cache, for comparison with another model
//! of caches (`tests/cache/model.c`).
//!
//! A core whose accesses are logged does not execute ahead of the clock. So no instruction is
//! undone, and each one is logged once, in program order.

use crate::core::{Access, AccessKind, CacheOperation, Order, Step, FIRST_CACHED};
use crate::protocol::core_registers::{CACHE_COMMAND, CACHE_START, REGISTERS};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::OnceLock;

/// The kinds of records. `model.c` uses the same numbers.
#[derive(Clone, Copy)]
enum What {
    Load,
    Store,
    Atomic,
    Fence,
    Clean,
    Flush,
    Invalidate,
    Zero,
}

/// The log of a core. A record has 12 bytes:
///
/// - one byte each for the kind of the record, the access size in bytes, the order that the
///   instruction demands, and the number of instructions since the last fence that announces (at
///   most 255);
/// - four bytes for the address, and four for the value of a store.
///
/// The bits of the order are: 0, later loads wait; 1, earlier stores must be in memory; 2, the next
/// store announces earlier ones, that is, it is a release store.
#[derive(Debug)]
pub struct AccessLog {
    file: BufWriter<File>,
    /// The latest instruction in the log: its address, and the number of instructions retired
    /// before it.
    seen: (u32, u64),
    /// The number of instructions that the core had retired before its latest fence that announces
    /// (bit 2 of the order).
    fence: u64,
}

impl AccessLog {
    /// The log of the core with number `core` on the chip. None unless the environment variable
    /// `ONCHIP_ACCESSES` is set. The file's name is the variable's value, a dot, and the number.
    pub fn chosen(core: u32) -> Option<AccessLog> {
        static PREFIX: OnceLock<Option<String>> = OnceLock::new();
        let prefix = PREFIX.get_or_init(|| std::env::var("ONCHIP_ACCESSES").ok());
        let path = format!("{}.{core}", prefix.as_ref()?);
        let file = BufWriter::new(File::create(path).ok()?);
        Some(AccessLog {
            file,
            seen: (0, u64::MAX),
            fence: 0,
        })
    }

    /// Records an instruction and its outcome. An instruction that waits is issued several times,
    /// but only the first issue is recorded. `place` is the instruction's address and the number of
    /// instructions that the core has retired before it.
    pub fn note(&mut self, place: (u32, u64), access: Option<Access>, step: &Step) {
        if std::mem::replace(&mut self.seen, place) == place {
            return;
        }
        match (access, step) {
            (Some(access), _) => self.note_access(&access),
            (_, Step::Fence(order)) => {
                if order.announces {
                    self.fence = place.1;
                }
                self.write(What::Fence, 0, *order, (0, 0));
            }
            (_, Step::Line(operation, address)) => {
                let what = match operation {
                    CacheOperation::Clean => What::Clean,
                    CacheOperation::Flush => What::Flush,
                    CacheOperation::Invalidate => What::Invalidate,
                    CacheOperation::Zero => What::Zero,
                };
                self.write(what, 0, Order::default(), (*address, 0));
            }
            _ => {}
        }
    }

    fn note_access(&mut self, access: &Access) {
        let registers = REGISTERS + CACHE_START..=REGISTERS + CACHE_COMMAND;
        let is_of_cache = access.address >= FIRST_CACHED || registers.contains(&access.address);
        if !is_of_cache && access.order == Order::default() {
            return;
        }
        let (what, value) = match access.kind {
            AccessKind::Load { .. } => (What::Load, 0),
            AccessKind::Store { value } => (What::Store, value as u32),
            _ => (What::Atomic, 0),
        };
        self.write(
            what,
            access.bytes as u8,
            access.order,
            (access.address, value),
        );
    }

    fn write(&mut self, what: What, bytes: u8, order: Order, (address, value): (u32, u32)) {
        let Order {
            acquires,
            releases,
            announces,
        } = order;
        let order = u8::from(acquires) | u8::from(releases) << 1 | u8::from(announces) << 2;
        let since = (self.seen.1 - self.fence).min(u8::MAX.into()) as u8;
        let mut record = [what as u8, bytes, order, since, 0, 0, 0, 0, 0, 0, 0, 0];
        record[4..8].copy_from_slice(&address.to_le_bytes());
        record[8..].copy_from_slice(&value.to_le_bytes());
        // If the write fails, the comparison of the records finds that some are missing.
        let _ = self.file.write_all(&record);
    }
}
