//! Sending packets, flit by flit.

use super::{take_due, InterfacePorts, NetworkInterface, Sending};
use crate::memory;
use crate::noc::Service;
use crate::protocol::NetworkPort;
use crate::tile::cores::Use;
use crate::tile::dma::Draft;
use crate::tile::ports::Cycle;

impl NetworkInterface {
    /// Hands over the next flit of the current request. If there is no current request, the next
    /// request becomes the current one.
    pub(super) fn send_request(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        if !end_launch(&mut self.request, &ports.chip.requests, now) {
            return;
        }
        if self.request.is_none() {
            let Some(id) = self.next_request(ports) else {
                return;
            };
            let packet = &ports.chip.packets[id];
            let sending = Sending::request(id, packet, packet.service, costs);
            self.request = Some(sending);
        }
        if !begin_launch(&mut self.request, &mut ports.chip.requests) {
            return;
        }
        if let Some(sending) = self.request {
            if self.hand_request_over(sending, ports) {
                self.request = sending.next();
                if self.request.is_none() && sending.service.is_to_many() {
                    self.sent_to_many(sending.packet, ports);
                }
            }
        }
    }

    /// Hands the next flit of a request over to the network and returns true. If the network has no
    /// slot for the flit, or if a memory bank with the flit's payload has already served another
    /// access in this cycle, does nothing and returns false.
    pub(super) fn hand_request_over(
        &mut self,
        sending: Sending,
        ports: &mut InterfacePorts,
    ) -> bool {
        let can = ports.chip.requests.ready(sending.service) && fetch(&sending, ports);
        if can {
            sending.hand_over(&mut ports.chip.requests);
        }
        can
    }

    /// The number of the next request packet that may leave, if there is one.
    #[inline(always)]
    pub(super) fn next_request(&mut self, ports: &mut InterfacePorts) -> Option<u32> {
        let is_empty = self.accesses.is_empty()
            && self.engine.is_idle()
            && self.remote.is_empty()
            && self.resends.is_empty();
        match is_empty {
            true => None,
            false => self.next_in_turn(ports),
        }
    }

    /// Returns the next request. Accesses, transfers, notifications and resent packets take turns,
    /// so that no kind of request can prevent another kind from leaving.
    fn next_in_turn(&mut self, ports: &mut InterfacePorts) -> Option<u32> {
        let Cycle { now, .. } = ports.chip.cycle;
        const SENDERS: usize = 4;
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
                let service = match packet.level {
                    Some(level) => Service::level(level),
                    None => (ports.devices.priorities).service(packet.core, packet.target),
                };
                // Only packets that are marked as bulk may travel on circuits. If there are
                // separate networks for control and data, the packets on the data network are
                // marked. If there is one network, all packets are.
                let is_bulk = packet.is_transfer() || ports.chip.requests.count() == 1;
                packet.service = if is_bulk { service.bulk() } else { service };
                return Some(id);
            }
        }
        None
    }

    pub(super) fn send_response(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        if !end_launch(&mut self.response, &ports.chip.responses, now) {
            return;
        }
        if self.response.is_none() {
            let Some(id) = take_due(&mut self.answers, now) else {
                return;
            };
            let packet = &ports.chip.packets[id];
            let sending = Sending::answer(id, packet, packet.service, costs);
            self.response = Some(sending);
        }
        if !begin_launch(&mut self.response, &mut ports.chip.responses) {
            return;
        }
        if let Some(sending) = self.response {
            if self.hand_response_over(sending, ports) {
                self.response = sending.next();
            }
        }
    }

    /// Hands over a flit of an answer if the network has a slot for the flit and the banks of its
    /// payload are free. Returns whether the flit has been handed over.
    #[inline(always)]
    pub(super) fn hand_response_over(
        &mut self,
        sending: Sending,
        ports: &mut InterfacePorts,
    ) -> bool {
        let can = ports.chip.responses.ready(sending.service) && fetch(&sending, ports);
        if can {
            sending.hand_over(&mut ports.chip.responses);
        }
        can
    }

    fn next_of_engine(&mut self, ports: &mut InterfacePorts) -> Option<u32> {
        let Cycle { now, .. } = ports.chip.cycle;
        let Draft { remote, mut packet } = self.engine.draft(now, self.left)?;
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

/// If the network can take all flits of the sender's packet by itself, launches the packet. Returns
/// true if the sender must hand the packet over flit by flit.
#[inline(always)]
fn begin_launch(sender: &mut Option<Sending>, network: &mut NetworkPort) -> bool {
    let Some(sending) = sender else {
        return true;
    };
    if sending.can_be_launched() && network.ready(sending.service) {
        sending.launched = network.launch(sending.flit(), sending.flits, sending.silent);
    }
    sending.launched.is_none()
}

/// Makes the sender of a launched packet free again when the network has taken all flits by itself.
/// If the network has stopped doing so before the end, the sender continues with the next flit.
/// Returns whether the sender may hand a flit over now.
#[inline(always)]
fn end_launch(sender: &mut Option<Sending>, network: &NetworkPort, now: u64) -> bool {
    let Some(sending) = sender else {
        return true;
    };
    let Some(launch) = sending.launched else {
        return true;
    };
    if let Some(taken) = network.cut(launch) {
        sending.sequence = taken;
        sending.launched = None;
        return true;
    }
    let has_ended = launch.end() <= now;
    if has_ended {
        *sender = None;
    }
    has_ended
}

impl Sending {
    /// Hands the next flit over to a network.
    #[inline(always)]
    fn hand_over(self, network: &mut NetworkPort) {
        network.inject(self.flit(), self.sequence == 0 && self.silent > 0);
    }
}

/// Reads the payload of the next flit if it comes from this tile's memory. Returns false if one of
/// the needed banks has already served an access in this cycle.
#[inline(always)]
fn fetch(sending: &Sending, ports: &mut InterfacePorts) -> bool {
    let Some(start) = sending.fetches_from else {
        return true;
    };
    let Cycle { costs, .. } = ports.chip.cycle;
    let range = sending.payload(costs.packing);
    if range.is_empty() {
        return true;
    }
    let offset = start as usize + range.start;
    let (bytes, cycle) = (range.len() as u32, ports.chip.cycle);
    if !(ports.cores).claim(offset as u32, bytes, bytes, Use::Reads, cycle) {
        return false;
    }
    let bytes = &ports.cores.memory[offset..offset + range.len()];
    memory::copy(ports.chip.packets.part_mut(sending.packet, range), bytes);
    true
}
