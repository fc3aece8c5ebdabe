//! Accesses of a core to devices of its own tile: directly, without packets.

use super::access::attempt_of;
use super::devices::{operation_of, Asker, Reply, Request};
use super::fault::Cause;
use super::ni::Refused;
use super::outside::Outside;
use super::packet::PAYLOAD_BYTES;
use super::slot::State;
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
            caller: slot.core.return_address(),
            only_tries: false,
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
            Reply::Busy => self.cores[core].core.time = now + 1,
            Reply::Full => {
                self.ni.refuse(now + out.costs.pause, Refused::Core(core));
                self.stand_before(core, access, State::Place, now);
            }
            Reply::Waits => self.stand_before(core, access, State::Element, now),
            Reply::Refused(misuse) => {
                let cause = Cause::Device(misuse);
                self.trap(core, attempt_of(access), cause, access.address, now, out);
            }
        }
    }

    /// The core waits, with an access that has not been carried out.
    fn stand_before(&mut self, core: usize, access: &Access, state: State, now: u64) {
        let slot = &mut self.cores[core];
        slot.pending = Some(*access);
        slot.enter(state, now);
    }
}
