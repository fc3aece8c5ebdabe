//! Accesses of a core to devices of its own tile: directly, without packets.

use super::access::attempt_of;
use super::devices::{operation_of, Asker, Reply, Request};
use super::fault::Cause;
use super::outside::Outside;
use super::packet::PAYLOAD_BYTES;
use super::Tile;
use crate::core::Access;
use crate::memory;

impl Tile {
    /// The core `core` accesses a device at an offset of its own tile's window.
    pub(super) fn own_device(
        &mut self,
        core: usize,
        access: &Access,
        offset: u32,
        now: u64,
        out: &mut Outside,
    ) {
        let (operation, value) = operation_of(access.kind);
        let slot = &self.cores[core];
        let mut request = Request {
            operation,
            offset,
            bytes: access.bytes,
            asker: Asker::Core(core),
            tile: self.number,
            core: core as u8,
            job: slot.job,
            pc: slot.core.pc,
            payload: [0; PAYLOAD_BYTES],
        };
        request.payload[..8].copy_from_slice(&value.to_le_bytes());
        match self.device(&mut request, now, out) {
            Reply::Done => {
                let value = memory::read(&request.payload, 0, access.bytes);
                let slot = &mut self.cores[core];
                slot.counts.register_accesses += 1;
                slot.core.complete(access, value, now + out.costs.register);
            }
            Reply::Refused(misuse) => {
                let cause = Cause::Device(misuse);
                self.trap(core, attempt_of(access), cause, access.address, now, out);
            }
        }
    }
}
