//! Retries of requests that a full or empty queue has refused.

use super::{take_due, Due, InterfacePorts, NetworkInterface};
use crate::protocol::packet::Purpose;
use crate::tile::cores::{CoreComplex, State};
use crate::tile::devices::Devices;
use crate::tile::dma::{Direction, Status};
use crate::tile::ports::Cycle;

/// A request to retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// A core's access to a queue of its own tile. The number is the core's index.
    Core(usize),
    /// A core's access to a queue of another tile. The number is that of the packet to send again.
    Packet(u32),
    /// A notification, by its number.
    Notification(u16),
}

/// An access that a queue has refused and that the hardware keeps repeating.
#[derive(Debug, Clone, Copy)]
pub struct QueueAttempt {
    /// Global address of the queue's port.
    pub address: u32,
    /// Whether the access enqueues an element. Otherwise it dequeues one.
    pub enqueues: bool,
}

impl NetworkInterface {
    /// Queues a retry for cycle `ready`, after earlier ones.
    pub fn retry(&mut self, ready: u64, retry: Retry) {
        self.retries.push_back(Due { ready, item: retry });
    }

    /// Carries out the retries that are due.
    pub(super) fn retry_due(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, .. } = ports.chip.cycle;
        while let Some(retry) = take_due(&mut self.retries, now) {
            match retry {
                Retry::Core(core) => {
                    if ports.cores.harts[core].state == State::QueueFull {
                        ports
                            .cores
                            .resume(core, ports.chip.cycle.retry(), ports.chip.cycle);
                    }
                }
                // A request of a job that has ended is not sent again.
                Retry::Packet(id) if ports.chip.host.jobs.is_over(ports.chip.packets[id].job) => {
                    ports.chip.packets.remove(id);
                }
                Retry::Packet(id) => self.resends.push_back(id),
                Retry::Notification(number) => self.put_notification_back(number, now, ports),
            }
        }
    }

    /// Handles a packet that a full or empty queue has sent back.
    pub(super) fn refused_by_queue(&mut self, core: usize, id: u32, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let ready = now + costs.retry_delay;
        match ports.chip.packets[id].purpose {
            Purpose::Transfer(number) => {
                let buffer = self.engine.buffer(core, number.into());
                if buffer.transfer.only_tries {
                    let (number, cycle) = (number.into(), ports.chip.cycle);
                    self.end_transfer(core, number, Status::Full, cycle, ports.cores);
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

    /// The accesses to queues that the interface will still make, apart from packets in flight. All
    /// pending notifications count, even if no queue has refused them yet, because if queues keep
    /// refusing many notifications, some of them are pending at any time. Returns none if the
    /// interface has any other work without a packet.
    pub fn retried_queues(
        &self,
        cores: &CoreComplex,
        devices: &Devices,
    ) -> Option<Vec<QueueAttempt>> {
        let waiting = self.engine.queued().all(|buffer| buffer.refused);
        let results = (self.remote.iter()).any(|pending| devices.is_result(pending.item));
        if self.circuits.is_active() || results || !waiting {
            return None;
        }
        let notified = |number| QueueAttempt {
            address: devices.notification(number).address,
            enqueues: true,
        };
        let refused_to = |core: usize| {
            let access = cores.harts[core].pending.as_ref()?;
            Some(QueueAttempt {
                address: access.address,
                enqueues: access.writes(),
            })
        };
        let refused = self.retries.iter().filter_map(|retry| match retry.item {
            Retry::Core(core) => refused_to(core),
            Retry::Packet(_) => None,
            Retry::Notification(number) => Some(notified(number)),
        });
        let again = (0..cores.harts.len())
            .filter(|&core| cores.harts[core].tries_again())
            .filter_map(refused_to);
        let pending = self.local.iter().chain(&self.remote);
        let pending = pending.map(|pending| notified(pending.item));
        let buffers = self.engine.queued().map(|buffer| QueueAttempt {
            address: buffer.remote,
            enqueues: buffer.transfer.direction == Direction::Put,
        });
        Some(refused.chain(again).chain(pending).chain(buffers).collect())
    }
}
