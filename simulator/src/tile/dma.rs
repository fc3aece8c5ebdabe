//! DMA: command buffers, and the engine that turns their transfers into packets. The buffers take
//! turns packet by packet.

use crate::noc::Rectangle;
use crate::protocol::{Destination, Packet, PacketKind, Purpose};
use std::collections::VecDeque;

/// The status of a command buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    #[default]
    Unused = 0,
    Busy = 1,
    Done = 2,
    /// A queue was full or empty, and the command was to try only once.
    Full = 3,
}

/// A transfer's direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Writes bytes of the tile's own memory to a remote address.
    #[default]
    Put,
    /// Reads bytes at a remote address into the tile's own memory.
    Get,
}

/// A command. Its addresses were resolved when the core wrote it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Start {
    pub direction: Direction,
    /// Whether the transfer ends if its queue is full or empty.
    pub only_tries: bool,
    /// The tiles to which a put goes; none for a put to the tile of the remote address alone.
    pub to: Option<Rectangle>,
    /// The priority of the packets, if the command names one.
    pub level: Option<u8>,
    /// Byte offset of `local` in the tile's memory.
    pub offset: u32,
    pub counter: Destination,
    /// The instruction that wrote the command.
    pub pc: u32,
    /// The first cycle in which a packet may leave.
    pub ready: u64,
    /// How many remote accesses of the interface's cores must have left before a packet may: all
    /// that were issued earlier.
    pub after: u64,
}

/// A command buffer: its registers, and the progress of its transfer.
#[derive(Debug, Clone, Default)]
pub struct CommandBuffer {
    pub local: u32,
    pub remote: u32,
    pub bytes: u32,
    pub counter: u32,
    pub command: u32,
    pub targets: u32,
    pub status: Status,
    pub transfer: Start,
    /// Number of bytes for which a packet has been made.
    started: u32,
    /// Number of packets that have not been answered.
    outstanding: u32,
    queued: bool,
    /// Whether a queue has refused the packet, which is to be sent again.
    pub refused: bool,
}

impl CommandBuffer {
    /// Starts the transfer that the registers describe.
    pub fn start(&mut self, transfer: Start) {
        self.transfer = transfer;
        self.started = 0;
        self.outstanding = 0;
        self.status = Status::Busy;
        self.refused = false;
    }

    /// Notes that a queue has refused the transfer's only packet. The engine makes the packet again
    /// in cycle `ready`.
    pub fn refuse(&mut self, ready: u64) {
        self.started = 0;
        self.outstanding = 0;
        self.transfer.ready = ready;
        self.refused = true;
    }

    fn exhausted(&self) -> bool {
        self.started == self.bytes
    }

    /// Notes that a packet has been answered. Returns true if that was the last one.
    pub fn answered(&mut self) -> bool {
        self.outstanding -= 1;
        self.exhausted() && self.outstanding == 0
    }

    /// Cuts the part for the next packet off the transfer. The part ends at a multiple of `line`
    /// bytes of the remote address, so that a line arrives whole.
    fn next_piece(&mut self, line: u32) -> Piece {
        let remote = self.remote + self.started;
        let bytes = (line - remote % line).min(self.bytes - self.started);
        let local = self.transfer.offset + self.started;
        self.started += bytes;
        self.outstanding += 1;
        Piece {
            remote,
            local,
            bytes,
        }
    }
}

/// The part of a transfer that a packet carries.
struct Piece {
    /// Global address of the remote part.
    remote: u32,
    /// Byte offset of the local part in the tile's memory.
    local: u32,
    bytes: u32,
}

/// A packet of a transfer without source, target and job, and its global address.
pub struct Draft {
    pub remote: u32,
    pub packet: Packet,
}

/// The command buffers of a tile's cores, and the queue of those that have packets to send.
#[derive(Debug, Clone)]
pub struct Engine {
    buffers: Vec<CommandBuffer>,
    per_core: usize,
    /// Most reads that a *get* keeps in flight.
    reads: u32,
    /// Packets end at multiples of this many bytes, a power of two, so that no packet crosses a
    /// page.
    line: u32,
    /// The bytes of a line for multicasts; 0 if there are no multicasts.
    multicast_line: u32,
    queue: VecDeque<u16>,
    /// Number of packets made.
    pub packets: u64,
}

impl Engine {
    /// `lines` has the bytes of a line for transfers to one target, and for multicasts.
    pub fn new(cores: u32, per_core: u32, reads: u32, lines: [u32; 2]) -> Engine {
        let [line, multicast_line] = lines;
        Engine {
            buffers: vec![CommandBuffer::default(); (cores * per_core) as usize],
            per_core: per_core as usize,
            reads,
            line,
            multicast_line,
            queue: VecDeque::new(),
            packets: 0,
        }
    }

    /// Whether no transfer has packets left to make.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    pub fn buffer(&mut self, core: usize, number: usize) -> &mut CommandBuffer {
        &mut self.buffers[core * self.per_core + number]
    }

    /// The buffers of a core.
    pub fn buffers(&self, core: usize) -> &[CommandBuffer] {
        &self.buffers[core * self.per_core..(core + 1) * self.per_core]
    }

    /// Queues a buffer if it has a packet to make and may make it now.
    pub fn enqueue(&mut self, core: usize, number: usize) {
        let index = core * self.per_core + number;
        let reads = self.reads;
        let buffer = &mut self.buffers[index];
        let held = buffer.transfer.direction == Direction::Get && buffer.outstanding >= reads;
        if buffer.status == Status::Busy && !buffer.queued && !buffer.exhausted() && !held {
            buffer.queued = true;
            self.queue.push_back(index as u16);
        }
    }

    /// The position of the first queued buffer that is ready in this cycle; `left` is how many
    /// remote accesses of the cores have left.
    fn first_ready(&self, now: u64, left: u64) -> Option<usize> {
        self.queue.iter().position(|&index| {
            let transfer = &self.buffers[index as usize].transfer;
            transfer.ready <= now && transfer.after <= left
        })
    }

    /// Whether any queued buffer is ready in this cycle; `left` is how many remote accesses of the
    /// cores have left.
    pub fn is_ready(&self, now: u64, left: u64) -> bool {
        self.first_ready(now, left).is_some()
    }

    /// The next packet of the first queued buffer that is ready in this cycle; `left` is how many
    /// remote accesses of the cores have left. The buffer leaves the queue until `enqueue_for` is
    /// called.
    pub fn draft(&mut self, now: u64, left: u64) -> Option<Draft> {
        let position = self.first_ready(now, left)?;
        let index = self.queue.remove(position)? as usize;
        let (core, number) = (index / self.per_core, index % self.per_core);
        let buffer = &mut self.buffers[index];
        let to = buffer.transfer.to;
        let line = to.map_or(self.line, |_| self.multicast_line);
        buffer.queued = false;
        buffer.refused = false;
        let piece = buffer.next_piece(line);
        self.packets += 1;
        let one = Purpose::Transfer(number as u8);
        let (kind, purpose) = match (buffer.transfer.direction, to) {
            (_, Some(to)) => (PacketKind::Multicast(to), Purpose::Multicast(number as u8)),
            (Direction::Put, None) => (PacketKind::Write, one),
            (Direction::Get, None) => (PacketKind::Read, one),
        };
        let packet = Packet {
            core: core as u8,
            bytes: piece.bytes as u8,
            local: piece.local,
            pc: buffer.transfer.pc,
            only_tries: buffer.transfer.only_tries,
            level: buffer.transfer.level,
            missing: to.map_or(0, Rectangle::tiles),
            ..Packet::new(kind, purpose)
        };
        Some(Draft {
            remote: piece.remote,
            packet,
        })
    }

    /// Queues the buffer of a drafted packet again if it may make another one.
    pub fn enqueue_for(&mut self, packet: &Packet) {
        if let Purpose::Transfer(number) | Purpose::Multicast(number) = packet.purpose {
            self.enqueue(packet.core.into(), number.into());
        }
    }

    /// The buffers that have packets to make.
    pub fn queued(&self) -> impl Iterator<Item = &CommandBuffer> {
        self.queue
            .iter()
            .map(|&index| &self.buffers[index as usize])
    }

    /// Resets the buffers of a core. Answers to packets in flight will be dropped, because the core
    /// then works for another job.
    pub fn reset(&mut self, core: usize) {
        let range = core * self.per_core..(core + 1) * self.per_core;
        self.queue
            .retain(|&index| !range.contains(&(index as usize)));
        self.buffers[range].fill(CommandBuffer::default());
    }
}
