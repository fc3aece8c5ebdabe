//! The end of a DMA transfer: the interface updates the transfer's counter, the command buffer's
//! status, and the core's events.

use super::NetworkInterface;
use crate::core::AmoOp;
use crate::memory;
use crate::protocol::core_registers::EVENT_TRANSFER;
use crate::protocol::{AtomicOp, Destination, Packet, PacketKind, Packets, Purpose};
use crate::tile::cores::{CoreComplex, State, Use};
use crate::tile::dma::Status;
use crate::tile::ports::Cycle;

impl NetworkInterface {
    /// Completes a transfer whose data has arrived.
    pub fn complete_transfer(
        &mut self,
        core: usize,
        number: usize,
        cycle: Cycle,
        cores: &mut CoreComplex,
        packets: &mut Packets,
    ) {
        let buffer = self.engine.buffer(core, number);
        let (counter, pc) = (buffer.transfer.counter, buffer.transfer.pc);
        self.increase(core, counter, pc, cycle, cores, packets);
        self.end_transfer(core, number, Status::Done, cycle, cores);
    }

    /// Ends a transfer, because it is complete or because a full or empty queue has refused it.
    pub(super) fn end_transfer(
        &mut self,
        core: usize,
        number: usize,
        status: Status,
        cycle: Cycle,
        cores: &mut CoreComplex,
    ) {
        self.engine.buffer(core, number).status = status;
        cores.signal(core, EVENT_TRANSFER, cycle);
        if cores.harts[core].state == State::Buffer(number as u8) {
            cores.resume(core, cycle.retry(), cycle);
        }
    }

    /// Adds 1 to a transfer's counter. If the counter is in another tile, a packet does so.
    fn increase(
        &mut self,
        core: usize,
        counter: Destination,
        pc: u32,
        cycle: Cycle,
        cores: &mut CoreComplex,
        packets: &mut Packets,
    ) {
        let target = match counter {
            Destination::None | Destination::Many(..) => return,
            Destination::Own(offset) => {
                cores.claim_bytes(offset, 4, Use::Writes, cycle);
                let value = memory::read(&cores.memory, offset, 4) as u32;
                memory::write(&mut cores.memory, offset, 4, value.wrapping_add(1).into());
                return cores.written(offset, 4, None, cycle);
            }
            Destination::Remote(target) => target,
        };
        let id = packets.add(Packet {
            source: self.tile,
            target: target.endpoint,
            job: cores.harts[core].job,
            core: core as u8,
            bytes: 4,
            address: target.offset,
            device: target.device,
            pc,
            ..Packet::new(
                PacketKind::Atomic(AtomicOp::Modify(AmoOp::Add)),
                Purpose::Counter,
            )
        });
        packets.set_operand(id, 1);
        self.enter(cycle.now + 1, id);
    }
}
