//! Sending packets, flit by flit.

use super::{due, NetworkInterface, Sending};
use crate::memory;
use crate::protocol::packet::{PacketKind, Purpose};
use crate::tile::cores::Use;
use crate::tile::ports::{Cycle, InterfacePorts};

impl NetworkInterface {
    /// Takes the next packet in line, if none is being sent, and hands its next flit over.
    pub(super) fn send_request(&mut self, ports: &mut InterfacePorts) {
        let Cycle { costs, .. } = ports.chip.cycle;
        if self.request.is_none() {
            let Some(id) = self.next_request(ports) else {
                return;
            };
            let packet = &ports.chip.packets[id];
            let sending = Sending::request(id, packet, packet.service, costs);
            self.request = Some(sending);
        }
        if let Some(sending) = self.request {
            if self.hand_request_over(sending, ports) {
                self.request = sending.next();
            }
        }
    }

    /// Hands a flit over, if the network is ready for it, and the banks that it comes from.
    pub(super) fn hand_request_over(
        &mut self,
        sending: Sending,
        ports: &mut InterfacePorts,
    ) -> bool {
        let Cycle { costs, .. } = ports.chip.cycle;
        if !ports.chip.requests.ready(sending.service) {
            return false;
        }
        let packet = &ports.chip.packets[sending.packet];
        if let (Purpose::Transfer(_), PacketKind::Write) = (packet.purpose, packet.kind) {
            let range = costs.packing.payload(packet, sending.sequence);
            let local = packet.local;
            if !self.read_payload(sending.packet, range, local, ports) {
                return false;
            }
        }
        ports.chip.requests.inject(sending.flit());
        true
    }

    /// The next packet: accesses, transfers, notifications and retries to queues take turns,
    /// so that none of them, however busy, keeps another from leaving.
    pub(super) fn next_request(&mut self, ports: &mut InterfacePorts) -> Option<u32> {
        let Cycle { now, .. } = ports.chip.cycle;
        const SENDERS: usize = 4;
        let is_empty = self.accesses.is_empty()
            && self.engine.is_idle()
            && self.remote.is_empty()
            && self.resends.is_empty();
        if is_empty {
            return None;
        }
        for sender in (self.turn..).take(SENDERS) {
            let packet = match sender % SENDERS {
                0 => self.next_access(now),
                1 => self.next_of_engine(ports),
                2 => self.next_notification(ports),
                _ => self.resends.pop_front(),
            };
            if let Some(id) = packet {
                self.turn = (sender + 1) % SENDERS;
                let packet = &mut ports.chip.packets[id];
                let service = (ports.devices.priorities).service(packet.core, packet.target);
                // With one network all are bulk, which then makes no difference.
                let is_bulk = packet.is_transfer() || ports.chip.requests.count() == 1;
                packet.service = if is_bulk { service.bulk() } else { service };
                return Some(id);
            }
        }
        None
    }

    pub(super) fn send_response(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        if self.response.is_none() {
            let Some(id) = due(&mut self.answers, now) else {
                return;
            };
            let packet = &ports.chip.packets[id];
            let sending = Sending::answer(id, packet, packet.service, costs);
            self.response = Some(sending);
        }
        if let Some(sending) = self.response {
            if self.hand_response_over(sending, ports) {
                self.response = sending.next();
            }
        }
    }

    /// Hands a flit over, if the network is ready for it, and the banks that it comes from.
    pub(super) fn hand_response_over(
        &mut self,
        sending: Sending,
        ports: &mut InterfacePorts,
    ) -> bool {
        let Cycle { costs, .. } = ports.chip.cycle;
        if !ports.chip.responses.ready(sending.service) {
            return false;
        }
        let packet = &ports.chip.packets[sending.packet];
        if packet.reads_late {
            let range = costs.packing.payload(packet, sending.sequence);
            let address = packet.address;
            if !self.read_payload(sending.packet, range, address, ports) {
                return false;
            }
        }
        ports.chip.responses.inject(sending.flit());
        true
    }

    /// Reads the payload bytes `range` of a packet, perhaps none, from this tile's memory, where
    /// its payload starts at `start`; false if a bank is taken.
    fn read_payload(
        &mut self,
        id: u32,
        range: std::ops::Range<usize>,
        start: u32,
        ports: &mut InterfacePorts,
    ) -> bool {
        if range.is_empty() {
            return true;
        }
        let offset = start as usize + range.start;
        let (bytes, cycle) = (range.len() as u32, ports.chip.cycle);
        if !(ports.cores).claim(offset as u32, bytes, bytes, Use::Reads, cycle) {
            return false;
        }
        let bytes = &ports.cores.memory[offset..offset + range.len()];
        memory::copy(&mut ports.chip.packets[id].payload[range], bytes);
        true
    }

    fn next_of_engine(&mut self, ports: &mut InterfacePorts) -> Option<u32> {
        let Cycle { now, .. } = ports.chip.cycle;
        let (remote, mut packet) = self.engine.draft(now, self.left)?;
        if !self.classes.are_several() {
            self.engine.enqueue_for(&packet);
        }
        let target = ports
            .chip
            .map
            .resolve(remote, packet.bytes.into())
            .expect("a command is checked before it is started");
        packet.source = self.tile;
        packet.target = target.endpoint;
        packet.address = target.offset;
        packet.device = target.device;
        packet.job = ports.cores.harts[packet.core as usize].job;
        Some(ports.chip.packets.add(packet))
    }
}
