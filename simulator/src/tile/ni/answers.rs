//! What comes back: answers to this tile's requests.

use crate::memory;
use crate::noc::Flit;
use crate::tile::access::attempt_of;
use crate::tile::fault::{Attempt, Cause, Fault};
use crate::tile::hart::State;
use crate::tile::outside::Outside;
use crate::tile::packet::{PacketKind, Purpose};
use crate::tile::Tile;

impl Tile {
    pub(super) fn receive_response(&mut self, now: u64, out: &mut Outside) {
        let Some(flit) = out.responses.front(self.number.into()) else {
            return;
        };
        let packet = &out.packets[flit.packet];
        let (core, local) = (packet.core as usize, packet.local);
        if packet.purpose == Purpose::Circuit {
            out.responses.take(self.number.into());
            return self.circuit_answered(flit.packet, now, out);
        }
        if packet.job != self.cores[core].job {
            return self.drop_answer(flit, now, out);
        }
        if let (PacketKind::Data, Purpose::Transfer(_)) = (packet.kind, packet.purpose) {
            let range = out.costs.packing.payload(packet, flit.sequence.into());
            if !self.write_payload(flit.packet, range, local, now, out) {
                return;
            }
        }
        out.responses.take(self.number.into());
        if flit.is_last() {
            self.account(flit.packet, now, out);
            self.answered(core, flit.packet, now, out);
            out.packets.remove(flit.packet);
        }
    }

    /// Takes a flit of an answer that nobody waits for: its job is over, and its core has another.
    fn drop_answer(&mut self, flit: Flit, now: u64, out: &mut Outside) {
        out.responses.take(self.number.into());
        if flit.is_last() {
            self.account(flit.packet, now, out);
            out.packets.remove(flit.packet);
        }
    }

    /// A request has been answered, whoever waits for it.
    fn account(&mut self, id: u32, now: u64, out: &mut Outside) {
        let packet = &out.packets[id];
        if self.ni.classes.are_several() {
            self.ni.classes.order.answered(packet);
        }
        if !matches!(packet.kind, PacketKind::Full | PacketKind::Empty) {
            out.progress = now;
        }
    }

    /// The last flit of an answer has come.
    pub(super) fn answered(&mut self, core: usize, id: u32, now: u64, out: &mut Outside) {
        let packet = &out.packets[id];
        let (kind, purpose, pc) = (packet.kind, packet.purpose, packet.pc);
        if matches!(kind, PacketKind::Full | PacketKind::Empty) {
            return self.refused_by_queue(core, id, now, out);
        }
        // What a job that is over has left in flight may meet pages that are another's by now.
        if kind == PacketKind::Refusal && !out.host.is_over(packet.job) {
            let fault = Fault {
                cycle: now,
                core: self.core_number(core),
                pc,
                attempt: match purpose {
                    Purpose::Load => {
                        (self.cores[core].pending.as_ref()).map_or(Attempt::Load, attempt_of)
                    }
                    Purpose::Store | Purpose::Enqueue => Attempt::Store,
                    Purpose::Transfer(_) => Attempt::Transfer,
                    Purpose::Counter => Attempt::Atomic,
                    Purpose::Notification(_) | Purpose::Circuit => Attempt::Notification,
                },
                cause: packet.refused.unwrap_or(Cause::NotExposed),
                address: out.map.global(packet.answered_by()),
            };
            out.faults.push(fault);
        }
        let value = memory::read(&packet.payload, 0, 8);
        match purpose {
            Purpose::Load => {
                let hart = &mut self.cores[core];
                if let (State::Answer, Some(access)) = (hart.state, hart.pending.take()) {
                    self.resume(core, now, now + 1, out);
                    self.cores[core].core.complete(&access, value, now + 1);
                }
            }
            Purpose::Store | Purpose::Enqueue => {
                let hart = &mut self.cores[core];
                hart.stores_outstanding -= 1;
                if purpose == Purpose::Enqueue {
                    hart.enqueue = None;
                }
                match hart.state {
                    State::Enqueue if hart.enqueue.is_some() => {}
                    State::StoreLimit | State::Enqueue => {
                        self.resume(core, now, out.costs.retry(now), out)
                    }
                    State::Fence if hart.stores_outstanding == 0 => {
                        self.resume(core, now, now + 1, out);
                        self.cores[core].core.retire(4, now + 1);
                    }
                    _ => {}
                }
            }
            Purpose::Transfer(number) => {
                let buffer = self.ni.engine.buffer(core, number as usize);
                let done = buffer.answered();
                if done {
                    self.complete(core, number as usize, now, out);
                } else {
                    self.ni.engine.enqueue(core, number as usize);
                }
            }
            Purpose::Counter | Purpose::Notification(_) | Purpose::Circuit => {}
        }
    }
}
