//! What goes out: packets, flit by flit.

use super::{due, Sending};
use crate::tile::outside::Outside;
use crate::tile::packet::{PacketKind, Purpose};
use crate::tile::Tile;

impl Tile {
    /// Takes the next packet in line, if none is being sent, and hands its next flit over.
    pub(super) fn send_request(&mut self, now: u64, out: &mut Outside) {
        if self.ni.request.is_none() {
            let Some(id) = self.next_request(now, out) else {
                return;
            };
            let packet = &out.packets[id];
            let sending = Sending::new(id, packet, packet.service, out.costs.packing);
            self.ni.request = Some(sending);
        }
        if let Some(sending) = self.ni.request {
            if self.hand_request_over(sending, now, out) {
                self.ni.request = sending.next();
            }
        }
    }

    /// Hands a flit over, if the network is ready for it, and the banks that it comes from.
    pub(super) fn hand_request_over(
        &mut self,
        sending: Sending,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        if !out.requests.ready(self.number.into(), sending.service) {
            return false;
        }
        let packet = &out.packets[sending.packet];
        if let (Purpose::Transfer(_), PacketKind::Write) = (packet.purpose, packet.kind) {
            let range = out.costs.packing.payload(packet, sending.sequence);
            let local = packet.local;
            if !self.read_payload(sending.packet, range, local, now, out) {
                return false;
            }
        }
        out.requests.inject(self.number.into(), sending.flit());
        true
    }

    /// The next packet: accesses, transfers, notifications and what a queue has refused take turns,
    /// so that none of them, however busy, keeps another from leaving.
    pub(super) fn next_request(&mut self, now: u64, out: &mut Outside) -> Option<u32> {
        const SENDERS: usize = 4;
        for sender in (self.ni.turn..).take(SENDERS) {
            let packet = match sender % SENDERS {
                0 => self.ni.next_access(now),
                1 => self.next_of_engine(now, out),
                2 => self.next_notification(now, out),
                _ => self.ni.resends.pop_front(),
            };
            if let Some(id) = packet {
                self.ni.turn = (sender + 1) % SENDERS;
                let packet = &mut out.packets[id];
                let service = (self.devices.priorities).service(packet.core, packet.target);
                // With one network all are bulk, which then makes no difference.
                let is_bulk = packet.is_transfer() || out.requests.count() == 1;
                packet.service = if is_bulk { service.bulk() } else { service };
                return Some(id);
            }
        }
        None
    }

    pub(super) fn send_response(&mut self, now: u64, out: &mut Outside) {
        if self.ni.response.is_none() {
            let Some(id) = due(&mut self.ni.answers, now) else {
                return;
            };
            let packet = &out.packets[id];
            let sending = Sending::new(id, packet, packet.service, out.costs.packing);
            self.ni.response = Some(sending);
        }
        if let Some(sending) = self.ni.response {
            if self.hand_response_over(sending, now, out) {
                self.ni.response = sending.next();
            }
        }
    }

    /// Hands a flit over, if the network is ready for it, and the banks that it comes from.
    pub(super) fn hand_response_over(
        &mut self,
        sending: Sending,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        if !out.responses.ready(self.number.into(), sending.service) {
            return false;
        }
        let packet = &out.packets[sending.packet];
        if packet.reads_late {
            let range = out.costs.packing.payload(packet, sending.sequence);
            let address = packet.address;
            if !self.read_payload(sending.packet, range, address, now, out) {
                return false;
            }
        }
        out.responses.inject(self.number.into(), sending.flit());
        true
    }

    /// Reads the payload bytes `range` of a packet, perhaps none, from this tile's memory, where its
    /// payload starts at `start`; false if a bank is taken.
    fn read_payload(
        &mut self,
        id: u32,
        range: std::ops::Range<usize>,
        start: u32,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        if range.is_empty() {
            return true;
        }
        let offset = start as usize + range.start;
        if !self.claim_banks(offset as u32, range.len() as u32, now, out) {
            return false;
        }
        let bytes = &self.memory[offset..offset + range.len()];
        out.packets[id].payload[range].copy_from_slice(bytes);
        true
    }

    fn next_of_engine(&mut self, now: u64, out: &mut Outside) -> Option<u32> {
        let (remote, mut packet) = self.ni.engine.draft(now, self.ni.left)?;
        if !self.ni.classes.are_several() {
            self.ni.engine.enqueue_for(&packet);
        }
        let target = out
            .map
            .resolve(remote, packet.bytes.into())
            .expect("a command is checked before it is started");
        packet.source = self.number;
        packet.target = target.endpoint;
        packet.address = target.offset;
        packet.device = target.device;
        packet.job = self.cores[packet.core as usize].job;
        Some(out.packets.add(packet))
    }
}
