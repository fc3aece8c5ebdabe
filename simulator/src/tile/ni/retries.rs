//! What a full queue has refused, and is tried again after a while.

use crate::tile::dma::Direction;
use crate::tile::outside::Outside;
use crate::tile::packet::Purpose;
use crate::tile::slot::State;
use crate::tile::Tile;

use super::NetworkInterface;

/// What is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// An access of a core to a queue of the own tile.
    Core(usize),
    /// An access of a core to a queue elsewhere: the request that is sent once more.
    Packet(u32),
    /// A notification, by its number.
    Notification(u16),
}

impl NetworkInterface {
    /// Something is tried again in cycle `ready`, not before what has been refused earlier.
    pub fn refuse(&mut self, ready: u64, refused: Refused) {
        self.refused.push_back((ready, refused));
    }
}

impl Tile {
    /// Tries again what is due.
    pub(super) fn try_again(&mut self, now: u64, out: &mut Outside) {
        while let Some(&(ready, refused)) = self.ni.refused.front() {
            if ready > now {
                return;
            }
            self.ni.refused.pop_front();
            match refused {
                Refused::Core(core) => {
                    if self.cores[core].state == State::Place {
                        self.cores[core].pending = None;
                        self.resume(core, now, out.costs.retry(now), out);
                    }
                }
                // What a job that is over asks for is not missed.
                Refused::Packet(id) if out.host.is_over(out.packets[id].job) => {
                    out.packets.remove(id);
                }
                Refused::Packet(id) => self.ni.again.push_back(id),
                Refused::Notification(number) => self.put_notification_back(number, now),
            }
        }
    }

    /// A full queue, or an empty one, has sent this packet back.
    pub(super) fn sent_back(&mut self, core: usize, id: u32, now: u64, out: &mut Outside) {
        let ready = now + out.costs.pause;
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
                self.ni.refuse(ready, Refused::Notification(number));
            }
            _ => {
                let request = out.packets[id].again();
                let request = out.packets.add(request);
                self.ni.refuse(ready, Refused::Packet(request));
            }
        }
    }

    /// The queues that will be asked again, by their ports' addresses, and whether to take an element
    /// (or to give one), besides those that packets are for. None if the interface has other work
    /// that is not a packet yet.
    pub fn asked_again(&self) -> Option<Vec<(u32, bool)>> {
        let ni = &self.ni;
        let waiting = ni.engine.queued().all(|buffer| buffer.refused);
        if !ni.home.is_empty() || !ni.away.is_empty() || ni.circuits.is_active() || !waiting {
            return None;
        }
        let refused = ni.refused.iter().filter_map(|&(_, refused)| match refused {
            Refused::Core(core) => {
                let access = self.cores[core].pending.as_ref()?;
                Some((access.address, access.writes()))
            }
            Refused::Packet(_) => None,
            Refused::Notification(number) => Some((self.notified_address(number), true)),
        });
        let buffers = ni.engine.queued().map(|buffer| {
            let enqueue = buffer.transfer.direction == Direction::Put;
            (buffer.remote, enqueue)
        });
        Some(refused.chain(buffers).collect())
    }
}
