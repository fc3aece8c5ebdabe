//! Packets, which network interfaces and memory controllers send and receive. The network itself
//! handles only flits.

use super::map::Target;
use super::Cause;
use crate::core::AmoOp;
use crate::noc::{Rectangle, Service};

/// Operations of the A extension (atomics), in the form in which a packet contains them.
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
    /// A write to the memories of all tiles in a rectangle, at the same offset in each. A target
    /// sends an answer only if it refuses the write.
    Multicast(Rectangle),
    Read,
    Atomic(AtomicOp),
    /// Opens a circuit along its route. If the circuit is full duplex, the answer to this packet
    /// opens the reverse circuit.
    Open {
        duplex: bool,
    },
    /// Closes the circuit on which it travels. If the circuit is full duplex, the answer to this
    /// packet closes the reverse circuit.
    Close {
        duplex: bool,
    },
    /// The answer to a write that has reached memory or that a device has accepted.
    Acknowledge,
    /// The answer to an enqueue if the queue has no free slot. The request can be sent again.
    Full,
    /// The answer to a dequeue if the queue has no element and cannot record another waiting
    /// reader. The request can be sent again.
    Empty,
    /// The answer to a read or an atomic, with the data.
    Data,
    /// The answer to a request that page tags or devices of the target do not allow.
    Refusal,
}

/// What the initiator does with the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The answer completes a load or an atomic, for which the core waits.
    Load,
    /// The answer brings a piece of a line to a cache of the core, or to the tile's second-level
    /// cache.
    Fetch,
    /// The answer acknowledges a store. The core counts the acknowledgements.
    Store,
    /// The answer acknowledges a store to the port of a queue. The core counts acknowledgements
    /// like those of other stores, but also waits for this one before its next store to the port of
    /// a queue.
    Enqueue,
    /// The answer belongs to a DMA transfer. The number is that of its command buffer.
    Transfer(u8),
    /// The answer refuses a multicast that belongs to a DMA transfer. The number is that of its
    /// command buffer.
    Multicast(u8),
    /// The answer acknowledges that the counter of a transfer has been incremented. No core waits
    /// for it.
    Counter,
    /// The answer acknowledges a notification of a counter. The number is that of the notification
    /// in its tile.
    Notification(u16),
    /// The answer is to a packet that opens or closes a circuit.
    Circuit,
}

/// Longest payload in bytes: 16 words.
pub const PAYLOAD_BYTES: usize = 64;

/// The header and the address of a packet. Its payload is in [`Packets`](super::Packets).
#[derive(Debug, Clone)]
pub struct Packet {
    pub kind: PacketKind,
    pub purpose: Purpose,
    /// How the network serves the packet if it does not travel on a circuit. An answer has the
    /// service of its request.
    pub service: Service,
    /// The priority that a transfer's command specifies. None if the packet has the priority that
    /// is set for its target.
    pub level: Option<u8>,
    /// Endpoint numbers of source and target. Tiles have the lower numbers, then come memory
    /// controllers. For a multicast, the target is the first tile of the rectangle.
    pub source: u16,
    pub target: u16,
    /// For a multicast, the number of tiles that have not taken all its flits yet.
    pub missing: u16,
    /// The job of the initiating core. A program cannot choose it.
    pub job: u16,
    /// Index of the initiating core in its tile.
    pub core: u8,
    /// Number of bytes of a write's payload or of the requested data, from 1 to `PAYLOAD_BYTES`.
    pub bytes: u8,
    /// Byte offset in the memory of the target, or in the window of its devices.
    pub address: u32,
    /// Whether the packet is for the target's devices instead of its memory.
    pub device: bool,
    /// Byte offset in the initiator's memory: where the data of a transfer or a piece of a cache
    /// line is.
    pub local: u32,
    /// Address of the instruction that caused the packet, for reports.
    pub pc: u32,
    /// Return address of the core at that instruction, for reports; 0 if no core made the access.
    pub caller: u32,
    /// Why the target refuses the request. Either a device sets this, or the target's interface
    /// when the request accesses a page that it may not access.
    pub refused: Option<Cause>,
    /// Whether a transfer ends if a queue is full or empty, instead of trying again.
    pub only_tries: bool,
    /// For the answer to a read, whether the payload of each flit is read from memory only when the
    /// flit leaves.
    pub reads_late: bool,
}

impl Packet {
    /// A packet without payload. Its other fields must still be set.
    #[inline]
    pub fn new(kind: PacketKind, purpose: Purpose) -> Packet {
        Packet {
            kind,
            purpose,
            service: Service::BEST_EFFORT,
            level: None,
            source: 0,
            target: 0,
            missing: 0,
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

    /// Number of 32-bit words that the packet occupies on the network: header, address (for a
    /// request), and payload.
    pub fn words(&self) -> u32 {
        self.words_before_payload() + self.payload_bytes().div_ceil(4)
    }

    /// Number of 32-bit words before the payload: the header and, for a request, the address.
    #[inline]
    pub fn words_before_payload(&self) -> u32 {
        match self.kind {
            PacketKind::Write | PacketKind::Multicast(_) => 2,
            PacketKind::Read | PacketKind::Atomic(_) => 2,
            _ => 1,
        }
    }

    /// Number of payload bytes in the packet itself. The request for a read has none, although it
    /// requests `bytes` bytes.
    #[inline]
    pub fn payload_bytes(&self) -> u32 {
        match self.kind {
            PacketKind::Write | PacketKind::Multicast(_) | PacketKind::Data => self.bytes.into(),
            PacketKind::Atomic(AtomicOp::LoadReserved) => 0,
            PacketKind::Atomic(_) => 4,
            _ => 0,
        }
    }

    /// Whether the packet belongs to a DMA transfer with one target, which is a memory and not a
    /// device.
    pub fn is_transfer(&self) -> bool {
        matches!(self.purpose, Purpose::Transfer(_)) && !self.device
    }

    /// The answer to this request.
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

    /// The request to send again, made from its answer `Full` or `Empty`.
    pub fn again(&self) -> Packet {
        self.answer(match self.kind {
            PacketKind::Empty => PacketKind::Read,
            _ => PacketKind::Write,
        })
    }

    /// The memory or device from which an answer comes.
    pub fn answered_by(&self) -> Target {
        Target {
            endpoint: self.source,
            offset: self.address,
            device: self.device,
        }
    }
}
