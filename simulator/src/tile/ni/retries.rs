//! Retries of what a full queue has refused.

use super::dma::Direction;
use crate::protocol::packet::Purpose;
use crate::tile::cores::{CoreComplex, State};
use crate::tile::devices::Devices;
use crate::tile::ports::{Cycle, InterfacePorts};

use super::NetworkInterface;

/// A request to retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// An access of a core to a queue of the own tile.
    Core(usize),
    /// An access of a core to a queue of another tile: the request that is sent once more.
    Packet(u32),
    /// A notification, by its number.
    Notification(u16),
}

impl NetworkInterface {
    /// Queues a retry for cycle `ready`, behind earlier refusals.
    pub fn retry(&mut self, ready: u64, retry: Retry) {
        self.retries.push_back((ready, retry));
    }
}

impl NetworkInterface {
    /// Makes the retries that are due.
    pub(super) fn retry_due(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, .. } = ports.chip.cycle;
        while let Some(&(ready, refused)) = self.retries.front() {
            if ready > now {
                return;
            }
            self.retries.pop_front();
            match refused {
                Retry::Core(core) => {
                    if ports.cores.harts[core].state == State::QueueFull {
                        ports
                            .cores
                            .resume(core, ports.chip.cycle.retry(), ports.chip.cycle);
                    }
                }
                // Requests of a job that has ended need no retry.
                Retry::Packet(id) if ports.chip.host.is_over(ports.chip.packets[id].job) => {
                    ports.chip.packets.remove(id);
                }
                Retry::Packet(id) => self.resends.push_back(id),
                Retry::Notification(number) => {
                    ports.devices.put_notification_back(number, now, self)
                }
            }
        }
    }

    /// A full queue, or an empty one, has sent this packet back.
    pub(super) fn refused_by_queue(&mut self, core: usize, id: u32, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let ready = now + costs.retry_delay;
        match ports.chip.packets[id].purpose {
            Purpose::Transfer(number) => {
                let buffer = self.engine.buffer(core, number.into());
                if buffer.transfer.only_tries {
                    self.give_up(core, number.into(), ports.chip.cycle, ports.cores);
                } else {
                    buffer.refuse(ready);
                    self.engine.enqueue(core, number.into());
                }
            }
            Purpose::Notification(number) => {
                self.retry(ready, Retry::Notification(number));
            }
            _ => {
                let request = ports.chip.packets.add_again(id);
                self.retry(ready, Retry::Packet(request));
            }
        }
    }

    /// The queues that will be tried, by their ports' addresses, and whether to give an element (or
    /// to take one), besides those that packets are for. A notification that is pending is among
    /// them, whatever it is for: where many are refused, there is one at all times. None if the
    /// interface has other work that is not a packet yet.
    pub fn retried_queues(
        &self,
        cores: &CoreComplex,
        devices: &Devices,
    ) -> Option<Vec<(u32, bool)>> {
        let ni = self;
        let waiting = ni.engine.queued().all(|buffer| buffer.refused);
        if ni.circuits.is_active() || !waiting {
            return None;
        }
        let notified = |number| (devices.notified_address(number), true);
        let refused_to = |core: usize| {
            let access = cores.harts[core].pending.as_ref()?;
            Some((access.address, access.writes()))
        };
        let refused = ni.retries.iter().filter_map(|&(_, refused)| match refused {
            Retry::Core(core) => refused_to(core),
            Retry::Packet(_) => None,
            Retry::Notification(number) => Some(notified(number)),
        });
        let again = (0..cores.harts.len())
            .filter(|&core| cores.harts[core].tries_again())
            .filter_map(refused_to);
        let pending = ni.local.iter().chain(&ni.remote);
        let pending = pending.map(|&(_, number)| notified(number));
        let buffers = ni.engine.queued().map(|buffer| {
            let enqueue = buffer.transfer.direction == Direction::Put;
            (buffer.remote, enqueue)
        });
        Some(refused.chain(again).chain(pending).chain(buffers).collect())
    }
}
