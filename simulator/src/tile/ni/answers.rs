//! Answers to this tile's requests.

use super::{InterfacePorts, NetworkInterface};
use crate::memory;
use crate::noc::Flit;
use crate::protocol::fault::{Attempt, Cause, Fault};
use crate::protocol::packet::{PacketKind, Purpose};
use crate::tile::cores::attempt_of;
use crate::tile::cores::State;
use crate::tile::ports::Cycle;

impl NetworkInterface {
    pub(super) fn receive_response(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let Some(flit) = ports.chip.responses.front() else {
            return;
        };
        let packet = &ports.chip.packets[flit.packet()];
        let (core, local) = (packet.core as usize, packet.local);
        if packet.purpose == Purpose::Circuit {
            ports.chip.responses.take();
            if self
                .circuits
                .answered(flit.packet(), &mut ports.of_circuits())
            {
                ports.chip.reports.progress = now;
            }
            return;
        }
        if packet.job != ports.cores.harts[core].job {
            return self.drop_answer(flit, ports);
        }
        if let (PacketKind::Data, Purpose::Transfer(_)) = (packet.kind, packet.purpose) {
            let range = costs.packing.payload(packet, flit.sequence().into());
            if !self.write_payload(flit.packet(), range, local, ports) {
                return;
            }
        }
        ports.chip.responses.take();
        if flit.is_last() {
            self.account(flit.packet(), ports);
            self.answered(core, flit.packet(), ports);
            ports.chip.packets.remove(flit.packet());
        }
    }

    /// Takes a flit of an answer that is for a job that has ended, and drops the flit, because the
    /// core works for another job now.
    fn drop_answer(&mut self, flit: Flit, ports: &mut InterfacePorts) {
        ports.chip.responses.take();
        if flit.is_last() {
            self.account(flit.packet(), ports);
            ports.chip.packets.remove(flit.packet());
        }
    }

    /// Updates the counts and the order of requests when the answer to a request has arrived.
    fn account(&mut self, id: u32, ports: &mut InterfacePorts) {
        let Cycle { now, .. } = ports.chip.cycle;
        let packet = &ports.chip.packets[id];
        if self.classes.are_several() {
            self.classes.order.answered(packet);
        }
        if !matches!(packet.kind, PacketKind::Full | PacketKind::Empty) {
            ports.chip.reports.progress = now;
        }
    }

    /// Completes a request when the last flit of its answer has arrived.
    pub(super) fn answered(&mut self, core: usize, id: u32, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let packet = &ports.chip.packets[id];
        let (kind, purpose, pc) = (packet.kind, packet.purpose, packet.pc);
        if matches!(kind, PacketKind::Full | PacketKind::Empty) {
            return self.refused_by_queue(core, id, ports);
        }
        // The packet's job may have ended, and its page may belong to another job now. So the
        // refusal of such a packet is not a fault.
        if kind == PacketKind::Refusal && !ports.chip.host.jobs.is_over(packet.job) {
            let fault = Fault {
                cycle: now,
                core: ports.cores.core_number(core),
                pc,
                attempt: match purpose {
                    Purpose::Load | Purpose::Fetch => {
                        (ports.cores.harts[core].pending.as_ref()).map_or(Attempt::Load, attempt_of)
                    }
                    Purpose::Store | Purpose::Enqueue => Attempt::Store,
                    Purpose::Transfer(_) | Purpose::Multicast(_) => Attempt::Transfer,
                    Purpose::Counter => Attempt::Atomic,
                    Purpose::Notification(_) | Purpose::Circuit => Attempt::Notification,
                },
                cause: packet.refused.unwrap_or(Cause::NotExposed),
                address: ports.chip.map.global(packet.answered_by()),
            };
            ports.chip.reports.faults.push(fault);
        }
        let value = memory::read(ports.chip.packets.payload(id), 0, 8);
        match purpose {
            Purpose::Load => {
                let hart = &mut ports.cores.harts[core];
                if let (State::Data, Some(access)) = (hart.state, hart.pending.take()) {
                    ports.cores.resume(core, now + 1, ports.chip.cycle);
                    ports.cores.harts[core]
                        .core
                        .complete(&access, value, now + 1);
                }
            }
            Purpose::Fetch => {
                let (offset, bytes) = (packet.local, packet.bytes.into());
                let piece = ports.chip.packets.part(id, 0..bytes);
                ports.cores.fetched(core, offset, piece, ports.chip.cycle);
            }
            Purpose::Store | Purpose::Enqueue => {
                let hart = &mut ports.cores.harts[core];
                hart.stores_outstanding -= 1;
                if purpose == Purpose::Enqueue {
                    hart.enqueue = None;
                }
                match hart.state {
                    State::Enqueue if hart.enqueue.is_some() => {}
                    State::StoreLimit | State::Enqueue => {
                        ports
                            .cores
                            .resume(core, ports.chip.cycle.retry(), ports.chip.cycle)
                    }
                    State::Fence if hart.stores_outstanding == 0 => {
                        let next = (now + 1).max(hart.since + costs.fence);
                        ports.cores.resume(core, next, ports.chip.cycle);
                        ports.cores.harts[core].core.retire(4, next);
                    }
                    _ => {}
                }
            }
            Purpose::Transfer(number) => {
                let buffer = self.engine.buffer(core, number as usize);
                let done = buffer.answered();
                if done {
                    self.complete_transfer(
                        core,
                        number as usize,
                        ports.chip.cycle,
                        ports.cores,
                        ports.chip.packets,
                    );
                    if ports.cores.harts[core].state == State::Loading {
                        let core = ports.cores.core_number(core);
                        ports.chip.reports.transferred.push(core);
                    }
                } else {
                    self.engine.enqueue(core, number as usize);
                }
            }
            Purpose::Counter | Purpose::Notification(_) => {}
            Purpose::Multicast(_) | Purpose::Circuit => {}
        }
    }
}
