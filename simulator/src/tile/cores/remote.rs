//! A core's accesses to memory and devices outside its own tile: in other tiles and in memory
//! controllers.

use super::access::atomic_of;
use super::hart::State;
use super::{CoreComplex, CorePorts};
use crate::core::{Access, AccessKind};
use crate::memory;
use crate::protocol::{decode, Packet, PacketKind, Purpose, Register, Target};
use crate::tile::ports::Cycle;

impl CoreComplex {
    /// Sends a core's access to another tile or a memory controller, or to a device there.
    pub(super) fn remote(
        &mut self,
        core: usize,
        access: Access,
        target: Target,
        ports: &mut CorePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let ready = now + costs.register;
        let is_port = target.device
            && u32::from(target.endpoint) < costs.tiles
            && decode(target.offset).is_some_and(Register::is_port);
        let (kind, purpose, payload) = match access.kind {
            AccessKind::Load { .. } => {
                self.harts[core].counts.remote_loads += 1;
                (PacketKind::Read, Purpose::Load, 0)
            }
            AccessKind::Store { value } => {
                if is_port && self.harts[core].enqueue.is_some() {
                    self.harts[core].enter(State::Enqueue, now);
                    return;
                }
                if self.harts[core].stores_outstanding >= costs.stores {
                    self.harts[core].enter(State::StoreLimit, now);
                    return;
                }
                self.harts[core].counts.remote_stores += 1;
                let purpose = match is_port {
                    true => Purpose::Enqueue,
                    false => Purpose::Store,
                };
                (PacketKind::Write, purpose, value)
            }
            kind => {
                if is_port && self.harts[core].enqueue.is_some() {
                    self.harts[core].enter(State::Enqueue, now);
                    return;
                }
                let (op, value) = atomic_of(kind);
                self.harts[core].counts.remote_atomics += 1;
                let word = (target.endpoint, target.offset);
                if !self.begin_atomic(core, op, word) {
                    self.harts[core].core.complete(&access, 1, ready);
                    return;
                }
                (PacketKind::Atomic(op), Purpose::Load, value.into())
            }
        };
        let packet = Packet {
            target: target.endpoint,
            bytes: access.bytes as u8,
            address: target.offset,
            device: target.device,
            ..self.packet(core, kind, purpose)
        };
        let hart = &mut self.harts[core];
        let id = ports.chip.packets.add(packet);
        memory::write(ports.chip.packets.payload_mut(id), 0, 8, payload);
        ports.tile.send(core, ready, id);
        if purpose != Purpose::Load {
            hart.stores_outstanding += 1;
            hart.enqueue = hart.enqueue.or(is_port.then_some(target));
            hart.core.complete(&access, 0, ready);
        } else {
            hart.pending = Some(access);
            hart.enter(State::Data, now);
        }
    }

    /// A packet of a core. Payload and target must still be filled in.
    pub(super) fn packet(&self, core: usize, kind: PacketKind, purpose: Purpose) -> Packet {
        let hart = &self.harts[core];
        Packet {
            source: self.tile,
            job: hart.job,
            core: core as u8,
            pc: hart.core.pc,
            caller: hart.core.return_address(),
            ..Packet::new(kind, purpose)
        }
    }
}
