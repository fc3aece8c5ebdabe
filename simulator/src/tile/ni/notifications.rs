//! Notifications of counters, and results of accumulators. The interface sends the notifications
//! and results one by one, in the order in which they have become pending.

use super::{is_due, take_due, Due, InterfacePorts, NetworkInterface, Retry};
use crate::memory;
use crate::protocol::fault::{Attempt, Cause, Fault};
use crate::protocol::map::Target;
use crate::protocol::packet::{Packet, PacketKind, Purpose, PAYLOAD_BYTES};
use crate::protocol::{Destination, Operation, Reply, Request, Requester};
use crate::tile::cores::Use;
use crate::tile::devices::{Devices, PendingNotification};
use crate::tile::ports::Cycle;

impl NetworkInterface {
    /// Queues a notification that was not pending. It may be sent from cycle `ready` on. `at_home`:
    /// the word that it writes is in this tile.
    pub fn notify(&mut self, number: u16, at_home: bool, ready: u64) {
        let row = match at_home {
            true => &mut self.local,
            false => &mut self.remote,
        };
        row.push_back(Due {
            ready,
            item: number,
        });
    }

    /// Drops all pending writes of a notification.
    pub fn drop_notification(&mut self, number: u16) {
        self.drop_notifications(|other| other == number);
    }

    /// Removes what a process leaves behind when its core gets another one: transfers, accesses to
    /// be retried, and the notifications of the core's counters and accumulators.
    pub fn reset(&mut self, core: usize, devices: &Devices) {
        self.engine.reset(core);
        self.drop_notifications(|number| devices.notifier(number) == core);
        self.retries.retain(|retry| retry.item != Retry::Core(core));
    }

    fn drop_notifications(&mut self, drop: impl Fn(u16) -> bool) {
        self.local.retain(|pending| !drop(pending.item));
        self.remote.retain(|pending| !drop(pending.item));
        self.retries
            .retain(|retry| !matches!(retry.item, Retry::Notification(number) if drop(number)));
    }

    /// Removes one pending write of a notification and returns it. If the notification has more
    /// pending writes, it stays queued.
    fn take_notification(
        &mut self,
        number: u16,
        ports: &mut InterfacePorts,
    ) -> Option<PendingNotification> {
        let taken = ports.devices.take_notification(number)?;
        if taken.more {
            let ready = ports.chip.cycle.now + 1;
            self.notify(number, taken.to.is_at(self.tile), ready);
        }
        Some(taken)
    }

    /// Makes a notification pending again from cycle `ready` on, after a queue has refused its
    /// word.
    pub(super) fn put_notification_back(
        &mut self,
        number: u16,
        ready: u64,
        ports: &mut InterfacePorts,
    ) {
        if let Some(to) = ports.devices.put_notification_back(number) {
            self.notify(number, to.is_at(self.tile), ready);
        }
    }

    /// Writes the word of one notification in this tile, if one is due in this cycle.
    pub(super) fn notify_at_home(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, .. } = ports.chip.cycle;
        if !is_due(&self.local, now) {
            return;
        }
        let number = self.local[0].item;
        if let Destination::Own(offset) = ports.devices.notification(number).to {
            let cycle = ports.chip.cycle;
            if !ports.cores.claim(offset, 4, 4, Use::Writes, cycle) {
                return;
            }
        }
        self.local.pop_front();
        let Some(notification) = self.take_notification(number, ports) else {
            return;
        };
        match notification.to {
            Destination::Own(offset) => {
                memory::write(&mut ports.cores.memory, offset, 4, notification.word.into());
                ports.cores.written(offset, 4, None, ports.chip.cycle);
            }
            Destination::Remote(target) => self.notify_device(number, notification, target, ports),
            Destination::None | Destination::Many(..) => {}
        }
    }

    /// Writes the word of a notification to a device of this tile.
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
            Reply::Busy => self.put_notification_back(number, now + 1, ports),
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

    /// Makes the packet for the next notification that writes a word outside this tile.
    pub(super) fn next_notification(&mut self, ports: &mut InterfacePorts) -> Option<u32> {
        let Cycle { now, costs } = ports.chip.cycle;
        let number = take_due(&mut self.remote, now)?;
        let PendingNotification {
            to,
            word,
            second,
            core,
            pc,
            ..
        } = self.take_notification(number, ports)?;
        let (kind, target, missing) = match to {
            Destination::Remote(target) => (PacketKind::Write, target, 0),
            Destination::Many(to, offset) => {
                let [column, row] = [to.columns()[0], to.rows()[0]].map(u32::from);
                let first = Target {
                    endpoint: (row * costs.columns + column) as u16,
                    offset,
                    device: false,
                };
                (PacketKind::Multicast(to), first, to.tiles())
            }
            Destination::None | Destination::Own(_) => return None,
        };
        let id = ports.chip.packets.add(Packet {
            source: self.tile,
            target: target.endpoint,
            job: ports.cores.harts[core].job,
            core: core as u8,
            bytes: if second.is_some() { 8 } else { 4 },
            address: target.offset,
            device: target.device,
            pc,
            missing,
            ..Packet::new(kind, Purpose::Notification(number))
        });
        ports.chip.packets.set_operand(id, word);
        if let Some(second) = second {
            let bytes = second.to_le_bytes();
            ports.chip.packets.payload_mut(id)[4..8].copy_from_slice(&bytes);
        }
        Some(id)
    }
}
