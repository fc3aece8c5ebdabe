//! Detection of livelocks: network interfaces repeat accesses for ever, because queues refuse them.

use crate::chip::Chip;
use crate::protocol::map::Target;
use crate::protocol::packet::{Packet, PacketKind};
use crate::tile::cores::Hart;
use crate::tile::ni::QueueAttempt;
use crate::tile::Tile;

/// Number of cycles between two checks. It is prime, so that the checks do not always see the same
/// phase of a periodic pattern.
const PERIOD: u64 = 1021;

/// Whether there is a check for livelocks after this cycle.
pub fn asks_for_livelock(cycle: u64) -> bool {
    cycle.is_multiple_of(PERIOD)
}

/// The next cycle after which there is a check for livelocks.
pub fn next_check(cycle: u64) -> u64 {
    (cycle / PERIOD + 1) * PERIOD
}

impl Chip {
    /// Whether the chip is in a livelock: no core will do anything by itself, and a queue refuses
    /// each packet in flight or lets it wait. Always false in cycles without a check.
    pub(in crate::chip) fn is_livelocked(&self, cycle: u64) -> bool {
        asks_for_livelock(cycle)
            && self
                .tiles
                .iter()
                .all(|tile| tile.cores.harts.iter().all(Hart::is_still))
            && self.tiles.iter().all(|tile| self.only_retries(tile))
            && (self.shared.packets.all()).all(|(id, packet)| self.is_stuck(id, packet))
    }

    /// Whether the cores and interfaces of a tile do nothing but repeat accesses that queues
    /// refuse.
    pub(super) fn only_retries(&self, tile: &Tile) -> bool {
        let tried = tile.retried_queues();
        tried.is_some_and(|tried| (tried.into_iter()).all(|attempt| self.refuses(attempt)))
    }

    /// Whether a queue would refuse this access now.
    fn refuses(&self, attempt: QueueAttempt) -> bool {
        let target = self.shared.map.resolve(attempt.address, 1);
        target.is_some_and(|target| self.is_full(target, attempt.enqueues))
    }

    fn is_full(&self, target: Target, enqueue: bool) -> bool {
        let tile = self.tiles.get(usize::from(target.endpoint));
        target.device && tile.is_some_and(|tile| tile.devices.is_full(target.offset, enqueue))
    }

    /// Whether a packet waits for a queue, or is refused again and again by a full or empty queue.
    pub(super) fn is_stuck(&self, id: u32, packet: &Packet) -> bool {
        if !packet.device || packet.only_tries {
            return false;
        }
        let at = |endpoint| Target {
            endpoint,
            offset: packet.address,
            device: true,
        };
        match packet.kind {
            PacketKind::Write => self.is_full(at(packet.target), true),
            PacketKind::Read => {
                let tile = self.tiles.get(usize::from(packet.target));
                tile.is_some_and(|tile| tile.devices.is_waiting(packet.address, id))
                    || self.is_full(at(packet.target), false)
            }
            PacketKind::Full => self.is_full(at(packet.source), true),
            PacketKind::Empty => self.is_full(at(packet.source), false),
            _ => false,
        }
    }
}
