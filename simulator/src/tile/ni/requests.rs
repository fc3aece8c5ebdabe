//! Requests of other tiles. The network interface serves them in memory, or passes them to devices.

use super::{InterfacePorts, NetworkInterface};
use crate::memory;
use crate::noc::Flit;
use crate::protocol::fault::Cause;
use crate::protocol::packet::{AtomicOp, PacketKind, Purpose};
use crate::protocol::{Reply, Request};
use crate::tile::cores::Use;
use crate::tile::ports::Cycle;
use std::ops::Range;

impl NetworkInterface {
    pub(super) fn receive_request(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let Some(flit) = ports.chip.requests.front() else {
            return;
        };
        let id = flit.packet();
        if flit.is_multicast() {
            return self.receive_multicast(flit, ports);
        }
        if flit.service().on_circuit() {
            let packet = &ports.chip.packets[id];
            if packet.purpose == Purpose::Circuit {
                ports.chip.requests.take();
                self.circuits.end.answer(id, ports.chip.packets);
                return self.answer(now + 1, id);
            }
            self.circuits.end.used(packet.source);
        }
        if ports.chip.packets[id].device {
            return self.receive_for_device(flit, ports);
        }
        if costs.packing.carries_address(flit.sequence().into()) {
            let packet = &ports.chip.packets[id];
            let write = !matches!(
                packet.kind,
                PacketKind::Read | PacketKind::Atomic(AtomicOp::LoadReserved)
            );
            let admitted = ports
                .cores
                .tag(packet.address)
                .is_some_and(|tag| tag.admits(packet.job, write));
            ports.chip.packets[id].refused = (!admitted).then_some(Cause::NotExposed);
        }
        if ports.chip.packets[id].refused.is_none() && !self.serve(flit, ports) {
            return;
        }
        ports.chip.requests.take();
        if flit.is_last() {
            let packet = &ports.chip.packets[id];
            let kind = match packet.kind {
                _ if packet.refused.is_some() => PacketKind::Refusal,
                PacketKind::Write => PacketKind::Acknowledge,
                _ => PacketKind::Data,
            };
            ports.chip.packets[id] = packet.answer(kind);
            self.answer(now + 1, id);
        }
    }

    /// Takes a flit of a request for a device. When the last flit of the request has arrived, the
    /// device serves the request.
    fn receive_for_device(&mut self, flit: Flit, ports: &mut InterfacePorts) {
        let Cycle { now, .. } = ports.chip.cycle;
        let id = flit.packet();
        if !flit.is_last() {
            ports.chip.requests.take();
            return;
        }
        let packet = &ports.chip.packets[id];
        let mut request = Request::of_packet(id, ports.chip.packets);
        let done = match packet.kind {
            PacketKind::Write => PacketKind::Acknowledge,
            _ => PacketKind::Data,
        };
        let reply = match packet.refused {
            Some(cause) => Err(cause),
            None => match ports.serve(&mut request, self) {
                Reply::Done => Ok(done),
                Reply::Full if done == PacketKind::Acknowledge => Ok(PacketKind::Full),
                Reply::Full => Ok(PacketKind::Empty),
                Reply::Refused(misuse) => Err(Cause::Device(misuse)),
                Reply::Busy => return,
                Reply::Waits => {
                    ports.chip.requests.take();
                    return;
                }
            },
        };
        ports.chip.requests.take();
        let packet = &mut ports.chip.packets[id];
        let kind = reply.unwrap_or_else(|cause| {
            packet.refused = Some(cause);
            PacketKind::Refusal
        });
        *packet = packet.answer(kind);
        *ports.chip.packets.payload_mut(id) = request.payload;
        self.answer(now + 1, id);
    }

    /// Carries out the part of an admitted request that arrives in this flit. Returns false if a
    /// bank that the flit needs has already served an access in this cycle.
    fn serve(&mut self, flit: Flit, ports: &mut InterfacePorts) -> bool {
        let Cycle { costs, .. } = ports.chip.cycle;
        let packet = &ports.chip.packets[flit.packet()];
        match packet.kind {
            PacketKind::Write => {
                let range = costs.packing.payload(packet, flit.sequence().into());
                let start = packet.address;
                return self.write_payload(flit.packet(), range, start, ports);
            }
            PacketKind::Atomic(op) if flit.is_last() => {
                let address = packet.address;
                let operand = ports.chip.packets.operand(flit.packet());
                let holder = (costs.cores).number(packet.source.into(), packet.core.into());
                if !ports.cores.claim_banks(address, 4, ports.chip.cycle) {
                    return false;
                }
                let value =
                    ports
                        .cores
                        .atomic(op, address, operand, holder, None, ports.chip.cycle);
                ports.chip.packets.set_operand(flit.packet(), value);
                ports.chip.packets[flit.packet()].bytes = 4;
            }
            _ => {}
        }
        true
    }

    /// Writes the bytes `range` of a packet's payload to this tile's memory; `range` may be empty.
    /// The first byte of the payload belongs at offset `start` of the memory. Returns false if a
    /// needed bank has already served an access in this cycle.
    #[inline(always)]
    pub(super) fn write_payload(
        &mut self,
        id: u32,
        range: Range<usize>,
        start: u32,
        ports: &mut InterfacePorts,
    ) -> bool {
        if range.is_empty() {
            return true;
        }
        let (offset, bytes) = (start + range.start as u32, range.len() as u32);
        let cycle = ports.chip.cycle;
        if !(ports.cores).claim(offset, bytes, bytes, Use::Writes, cycle) {
            return false;
        }
        let payload = ports.chip.packets.part(id, range);
        let written = offset as usize..(offset + bytes) as usize;
        memory::copy(&mut ports.cores.memory[written], payload);
        ports.cores.written(offset, bytes, None, ports.chip.cycle);
        true
    }
}
