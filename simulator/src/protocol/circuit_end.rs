//! The end of a circuit at its target: a tile's network interface, or a memory controller.

use super::{Packet, PacketKind, Packets};
use crate::noc::Service;

/// A target's state of the circuit that ends there; it has at most one.
#[derive(Debug, Default)]
pub struct CircuitEnd {
    /// The answer that opens the reverse circuit, until that is known to be open.
    opening: Option<u32>,
    /// The initiator whose circuit has an open reverse circuit.
    back: Option<u16>,
}

impl CircuitEnd {
    /// Turns an open or close packet into its answer, which may leave in the next cycle: full
    /// duplex, it opens or closes the reverse circuit; one-way, it is an acknowledgement.
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

    /// A request has come by the circuit: so its initiator knows that the reverse circuit is open.
    #[inline]
    pub fn used(&mut self, initiator: u16) {
        if self.opening.take().is_some() {
            self.back = Some(initiator);
        }
    }

    /// The reverse circuit has been refused: gives the answer that says so.
    pub fn refused(&mut self, packets: &mut Packets) -> u32 {
        let id = self.opening.take().expect("an open packet was refused");
        packets[id].kind = PacketKind::Refusal;
        id
    }

    /// How an answer is served.
    pub fn service(&self, answer: &Packet) -> Service {
        let uses_circuit = self.back == Some(answer.target) && answer.service.is_bulk();
        let back = || uses_circuit.then_some(Service::CIRCUIT);
        setting_up(answer.kind)
            .or_else(back)
            .unwrap_or(answer.service)
    }
}

/// How an open or close packet is served; none for others.
pub fn setting_up(kind: PacketKind) -> Option<Service> {
    match kind {
        PacketKind::Open { .. } => Some(Service::OPEN),
        PacketKind::Close { .. } => Some(Service::CLOSE),
        _ => None,
    }
}
