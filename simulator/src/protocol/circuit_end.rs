//! The end of a circuit at its target: a tile's network interface, or a memory controller.

use super::{Packet, PacketKind, Packets};
use crate::noc::Service;

/// The state of the circuit that ends at a target, which has at most one.
#[derive(Debug, Default)]
pub struct CircuitEnd {
    /// Number of the answering packet that opens the reverse circuit, until the reverse circuit is
    /// known to be open.
    opening: Option<u32>,
    /// The initiator, if the reverse circuit to the initiator is open.
    back: Option<u16>,
}

impl CircuitEnd {
    /// Turns an open or close packet into its answer, which may leave in the next cycle. If the
    /// packet is full duplex, its answer opens or closes the reverse circuit; otherwise the answer
    /// is an acknowledgement.
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

    /// Notes that a request has come on the circuit. This shows that the initiator knows that the
    /// reverse circuit is open.
    #[inline]
    pub fn used(&mut self, initiator: u16) {
        if self.opening.take().is_some() {
            self.back = Some(initiator);
        }
    }

    /// Notes that the reverse circuit has been refused. Returns the answer that notifies the
    /// initiator.
    pub fn refused(&mut self, packets: &mut Packets) -> u32 {
        let id = self.opening.take().expect("an open packet was refused");
        packets[id].kind = PacketKind::Refusal;
        id
    }

    /// The service with which an answer is sent. `queue` says whether open packets may wait for
    /// another circuit to close, as in [`setting_up`].
    pub fn service(&self, answer: &Packet, queue: bool) -> Service {
        let uses_circuit = self.back == Some(answer.target) && answer.service.is_bulk();
        let back = || uses_circuit.then_some(Service::CIRCUIT);
        setting_up(answer, queue)
            .or_else(back)
            .unwrap_or(answer.service)
    }
}

/// The service of an open or close packet; none for other packets. If open packets may wait at a
/// router for another circuit to close (`queue`), the service of an open packet has the packet's
/// priority.
pub fn setting_up(packet: &Packet, queue: bool) -> Option<Service> {
    match packet.kind {
        PacketKind::Open { .. } if queue => Some(Service::open(packet.service.field())),
        PacketKind::Open { .. } => Some(Service::OPEN),
        PacketKind::Close { .. } => Some(Service::CLOSE),
        _ => None,
    }
}
