//! What goes out: packets, flit by flit.

use super::{due, Sending};
use crate::tile::outside::Outside;
use crate::tile::packet::{Kind, Purpose};
use crate::tile::Tile;

impl Tile {
    /// Takes the next packet in line, if none is being sent, and hands its next flit over.
    pub(super) fn send_request(&mut self, now: u64, out: &mut Outside) {
        if self.ni.request.is_none() {
            let Some(packet) = self.next_request(now, out) else {
                return;
            };
            self.ni.request = Some(Sending {
                packet,
                sequence: 0,
                flits: out.packets[packet].flits(),
            });
        }
        let Some(sending) = self.ni.request else {
            return;
        };
        let packet = &out.packets[sending.packet];
        let (target, service) = (packet.target, packet.service);
        if !out.requests.ready(self.number.into(), service) {
            return;
        }
        if let (Purpose::Transfer(_), Kind::Write, 2..) =
            (packet.purpose, packet.kind, sending.sequence)
        {
            let range = packet.word(sending.sequence as usize - 2);
            let local = packet.local;
            if !self.fetch(sending.packet, range, local, now, out) {
                return;
            }
        }
        out.requests
            .inject(self.number.into(), sending.flit(target, service));
        self.ni.request = sending.next();
    }

    /// The next packet: accesses, transfers, notifications and what a queue has refused take turns,
    /// so that none of them, however busy, keeps another from leaving.
    fn next_request(&mut self, now: u64, out: &mut Outside) -> Option<u32> {
        const SENDERS: usize = 4;
        for sender in (self.ni.turn..).take(SENDERS) {
            let packet = match sender % SENDERS {
                0 => self.ni.next_access(now),
                1 => self.next_of_engine(now, out),
                2 => self.next_notification(now, out),
                _ => self.ni.again.pop_front(),
            };
            if packet.is_some() {
                self.ni.turn = (sender + 1) % SENDERS;
                return packet;
            }
        }
        None
    }

    pub(super) fn send_response(&mut self, now: u64, out: &mut Outside) {
        if self.ni.response.is_none() {
            let Some(packet) = due(&mut self.ni.answers, now) else {
                return;
            };
            self.ni.response = Some(Sending {
                packet,
                sequence: 0,
                flits: out.packets[packet].flits(),
            });
        }
        let Some(sending) = self.ni.response else {
            return;
        };
        let packet = &out.packets[sending.packet];
        let (target, service) = (packet.target, packet.service);
        if !out.responses.ready(self.number.into(), service) {
            return;
        }
        if packet.reads_late && sending.sequence >= 1 {
            let range = packet.word(sending.sequence as usize - 1);
            let address = packet.address;
            if !self.fetch(sending.packet, range, address, now, out) {
                return;
            }
        }
        out.responses
            .inject(self.number.into(), sending.flit(target, service));
        self.ni.response = sending.next();
    }

    /// Reads the payload bytes `range` of a packet from this tile's memory, where its payload
    /// starts at `start`; false if the bank is taken.
    fn fetch(
        &mut self,
        id: u32,
        range: std::ops::Range<usize>,
        start: u32,
        now: u64,
        out: &mut Outside,
    ) -> bool {
        let offset = start as usize + range.start;
        if !self.touch(offset as u32, 4, now, out) {
            return false;
        }
        let bytes = &self.memory[offset..offset + range.len()];
        out.packets[id].payload[range].copy_from_slice(bytes);
        true
    }

    fn next_of_engine(&mut self, now: u64, out: &mut Outside) -> Option<u32> {
        let (remote, mut packet) = self.ni.engine.draft(now, self.ni.left)?;
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
