//! Queues: rings of elements in the memory of the core to which the queue belongs. The hardware
//! enqueues and dequeues whole elements, as in the paper OM (Tendulkar and others, "Fine-Grain
//! OpenMP Runtime Support with Explicit Communication Hardware Primitives", section II: single- and
//! multiple-reader queues).
//!
//! If a reader finds the queue empty, the queue records that this reader waits. So a queue never
//! has both elements and waiting readers. Its capacity limits the number of elements, and also the
//! number of waiting readers. At the limit, the queue refuses a request, and the requester's
//! network interface sends the request again. No request ever waits in the network.

use super::{absent, DevicePorts, Devices};
use crate::core::AmoOp;
use crate::memory;
use crate::protocol::device_registers::*;
use crate::protocol::packet::{AtomicOp, PacketKind, PAYLOAD_BYTES};
use crate::protocol::{Misuse, Operation, Reply, Request, Requester, Word};
use crate::tile::cores::protection::{READ, WRITE};
use crate::tile::cores::{State, Use};
use crate::tile::ports::Cycle;
use std::collections::VecDeque;

/// The size of the smallest element, in bytes. The size of any element is a multiple of this size.
const WORD: u32 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum QueueMode {
    #[default]
    Closed = 0,
    SingleReader = 1,
    MultipleReader = 2,
    /// An inbox: a queue for messages of different lengths. An element may be shorter than its
    /// entry in the ring. The core reads elements directly from the ring, and then drops them.
    Inbox = 3,
}

/// A reader that has got an element, for reports.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// The reader's tile, and the index of its core in that tile.
    pub tile: u16,
    pub core: u8,
    /// The return address of the function that made the request.
    pub caller: u32,
}

/// The state of a queue.
#[derive(Debug, Clone, Default)]
pub struct Queue {
    kind: QueueMode,
    /// The queue's registers: address of the ring, capacity in elements, and size of an element in
    /// bytes.
    base: u32,
    elements: u32,
    bytes: u32,
    /// Byte offset of the ring in the tile's memory; valid while the queue is open.
    start: u32,
    /// Index in the ring of the oldest element.
    first: u32,
    /// Number of elements in the ring.
    count: u32,
    /// The waiting readers, in the order of their arrival. Empty if the queue has elements.
    readers: VecDeque<Requester>,
    last_reader: Option<Reader>,
}

impl Queue {
    /// Whether the queue refuses a request now: an enqueue if `enqueue` is set, otherwise a
    /// dequeue.
    pub fn is_full(&self, enqueue: bool) -> bool {
        let readers = self.readers.len() as u32;
        self.kind != QueueMode::Closed
            && match enqueue {
                true => self.count == self.elements,
                false => self.count == 0 && readers == self.elements,
            }
    }

    /// Whether this reader waits for an element.
    pub fn is_waiting(&self, requester: Requester) -> bool {
        self.readers.contains(&requester)
    }

    /// The reader that got the latest element. None unless the queue is a multiple-reader queue.
    pub fn last_reader(&self) -> Option<Reader> {
        self.last_reader
            .filter(|_| self.kind == QueueMode::MultipleReader)
    }

    pub fn into_readers(self) -> VecDeque<Requester> {
        self.readers
    }

    /// Byte offset of an element in the tile's memory. The oldest element has the number 0.
    fn element_offset(&self, after: u32) -> u32 {
        self.start + (self.first + after) % self.elements * self.bytes
    }
}

impl Devices {
    /// Serves a request for a queue of this tile.
    pub(super) fn serve_queue(
        &mut self,
        register: Register,
        number: u32,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let Some(index) = self.queue_index(register.core, number) else {
            return absent("queues", self.queues_per_core);
        };
        if register.offset < QUEUE_BASE {
            return self.queue_port(index, register, request, ports);
        }
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let queue = &mut self.queues[index];
        match (register.offset, word) {
            (QUEUE_BASE, Word::Read) => request.answer(queue.base),
            (QUEUE_ELEMENTS, Word::Read) => request.answer(queue.elements),
            (QUEUE_BYTES, Word::Read) => request.answer(queue.bytes),
            (QUEUE_CONTROL, Word::Read) => request.answer(queue.kind as u32),
            (QUEUE_COUNT, Word::Read) => request.answer(queue.count),
            (QUEUE_WAITING, Word::Read) => request.answer(queue.readers.len() as u32),
            (QUEUE_DROP, Word::Write(elements)) => self.drop_oldest(index, request, elements),
            (QUEUE_CONTROL, Word::Write(command)) => {
                self.control(index, register.core, command, ports)
            }
            (QUEUE_BASE..=QUEUE_BYTES, Word::Write(_)) if queue.kind != QueueMode::Closed => {
                Reply::Refused(Misuse::Open)
            }
            (QUEUE_BASE, Word::Write(base)) => {
                queue.base = base;
                Reply::Done
            }
            (QUEUE_ELEMENTS, Word::Write(elements)) => {
                queue.elements = elements;
                Reply::Done
            }
            (QUEUE_BYTES, Word::Write(bytes)) => {
                queue.bytes = bytes;
                Reply::Done
            }
            _ => Reply::Refused(Misuse::NoRegister),
        }
    }

    /// Opens or closes a queue of core `core`.
    fn control(&mut self, index: usize, core: usize, command: u32, ports: &DevicePorts) -> Reply {
        let queue = &self.queues[index];
        let kind = match command {
            0 => QueueMode::Closed,
            1 => QueueMode::SingleReader,
            2 => QueueMode::MultipleReader,
            3 => QueueMode::Inbox,
            _ => return Reply::Refused(Misuse::Control(command)),
        };
        if kind == QueueMode::Closed {
            if !queue.readers.is_empty() {
                return Reply::Refused(Misuse::Readers(queue.readers.len() as u32));
            }
            let queue = &mut self.queues[index];
            queue.kind = kind;
            queue.count = 0;
            return Reply::Done;
        }
        let Queue {
            base,
            elements,
            bytes,
            ..
        } = *queue;
        let line = ports.cycle.costs.line;
        if queue.kind != QueueMode::Closed {
            return Reply::Refused(Misuse::Open);
        }
        if !(WORD..=line).contains(&bytes) || !bytes.is_multiple_of(WORD) {
            return Reply::Refused(Misuse::Size { bytes, line });
        }
        let ring = elements
            .checked_mul(bytes)
            .filter(|&bytes| bytes > 0 && base.is_multiple_of(WORD))
            .and_then(|bytes| ports.cores.own_with(core, base, bytes, READ | WRITE));
        let Some(start) = ring else {
            return Reply::Refused(Misuse::Ring { base });
        };
        let queue = &mut self.queues[index];
        queue.kind = kind;
        queue.start = start;
        queue.first = 0;
        Reply::Done
    }

    /// Drops the oldest elements of an inbox. Senders that have found the inbox full are not
    /// notified; they repeat their requests.
    fn drop_oldest(&mut self, index: usize, request: &Request, elements: u32) -> Reply {
        let queue = &mut self.queues[index];
        let count = queue.count;
        let is_remote = request.tile != self.tile;
        if queue.kind != QueueMode::Inbox || is_remote || elements > count {
            return Reply::Refused(Misuse::Drop { elements, count });
        }
        queue.first = (queue.first + elements) % queue.elements;
        queue.count -= elements;
        Reply::Done
    }

    /// Serves an enqueue or a dequeue.
    fn queue_port(
        &mut self,
        index: usize,
        register: Register,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let Queue { kind, bytes, .. } = self.queues[index];
        let is_remote = request.tile != self.tile;
        match kind {
            QueueMode::Closed => return Reply::Refused(Misuse::Closed),
            QueueMode::SingleReader if request.operation == Operation::Read && is_remote => {
                return Reply::Refused(Misuse::SingleReader)
            }
            QueueMode::Inbox if request.operation == Operation::Read => {
                return Reply::Refused(Misuse::Inbox)
            }
            _ => {}
        }
        if kind == QueueMode::Inbox {
            let fits = request.bytes <= bytes && request.bytes.is_multiple_of(WORD);
            if !fits || !register.is_port() {
                return Reply::Refused(Misuse::Message { bytes });
            }
        } else if request.bytes != bytes || !register.is_port() {
            return Reply::Refused(Misuse::Element { bytes });
        }
        match request.operation {
            Operation::Write => self.enqueue(index, request, ports),
            Operation::Read => self.dequeue(index, request, ports),
            Operation::Atomic(AtomicOp::Modify(AmoOp::Swap)) => {
                match self.enqueue(index, request, ports) {
                    Reply::Done => request.answer(0),
                    Reply::Full => request.answer(1),
                    other => other,
                }
            }
            Operation::Atomic(_) => Reply::Refused(Misuse::NoRegister),
        }
    }

    fn enqueue(&mut self, index: usize, request: &Request, ports: &mut DevicePorts) -> Reply {
        let queue = &mut self.queues[index];
        if let Some(reader) = queue.readers.pop_front() {
            self.queues[index].last_reader = self.reader(reader, ports);
            self.deliver(reader, &request.payload, ports);
            return Reply::Done;
        }
        if queue.count == queue.elements {
            return Reply::Full;
        }
        let (offset, bytes) = (queue.element_offset(queue.count), request.bytes);
        if !self.take_bank(request.requester, offset, bytes, Use::Writes, ports) {
            return Reply::Busy;
        }
        self.queues[index].count += 1;
        ports.cores.memory[offset as usize..(offset + bytes) as usize]
            .copy_from_slice(&request.payload[..bytes as usize]);
        let by = match request.requester {
            Requester::Core(core) => Some(core),
            Requester::Packet(_) | Requester::Notification => None,
        };
        ports.cores.written(offset, bytes, by, ports.cycle);
        Reply::Done
    }

    fn dequeue(&mut self, index: usize, request: &mut Request, ports: &mut DevicePorts) -> Reply {
        let queue = &mut self.queues[index];
        if queue.count == 0 {
            if request.only_tries || queue.is_full(false) {
                return Reply::Full;
            }
            queue.readers.push_back(request.requester);
            return Reply::Waits;
        }
        let (offset, bytes) = (queue.element_offset(0), queue.bytes as usize);
        let requester = request.requester;
        if !self.take_bank(requester, offset, bytes as u32, Use::Reads, ports) {
            return Reply::Busy;
        }
        let queue = &mut self.queues[index];
        queue.first = (queue.first + 1) % queue.elements;
        queue.count -= 1;
        queue.last_reader = Some(Reader {
            tile: request.tile,
            core: request.core,
            caller: request.caller,
        });
        let element = &ports.cores.memory[offset as usize..offset as usize + bytes];
        request.payload[..bytes].copy_from_slice(element);
        Reply::Done
    }

    /// Takes the memory bank of an element's first word. Returns false if this bank has already
    /// served an access in this cycle. An element may need more banks, but these are not taken: its
    /// flits arrive one per cycle, and only the write of the whole element happens in a single
    /// cycle.
    fn take_bank(
        &mut self,
        requester: Requester,
        offset: u32,
        bytes: u32,
        what: Use,
        ports: &mut DevicePorts,
    ) -> bool {
        match requester {
            Requester::Core(_) => ports.cores.claim_banks_for_core(offset, WORD, ports.cycle),
            Requester::Packet(_) | Requester::Notification => {
                (ports.cores).claim(offset, bytes, WORD, what, ports.cycle)
            }
        }
    }

    /// The core that has made a request, for reports.
    fn reader(&self, requester: Requester, ports: &DevicePorts) -> Option<Reader> {
        match requester {
            Requester::Core(core) => Some(Reader {
                tile: self.tile,
                core: core as u8,
                caller: ports.cores.harts[core].core.return_address(),
            }),
            Requester::Packet(id) => {
                let packet = &ports.packets[id];
                Some(Reader {
                    tile: packet.source,
                    core: packet.core,
                    caller: packet.caller,
                })
            }
            Requester::Notification => None,
        }
    }

    /// Delivers an element to a reader that has waited for it.
    fn deliver(
        &mut self,
        reader: Requester,
        element: &[u8; PAYLOAD_BYTES],
        ports: &mut DevicePorts,
    ) {
        let Cycle { now, costs } = ports.cycle;
        match reader {
            Requester::Core(core) => {
                let hart = &mut ports.cores.harts[core];
                // The reader's job may have ended while the reader waited.
                let Some(access) = hart.pending.take_if(|_| hart.state == State::Element) else {
                    return;
                };
                let value = memory::read(element, 0, access.bytes);
                let time = (now + 1).max(hart.since + costs.register);
                hart.counts.register_accesses += 1;
                ports.cores.resume(core, time, ports.cycle);
                ports.cores.harts[core].core.complete(&access, value, time);
            }
            Requester::Packet(id) => {
                let packet = &mut ports.packets[id];
                let asker = costs.cores.number(packet.source.into(), packet.core.into());
                *packet = packet.answer(PacketKind::Data);
                *ports.packets.payload_mut(id) = *element;
                ports.interfaces.answer(asker as usize, id, now + 1);
            }
            // A notification never reads.
            Requester::Notification => {}
        }
    }
}
