//! The target's end of a circuit. The target is a network interface of a tile, or a memory
//! controller.

use super::{Packet, PacketKind, Packets};
use crate::noc::Service;

/// The state of the circuit that ends at a target. A target has at most one.
#[derive(Debug, Default)]
pub struct CircuitEnd {
    /// The answer that opens the reverse circuit, by packet number. Set until it is known that the
    /// reverse circuit is open.
    opening: Option<u32>,
    /// If the reverse circuit is open, the initiator to which it leads.
    back: Option<u16>,
}

impl CircuitEnd {
    /// Turns a packet that opens or closes a circuit into its answer, which may leave in the next
    /// cycle. If the packet is full duplex, the answer opens or closes the reverse circuit;
    /// otherwise it is an acknowledgement.
    pub fn answer(&mut self, id: u32, packets: &mut Packets) {
        let packet = &packets[id];
        let duplex = matches!(
            packet.kind,
            PacketKind::Open { duplex: true } | PacketKind::Close { duplex: true }
        );
        self.back = None;
        self.opening = (packet.kind == PacketKind::Open { duplex: true }).then_some(id);
        let kind = if duplex {
            packet.kind
        } else {
            PacketKind::Acknowledge
        };
        packets[id] = packet.answer(kind);
    }

    /// Records that a request has arrived on the circuit. So the initiator knows that the reverse
    /// circuit is open.
    #[inline]
    pub fn used(&mut self, initiator: u16) {
        if self.opening.take().is_some() {
            self.back = Some(initiator);
        }
    }

    /// Records that the reverse circuit has been refused. Returns the number of the answer that
    /// informs the initiator.
    pub fn refused(&mut self, packets: &mut Packets) -> u32 {
        let id = self.opening.take().expect("an open packet was refused");
        packets[id].kind = PacketKind::Refusal;
        id
    }

    /// The service with which the network carries an answer. `queue`: packets that open circuits
    /// may wait for another circuit to close, as in [`setting_up`].
    pub fn service(&self, answer: &Packet, queue: bool) -> Service {
        let uses_circuit = self.back == Some(answer.target) && answer.service.is_bulk();
        let back = || uses_circuit.then_some(Service::CIRCUIT);
        setting_up(answer, queue)
            .or_else(back)
            .unwrap_or(answer.service)
    }
}

/// The service of a packet that opens or closes a circuit. None for other packets. If packets that
/// open circuits may wait at a router for another circuit to close (`queue`), their service
/// includes their priority.
pub fn setting_up(packet: &Packet, queue: bool) -> Option<Service> {
    match packet.kind {
        PacketKind::Open { .. } if queue => Some(Service::open(packet.service.field())),
        PacketKind::Open { .. } => Some(Service::OPEN),
        PacketKind::Close { .. } => Some(Service::CLOSE),
        _ => None,
    }
}
