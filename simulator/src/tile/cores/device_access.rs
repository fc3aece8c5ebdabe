//! A core's accesses to devices of its own tile. These accesses need no packets.

use super::access::attempt_of;
use super::hart::State;
use super::{CoreComplex, CorePorts};
use crate::core::Access;
use crate::memory;
use crate::protocol::fault::Cause;
use crate::protocol::packet::PAYLOAD_BYTES;
use crate::protocol::{operation_of, Reply, Request, Requester};
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Carries out an access of a core to a device of its own tile. `offset` is the register's
    /// offset in the tile's window of the memory map.
    pub(super) fn own_device(
        &mut self,
        core: usize,
        access: &Access,
        offset: u32,
        ports: &mut CorePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let (operation, value) = operation_of(access.kind);
        let hart = &mut self.harts[core];
        hart.pending = None; // if the core has to try again, it repeats this access
        hart.uses_at_once();
        let mut request = Request {
            operation,
            offset,
            bytes: access.bytes,
            requester: Requester::Core(core),
            tile: self.tile,
            core: core as u8,
            job: hart.job,
            pc: hart.core.pc,
            caller: hart.core.return_address(),
            only_tries: false,
            payload: [0; PAYLOAD_BYTES],
        };
        request.payload[..8].copy_from_slice(&value.to_le_bytes());
        match ports.tile.serve(&mut request, self, ports.chip) {
            Reply::Done => {
                let value = memory::read(&request.payload, 0, access.bytes);
                let hart = &mut self.harts[core];
                hart.counts.register_accesses += 1;
                hart.core.complete(access, value, now + costs.register);
            }
            Reply::Busy => self.harts[core].core.time = now + 1,
            Reply::Full => {
                ports.tile.retry(core, now + costs.retry_delay);
                self.wait_with(core, access, State::QueueFull, now);
            }
            Reply::Waits => self.wait_with(core, access, State::Element, now),
            Reply::Refused(misuse) => {
                let cause = Cause::Device(misuse);
                self.trap(core, attempt_of(access), cause, access.address, ports);
            }
        }
    }

    /// Makes a core wait because an access could not be carried out yet.
    fn wait_with(&mut self, core: usize, access: &Access, state: State, now: u64) {
        let hart = &mut self.harts[core];
        hart.pending = Some(*access);
        hart.enter(state, now);
    }
}
