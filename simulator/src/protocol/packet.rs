//! Packets: what a network interface sends and receives. The network itself sees only flits.

use super::map::Target;
use super::Cause;
use crate::core::AmoOp;
use crate::noc::Service;

/// Operations of the A extension, as a packet carries them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtomicOp {
    Modify(AmoOp),
    LoadReserved,
    StoreConditional,
}

/// The kind of a packet: a request or an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PacketKind {
    Write,
    Read,
    Atomic(AtomicOp),
    /// Opens a circuit in flight. Full duplex, the answer opens one in flight back.
    Open {
        duplex: bool,
    },
    /// Closes a circuit behind itself, and so does its answer if it is full duplex.
    Close {
        duplex: bool,
    },
    /// A write is in memory, or a device has taken it.
    Acknowledge,
    /// A queue has no room for an element: the request can be sent again.
    Full,
    /// A queue has no element, and no room for a reader: the same.
    Empty,
    /// The answer to a read or an atomic.
    Data,
    /// The target's page tags, or its devices, do not allow it.
    Refusal,
}

/// The initiator's use of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A load or an atomic of the core, which waits for it.
    Load,
    /// A store of the core, which counts acknowledgements.
    Store,
    /// A store of the core to the port of a queue: the same, and the next one waits for it.
    Enqueue,
    /// A DMA transfer of this command buffer.
    Transfer(u8),
    /// The increment of a transfer's counter; no core waits for it.
    Counter,
    /// A notification of a counter, by its number in the tile.
    Notification(u16),
    /// A circuit of the tile.
    Circuit,
}

/// Longest payload in bytes: 16 words.
pub const PAYLOAD_BYTES: usize = 64;

/// A packet, as its header and address describe it. [`Packets`](super::Packets) keeps its payload.
#[derive(Debug, Clone)]
pub struct Packet {
    pub kind: PacketKind,
    pub purpose: Purpose,
    /// How the network serves it where no circuit carries it; an answer is served like its request.
    pub service: Service,
    /// Endpoints: tiles, then memory controllers.
    pub source: u16,
    pub target: u16,
    /// Job of the initiating core; the issuer cannot forge it.
    pub job: u16,
    /// The initiating core's index in its tile.
    pub core: u8,
    /// Payload of a write, or the bytes asked for: 1 to `PAYLOAD_BYTES`.
    pub bytes: u8,
    /// Byte offset in the target's memory, or in the window of its devices.
    pub address: u32,
    /// The packet is for the target's devices, not for its memory.
    pub device: bool,
    /// Byte offset in the initiator's memory, where the data of a *get* go.
    pub local: u32,
    /// The instruction that caused it, for reports.
    pub pc: u32,
    /// Return address of the core when it made the access, for reports; 0 if no core did.
    pub caller: u32,
    /// Why the target does not do what is asked for: set when the address has reached a page that
    /// may not be touched, or by a device.
    pub refused: Option<Cause>,
    /// A transfer that ends where a queue is full, or empty; others try again.
    pub only_tries: bool,
    /// The answer to a read: its payload is fetched from memory when each flit leaves.
    pub reads_late: bool,
}

impl Packet {
    /// A packet of no bytes, to be filled in.
    #[inline]
    pub fn new(kind: PacketKind, purpose: Purpose) -> Packet {
        Packet {
            kind,
            purpose,
            service: Service::BEST_EFFORT,
            source: 0,
            target: 0,
            job: 0,
            core: 0,
            bytes: 0,
            address: 0,
            device: false,
            local: 0,
            pc: 0,
            caller: 0,
            refused: None,
            only_tries: false,
            reads_late: false,
        }
    }

    /// Words on the network: header, address for requests, payload.
    pub fn words(&self) -> u32 {
        self.words_before_payload() + self.payload_bytes().div_ceil(4)
    }

    /// The header, and the address of a request.
    #[inline]
    pub fn words_before_payload(&self) -> u32 {
        match self.kind {
            PacketKind::Write | PacketKind::Read | PacketKind::Atomic(_) => 2,
            _ => 1,
        }
    }

    /// Bytes that travel with it; a read asks for `bytes`, and carries none.
    #[inline]
    pub fn payload_bytes(&self) -> u32 {
        match self.kind {
            PacketKind::Write | PacketKind::Data => self.bytes.into(),
            PacketKind::Atomic(AtomicOp::LoadReserved) => 0,
            PacketKind::Atomic(_) => 4,
            _ => 0,
        }
    }

    /// Whether it moves data between memories, for a command buffer.
    pub fn is_transfer(&self) -> bool {
        matches!(self.purpose, Purpose::Transfer(_)) && !self.device
    }

    /// The answer to this request, in flight back.
    pub fn answer(&self, kind: PacketKind) -> Packet {
        Packet {
            kind,
            source: self.target,
            target: self.source,
            refused: self.refused.filter(|_| kind == PacketKind::Refusal),
            reads_late: kind == PacketKind::Data && self.kind == PacketKind::Read && !self.device,
            ..self.clone()
        }
    }

    /// The request that has been answered with `Full` or `Empty`, to be sent once more.
    pub fn again(&self) -> Packet {
        self.answer(match self.kind {
            PacketKind::Empty => PacketKind::Read,
            _ => PacketKind::Write,
        })
    }

    /// Where an answer comes from.
    pub fn answered_by(&self) -> Target {
        Target {
            endpoint: self.source,
            offset: self.address,
            device: self.device,
        }
    }
}
