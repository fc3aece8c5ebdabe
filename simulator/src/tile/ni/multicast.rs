//! Multicasts: packets to several tiles. A target answers a multicast only to refuse it.

use super::{InterfacePorts, NetworkInterface};
use crate::noc::Flit;
use crate::protocol::fault::Cause;
use crate::protocol::packet::{Packet, PacketKind, Purpose};
use crate::tile::ports::Cycle;

impl NetworkInterface {
    /// Completes a multicast when the interface has handed over its last packet. From then on,
    /// later stores of the core cannot overtake the multicast on the way to a target. But stores to
    /// the core's own tile bypass the network. So if the own tile is a target, the transfer
    /// completes only when the tile's copy has arrived.
    pub(super) fn sent_to_many(&mut self, id: u32, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        ports.chip.reports.progress = now;
        if let PacketKind::Multicast(to) = ports.chip.packets[id].kind {
            if !to.has(self.tile.into(), costs.columns) {
                self.packet_is_done(id, ports);
            }
        }
    }

    fn packet_is_done(&mut self, id: u32, ports: &mut InterfacePorts) {
        let packet = &ports.chip.packets[id];
        let (core, job) = (usize::from(packet.core), packet.job);
        // A notification has no completion.
        let Purpose::Multicast(number) = packet.purpose else {
            return;
        };
        let number = usize::from(number);
        if job != ports.cores.harts[core].job || !self.engine.buffer(core, number).answered() {
            return;
        }
        let (cycle, packets) = (ports.chip.cycle, &mut ports.chip.packets);
        self.complete_transfer(core, number, cycle, ports.cores, packets);
    }

    /// Takes a flit of an arriving multicast.
    pub(super) fn receive_multicast(&mut self, flit: Flit, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let (id, sequence) = (flit.packet(), flit.sequence().into());
        let packet = &ports.chip.packets[id];
        let address = packet.address;
        if costs.packing.carries_address(sequence) {
            let tag = ports.cores.tag(address);
            self.admits = tag.is_some_and(|tag| tag.admits(packet.job, true));
        }
        // All targets share one packet, so a target that refuses it cannot record this in the
        // packet. The variable `admits` records it.
        let admits = self.admits && packet.refused.is_none();
        let range = costs.packing.payload(packet, sequence);
        if admits && !self.write_payload(id, range, address, ports) {
            return;
        }
        ports.chip.requests.take();
        if !flit.is_last() {
            return;
        }
        if !admits {
            let refused = Packet {
                target: self.tile,
                refused: Some(Cause::NotExposed),
                ..ports.chip.packets[id].clone()
            };
            let refusal = ports.chip.packets.add(refused.answer(PacketKind::Refusal));
            self.answer(now + 1, refusal);
        }
        if ports.chip.packets[id].source == self.tile {
            self.packet_is_done(id, ports);
        }
        ports.chip.packets[id].missing -= 1;
        if ports.chip.packets[id].missing == 0 {
            ports.chip.packets.remove(id);
        }
    }
}
