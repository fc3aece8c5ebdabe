//! Livelocks, in which network interfaces for ever repeat attempts that queues refuse.

use crate::chip::Chip;
use crate::protocol::map::Target;
use crate::protocol::packet::{Packet, PacketKind};
use crate::tile::cores::Hart;
use crate::tile::ni::QueueAttempt;
use crate::tile::Tile;

/// The number of cycles between two checks. The number is prime, so that the checks meet a periodic
/// pattern in different phases.
const PERIOD: u64 = 1021;

/// Whether a check follows this cycle.
pub fn asks_for_livelock(cycle: u64) -> bool {
    cycle.is_multiple_of(PERIOD)
}

/// The next cycle that a check follows.
pub fn next_check(cycle: u64) -> u64 {
    (cycle / PERIOD + 1) * PERIOD
}

impl Chip {
    /// Whether the chip is in a livelock: no core will do anything, and each packet in flight is
    /// refused by a full queue or waits at a queue. The result is false in cycles without a check.
    pub(in crate::chip) fn is_livelocked(&self, cycle: u64) -> bool {
        asks_for_livelock(cycle)
            && self
                .tiles
                .iter()
                .all(|tile| tile.cores.harts.iter().all(Hart::is_still))
            && self.tiles.iter().all(|tile| self.only_retries(tile))
            && (self.shared.packets.all()).all(|(id, packet)| self.is_stuck(id, packet))
    }

    /// Whether the cores and interfaces of a tile only repeat attempts that queues refuse.
    pub(super) fn only_retries(&self, tile: &Tile) -> bool {
        let tried = tile.retried_queues();
        tried.is_some_and(|tried| (tried.into_iter()).all(|attempt| self.refuses(attempt)))
    }

    /// Whether a queue refuses an attempt now.
    fn refuses(&self, attempt: QueueAttempt) -> bool {
        let target = self.shared.map.resolve(attempt.address, 1);
        target.is_some_and(|target| self.is_full(target, attempt.enqueues))
    }

    fn is_full(&self, target: Target, enqueue: bool) -> bool {
        let tile = self.tiles.get(usize::from(target.endpoint));
        target.device && tile.is_some_and(|tile| tile.devices.is_full(target.offset, enqueue))
    }

    /// Whether a packet waits at a queue, or a queue refuses it repeatedly.
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
