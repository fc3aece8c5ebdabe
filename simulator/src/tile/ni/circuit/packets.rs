//! The packets that set a circuit up and take it down.

use super::{Circuit, Circuits, Stage};
use crate::protocol::{Packet, PacketKind, Purpose};
use crate::tile::ports::CircuitPorts;

impl Circuits {
    /// Sends the open packet of the circuit that there is to be.
    pub(super) fn send_open(&mut self, ready: u64, ports: &mut CircuitPorts) {
        let Some(circuit) = self.current else {
            return;
        };
        let duplex = circuit.spec.duplex;
        let packet = self.send_for(circuit, PacketKind::Open { duplex }, ready, ports);
        if let Some(circuit) = &mut self.current {
            circuit.stage = Stage::Opening { packet };
        }
    }

    /// Sends the packet that closes the circuit, or only its request half.
    pub(super) fn send_close(&mut self, duplex: bool, ready: u64, ports: &mut CircuitPorts) {
        if let Some(circuit) = self.current {
            self.send_for(circuit, PacketKind::Close { duplex }, ready, ports);
        }
    }

    /// A packet of one flit that sets up the circuit, or takes it down.
    fn send_for(
        &mut self,
        circuit: Circuit,
        kind: PacketKind,
        ready: u64,
        ports: &mut CircuitPorts,
    ) -> u32 {
        let (core, target) = (circuit.core as u8, circuit.spec.target);
        let packet = ports.packets.add(Packet {
            service: ports.priorities.service(core, target),
            source: self.tile,
            target,
            job: circuit.job,
            core,
            ..Packet::new(kind, Purpose::Circuit)
        });
        self.leaving = Some((ready, packet));
        packet
    }
}
