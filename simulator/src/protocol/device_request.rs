//! Requests to devices, and their answers.

use super::packet::{AtomicOp, PacketKind, PAYLOAD_BYTES};
use super::{Misuse, Packets};
use crate::core::{AccessKind, AmoOp};

/// The operation of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Read,
    Write,
    Atomic(AtomicOp),
}

/// A request for an aligned word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    Read,
    Write(u32),
    Modify(AmoOp, u32),
}

/// The receiver of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requester {
    /// A core of the tile, directly.
    Core(usize),
    /// The sender of this packet.
    Packet(u32),
    /// A counter of the tile, which only writes.
    Notification,
}

/// An access to a device, by a core of its tile or by a packet.
#[derive(Debug, Clone)]
pub struct Request {
    pub operation: Operation,
    /// In the window.
    pub offset: u32,
    pub bytes: u32,
    pub requester: Requester,
    /// Tile, and index there, of the core that asks.
    pub tile: u16,
    pub core: u8,
    pub job: u16,
    /// The instruction that asks, and its core's return address, for reports.
    pub pc: u32,
    pub caller: u32,
    /// It does not wait in a queue.
    pub only_tries: bool,
    /// What is written; what has been read.
    pub payload: [u8; PAYLOAD_BYTES],
}

impl Request {
    /// The request in a packet.
    pub fn of_packet(id: u32, packets: &Packets) -> Request {
        let packet = &packets[id];
        Request {
            operation: match packet.kind {
                PacketKind::Write => Operation::Write,
                PacketKind::Atomic(op) => Operation::Atomic(op),
                _ => Operation::Read,
            },
            offset: packet.address,
            bytes: packet.bytes.into(),
            requester: Requester::Packet(id),
            tile: packet.source,
            core: packet.core,
            job: packet.job,
            pc: packet.pc,
            caller: packet.caller,
            only_tries: packet.only_tries,
            payload: *packets.payload(id),
        }
    }

    /// The word that is accessed; none if it is not one word, or a reservation, which devices do
    /// not keep.
    pub fn word(&self) -> Option<Word> {
        if self.bytes != 4 || !self.offset.is_multiple_of(4) {
            return None;
        }
        let [a, b, c, d, ..] = self.payload;
        let value = u32::from_le_bytes([a, b, c, d]);
        match self.operation {
            Operation::Read => Some(Word::Read),
            Operation::Write => Some(Word::Write(value)),
            Operation::Atomic(AtomicOp::Modify(op)) => Some(Word::Modify(op, value)),
            Operation::Atomic(_) => None,
        }
    }

    /// Carried out: the answer is this word.
    pub fn answer(&mut self, value: u32) -> Reply {
        self.payload[..4].copy_from_slice(&value.to_le_bytes());
        Reply::Done
    }
}

/// The operation and the operand of an access by a core.
pub fn operation_of(kind: AccessKind) -> (Operation, u64) {
    match kind {
        AccessKind::Load { .. } => (Operation::Read, 0),
        AccessKind::Store { value } => (Operation::Write, value),
        AccessKind::Amo { op, value, .. } => {
            (Operation::Atomic(AtomicOp::Modify(op)), value.into())
        }
        AccessKind::LoadReserved { .. } => (Operation::Atomic(AtomicOp::LoadReserved), 0),
        AccessKind::StoreConditional { value, .. } => {
            (Operation::Atomic(AtomicOp::StoreConditional), value.into())
        }
    }
}

/// A device's reaction to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It is done; the request's payload has the data read.
    Done,
    /// The bank it needs is taken in this cycle.
    Busy,
    /// A queue is full: the request can be sent again.
    Full,
    /// The requester waits in a queue, and gets its answer with the next element.
    Waits,
    /// It cannot ever be carried out.
    Refused(Misuse),
}
