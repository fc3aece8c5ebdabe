//! The packets that set a circuit up and take it down.

use super::{Circuit, Stage};
use crate::noc::Service;
use crate::tile::outside::Outside;
use crate::tile::packet::{Packet, PacketKind, Purpose};
use crate::tile::Tile;

impl Tile {
    /// Sends the open packet of the circuit that there is to be.
    pub(super) fn send_open(&mut self, ready: u64, out: &mut Outside) {
        let Some(circuit) = self.ni.circuits.current else {
            return;
        };
        let duplex = circuit.spec.duplex;
        let packet = self.send_for(circuit, PacketKind::Open { duplex }, ready, out);
        if let Some(circuit) = &mut self.ni.circuits.current {
            circuit.stage = Stage::Opening { packet };
        }
    }

    /// Sends the packet that closes the circuit, or only its request half.
    pub(super) fn send_close(&mut self, duplex: bool, ready: u64, out: &mut Outside) {
        if let Some(circuit) = self.ni.circuits.current {
            self.send_for(circuit, PacketKind::Close { duplex }, ready, out);
        }
    }

    /// A packet of one flit that sets up the circuit, or takes it down.
    fn send_for(
        &mut self,
        circuit: Circuit,
        kind: PacketKind,
        ready: u64,
        out: &mut Outside,
    ) -> u32 {
        let (core, target) = (circuit.core as u8, circuit.spec.target);
        let packet = out.packets.add(Packet {
            service: self.devices.priorities.service(core, target),
            source: self.number,
            target,
            job: circuit.job,
            core,
            ..Packet::new(kind, Purpose::Circuit)
        });
        self.ni.circuits.leaving = Some((ready, packet));
        packet
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
