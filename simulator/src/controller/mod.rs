//! A memory controller. The first word of a request takes `latency` cycles, and each further word
//! takes one cycle, however wide the links are. A flit of an answer leaves when its words have been
//! read. The controller serves up to `outstanding` requests at a time, in the order of their
//! arrival. The latencies of these requests overlap, but their words are transferred one after the
//! other. Further requests wait in the endpoint's input buffer.
//!
//! The memory behind a controller has no page tags. Every job may use all of the memory, but only
//! from the tiles that the chip file admits. If jobs start while the chip is simulated, each job
//! may use only its part ([`Partition`]).

mod fpu;
mod mutexes;
mod partition;

use crate::config::{self, ChipConfig, CircuitConflict, Circuits, CoreNumbers, Perturb};
use crate::host::Host;
use crate::memory::{self, second_level, OutOfMemory, Ram, SharedShadow, Site, Write};
use crate::noc::{Flit, Launch, Networks};
use crate::protocol::{
    device_registers::FPU, AtomicOp, Cause, CircuitEnd, Entrances, Misuse, NetworkPort, Packet,
    PacketKind, Packets, Packing, Purpose, Reply, Request,
};
use fpu::Fpu;
pub use fpu::Operations;
use fpu::Outcome;
use mutexes::Mutexes;
pub use partition::Partition;
use std::collections::VecDeque;

/// What a controller may use of the chip in a cycle.
pub struct ControllerPorts<'a> {
    pub now: u64,
    pub requests: NetworkPort<'a>,
    pub responses: NetworkPort<'a>,
    pub packets: &'a mut Packets,
    /// The host, which knows which jobs are over.
    pub host: &'a Host,
}

/// The answer to a request. It is kept until its last flit has left.
#[derive(Debug, Clone, Copy)]
struct Answer {
    packet: u32,
    /// The number of the flit that leaves next, and the first cycle in which it may leave.
    sequence: u32,
    ready: u64,
    /// Number of words that the memory must read or write before the first flit may leave.
    words: u64,
    /// Set while the answer is launched, that is, while the network takes its flits by itself.
    launched: Option<Launch>,
}

impl Answer {
    /// The first cycle in which this answer may leave if the last flit of the answer before it
    /// leaves in cycle `last`. The memory reads or writes the words of one answer after those of
    /// the other.
    fn ready_behind(&self, last: u64) -> u64 {
        self.ready.max(last + self.words)
    }
}

/// A controller and the memory behind it.
#[derive(Debug)]
pub struct Controller {
    endpoint: u16,
    memory: Ram,
    latency: u64,
    /// Largest number of requests that the controller serves at a time.
    outstanding: usize,
    perturb: Perturb,
    /// Number of cycles that a request for a mutex takes.
    mutex_latency: u64,
    /// How the cores of the chip are numbered.
    cores: CoreNumbers,
    entrances: Entrances,
    packing: Packing,
    /// Whether the chip has circuits.
    circuits: bool,
    /// Whether circuits wait for each other in the order of their priorities.
    queue: bool,
    /// For each tile, whether its cores may use the memory. Empty if all tiles may.
    admitted: Vec<bool>,
    pub partition: Partition,
    /// The answers that have not left completely, in the order in which they leave.
    answers: VecDeque<Answer>,
    /// Words that are reserved for a store-conditional: chip-wide number of the core, and byte
    /// offset of the word.
    reservations: Vec<(u32, u32)>,
    mutexes: Mutexes,
    /// The floating-point unit, if there is one.
    pub fpu: Option<Box<Fpu>>,
    /// The circuit that ends here.
    end: CircuitEnd,
    /// An answer that must be sent before all others. It tells the initiator of a circuit that the
    /// reverse circuit has been refused.
    refusal: Option<u32>,
    /// Number of words read and written so far.
    pub words: u64,
    /// The shadow of memory, which records who has written each byte. None if there is no shadow.
    shadow: Option<SharedShadow>,
}

impl Controller {
    /// The controller at endpoint number `endpoint` of a chip.
    pub fn new(
        endpoint: u16,
        config: &config::Controller,
        chip: &ChipConfig,
    ) -> Result<Controller, OutOfMemory> {
        let admitted = match config.tiles.is_empty() {
            true => vec![],
            false => (0..chip.tiles()).map(|tile| config.admits(tile)).collect(),
        };
        Ok(Controller {
            endpoint,
            memory: Ram::new(config.bytes as usize)?,
            latency: config.latency.into(),
            outstanding: config.outstanding as usize,
            perturb: chip.perturb.clone(),
            mutex_latency: config.mutex_latency.into(),
            cores: chip.core_numbers(),
            entrances: Entrances::new(chip),
            packing: Packing::new(chip.network.link_bits),
            circuits: chip.network.circuits != Circuits::None,
            queue: chip.network.circuit_conflict == CircuitConflict::Queue,
            admitted,
            partition: Partition::default(),
            answers: VecDeque::new(),
            reservations: Vec::new(),
            mutexes: Mutexes::new(config.mutexes),
            fpu: Fpu::new(config.fpu, chip),
            end: CircuitEnd::default(),
            refusal: None,
            words: 0,
            shadow: None,
        })
    }

    /// The memory behind the controller.
    pub fn memory(&mut self) -> &mut [u8] {
        &mut self.memory
    }

    /// Attaches a shadow of memory, which records who has written each byte.
    pub fn follow(&mut self, shadow: SharedShadow) {
        self.shadow = Some(shadow);
    }

    /// The controller's endpoint on the networks.
    pub fn endpoint(&self) -> u16 {
        self.endpoint
    }

    /// Whether the controller certainly has nothing to do until a flit arrives.
    #[inline]
    pub fn waits_for_flits(&self, requests: &Networks) -> bool {
        let serves = !self.answers.is_empty() || self.refusal.is_some() || self.fpu.is_some();
        !serves && !self.circuits && !requests.has_arrived(self.endpoint.into())
    }

    /// Whether the controller or its floating-point unit serves a request at the end of cycle
    /// `now`.
    pub fn is_active(&self, now: u64) -> bool {
        let computes = self.fpu.as_ref().is_some_and(|fpu| fpu.is_active());
        self.unfinished(now + 1) > 0 || self.refusal.is_some() || computes
    }

    /// The next cycle in which the controller may have something to do. A result up to the current
    /// cycle means the next cycle; 0 means that the controller cannot tell, and `u64::MAX` that
    /// there is no such cycle.
    pub fn next_event(&self, ports: &ControllerPorts) -> u64 {
        let computes = self.fpu.as_ref().is_some_and(|fpu| fpu.is_active());
        let takes = self.has_room(ports.now) && ports.requests.has_arrived();
        if computes || takes || self.refusal.is_some() {
            return 0;
        }
        let Some(first) = self.answers.front() else {
            return u64::MAX;
        };
        let Some(launch) = first.launched else {
            return first.ready;
        };
        if ports.responses.cut(launch).is_some() {
            return 0;
        }
        // When the launched answer has left, the next answer can leave, or a waiting request can be
        // served.
        let next = self.answers.get(1);
        let next = next.map_or(u64::MAX, |next| next.ready_behind(launch.last()));
        match ports.requests.has_arrived() {
            true => next.min(launch.end()),
            false => next,
        }
    }

    /// Simulates one cycle of the controller, unless the controller has nothing to do.
    #[inline]
    pub fn visit(&mut self, ports: &mut ControllerPorts) {
        if self.circuits || self.next_event(ports) <= ports.now {
            self.exchange(ports);
        }
    }

    /// Simulates one cycle of the controller, even if the controller has nothing to do.
    pub fn exchange(&mut self, ports: &mut ControllerPorts) {
        let now = ports.now;
        if self.circuits && ports.responses.refused() {
            self.refusal = Some(self.end.refused(ports.packets));
        }
        if self.circuits {
            // A reverse circuit closes with its circuit.
            ports.responses.needed();
        }
        self.end_launch(ports);
        if let (true, Some(fpu)) = (self.has_room(now), &mut self.fpu) {
            if let Some(packet) = fpu.take_result(now) {
                self.answer_after(0, packet, now);
            }
        }
        let has_room = self.has_room(now);
        if let Some(&answer) = self.answers.front() {
            if answer.ready <= now && answer.launched.is_none() {
                self.send(answer, ports);
            }
        }
        if has_room {
            match self.refusal.take() {
                Some(refusal) => self.answer_next(refusal, now),
                None => self.receive(ports),
            }
        }
        let may_hold = !self.has_room(now + 1) || self.refusal.is_some() || self.fpu.is_some();
        ports.requests.note_may_hold(may_hold);
    }

    /// Removes a launched answer when the network has taken all its flits. If the network has
    /// stopped before that, makes the controller send the next flit itself.
    fn end_launch(&mut self, ports: &ControllerPorts) {
        let Some(first) = self.answers.front_mut() else {
            return;
        };
        let Some(launch) = first.launched else {
            return;
        };
        if let Some(taken) = ports.responses.cut(launch) {
            first.sequence = taken.into();
            first.ready = ports.now;
            first.launched = None;
        } else if launch.end() <= ports.now {
            self.answers.pop_front();
            if let Some(next) = self.answers.front_mut() {
                next.ready = next.ready_behind(launch.last());
            }
        }
    }

    /// Number of answers that have not left completely before cycle `now`.
    fn unfinished(&self, now: u64) -> usize {
        let first = self.answers.front().and_then(|answer| answer.launched);
        self.answers.len() - usize::from(first.is_some_and(|launch| launch.end() <= now))
    }

    /// Whether the controller may serve another request in cycle `now`.
    fn has_room(&self, now: u64) -> bool {
        self.unfinished(now) < self.outstanding
    }

    fn receive(&mut self, ports: &mut ControllerPorts) {
        let now = ports.now;
        if ports.requests.front().is_none() {
            return;
        }
        let flit: Flit = ports.requests.take();
        if !flit.is_last() {
            return;
        }
        let packet = &ports.packets[flit.packet()];
        if flit.service().on_circuit() {
            if packet.purpose == Purpose::Circuit {
                self.end.answer(flit.packet(), ports.packets);
                return self.answer_next(flit.packet(), now);
            }
            self.end.used(packet.source);
        }
        if !self.admits(packet.source) {
            return self.refuse(flit.packet(), Cause::OtherTiles, ports);
        }
        if packet.device {
            return self.serve_device(flit.packet(), ports);
        }
        let write = !matches!(
            packet.kind,
            PacketKind::Read | PacketKind::Atomic(AtomicOp::LoadReserved)
        );
        let (address, bytes) = (packet.address, packet.bytes.into());
        if !(self.partition).admits(packet.job, address, bytes, write) {
            return self.refuse(flit.packet(), Cause::NotExposed, ports);
        }
        let asked = self.shadow.is_some().then(|| packet.clone());
        let words = self.serve(flit.packet(), ports.packets);
        if let Some(asked) = asked {
            let has_failed = asked.kind == PacketKind::Atomic(AtomicOp::StoreConditional)
                && ports.packets.operand(flit.packet()) != 0;
            self.report_to_shadow(&asked, has_failed, now);
        }
        self.words += words;
        // The acknowledgement of a write leaves when the last word has been written. For a read,
        // the header of the answer leaves earlier, so that the first word can follow directly after
        // the latency. If header and word fit into one flit, they leave together.
        let packet = &ports.packets[flit.packet()];
        let words = match packet.kind {
            PacketKind::Acknowledge => words,
            _ => self.words_in(packet, 0),
        };
        let latency = self.latency + self.perturb.of_memory(self.endpoint, now);
        self.answers.push_back(Answer {
            packet: flit.packet(),
            sequence: 0,
            ready: now + latency - 1 + words,
            words,
            launched: None,
        });
    }

    fn admits(&self, tile: u16) -> bool {
        self.admitted.is_empty() || self.admitted[usize::from(tile)]
    }

    /// Turns a request into its answer: a refusal.
    fn refuse(&mut self, id: u32, cause: Cause, ports: &mut ControllerPorts) {
        let packet = &mut ports.packets[id];
        packet.refused = Some(cause);
        *packet = packet.answer(PacketKind::Refusal);
        self.answer_next(id, ports.now);
    }

    /// Sends an answer in the next cycle.
    fn answer_next(&mut self, packet: u32, now: u64) {
        self.answer_after(1, packet, now);
    }

    /// Sends an answer after `cycles` cycles, and after the answers to earlier requests.
    fn answer_after(&mut self, cycles: u64, packet: u32, now: u64) {
        self.answers.push_back(Answer {
            packet,
            sequence: 0,
            ready: now + cycles,
            words: 0,
            launched: None,
        });
    }

    /// Carries out a request for a device, and turns the request into its answer.
    fn serve_device(&mut self, id: u32, ports: &mut ControllerPorts) {
        let packet = &ports.packets[id];
        let core = (self.cores).number(packet.source.into(), packet.core.into());
        let mut request = Request::of_packet(id, ports.packets);
        let mut latency = self.mutex_latency;
        let mut computes = false;
        let reply = match (packet.refused, &mut self.fpu) {
            (Some(cause), _) => Err(cause),
            (None, Some(fpu)) if request.offset >= FPU => {
                latency = 1;
                match fpu.serve(&mut request, core, (id, ports.now)) {
                    Outcome::Refused => Err(Cause::Device(Misuse::NoRegister)),
                    Outcome::Done => Ok(()),
                    Outcome::Computes => {
                        computes = true;
                        Ok(())
                    }
                }
            }
            (None, _) => match self.mutexes.serve(&mut request, core, ports.host) {
                Reply::Refused(misuse) => Err(Cause::Device(misuse)),
                _ => Ok(()),
            },
        };
        let packet = &mut ports.packets[id];
        packet.refused = reply.err();
        let kind = match packet.kind {
            _ if packet.refused.is_some() => PacketKind::Refusal,
            PacketKind::Write => PacketKind::Acknowledge,
            _ => PacketKind::Data,
        };
        *packet = packet.answer(kind);
        *ports.packets.payload_mut(id) = request.payload;
        if !computes {
            self.answer_after(latency, id, ports.now);
        }
    }

    /// Carries out a memory request, and turns it into its answer. Returns the number of words that
    /// the memory has read or written.
    fn serve(&mut self, id: u32, packets: &mut Packets) -> u64 {
        let packet = &packets[id];
        let holder = (self.cores).number(packet.source.into(), packet.core.into());
        let (start, bytes) = (packet.address as usize, packet.bytes as usize);
        let words = packet.bytes.div_ceil(4).into();
        match packet.kind {
            PacketKind::Write => {
                self.memory[start..start + bytes].copy_from_slice(packets.part(id, 0..bytes));
                self.lapse(start as u32, bytes as u32);
                packets[id] = packets[id].answer(PacketKind::Acknowledge);
            }
            PacketKind::Atomic(op) => {
                let value = self.atomic(op, start as u32, packets.operand(id), holder);
                packets.set_operand(id, value);
                packets[id].bytes = 4;
                packets[id] = packets[id].answer(PacketKind::Data);
            }
            _ => {
                let words = &self.memory[start..start + bytes];
                packets.part_mut(id, 0..bytes).copy_from_slice(words);
                packets[id] = packets[id].answer(PacketKind::Data);
            }
        }
        words
    }

    /// Reports a completed request to the shadow of memory. `has_failed`: the request was a
    /// store-conditional that has failed.
    fn report_to_shadow(&mut self, packet: &Packet, has_failed: bool, cycle: u64) {
        let Some(shadow) = &self.shadow else {
            return;
        };
        let mut shadow = shadow.lock().expect("nobody panics with the shadow");
        let core = (self.cores).number(packet.source.into(), packet.core.into());
        let by = Site {
            core,
            pc: packet.pc,
            caller: packet.caller,
        };
        let access = Write { cycle, by };
        let (place, bytes) = ((self.endpoint, packet.address), packet.bytes.into());
        match (packet.kind, packet.purpose) {
            (PacketKind::Read, Purpose::Fetch) => {
                shadow.fetch(core, place, bytes, cycle);
                // The line passes through the tile's second-level cache, if there is one.
                shadow.pass(core, second_level(packet.source), place, bytes);
            }
            (PacketKind::Read, _) => shadow.read_memory(access, place, bytes),
            (PacketKind::Write, _) => shadow.write_memory(access, place, bytes),
            (PacketKind::Atomic(op), _) => {
                shadow.read_memory(access, place, bytes);
                if op != AtomicOp::LoadReserved && !has_failed {
                    shadow.write_memory(access, place, bytes);
                }
            }
            _ => {}
        }
    }

    fn atomic(&mut self, op: AtomicOp, offset: u32, operand: u32, holder: u32) -> u32 {
        let old = memory::read(&self.memory, offset, 4) as u32;
        let mine = self
            .reservations
            .iter()
            .position(|&(core, _)| core == holder);
        let (new, result) = match op {
            AtomicOp::LoadReserved => {
                if let Some(index) = mine {
                    self.reservations.remove(index);
                }
                self.reservations.push((holder, offset));
                return old;
            }
            AtomicOp::StoreConditional => match mine {
                Some(index) if self.reservations.remove(index).1 == offset => (operand, 0),
                _ => return 1,
            },
            AtomicOp::Modify(op) => (op.apply(old, operand), old),
        };
        memory::write(&mut self.memory, offset, 4, new.into());
        self.lapse(offset, 4);
        result
    }

    /// Ends the reservations on words that a write has changed.
    fn lapse(&mut self, offset: u32, bytes: u32) {
        self.reservations
            .retain(|&(_, word)| word + 4 <= offset || offset + bytes <= word);
    }

    /// Sends a flit of the first answer, if the network has a slot for it.
    fn send(&mut self, first: Answer, ports: &mut ControllerPorts) {
        let Answer {
            packet, sequence, ..
        } = first;
        let answer = &ports.packets[packet];
        let (target, flits) = (self.entrances.of_answer(answer), self.packing.flits(answer));
        let service = self.end.service(answer, self.queue);
        if !ports.responses.ready(service) {
            return;
        }
        let flit = Flit::of_packet(packet, target, sequence as u8, flits as u8, service);
        // The network takes a flit in each cycle, and the memory reads a word in each cycle. So an
        // answer can only be launched (taken by the network without the controller) if each flit
        // carries one word.
        let silent = self.packing.silent_flits_of_answer(answer);
        if sequence == 0 && flits > 1 && self.packing.is_one_word() {
            let launched = (ports.responses).launch(flit, flits as u8, silent as u8);
            if let Some(launch) = launched {
                self.answers[0].launched = Some(launch);
                return;
            }
        }
        (ports.responses).inject(flit, sequence == 0 && silent > 0);
        if sequence + 1 < flits {
            self.answers[0].sequence += 1;
            self.answers[0].ready = ports.now + self.words_in(answer, sequence + 1);
            return;
        }
        self.answers.pop_front();
        if let Some(next) = self.answers.front_mut() {
            next.ready = next.ready_behind(ports.now);
        }
    }

    /// Number of payload words in flit `sequence` of an answer. Only the first flit may have none.
    fn words_in(&self, answer: &Packet, sequence: u32) -> u64 {
        let payload = self.packing.payload(answer, sequence);
        payload.len().div_ceil(4) as u64
    }
}
