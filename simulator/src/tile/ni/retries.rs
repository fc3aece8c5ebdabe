//! What a full queue has refused, and is tried again after a while.

use crate::tile::dma::Direction;
use crate::tile::hart::State;
use crate::tile::outside::Outside;
use crate::tile::packet::Purpose;
use crate::tile::Tile;

use super::NetworkInterface;

/// What is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// An access of a core to a queue of the own tile.
    Core(usize),
    /// An access of a core to a queue elsewhere: the request that is sent once more.
    Packet(u32),
    /// A notification, by its number.
    Notification(u16),
}

impl NetworkInterface {
    /// Something is tried again in cycle `ready`, not before what has been refused earlier.
    pub fn retry(&mut self, ready: u64, retry: Retry) {
        self.retries.push_back((ready, retry));
    }
}

impl Tile {
    /// Tries again what is due.
    pub(super) fn retry_due(&mut self, now: u64, out: &mut Outside) {
        while let Some(&(ready, refused)) = self.ni.retries.front() {
            if ready > now {
                return;
            }
            self.ni.retries.pop_front();
            match refused {
                Retry::Core(core) => {
                    if self.cores[core].state == State::QueueFull {
                        self.cores[core].pending = None;
                        self.resume(core, now, out.costs.retry(now), out);
                    }
                }
                // What a job that is over asks for is not missed.
                Retry::Packet(id) if out.host.is_over(out.packets[id].job) => {
                    out.packets.remove(id);
                }
                Retry::Packet(id) => self.ni.resends.push_back(id),
                Retry::Notification(number) => self.put_notification_back(number, now),
            }
        }
    }

    /// A full queue, or an empty one, has sent this packet back.
    pub(super) fn refused_by_queue(&mut self, core: usize, id: u32, now: u64, out: &mut Outside) {
        let ready = now + out.costs.retry_delay;
        match out.packets[id].purpose {
            Purpose::Transfer(number) => {
                let buffer = self.ni.engine.buffer(core, number.into());
                if buffer.transfer.only_tries {
                    self.give_up(core, number.into(), now, out);
                } else {
                    buffer.refuse(ready);
                    self.ni.engine.enqueue(core, number.into());
                }
            }
            Purpose::Notification(number) => {
                self.ni.retry(ready, Retry::Notification(number));
            }
            _ => {
                let request = out.packets[id].again();
                let request = out.packets.add(request);
                self.ni.retry(ready, Retry::Packet(request));
            }
        }
    }

    /// The queues that will be asked again, by their ports' addresses, and whether to take an element
    /// (or to give one), besides those that packets are for. None if the interface has other work
    /// that is not a packet yet.
    pub fn retried_queues(&self) -> Option<Vec<(u32, bool)>> {
        let ni = &self.ni;
        let waiting = ni.engine.queued().all(|buffer| buffer.refused);
        if !ni.local.is_empty() || !ni.remote.is_empty() || ni.circuits.is_active() || !waiting {
            return None;
        }
        let refused = ni.retries.iter().filter_map(|&(_, refused)| match refused {
            Retry::Core(core) => {
                let access = self.cores[core].pending.as_ref()?;
                Some((access.address, access.writes()))
            }
            Retry::Packet(_) => None,
            Retry::Notification(number) => Some((self.notified_address(number), true)),
        });
        let buffers = ni.engine.queued().map(|buffer| {
            let enqueue = buffer.transfer.direction == Direction::Put;
            (buffer.remote, enqueue)
        });
        Some(refused.chain(buffers).collect())
    }
}
