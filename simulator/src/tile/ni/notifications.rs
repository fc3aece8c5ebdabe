//! Notifications of counters: sent one after the other, in the order in which they came up.

use super::{due, NetworkInterface, Retry};
use crate::memory;
use crate::tile::destination::Destination;
use crate::tile::devices::{Operation, PendingNotification, Reply, Request, Requester};
use crate::tile::fault::{Attempt, Cause, Fault};
use crate::tile::map::Target;
use crate::tile::outside::Outside;
use crate::tile::packet::{Packet, PacketKind, Purpose, PAYLOAD_BYTES};
use crate::tile::Tile;
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

    /// What was pending of a notification is not any more.
    pub fn drop_notification(&mut self, number: u16) {
        self.drop_notifications(|other| other == number);
    }

    /// Forgets what the core's process has left: notifications of its counters, accesses that are to
    /// be tried again.
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

impl Tile {
    /// Writes a notification that stays in the tile, at most one in a cycle.
    pub(super) fn notify_at_home(&mut self, now: u64, out: &mut Outside) {
        let Some(&(ready, number)) = self.ni.local.front() else {
            return;
        };
        if ready > now {
            return;
        }
        if let Some(offset) = self.notified_offset(number) {
            if !self.claim_banks(offset, 4, now, out) {
                return;
            }
        }
        self.ni.local.pop_front();
        let Some(notification) = self.take_notification(number, now) else {
            return;
        };
        match notification.to {
            Destination::Own(offset) => {
                memory::write(&mut self.memory, offset, 4, notification.word.into());
                self.written(offset, 4, None, now, out);
            }
            Destination::Remote(target) => {
                self.notify_device(number, notification, target, now, out)
            }
            Destination::None => {}
        }
    }

    /// Where in this tile's memory the next word of a notification goes.
    fn notified_offset(&self, number: u16) -> Option<u32> {
        match self.notified(number) {
            Destination::Own(offset) => Some(offset),
            _ => None,
        }
    }

    /// Writes a notification to a device of this tile.
    fn notify_device(
        &mut self,
        number: u16,
        notification: PendingNotification,
        target: Target,
        now: u64,
        out: &mut Outside,
    ) {
        let PendingNotification { word, core, pc, .. } = notification;
        let mut request = Request {
            operation: Operation::Write,
            offset: target.offset,
            bytes: 4,
            requester: Requester::Notification,
            tile: self.number,
            core: core as u8,
            job: self.cores[core].job,
            pc,
            only_tries: false,
            payload: [0; PAYLOAD_BYTES],
        };
        request.payload[..4].copy_from_slice(&word.to_le_bytes());
        match self.device(&mut request, now, out) {
            Reply::Done | Reply::Waits => {}
            Reply::Busy => self.put_notification_back(number, now + 1),
            Reply::Full => {
                let ready = now + out.costs.retry_delay;
                self.ni.retry(ready, Retry::Notification(number));
            }
            Reply::Refused(misuse) => out.faults.push(Fault {
                cycle: now,
                core: self.core_number(core),
                pc,
                attempt: Attempt::Notification,
                cause: Cause::Device(misuse),
                address: out.map.global(target),
            }),
        }
    }

    /// The packet of the next notification that leaves the tile.
    pub(super) fn next_notification(&mut self, now: u64, out: &mut Outside) -> Option<u32> {
        let number = due(&mut self.ni.remote, now)?;
        let PendingNotification { to, word, core, pc } = self.take_notification(number, now)?;
        let Destination::Remote(target) = to else {
            return None;
        };
        let mut packet = Packet {
            source: self.number,
            target: target.endpoint,
            job: self.cores[core].job,
            core: core as u8,
            bytes: 4,
            address: target.offset,
            device: target.device,
            pc,
            ..Packet::new(PacketKind::Write, Purpose::Notification(number))
        };
        packet.set_operand(word);
        Some(out.packets.add(packet))
    }
}
