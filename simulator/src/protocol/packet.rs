//! Packets, which network interfaces send and receive. The network itself sees only flits.

use super::map::Target;
use super::Cause;
use crate::core::AmoOp;
use crate::noc::{Rectangle, Service};

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
    /// A write to the memories of all tiles in a rectangle, at one offset. A target sends an answer
    /// only if it refuses the write.
    Multicast(Rectangle),
    Read,
    Atomic(AtomicOp),
    /// Opens a circuit along its route. If the circuit is full duplex, the answer opens the reverse
    /// circuit.
    Open {
        duplex: bool,
    },
    /// Closes the circuit along which the packet travels. If the circuit is full duplex, the answer
    /// closes the reverse circuit.
    Close {
        duplex: bool,
    },
    /// The write is in memory, or a device has accepted the write.
    Acknowledge,
    /// A queue has no free slot for the element. The request can be sent again.
    Full,
    /// A queue has no element, and cannot record a further reader. The request can be sent again.
    Empty,
    /// The answer to a read or an atomic.
    Data,
    /// The target's page tags, or the target's devices, refuse the request.
    Refusal,
}

/// What the initiator uses the answer for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The answer completes a load or an atomic, for which the core waits.
    Load,
    /// The answer brings a piece of a line to the core's data cache, for which the core waits.
    Fetch,
    /// The answer acknowledges a store. The core counts acknowledgements.
    Store,
    /// The answer acknowledges a store to the port of a queue. The core counts acknowledgements,
    /// and waits for this one before its next store to the port of a queue.
    Enqueue,
    /// The answer belongs to a DMA transfer of this command buffer.
    Transfer(u8),
    /// The answer refuses a multicast, which belongs to a transfer of this command buffer.
    Multicast(u8),
    /// The answer acknowledges the increment of a transfer's counter. No core waits for it.
    Counter,
    /// The answer acknowledges a notification of a counter, by its number in the tile.
    Notification(u16),
    /// The answer belongs to the circuit of the tile.
    Circuit,
}

/// Longest payload in bytes: 16 words.
pub const PAYLOAD_BYTES: usize = 64;

/// The header and address of a packet. [`Packets`](super::Packets) keeps its payload.
#[derive(Debug, Clone)]
pub struct Packet {
    pub kind: PacketKind,
    pub purpose: Purpose,
    /// The way in which the network serves the packet if no circuit carries it. An answer is served
    /// like its request.
    pub service: Service,
    /// The priority that the command of a transfer names; none if the priority that is set for the
    /// target applies.
    pub level: Option<u8>,
    /// Source and target: numbers of endpoints, tiles first, then memory controllers. The target of
    /// a multicast is the rectangle's first tile.
    pub source: u16,
    pub target: u16,
    /// Number of tiles that have not taken all flits of a multicast.
    pub missing: u16,
    /// Job of the initiating core. The program cannot forge it.
    pub job: u16,
    /// Index of the initiating core in its tile.
    pub core: u8,
    /// Bytes of a write's payload, or of the requested data: 1 to `PAYLOAD_BYTES`.
    pub bytes: u8,
    /// Byte offset in the target's memory, or in the window of its devices.
    pub address: u32,
    /// Whether the packet is for the target's devices instead of its memory.
    pub device: bool,
    /// Byte offset in the initiator's memory of the data of a transfer, or of a piece of a line.
    pub local: u32,
    /// Address of the instruction that caused the packet, for reports.
    pub pc: u32,
    /// Return address of the core at that instruction, for reports; 0 if no core made the access.
    pub caller: u32,
    /// The reason why the target refuses the request. Either a device sets the reason, or the
    /// interface sets it when the request has reached a page that may not be accessed.
    pub refused: Option<Cause>,
    /// Whether a transfer ends when a queue is full or empty, instead of trying again.
    pub only_tries: bool,
    /// Whether each flit of the answer to a read gets its payload from memory when the flit leaves.
    pub reads_late: bool,
}

impl Packet {
    /// A packet without payload, whose fields are still to be filled in.
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

    /// Number of words on the network: header, address of a request, payload.
    pub fn words(&self) -> u32 {
        self.words_before_payload() + self.payload_bytes().div_ceil(4)
    }

    /// Number of words before the payload: the header, and the address of a request.
    #[inline]
    pub fn words_before_payload(&self) -> u32 {
        match self.kind {
            PacketKind::Write | PacketKind::Multicast(_) => 2,
            PacketKind::Read | PacketKind::Atomic(_) => 2,
            _ => 1,
        }
    }

    /// Number of payload bytes that travel with the packet. A read requests `bytes` bytes and
    /// carries none.
    #[inline]
    pub fn payload_bytes(&self) -> u32 {
        match self.kind {
            PacketKind::Write | PacketKind::Multicast(_) | PacketKind::Data => self.bytes.into(),
            PacketKind::Atomic(AtomicOp::LoadReserved) => 0,
            PacketKind::Atomic(_) => 4,
            _ => 0,
        }
    }

    /// Whether the packet belongs to a DMA transfer.
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

    /// The request that was answered with `Full` or `Empty`, to be sent again.
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
