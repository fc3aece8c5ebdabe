//! Accesses of a core to devices of its own tile: directly, without packets.

use super::access::attempt_of;
use super::devices::{operation_of, Reply, Request, Requester};
use super::fault::Cause;
use super::hart::State;
use super::ni::Retry;
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
        let hart = &self.cores[core];
        let mut request = Request {
            operation,
            offset,
            bytes: access.bytes,
            requester: Requester::Core(core),
            tile: self.number,
            core: core as u8,
            job: hart.job,
            pc: hart.core.pc,
            only_tries: false,
            payload: [0; PAYLOAD_BYTES],
        };
        request.payload[..8].copy_from_slice(&value.to_le_bytes());
        match self.device(&mut request, now, out) {
            Reply::Done => {
                let value = memory::read(&request.payload, 0, access.bytes);
                let hart = &mut self.cores[core];
                hart.counts.register_accesses += 1;
                hart.core.complete(access, value, now + out.costs.register);
            }
            Reply::Busy => self.cores[core].core.time = now + 1,
            Reply::Full => {
                self.ni
                    .retry(now + out.costs.retry_delay, Retry::Core(core));
                self.stand_before(core, access, State::QueueFull, now);
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
        let hart = &mut self.cores[core];
        hart.pending = Some(*access);
        hart.enter(state, now);
    }
}
