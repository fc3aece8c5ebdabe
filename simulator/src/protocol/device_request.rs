//! Requests to devices, and their answers.

use super::packet::{AtomicOp, PacketKind, PAYLOAD_BYTES};
use super::{Misuse, Packets};
use crate::core::{AccessKind, AmoOp};

/// The operation that is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Read,
    Write,
    Atomic(AtomicOp),
}

/// An operation on an aligned word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    Read,
    Write(u32),
    Modify(AmoOp, u32),
}

/// The receiver of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requester {
    /// A core of the tile. It waits for the answer.
    Core(usize),
    /// The sender of this packet.
    Packet(u32),
    /// A counter of the tile that sends a notification. This is a write without an answer.
    Notification,
}

/// An access to a device, by a core of its tile or by a packet.
#[derive(Debug, Clone)]
pub struct Request {
    pub operation: Operation,
    /// Byte offset in the window of the tile's devices.
    pub offset: u32,
    pub bytes: u32,
    pub requester: Requester,
    /// The tile of the requesting core, and the index of the core in it.
    pub tile: u16,
    pub core: u8,
    pub job: u16,
    /// The address of the requesting instruction and the core's return address, for reports.
    pub pc: u32,
    pub caller: u32,
    /// Whether the request is answered at once if it is for an element of an empty queue. Otherwise
    /// it waits for an element.
    pub only_tries: bool,
    /// The bytes to write or, after a read, the bytes that have been read.
    pub payload: [u8; PAYLOAD_BYTES],
}

impl Request {
    /// The request that a packet carries.
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

    /// The operation, if the request accesses one aligned word. None for load-reserved and
    /// store-conditional, which devices do not support.
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

    /// Answers the request with a word, after it has been carried out.
    pub fn answer(&mut self, value: u32) -> Reply {
        self.payload[..4].copy_from_slice(&value.to_le_bytes());
        Reply::Done
    }
}

/// The operation of a core's access, and its operand.
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
    /// The request has been carried out. If it is a read, its payload contains the data.
    Done,
    /// A memory bank that the request needs has already served an access in this cycle.
    Busy,
    /// The queue is full, or it is empty and the requester may not wait. The request can be sent
    /// again.
    Full,
    /// The requester waits for the queue. The next element will be its answer.
    Waits,
    /// The request can never be carried out.
    Refused(Misuse),
}
