//! Notifications of counters: sent one after the other, in the order in which they came up.

use super::{due, NetworkInterface, Retry};
use crate::memory;
use crate::protocol::fault::{Attempt, Cause, Fault};
use crate::protocol::map::Target;
use crate::protocol::packet::{Packet, PacketKind, Purpose, PAYLOAD_BYTES};
use crate::protocol::{Operation, Reply, Request, Requester};
use crate::tile::cores::{Destination, Use};
use crate::tile::devices::PendingNotification;
use crate::tile::ports::{Cycle, InterfacePorts};
use std::ops::Range;

/// Notifications of a counter.
pub const NOTIFICATIONS: usize = 4;

impl NetworkInterface {
    /// A notification is pending, which was not; it may be sent from cycle `ready` on.
    pub fn notify(&mut self, number: u16, at_home: bool, ready: u64) {
        let row = match at_home {
            true => &mut self.local,
            false => &mut self.remote,
        };
        row.push_back((ready, number));
    }

    /// Drops what is pending of a notification.
    pub fn drop_notification(&mut self, number: u16) {
        self.drop_notifications(|other| other == number);
    }

    /// Forgets what the core's process has left: notifications of its counters, accesses that are
    /// to be tried again.
    pub fn forget(&mut self, core: usize, counters: &Range<usize>) {
        let numbers = counters.start * NOTIFICATIONS..counters.end * NOTIFICATIONS;
        self.drop_notifications(|number| numbers.contains(&number.into()));
        self.retries
            .retain(|&(_, refused)| refused != Retry::Core(core));
    }

    fn drop_notifications(&mut self, drop: impl Fn(u16) -> bool) {
        self.local.retain(|&(_, number)| !drop(number));
        self.remote.retain(|&(_, number)| !drop(number));
        self.retries.retain(
            |&(_, refused)| !matches!(refused, Retry::Notification(number) if drop(number)),
        );
    }
}

impl NetworkInterface {
    /// Writes a notification that stays in the tile, at most one in a cycle.
    pub(super) fn notify_at_home(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, .. } = ports.chip.cycle;
        let Some(&(ready, number)) = self.local.front() else {
            return;
        };
        if ready > now {
            return;
        }
        if let Destination::Own(offset) = ports.devices.notified(number) {
            let cycle = ports.chip.cycle;
            if !ports.cores.claim(offset, 4, 4, Use::Writes, cycle) {
                return;
            }
        }
        self.local.pop_front();
        let Some(notification) = ports.devices.take_notification(number, now, self) else {
            return;
        };
        match notification.to {
            Destination::Own(offset) => {
                memory::write(&mut ports.cores.memory, offset, 4, notification.word.into());
                ports.cores.written(offset, 4, None, ports.chip.cycle);
            }
            Destination::Remote(target) => self.notify_device(number, notification, target, ports),
            Destination::None => {}
        }
    }

    /// Writes a notification to a device of this tile.
    fn notify_device(
        &mut self,
        number: u16,
        notification: PendingNotification,
        target: Target,
        ports: &mut InterfacePorts,
    ) {
        let Cycle { now, costs } = ports.chip.cycle;
        let PendingNotification { word, core, pc, .. } = notification;
        let mut request = Request {
            operation: Operation::Write,
            offset: target.offset,
            bytes: 4,
            requester: Requester::Notification,
            tile: self.tile,
            core: core as u8,
            job: ports.cores.harts[core].job,
            pc,
            caller: 0,
            only_tries: false,
            payload: [0; PAYLOAD_BYTES],
        };
        request.payload[..4].copy_from_slice(&word.to_le_bytes());
        match ports.serve(&mut request, self) {
            Reply::Done | Reply::Waits => {}
            Reply::Busy => ports.devices.put_notification_back(number, now + 1, self),
            Reply::Full => {
                let ready = now + costs.retry_delay;
                self.retry(ready, Retry::Notification(number));
            }
            Reply::Refused(misuse) => ports.chip.reports.faults.push(Fault {
                cycle: now,
                core: ports.cores.core_number(core),
                pc,
                attempt: Attempt::Notification,
                cause: Cause::Device(misuse),
                address: ports.chip.map.global(target),
            }),
        }
    }

    /// The packet of the next notification that leaves the tile.
    pub(super) fn next_notification(&mut self, ports: &mut InterfacePorts) -> Option<u32> {
        let Cycle { now, .. } = ports.chip.cycle;
        let number = due(&mut self.remote, now)?;
        let PendingNotification { to, word, core, pc } =
            ports.devices.take_notification(number, now, self)?;
        let Destination::Remote(target) = to else {
            return None;
        };
        let id = ports.chip.packets.add(Packet {
            source: self.tile,
            target: target.endpoint,
            job: ports.cores.harts[core].job,
            core: core as u8,
            bytes: 4,
            address: target.offset,
            device: target.device,
            pc,
            ..Packet::new(PacketKind::Write, Purpose::Notification(number))
        });
        ports.chip.packets.set_operand(id, word);
        Some(id)
    }
}
