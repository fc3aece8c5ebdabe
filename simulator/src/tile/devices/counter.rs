//! Counters: words to which any core can add. When a counter reaches zero, it writes up to four
//! words, its notifications, as in the paper OM (Tendulkar and others, "Fine-Grain OpenMP Runtime
//! Support with Explicit Communication Hardware Primitives", section II).
//!
//! A pending notification is only a number in its counter, not a packet in a queue: the counter
//! stores how many times the word must still be written. So no notification is lost, and none
//! delays a request that has arrived, however many are pending.

use super::{absent, DevicePorts, Devices};
use crate::core::AmoOp;
use crate::noc::Rectangle;
use crate::protocol::device_registers::*;
use crate::protocol::{Destination, Misuse, Reply, Request, Word};
use crate::tile::ports::Costs;

/// Number of notifications of each counter.
pub const NOTIFICATIONS: usize = 4;

/// A word that is written when its counter reaches zero.
#[derive(Debug, Clone, Copy, Default)]
pub struct Notification {
    /// The address that a program has written to the notification's register, as an address of the
    /// counter's core. 0 if the notification writes nothing.
    pub address: u32,
    pub to: Destination,
    word: u32,
    /// Number of times that the word must still be written.
    pending: u32,
    /// Address of the instruction that wrote `address`, for reports.
    pc: u32,
}

/// A counter.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counter {
    value: u32,
    /// The value that the counter gets after reaching zero.
    reload: u32,
    notifications: [Notification; NOTIFICATIONS],
    /// The rectangle of tiles to which notification 0 goes, or 0 if the notification goes to one
    /// tile. A new value takes effect with the next write of the notification's address.
    targets: u32,
}

/// One pending write of a notification's word, or of an accumulator's result.
#[derive(Debug, Clone, Copy)]
pub struct PendingNotification {
    pub to: Destination,
    pub word: u32,
    /// The word to write after the first one, at the next address. None if only one word is
    /// written.
    pub second: Option<u32>,
    /// The core to which the counter or accumulator belongs.
    pub core: usize,
    pub pc: u32,
    /// Whether more writes of this notification are pending.
    pub more: bool,
}

impl Devices {
    /// Serves a request for a counter of this tile.
    pub(super) fn serve_counter(
        &mut self,
        register: Register,
        number: u32,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let Some(index) = self.counter_index(register.core, number) else {
            return absent("counters", self.counters_per_core);
        };
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let counter = &mut self.counters[index];
        match (register.offset, word) {
            (COUNTER_VALUE, Word::Read) => return request.answer(counter.value),
            (COUNTER_VALUE, Word::Write(amount)) => self.add(index, amount, register.core, ports),
            (COUNTER_VALUE, Word::Modify(AmoOp::Add, amount)) => {
                let before = counter.value;
                self.add(index, amount, register.core, ports);
                return request.answer(before);
            }
            (COUNTER_SET, Word::Write(value)) => counter.value = value,
            (COUNTER_RELOAD, Word::Read) => return request.answer(counter.reload),
            (COUNTER_RELOAD, Word::Write(value)) => counter.reload = value,
            (COUNTER_TARGETS, _) if ports.cycle.costs.multicast_line == 0 => {
                return Reply::Refused(Misuse::NoRegister)
            }
            (COUNTER_TARGETS, Word::Read) => return request.answer(counter.targets),
            (COUNTER_TARGETS, Word::Write(targets)) => counter.targets = targets,
            (COUNTER_NOTIFY.., _) => {
                return self.serve_notification(register, index, request, word, ports)
            }
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }

    /// Adds to a counter. If the sum is zero, the counter's notifications become pending.
    fn add(&mut self, index: usize, amount: u32, core: usize, ports: &mut DevicePorts) {
        let counter = &mut self.counters[index];
        counter.value = counter.value.wrapping_add(amount);
        if counter.value != 0 {
            return;
        }
        counter.value = counter.reload;
        for (i, notification) in counter.notifications.iter_mut().enumerate() {
            if notification.to == Destination::None {
                continue;
            }
            notification.pending += 1;
            if notification.pending == 1 {
                let number = index * NOTIFICATIONS + i;
                let (at_home, ready) = (notification.to.is_at(self.tile), ports.cycle.now + 1);
                (ports.interfaces).notify(core, number as u16, at_home, ready);
            }
        }
    }

    /// Serves a request for the address or the word of a notification.
    fn serve_notification(
        &mut self,
        register: Register,
        index: usize,
        request: &mut Request,
        word: Word,
        ports: &mut DevicePorts,
    ) -> Reply {
        let inside = register.offset - COUNTER_NOTIFY;
        let number = (inside / COUNTER_NOTIFY_STRIDE) as usize;
        if number >= NOTIFICATIONS {
            return Reply::Refused(Misuse::NoRegister);
        }
        let is_address = inside.is_multiple_of(COUNTER_NOTIFY_STRIDE);
        let notification = self.counters[index].notifications[number];
        let changed = match word {
            Word::Read if is_address => return request.answer(notification.address),
            Word::Read => return request.answer(notification.word),
            Word::Write(address) if is_address => {
                let to = ports.cores.destination(register.core, address, ports.map);
                let targets = match number {
                    0 => self.counters[index].targets,
                    _ => 0,
                };
                match to
                    .ok()
                    .and_then(|to| self.to_many(to, targets, ports.cycle.costs))
                {
                    Some(to) => Notification {
                        address,
                        to,
                        pc: request.pc,
                        // Notifications that were pending for the old address are dropped.
                        pending: 0,
                        ..notification
                    },
                    None => return Reply::Refused(Misuse::Notification(address)),
                }
            }
            Word::Write(word) => Notification {
                word,
                ..notification
            },
            Word::Modify(..) => return Reply::Refused(Misuse::NoRegister),
        };
        if is_address {
            let number = (index * NOTIFICATIONS + number) as u16;
            ports.interfaces.drop_notification(register.core, number);
        }
        self.counters[index].notifications[number] = changed;
        Reply::Done
    }

    /// The words that a notification writes. If `targets` is 0, it is the word `to` alone. If
    /// `targets` is a rectangle, `to` is a word in the rectangle's first tile, and the other words
    /// are at the same offset in the other tiles of the rectangle. None if `targets` is not a valid
    /// rectangle, or if `to` would be a register of a device in several tiles.
    fn to_many(&self, to: Destination, targets: u32, costs: &Costs) -> Option<Destination> {
        let (tile, offset) = match to {
            _ if targets == 0 => return Some(to),
            Destination::None => return Some(to),
            Destination::Own(offset) => (self.tile, offset),
            Destination::Remote(target) if !target.device => (target.endpoint, target.offset),
            _ => return None,
        };
        let (first, last) = (targets & 0xffff, targets >> 16);
        let is_there = u32::from(tile) == first && last < costs.tiles;
        let rectangle = is_there.then(|| Rectangle::between(first, last, costs.columns));
        Some(Destination::Many(rectangle??, offset))
    }

    /// Removes one pending write of a counter's notification and returns it. The counter belongs to
    /// `core`. None if no write is pending.
    pub(super) fn take_of_counter(
        &mut self,
        number: u16,
        core: usize,
    ) -> Option<PendingNotification> {
        let notification = self.notification_mut(number);
        notification.pending = notification.pending.checked_sub(1)?;
        let Notification { to, word, pc, .. } = *notification;
        Some(PendingNotification {
            to,
            word,
            second: None,
            core,
            pc,
            more: notification.pending > 0,
        })
    }

    /// Makes a notification pending again, because a queue has refused its word. If the
    /// notification has no other pending writes, returns its target.
    pub fn put_notification_back(&mut self, number: u16) -> Option<Destination> {
        let notification = self.notification_mut(number);
        // The program may have changed the address since the notification was taken.
        if notification.to == Destination::None {
            return None;
        }
        notification.pending += 1;
        (notification.pending == 1).then_some(notification.to)
    }

    /// A notification, by its number in the tile.
    pub fn notification(&self, number: u16) -> &Notification {
        let number = usize::from(number);
        &self.counters[number / NOTIFICATIONS].notifications[number % NOTIFICATIONS]
    }

    fn notification_mut(&mut self, number: u16) -> &mut Notification {
        let number = usize::from(number);
        &mut self.counters[number / NOTIFICATIONS].notifications[number % NOTIFICATIONS]
    }
}
