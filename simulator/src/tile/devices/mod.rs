//! Devices of a tile: what its cores, and those of other tiles, reach through its window of the
//! memory map (`docs/register-map.md`).
//!
//! A device is a file here, with one function that carries out a request. To add one: its offsets in
//! [`registers`], its place in [`decode`], its line in [`Tile::device`] and in
//! [`Tile::reset_devices`].

mod circuit;
mod counter;
mod decode;
mod memory;
mod misuse;
mod priority;
mod queue;
pub mod registers;
mod request;
mod sync;

use super::hart::State;
use super::outside::Outside;
use super::packet::Packets;
use super::Tile;
use crate::config::ChipConfig;
use counter::Counter;
use priority::Priorities;
use queue::Queue;
use sync::Sync;

pub use counter::PendingNotification;
pub use decode::{decode, Device, Register};
pub use misuse::Misuse;
pub use priority::HIGHEST;
pub use request::{operation_of, Operation, Reply, Request, Requester, Word};

/// The devices of a tile's cores.
#[derive(Debug)]
pub struct Devices {
    pub priorities: Priorities,
    syncs: Vec<Sync>,
    /// Core by core.
    counters: Vec<Counter>,
    queues: Vec<Queue>,
    counters_per_core: u32,
    queues_per_core: u32,
}

impl Devices {
    pub fn new(config: &ChipConfig) -> Devices {
        let (cores, ni) = (config.tile.cores, &config.ni);
        Devices {
            priorities: Priorities::new(cores),
            syncs: vec![Sync::default(); cores as usize],
            counters: vec![Counter::default(); (cores * ni.counters) as usize],
            queues: vec![Queue::default(); (cores * ni.queues) as usize],
            counters_per_core: ni.counters,
            queues_per_core: ni.queues,
        }
    }

    /// Counters of each core.
    pub fn counters(&self) -> u32 {
        self.counters_per_core
    }

    /// Queues of each core.
    pub fn queues(&self) -> u32 {
        self.queues_per_core
    }

    /// Index of a counter in `counters`, if the core has it.
    fn counter(&self, core: usize, number: u32) -> Option<usize> {
        let has = self.counters_per_core;
        (number < has).then_some(core * has as usize + number as usize)
    }

    /// Index of a queue in `queues`, if the core has it.
    fn queue(&self, core: usize, number: u32) -> Option<usize> {
        let has = self.queues_per_core;
        (number < has).then_some(core * has as usize + number as usize)
    }

    /// Whether the queue whose port is at this offset of the window refuses an enqueue, or a dequeue,
    /// for the time being.
    pub fn is_full(&self, offset: u32, enqueue: bool) -> bool {
        let queue = self.queue_at(offset);
        queue.is_some_and(|queue| queue.is_full(enqueue))
    }

    /// Whether a packet waits for an element of the queue whose port is at this offset.
    pub fn is_waiting(&self, offset: u32, packet: u32) -> bool {
        let queue = self.queue_at(offset);
        queue.is_some_and(|queue| queue.is_waiting(Requester::Packet(packet)))
    }

    fn queue_at(&self, offset: u32) -> Option<&Queue> {
        let register = decode(offset).filter(|register| register.is_port())?;
        let Device::Queue(number) = register.device else {
            return None;
        };
        Some(&self.queues[self.queue(register.core, number)?])
    }
}

impl Tile {
    /// Carries out a request for this tile's devices, wherever it comes from.
    pub(super) fn device(&mut self, request: &mut Request, now: u64, out: &mut Outside) -> Reply {
        let Some(register) = decode(request.offset) else {
            return Reply::Refused(Misuse::NoRegister);
        };
        if let Some(misuse) = self.closed(register, request.job) {
            return Reply::Refused(misuse);
        }
        match register.device {
            Device::Quality => self.quality(register, request, out),
            Device::Circuit => self.circuit(register, request, now, out),
            Device::Priority(target) => self.priority(register, target, request, out),
            Device::Sync => self.sync(register, request, now, out),
            Device::Counter(number) => self.counter(register, number, request, now, out),
            Device::Queue(number) => self.queue(register, number, request, now, out),
            Device::Memory(number) => self.memory_controller(register, number, request, out),
        }
    }

    /// Why a job may not use a register, if it may not.
    fn closed(&self, register: Register, job: u16) -> Option<Misuse> {
        if matches!(register.device, Device::Memory(_)) {
            return None;
        }
        match self.cores.get(register.core) {
            None => Some(Misuse::NoRegister),
            Some(hart) if hart.state == State::Off || hart.job != job => Some(Misuse::OtherJob),
            Some(_) => None,
        }
    }

    /// A core of this tile gets another process: its devices are as after the chip's reset. Of what
    /// the last process' job has left there, nothing is answered.
    pub fn reset_devices(&mut self, core: usize, packets: &mut Packets) {
        let share = |per_core: u32| core * per_core as usize..(core + 1) * per_core as usize;
        let counters = share(self.devices.counters_per_core);
        let queues = share(self.devices.queues_per_core);
        self.ni.forget(core, &counters);
        self.devices.priorities.reset(core);
        self.devices.syncs[core] = Sync::default();
        self.devices.counters[counters].fill(Counter::default());
        for queue in &mut self.devices.queues[queues] {
            for reader in std::mem::take(queue).into_readers() {
                if let Requester::Packet(id) = reader {
                    packets.remove(id);
                }
            }
        }
    }
}
