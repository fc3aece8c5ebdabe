//! The network interface: turns accesses and transfers into packets, and packets into accesses.
//!
//! In every cycle it takes at most one flit from each network and hands at most one to each.

use super::dma::{Direction, Engine};
use super::fault::{Attempt, Cause, Fault};
use super::outside::Outside;
use super::packet::{AtomicOp, Kind, Purpose};
use super::registers::{EVENT_TRANSFER, EVENT_WRITTEN};
use super::slot::State;
use super::Tile;
use crate::memory;
use crate::noc::Flit;
use std::collections::VecDeque;

/// A packet that is being handed to a network, flit by flit.
#[derive(Debug, Clone, Copy)]
struct Sending {
    packet: u32,
    sequence: u32,
    flits: u32,
}

impl Sending {
    fn flit(&self, target: u16) -> Flit {
        Flit::of_packet(self.packet, target, self.sequence as u8, self.flits as u8)
    }

    /// What is left to send after the next flit.
    fn next(self) -> Option<Sending> {
        (self.sequence + 1 < self.flits).then_some(Sending {
            sequence: self.sequence + 1,
            ..self
        })
    }
}

/// State of a tile's network interface.
#[derive(Debug)]
pub struct NetworkInterface {
    /// Remote accesses of the cores: first cycle in which the packet may leave, packet.
    accesses: VecDeque<(u64, u32)>,
    /// Accesses that have left the row.
    left: u64,
    /// Answers to others' requests, alike.
    answers: VecDeque<(u64, u32)>,
    request: Option<Sending>,
    response: Option<Sending>,
    /// The engine's packets and the cores' take turns when both want the network.
    engine_next: bool,
    pub engine: Engine,
}

impl NetworkInterface {
    pub fn new(engine: Engine) -> NetworkInterface {
        NetworkInterface {
            accesses: VecDeque::new(),
            left: 0,
            answers: VecDeque::new(),
            request: None,
            response: None,
            engine_next: false,
            engine,
        }
    }

    /// Puts a remote access in the row; its packet may leave from cycle `ready` on.
    pub fn enter(&mut self, ready: u64, packet: u32) {
        self.accesses.push_back((ready, packet));
    }

    /// Remote accesses issued so far.
    pub fn entered(&self) -> u64 {
        self.left + self.accesses.len() as u64
    }

    fn next_access(&mut self, now: u64) -> Option<u32> {
        let packet = due(&mut self.accesses, now)?;
        self.left += 1;
        Some(packet)
    }

    /// Whether it has anything to send.
    pub fn is_active(&self) -> bool {
        self.request.is_some()
            || self.response.is_some()
            || !self.accesses.is_empty()
            || !self.answers.is_empty()
            || !self.engine.is_idle()
    }
}

fn due(queue: &mut VecDeque<(u64, u32)>, now: u64) -> Option<u32> {
    if queue.front()?.0 > now {
        return None;
    }
    queue.pop_front().map(|(_, packet)| packet)
}

impl Tile {
    /// One cycle of the network interface.
    pub fn exchange(&mut self, now: u64, out: &mut Outside) {
        self.receive_request(now, out);
        self.receive_response(now, out);
        self.send_request(now, out);
        self.send_response(now, out);
    }

    /// The memory of this tile is about to be touched from outside its cores.
    fn touch(&mut self, offset: u32, bytes: u32, now: u64, out: &Outside) -> bool {
        self.settle_for_interface(now, out);
        self.banks.take(offset, bytes, now)
    }

    fn receive_request(&mut self, now: u64, out: &mut Outside) {
        let Some(flit) = out.requests.front(self.number.into()) else {
            return;
        };
        let id = flit.packet;
        if flit.sequence == 1 {
            let packet = &out.packets[id];
            let write = !matches!(
                packet.kind,
                Kind::Read | Kind::Atomic(AtomicOp::LoadReserved)
            );
            let admitted = self
                .tag(packet.address)
                .is_some_and(|tag| tag.admits(packet.job, write));
            out.packets[id].refused = !admitted;
        }
        if !out.packets[id].refused && !self.serve(flit, now, out) {
            return;
        }
        out.requests.take(self.number.into());
        if flit.last {
            let packet = &out.packets[id];
            let kind = match packet.kind {
                _ if packet.refused => Kind::Refusal,
                Kind::Write => Kind::Acknowledge,
                _ => Kind::Data,
            };
            out.packets[id] = packet.answer(kind);
            self.ni.answers.push_back((now + 1, id));
        }
    }

    /// Does what an admitted request's flit asks for; false if the bank it needs is taken.
    fn serve(&mut self, flit: Flit, now: u64, out: &mut Outside) -> bool {
        let packet = &out.packets[flit.packet];
        match packet.kind {
            Kind::Write if flit.sequence >= 2 => {
                let range = packet.word(flit.sequence as usize - 2);
                let offset = packet.address + range.start as u32;
                let bytes = range.len() as u32;
                if !self.touch(offset, 4, now, out) {
                    return false;
                }
                let word = &out.packets[flit.packet].payload[range];
                self.memory[offset as usize..(offset + bytes) as usize].copy_from_slice(word);
                self.written(offset, bytes, None, now, out);
            }
            Kind::Atomic(op) if flit.last => {
                let (address, operand) = (packet.address, packet.operand());
                let holder =
                    u32::from(packet.source) * out.costs.tile_cores + u32::from(packet.core);
                if !self.touch(address, 4, now, out) {
                    return false;
                }
                let value = self.atomic(op, address, operand, holder, None, now, out);
                out.packets[flit.packet].set_operand(value);
                out.packets[flit.packet].bytes = 4;
            }
            _ => {}
        }
        true
    }

    /// Carries out an atomic operation on this tile's memory; gives the value for the initiator:
    /// the word before, or 0 for a store-conditional that succeeded and 1 for one that failed.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        offset: u32,
        operand: u32,
        holder: u32,
        by: Option<usize>,
        now: u64,
        out: &Outside,
    ) -> u32 {
        let old = memory::read(&self.memory, offset, 4) as u32;
        let (new, result) = match op {
            AtomicOp::LoadReserved => {
                self.reserve(holder, offset);
                return old;
            }
            AtomicOp::StoreConditional if self.release(holder, offset) => (operand, 0),
            AtomicOp::StoreConditional => return 1,
            AtomicOp::Modify(op) => (op.apply(old, operand), old),
        };
        memory::write(&mut self.memory, offset, 4, new.into());
        self.written(offset, 4, by, now, out);
        result
    }

    fn receive_response(&mut self, now: u64, out: &mut Outside) {
        let Some(flit) = out.responses.front(self.number.into()) else {
            return;
        };
        let packet = &out.packets[flit.packet];
        let (core, local) = (packet.core as usize, packet.local);
        if packet.job != self.cores[core].job {
            return self.drop_answer(flit, out);
        }
        if let (Kind::Data, Purpose::Transfer(_), 1..) =
            (packet.kind, packet.purpose, flit.sequence)
        {
            let range = packet.word(flit.sequence as usize - 1);
            let (offset, bytes) = (local + range.start as u32, range.len() as u32);
            if !self.touch(offset, 4, now, out) {
                return;
            }
            let word = &out.packets[flit.packet].payload[range];
            self.memory[offset as usize..(offset + bytes) as usize].copy_from_slice(word);
            self.written(offset, bytes, None, now, out);
        }
        out.responses.take(self.number.into());
        if flit.last {
            self.answered(core, flit.packet, now, out);
            out.packets.remove(flit.packet);
        }
    }

    /// Takes a flit of an answer that nobody waits for: its job is over, and its core has another.
    fn drop_answer(&mut self, flit: Flit, out: &mut Outside) {
        out.responses.take(self.number.into());
        if flit.last {
            out.packets.remove(flit.packet);
        }
    }

    /// The last flit of an answer has come.
    fn answered(&mut self, core: usize, id: u32, now: u64, out: &mut Outside) {
        let packet = &out.packets[id];
        let (kind, purpose, pc) = (packet.kind, packet.purpose, packet.pc);
        // What a job that is over has left on its way may meet pages that are another's by now.
        if kind == Kind::Refusal && !out.host.is_over(packet.job) {
            let fault = Fault {
                cycle: now,
                core: self.core_number(core),
                pc,
                attempt: match purpose {
                    Purpose::Load => Attempt::Load,
                    Purpose::Store => Attempt::Store,
                    Purpose::Transfer(_) => Attempt::Transfer,
                    Purpose::Counter => Attempt::Atomic,
                },
                cause: Cause::NotExposed,
                address: out.map.global(packet.source, packet.address),
            };
            out.faults.push(fault);
        }
        let value = memory::read(&packet.payload, 0, 8);
        match purpose {
            Purpose::Load => {
                let slot = &mut self.cores[core];
                if let (State::Answer, Some(access)) = (slot.state, slot.pending.take()) {
                    self.resume(core, now, now + 1, out);
                    self.cores[core].core.complete(&access, value, now + 1);
                }
            }
            Purpose::Store => {
                let slot = &mut self.cores[core];
                slot.stores_outstanding -= 1;
                match slot.state {
                    State::StorePlace => self.resume(core, now, out.costs.retry(now), out),
                    State::Fence if slot.stores_outstanding == 0 => {
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
            Purpose::Counter => {}
        }
    }

    /// Takes the next packet in line, if none is being sent, and hands its next flit over.
    fn send_request(&mut self, now: u64, out: &mut Outside) {
        if self.ni.request.is_none() {
            let packet = if self.ni.engine_next {
                self.next_of_engine(now, out)
                    .or_else(|| self.ni.next_access(now))
            } else {
                self.ni
                    .next_access(now)
                    .or_else(|| self.next_of_engine(now, out))
            };
            let Some(packet) = packet else { return };
            self.ni.engine_next = !matches!(out.packets[packet].purpose, Purpose::Transfer(_));
            self.ni.request = Some(Sending {
                packet,
                sequence: 0,
                flits: out.packets[packet].flits(),
            });
        }
        let Some(sending) = self.ni.request else {
            return;
        };
        if !out.requests.ready(self.number.into()) {
            return;
        }
        let packet = &out.packets[sending.packet];
        let target = packet.target;
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
            .inject(self.number.into(), sending.flit(target));
        self.ni.request = sending.next();
    }

    fn send_response(&mut self, now: u64, out: &mut Outside) {
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
        if !out.responses.ready(self.number.into()) {
            return;
        }
        let packet = &out.packets[sending.packet];
        let target = packet.target;
        if packet.reads_late && sending.sequence >= 1 {
            let range = packet.word(sending.sequence as usize - 1);
            let address = packet.address;
            if !self.fetch(sending.packet, range, address, now, out) {
                return;
            }
        }
        out.responses
            .inject(self.number.into(), sending.flit(target));
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
        let (target, address) = out
            .map
            .resolve(remote, packet.bytes.into())
            .expect("a command is checked before it is started");
        packet.source = self.number;
        packet.target = target;
        packet.address = address;
        packet.job = self.cores[packet.core as usize].job;
        Some(out.packets.add(packet))
    }

    /// A transfer's data lie at their target.
    pub(super) fn complete(&mut self, core: usize, number: usize, now: u64, out: &mut Outside) {
        let buffer = self.ni.engine.buffer(core, number);
        buffer.status = super::dma::Status::Done;
        let (counter, pc) = (buffer.transfer.counter, buffer.transfer.pc);
        self.increase(core, counter, pc, now, out);
        self.signal(core, EVENT_TRANSFER, now, out);
        if self.cores[core].state == State::Buffer(number as u8) {
            self.resume(core, now, out.costs.retry(now), out);
        }
    }

    /// Tells a core of an event, and wakes it if it is asleep.
    pub(super) fn signal(&mut self, core: usize, event: u32, now: u64, out: &Outside) {
        let slot = &mut self.cores[core];
        slot.events |= event;
        if slot.state != State::Waiting {
            return;
        }
        if let Some(access) = slot.pending.take() {
            let issued = slot.since;
            let time = (now + out.costs.wakeup)
                .max(issued + out.costs.register)
                .max(out.costs.retry(now));
            let events = std::mem::take(&mut slot.events);
            self.resume(core, now, time, out);
            self.cores[core].core.complete(&access, events.into(), time);
        }
    }

    /// A core that stood still runs again from cycle `time` on. The others of its tile may be ahead
    /// of the clock: they are put back first, because their checkpoint shows this core standing.
    fn resume(&mut self, core: usize, now: u64, time: u64, out: &Outside) {
        self.settle_for_interface(now, out);
        self.cores[core].resume(now, time);
    }

    /// Bytes of this tile have been written by the core `by`, or by the network interface: those
    /// who watch them are told, and others' reservations end.
    pub(super) fn written(
        &mut self,
        offset: u32,
        bytes: u32,
        by: Option<usize>,
        now: u64,
        out: &Outside,
    ) {
        if !self.reservations.is_empty() {
            self.lapse(offset, bytes, by.map(|core| self.core_number(core)));
        }
        for core in 0..self.cores.len() {
            if by != Some(core) && self.cores[core].watches(offset, bytes) {
                self.signal(core, EVENT_WRITTEN, now, out);
            }
        }
    }

    /// Direction of a command.
    pub(super) fn direction(command: u32) -> Option<Direction> {
        match command {
            super::registers::PUT => Some(Direction::Put),
            super::registers::GET => Some(Direction::Get),
            _ => None,
        }
    }
}
