//! What a network interface does for others: their requests, served in memory.

use crate::memory;
use crate::noc::Flit;
use crate::tile::devices::{Reply, Request};
use crate::tile::fault::Cause;
use crate::tile::outside::Outside;
use crate::tile::packet::{AtomicOp, PacketKind, Purpose};
use crate::tile::Tile;
use std::ops::Range;

impl Tile {
    pub(super) fn receive_request(&mut self, now: u64, out: &mut Outside) {
        let Some(flit) = out.requests.front(self.number.into()) else {
            return;
        };
        let id = flit.packet;
        if flit.service().on_circuit() {
            let packet = &out.packets[id];
            if packet.purpose == Purpose::Circuit {
                out.requests.take(self.number.into());
                self.ni.circuits.end.answer(id, &mut out.packets);
                return self.ni.answer(now + 1, id);
            }
            self.ni.circuits.end.used(packet.source);
        }
        if out.packets[id].device {
            return self.receive_for_device(flit, now, out);
        }
        if out.costs.packing.carries_address(flit.sequence.into()) {
            let packet = &out.packets[id];
            let write = !matches!(
                packet.kind,
                PacketKind::Read | PacketKind::Atomic(AtomicOp::LoadReserved)
            );
            let admitted = self
                .tag(packet.address)
                .is_some_and(|tag| tag.admits(packet.job, write));
            out.packets[id].refused = (!admitted).then_some(Cause::NotExposed);
        }
        if out.packets[id].refused.is_none() && !self.serve(flit, now, out) {
            return;
        }
        out.requests.take(self.number.into());
        if flit.is_last() {
            let packet = &out.packets[id];
            let kind = match packet.kind {
                _ if packet.refused.is_some() => PacketKind::Refusal,
                PacketKind::Write => PacketKind::Acknowledge,
                _ => PacketKind::Data,
            };
            out.packets[id] = packet.answer(kind);
            self.ni.answer(now + 1, id);
        }
    }

    /// Takes a flit of a request for a device, which does it when the last one has come.
    fn receive_for_device(&mut self, flit: Flit, now: u64, out: &mut Outside) {
        let id = flit.packet;
        if !flit.is_last() {
            out.requests.take(self.number.into());
            return;
        }
        let packet = &out.packets[id];
        let mut request = Request::of_packet(id, packet);
        let done = match packet.kind {
            PacketKind::Write => PacketKind::Acknowledge,
            _ => PacketKind::Data,
        };
        let reply = match packet.refused {
            Some(cause) => Err(cause),
            None => match self.device(&mut request, now, out) {
                Reply::Done => Ok(done),
                Reply::Full if done == PacketKind::Acknowledge => Ok(PacketKind::Full),
                Reply::Full => Ok(PacketKind::Empty),
                Reply::Refused(misuse) => Err(Cause::Device(misuse)),
                Reply::Busy => return,
                Reply::Waits => {
                    out.requests.take(self.number.into());
                    return;
                }
            },
        };
        out.requests.take(self.number.into());
        let packet = &mut out.packets[id];
        let kind = reply.unwrap_or_else(|cause| {
            packet.refused = Some(cause);
            PacketKind::Refusal
        });
        packet.payload = request.payload;
        *packet = packet.answer(kind);
        self.ni.answer(now + 1, id);
    }

    /// Does what an admitted request's flit asks for; false if a bank it needs is taken.
    fn serve(&mut self, flit: Flit, now: u64, out: &mut Outside) -> bool {
        let packet = &out.packets[flit.packet];
        match packet.kind {
            PacketKind::Write => {
                let range = out.costs.packing.payload(packet, flit.sequence.into());
                let start = packet.address;
                return self.write_payload(flit.packet, range, start, now, out);
            }
            PacketKind::Atomic(op) if flit.is_last() => {
                let (address, operand) = (packet.address, packet.operand());
                let holder =
                    u32::from(packet.source) * out.costs.tile_cores + u32::from(packet.core);
                if !self.claim_banks(address, 4, now, out) {
                    return false;
                }
                let value = self.atomic(op, address, operand, holder, None, now, out);
                out.packets[flit.packet].set_operand(value);
                out.packets[flit.packet].bytes = 4;
            }
            _ => {}
        }
        true
    }

    /// Writes the payload bytes `range` of a packet, perhaps none, to this tile's memory, where its
    /// payload starts at `start`; false if a bank is taken.
    pub(super) fn write_payload(
        &mut self,
        id: u32,
        range: Range<usize>,
        start: u32,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        if range.is_empty() {
            return true;
        }
        let (offset, bytes) = (start + range.start as u32, range.len() as u32);
        if !self.claim_banks(offset, bytes, now, out) {
            return false;
        }
        let payload = &out.packets[id].payload[range];
        self.memory[offset as usize..(offset + bytes) as usize].copy_from_slice(payload);
        self.written(offset, bytes, None, now, out);
        true
    }

    /// Carries out an atomic operation on this tile's memory; gives the value for the initiator:
    /// the word before, or 0 for a store-conditional that succeeded and 1 for one that failed.
    #[allow(clippy::too_many_arguments)]
    pub(in crate::tile) fn atomic(
        &mut self,
        op: AtomicOp,
        offset: u32,
        operand: u32,
        holder: u32,
        by: Option<usize>,
        now: u64,
        out: &Outside,
    ) -> u32 {
        let old = memory::read(&self.memory, offset, 4) as u32;
        let (new, result) = match op {
            AtomicOp::LoadReserved => {
                self.reserve(holder, offset);
                return old;
            }
            AtomicOp::StoreConditional if self.release(holder, offset) => (operand, 0),
            AtomicOp::StoreConditional => return 1,
            AtomicOp::Modify(op) => (op.apply(old, operand), old),
        };
        memory::write(&mut self.memory, offset, 4, new.into());
        self.written(offset, 4, by, now, out);
        result
    }
}
