//! The devices of a tile. Cores of any tile access them through the tile's window of the memory map
//! (`docs/register-map.md`).
//!
//! Each file contains one device, with a function that carries out a request. To add a device, add
//! its offsets to [`crate::protocol::device_registers`], its range to [`decode`], and a line to
//! [`Devices::serve`] and to [`Devices::reset`].

mod accumulator;
mod circuit;
mod counter;
mod memory;
mod priority;
mod queue;
mod sync;
mod trickbox;

use crate::config::ChipConfig;
use crate::core::AmoOp;
use crate::protocol::{
    decode, Device, Map, Misuse, Packets, Register, Reply, Request, Requester, Word,
};
use crate::tile::cores::{CoreComplex, State};
use crate::tile::ports::Cycle;
use counter::Counter;
use queue::Queue;
use std::ops::Range;
use sync::Sync;

pub use crate::protocol::device_registers::HIGHEST;
pub use accumulator::{Accumulator, Tree};
pub use circuit::{CircuitPorts, CircuitSpec, CircuitState, CoreCircuit, Outcome};
pub use counter::{PendingNotification, NOTIFICATIONS};
pub use priority::Priorities;
pub use queue::Reader;

/// The parts of a tile that its devices use when they serve a request.
pub struct DevicePorts<'a> {
    pub cycle: Cycle<'a>,
    pub map: &'a Map,
    pub cores: &'a mut CoreComplex,
    pub interfaces: &'a mut dyn Interfaces,
    pub packets: &'a mut Packets,
}

/// The network interfaces of a tile, as its devices use them. Each function acts on the interface
/// that core `core` uses.
pub trait Interfaces {
    /// Queues notification number `number`, which may be sent from cycle `ready` on. `at_home`: the
    /// word that it writes is in this tile.
    fn notify(&mut self, core: usize, number: u16, at_home: bool, ready: u64);

    /// Drops all pending writes of notification number `number`.
    fn drop_notification(&mut self, core: usize, number: u16);

    /// Queues an answer, which may leave from cycle `ready` on. `core` is the requester's number
    /// on the chip.
    fn answer(&mut self, core: usize, packet: u32, ready: u64);

    /// The values of a core's circuit registers.
    fn circuit(&mut self, core: usize) -> CoreCircuit;

    /// Opens a circuit for a core. The packet that opens it may leave from cycle `ready` on.
    fn open_circuit(&mut self, core: usize, spec: CircuitSpec, ready: u64, ports: CircuitPorts);

    /// Gives a core's circuit back without closing it.
    fn keep_circuit(&mut self, core: usize, spec: CircuitSpec, ready: u64, ports: CircuitPorts);

    /// Closes a core's circuit, or withdraws the core's pending request to open one.
    fn close_circuit(&mut self, core: usize, spec: CircuitSpec, ready: u64, ports: CircuitPorts);
}

/// A write to a register that controls quality of service, as [`Devices::written`] records it.
#[derive(Debug, Clone, Copy)]
pub struct RegisterWrite {
    pub cycle: u64,
    pub register: Register,
    pub word: u32,
}

/// All devices of a tile. Most devices belong to one of its cores.
#[derive(Debug)]
pub struct Devices {
    /// Number of the tile.
    tile: u16,
    /// Number of links on the route from the tile to each memory controller.
    links: Vec<u32>,
    /// For each core and memory controller, the part of the controller's memory that belongs to the
    /// core's job. Empty if jobs do not divide the memories.
    parts: Vec<Vec<Range<u32>>>,
    pub priorities: Priorities,
    syncs: Vec<Sync>,
    /// The counters, the accumulators and the queues of all cores, core by core.
    counters: Vec<Counter>,
    accumulators: Vec<Accumulator>,
    queues: Vec<Queue>,
    counters_per_core: u32,
    accumulators_per_core: u32,
    queues_per_core: u32,
    /// The tiles whose cores may hold, release and reset other cores. Empty if no core may do so.
    hosts: Vec<u32>,
    /// All writes so far to the registers that control quality of service. None unless the
    /// simulator records them.
    pub written: Option<Vec<RegisterWrite>>,
}

impl Devices {
    pub fn new(tile: u16, config: &ChipConfig, links: Vec<u32>) -> Devices {
        let (cores, ni) = (config.tile_parts(tile.into()).cores, &config.ni);
        Devices {
            tile,
            links,
            parts: vec![Vec::new(); cores as usize],
            priorities: Priorities::new(cores),
            syncs: vec![Sync::default(); cores as usize],
            counters: vec![Counter::default(); (cores * ni.counters) as usize],
            accumulators: vec![Accumulator::default(); (cores * ni.accumulators) as usize],
            queues: vec![Queue::default(); (cores * ni.queues) as usize],
            counters_per_core: ni.counters,
            accumulators_per_core: ni.accumulators,
            queues_per_core: ni.queues,
            hosts: config.trickbox.hosts.clone(),
            written: None,
        }
    }

    /// Index of a counter in `counters`, if the core has it.
    fn counter_index(&self, core: usize, number: u32) -> Option<usize> {
        let has = self.counters_per_core;
        (number < has).then_some(core * has as usize + number as usize)
    }

    /// Index of a queue in `queues`, if the core has it.
    fn queue_index(&self, core: usize, number: u32) -> Option<usize> {
        let has = self.queues_per_core;
        (number < has).then_some(core * has as usize + number as usize)
    }

    /// Whether a queue would refuse an enqueue (`enqueue`) or a dequeue now. `offset` is the offset
    /// of the queue's port in the tile's window of the memory map.
    pub fn is_full(&self, offset: u32, enqueue: bool) -> bool {
        let queue = self.queue_at(offset);
        queue.is_some_and(|queue| queue.is_full(enqueue))
    }

    /// Whether a packet waits for an element of a queue. `offset` is the offset of the queue's port
    /// in the tile's window of the memory map.
    pub fn is_waiting(&self, offset: u32, packet: u32) -> bool {
        let queue = self.queue_at(offset);
        queue.is_some_and(|queue| queue.is_waiting(Requester::Packet(packet)))
    }

    /// The core that got the latest element of a queue. `offset` is the offset of the queue's port
    /// in the tile's window of the memory map.
    pub fn last_reader(&self, offset: u32) -> Option<Reader> {
        self.queue_at(offset)?.last_reader()
    }

    fn queue_at(&self, offset: u32) -> Option<&Queue> {
        let register = decode(offset).filter(|register| register.is_port())?;
        let Device::Queue(number) = register.device else {
            return None;
        };
        Some(&self.queues[self.queue_index(register.core, number)?])
    }

    /// Carries out a request for a device of this tile, from a core of this tile or from a packet.
    pub fn serve(&mut self, request: &mut Request, ports: &mut DevicePorts) -> Reply {
        let Some(register) = decode(request.offset) else {
            return Reply::Refused(Misuse::NoRegister);
        };
        if let Some(misuse) = refusal(register, request.job, ports.cores) {
            return Reply::Refused(misuse);
        }
        match register.device {
            Device::Quality | Device::Circuit | Device::Priority(_) => {
                self.serve_service(register, request, ports)
            }
            Device::Sync => self.serve_sync(register, request, ports),
            Device::Trickbox => self.serve_trickbox(register, request, ports),
            Device::Counter(number) => self.serve_counter(register, number, request, ports),
            Device::Accumulator(number) => self.serve_accumulator(register, number, request, ports),
            Device::Queue(number) => self.serve_queue(register, number, request, ports),
            Device::Fpu => self.serve_nearest_fpu(request, ports),
            Device::Memory(number) => self.serve_controller(register, number, request, ports),
        }
    }

    /// Serves a request for a register that controls quality of service.
    fn serve_service(
        &mut self,
        register: Register,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let word = match request.word() {
            Some(Word::Write(word) | Word::Modify(AmoOp::Swap, word)) => Some(word),
            _ => None,
        };
        if let (Some(written), Some(word)) = (&mut self.written, word) {
            written.push(RegisterWrite {
                cycle: ports.cycle.now,
                register,
                word,
            });
        }
        match register.device {
            Device::Quality => self.serve_quality(register, request, ports),
            Device::Priority(target) => self.serve_priority(register, target, request, ports),
            _ => self.serve_circuit(register, request, ports),
        }
    }

    /// Prepares a core for another process. The core's devices get their reset state. Requests of
    /// the old job that still wait in these devices get no answer.
    pub fn reset(&mut self, core: usize, packets: &mut Packets) {
        let share = |per_core: u32| core * per_core as usize..(core + 1) * per_core as usize;
        let counters = share(self.counters_per_core);
        let queues = share(self.queues_per_core);
        self.priorities.reset(core);
        self.syncs[core] = Sync::default();
        self.counters[counters].fill(Counter::default());
        self.accumulators[share(self.accumulators_per_core)].fill(Accumulator::default());
        for queue in &mut self.queues[queues] {
            for reader in std::mem::take(queue).into_readers() {
                if let Requester::Packet(id) = reader {
                    packets.remove(id);
                }
            }
        }
    }
}

/// Refuses a request for a device with a number that no core has.
fn absent(devices: &'static str, per_core: u32) -> Reply {
    Reply::Refused(Misuse::Absent { devices, per_core })
}

/// The reason why a job may not use a register. None if the job may use the register.
fn refusal(register: Register, job: u16, cores: &CoreComplex) -> Option<Misuse> {
    if matches!(register.device, Device::Memory(_) | Device::Fpu) {
        return None;
    }
    match cores.harts.get(register.core) {
        None => Some(Misuse::NoRegister),
        Some(hart) if hart.state == State::Off || hart.job != job => Some(Misuse::OtherJob),
        Some(_) => None,
    }
}
