//! Counters: words that any core adds to, and that notify up to four others when they reach zero
//! (OM: Tendulkar and others, "Fine-Grain OpenMP Runtime Support with Explicit Communication
//! Hardware Primitives", section II).
//!
//! A pending notification is a number in its counter, not a packet in a queue: however many come
//! together, none is lost, and none holds up a request that has arrived.

use super::{Devices, Register};
use crate::core::AmoOp;
use crate::protocol::device_registers::*;
use crate::protocol::{Misuse, Reply, Request, Word};
use crate::tile::cores::Destination;
use crate::tile::ni::{NetworkInterface, NOTIFICATIONS};
use crate::tile::ports::{Cycle, DevicePorts};

/// A word that is written when its counter reaches zero.
#[derive(Debug, Clone, Copy, Default)]
struct Notification {
    /// As it was written; 0 for none.
    address: u32,
    to: Destination,
    word: u32,
    /// How often it has yet to be written.
    pending: u32,
    /// The instruction that wrote the address, for reports.
    pc: u32,
}

/// A counter.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counter {
    value: u32,
    /// Its new value when it has reached zero.
    reload: u32,
    notifications: [Notification; NOTIFICATIONS],
}

/// A notification that is to be written once.
#[derive(Debug, Clone, Copy)]
pub struct PendingNotification {
    pub to: Destination,
    pub word: u32,
    /// The core whose counter it is.
    pub core: usize,
    pub pc: u32,
}

impl Devices {
    /// A request for a counter of this tile.
    pub(super) fn serve_counter(
        &mut self,
        register: Register,
        number: u32,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let Cycle { now, .. } = ports.cycle;
        let Some(index) = self.counter_index(register.core, number) else {
            return Reply::Refused(Misuse::Absent {
                devices: "counters",
                per_core: self.counters_per_core,
            });
        };
        let Some(word) = request.word() else {
            return Reply::Refused(Misuse::NoRegister);
        };
        let counter = &mut self.counters[index];
        let ni = ports.interfaces.of_core(register.core);
        match (register.offset, word) {
            (COUNTER_VALUE, Word::Read) => return request.answer(counter.value),
            (COUNTER_VALUE, Word::Write(amount)) => self.add(index, amount, now, ni),
            (COUNTER_VALUE, Word::Modify(AmoOp::Add, amount)) => {
                let before = counter.value;
                self.add(index, amount, now, ni);
                return request.answer(before);
            }
            (COUNTER_SET, Word::Write(value)) => counter.value = value,
            (COUNTER_RELOAD, Word::Read) => return request.answer(counter.reload),
            (COUNTER_RELOAD, Word::Write(value)) => counter.reload = value,
            (COUNTER_NOTIFY.., _) => {
                return self.notification(register, index, request, word, ports)
            }
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }

    /// Adds to a counter, which notifies if that gives zero.
    fn add(&mut self, index: usize, amount: u32, now: u64, ni: &mut NetworkInterface) {
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
                ni.notify(number as u16, notification.to.is_at(self.tile), now + 1);
            }
        }
    }

    /// A request for the address or the word of a notification.
    fn notification(
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
                match ports.cores.destination(register.core, address, ports.map) {
                    Ok(to) => Notification {
                        address,
                        to,
                        pc: request.pc,
                        // Notifications pending for the old address are dropped.
                        pending: 0,
                        ..notification
                    },
                    Err(_) => return Reply::Refused(Misuse::Notification(address)),
                }
            }
            Word::Write(word) => Notification {
                word,
                ..notification
            },
            Word::Modify(..) => return Reply::Refused(Misuse::NoRegister),
        };
        if is_address {
            let ni = ports.interfaces.of_core(register.core);
            ni.drop_notification((index * NOTIFICATIONS + number) as u16);
        }
        self.counters[index].notifications[number] = changed;
        Reply::Done
    }

    /// Takes one of a notification's pending ones; it stays queued if there are more.
    pub fn take_notification(
        &mut self,
        number: u16,
        now: u64,
        ni: &mut NetworkInterface,
    ) -> Option<PendingNotification> {
        let index = usize::from(number) / NOTIFICATIONS;
        let core = index / self.counters_per_core as usize;
        let notification =
            &mut self.counters[index].notifications[usize::from(number) % NOTIFICATIONS];
        notification.pending = notification.pending.checked_sub(1)?;
        let Notification { to, word, pc, .. } = *notification;
        if notification.pending > 0 {
            ni.notify(number, to.is_at(self.tile), now + 1);
        }
        Some(PendingNotification { to, word, core, pc })
    }

    /// A queue has refused a notification's word: it is pending again.
    pub fn put_notification_back(&mut self, number: u16, now: u64, ni: &mut NetworkInterface) {
        let index = usize::from(number) / NOTIFICATIONS;
        let notification =
            &mut self.counters[index].notifications[usize::from(number) % NOTIFICATIONS];
        // It may have been given another address since.
        if notification.to == Destination::None {
            return;
        }
        notification.pending += 1;
        if notification.pending == 1 {
            let at_home = notification.to.is_at(self.tile);
            ni.notify(number, at_home, now);
        }
    }

    /// The target of a notification.
    pub fn notified(&self, number: u16) -> Destination {
        let index = usize::from(number) / NOTIFICATIONS;
        self.counters[index].notifications[usize::from(number) % NOTIFICATIONS].to
    }

    /// The global address that a notification is written to.
    pub fn notified_address(&self, number: u16) -> u32 {
        let index = usize::from(number) / NOTIFICATIONS;
        self.counters[index].notifications[usize::from(number) % NOTIFICATIONS].address
    }
}
