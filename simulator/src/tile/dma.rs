//! DMA: command buffers, and the engine that turns their transfers into packets. The command
//! buffers take turns after each packet.

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
    /// A queue was full or empty, and the command allowed only one try.
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

/// What is fixed when a transfer starts. Its addresses were resolved when the core wrote the
/// command.
#[derive(Debug, Clone, Copy, Default)]
pub struct Start {
    pub direction: Direction,
    /// Whether the transfer ends if a queue refuses its packet. Otherwise the transfer is tried
    /// again.
    pub only_tries: bool,
    /// The tiles to which a put goes. None if it goes only to the tile of the remote address.
    pub to: Option<Rectangle>,
    /// The priority of the packets, if the command specifies one.
    pub level: Option<u8>,
    /// Byte offset in the tile's memory of the transfer's local part.
    pub offset: u32,
    pub counter: Destination,
    /// Address of the instruction that wrote the command.
    pub pc: u32,
    /// The first cycle in which a packet may leave.
    pub ready: u64,
    /// The number of remote accesses that the interface's cores had issued before the command. The
    /// transfer's first packet must wait until that many accesses have left.
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
    /// Number of bytes for which packets have been made so far.
    started: u32,
    /// Number of packets that have been made but not answered.
    outstanding: u32,
    queued: bool,
    /// Whether a queue has refused the transfer's packet, so that it must be sent again.
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

    /// Records that a queue has refused the only packet of this transfer. The engine makes the
    /// packet again in cycle `ready`.
    pub fn refuse(&mut self, ready: u64) {
        self.started = 0;
        self.outstanding = 0;
        self.transfer.ready = ready;
        self.refused = true;
    }

    fn exhausted(&self) -> bool {
        self.started == self.bytes
    }

    /// Handles the answer to a packet. Returns whether this packet was the last one of the
    /// transfer.
    pub fn answered(&mut self) -> bool {
        self.outstanding -= 1;
        self.exhausted() && self.outstanding == 0
    }

    /// Takes the part of the transfer that the next packet carries. A part ends where the remote
    /// address is a multiple of `line` bytes, so that a line arrives in one packet.
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

/// A packet of a transfer before source, target and job have been filled in, and the global address
/// to which it goes.
pub struct Draft {
    pub remote: u32,
    pub packet: Packet,
}

/// The command buffers of a tile's cores, and the queue of the buffers that have packets to send.
#[derive(Debug, Clone)]
pub struct Engine {
    buffers: Vec<CommandBuffer>,
    per_core: usize,
    /// Largest number of read packets that a *get* transfer may have in flight.
    reads: u32,
    /// Line size in bytes, a power of two. Packets end at multiples of this size, so no packet
    /// crosses a page.
    line: u32,
    /// Line size in bytes for multicasts; 0 if the chip has no multicasts.
    multicast_line: u32,
    queue: VecDeque<u16>,
    /// Number of packets made so far.
    pub packets: u64,
}

impl Engine {
    /// Makes the engine. `lines` contains the line size for transfers to one target, and the line
    /// size for multicasts, both in bytes.
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

    /// Whether no command buffer is queued.
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

    /// Queues a command buffer if its transfer has another packet and is below the limit of reads
    /// in flight.
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

    /// The position in the queue of the first command buffer that may make a packet in this cycle.
    /// A transfer must wait until all remote accesses that cores issued before its command have
    /// left the tile. `left` is the number of remote accesses that have left so far.
    fn first_ready(&self, now: u64, left: u64) -> Option<usize> {
        self.queue.iter().position(|&index| {
            let transfer = &self.buffers[index as usize].transfer;
            transfer.ready <= now && transfer.after <= left
        })
    }

    /// The first cycle in which a queued command buffer may make a packet, if no further remote
    /// access leaves. Any cycle up to `now` means that a buffer may make one already; `u64::MAX`
    /// means that none may. `left` is the number of remote accesses that have left so far.
    #[inline]
    pub fn next_ready(&self, now: u64, left: u64) -> u64 {
        let mut next = u64::MAX;
        for CommandBuffer { transfer, .. } in self.queued() {
            if transfer.after <= left {
                next = next.min(transfer.ready);
            }
            if next <= now {
                break;
            }
        }
        next
    }

    /// Makes the next packet for the first command buffer that may make one in this cycle. That
    /// buffer leaves the queue until `enqueue_for` is called. `left` is the number of remote
    /// accesses that have left so far.
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

    /// Queues the command buffer that a packet belongs to again, if its transfer has another
    /// packet.
    pub fn enqueue_for(&mut self, packet: &Packet) {
        if let Purpose::Transfer(number) | Purpose::Multicast(number) = packet.purpose {
            self.enqueue(packet.core.into(), number.into());
        }
    }

    /// The command buffers in the queue.
    pub fn queued(&self) -> impl Iterator<Item = &CommandBuffer> {
        self.queue
            .iter()
            .map(|&index| &self.buffers[index as usize])
    }

    /// Resets the command buffers of a core that gets another process. Answers to packets of the
    /// process before it will be dropped.
    pub fn reset(&mut self, core: usize) {
        let range = core * self.per_core..(core + 1) * self.per_core;
        self.queue
            .retain(|&index| !range.contains(&(index as usize)));
        self.buffers[range].fill(CommandBuffer::default());
    }
}
