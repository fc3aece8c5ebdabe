//! The ports of a tile: its inputs and outputs in a cycle, and what each of its parts sees of them.
//!
//! A tile reaches nothing but its ports. Those of the tile are made for it by the scheduler
//! ([`Ports`]); the tile derives from them those of the part whose turn it is, with the other
//! parts. What is shared by tiles is either constant ([`Cycle`], the map), or written by one tile
//! at a time (packets, the host, what is reported), or a tile's own end of a network
//! ([`NetworkPort`]).

use super::cores::CoreComplex;
use super::devices::{Devices, Priorities};
use super::ni::NetworkInterface;
use crate::config::{ChipConfig, CircuitConflict, Circuits, CoreNumbers};
use crate::host::Host;
use crate::protocol::{Entrances, Fault, Map, NetworkPort, Packets, Packing, Reply, Request};

/// Costs and limits outside the core, in cycles unless said otherwise; from the chip file.
#[derive(Debug, Clone)]
pub struct Costs {
    pub alu: u64,
    pub load: u64,
    pub load_use: u64,
    pub atomic: u64,
    pub branch_taken: u64,
    pub register: u64,
    pub dma_start: u64,
    pub wakeup: u64,
    pub host_call: u64,
    /// From the answer that a queue is full, or the refusal of a circuit, to the next attempt.
    pub retry_delay: u64,
    /// Unacknowledged stores of a core at most.
    pub stores: u32,
    /// Mutexes of each DRAM controller.
    pub mutexes: u32,
    pub tiles: u32,
    /// The numbers of the cores.
    pub cores: CoreNumbers,
    pub tile_shift: u32,
    /// 0 if the tiles are not in a grid.
    pub columns: u32,
    pub clock_mhz: u32,
    /// Tiles and memory controllers.
    pub endpoints: u32,
    /// Where packets enter tiles with several network interfaces.
    pub entrances: Entrances,
    /// How many words a flit carries.
    pub packing: Packing,
    /// Priority levels of the networks.
    pub levels: u32,
    /// Circuits can be opened.
    pub circuits: bool,
    /// A circuit that meets another one is tried again until it is open.
    pub circuits_wait: bool,
    /// Cores come before the network interface in a cycle.
    pub cores_first: bool,
    /// A misaligned access is carried out in aligned parts.
    pub splits: bool,
}

impl Costs {
    pub fn new(config: &ChipConfig) -> Costs {
        Costs {
            alu: config.core.alu.into(),
            load: config.core.load.into(),
            load_use: config.core.load_use.into(),
            atomic: config.core.atomic.into(),
            branch_taken: config.core.branch_taken.into(),
            register: config.ni.register.into(),
            dma_start: config.ni.dma_start.into(),
            wakeup: config.ni.wakeup.into(),
            host_call: config.host.call.into(),
            retry_delay: config.ni.retry.into(),
            stores: config.ni.stores,
            mutexes: config.dram.mutexes,
            tiles: config.tiles(),
            cores: config.core_numbers(),
            tile_shift: config.tile_shift(),
            columns: config.grid().map_or(0, |(columns, _)| columns),
            clock_mhz: config.core.clock_mhz,
            endpoints: config.tiles() + config.controllers().len() as u32,
            entrances: Entrances::new(config),
            packing: Packing::new(config.network.link_bits),
            levels: config.network.levels,
            circuits: config.network.circuits != Circuits::None,
            circuits_wait: config.network.circuit_conflict == CircuitConflict::Wait,
            cores_first: config.tile.bank_priority == crate::config::BankPriority::Core,
            splits: config.core.misaligned == crate::config::Misaligned::Split,
        }
    }
}

/// The simulated cycle, and the costs in it.
#[derive(Debug, Clone, Copy)]
pub struct Cycle<'a> {
    pub now: u64,
    pub costs: &'a Costs,
}

impl Cycle<'_> {
    /// When a core that the network interface releases in this cycle can try again: still in this
    /// cycle, unless the cores' turn is over.
    pub fn retry(self) -> u64 {
        self.now + u64::from(self.costs.cores_first)
    }
}

/// Reports of tiles to the chip.
#[derive(Debug, Default)]
pub struct Reports {
    /// In the order in which they happened.
    pub faults: Vec<Fault>,
    /// Numbers on the chip of cores that are being loaded, of which a transfer is complete.
    pub transferred: Vec<u32>,
    /// The cycle of the last answer that has completed something.
    pub progress: u64,
    /// A core of the tile that is being visited is about to call the host, which cannot be called
    /// now. The core has not issued its instruction, and those after it have not had their turns.
    pub call: bool,
}

impl Reports {
    /// Whether the chip has something to do after this cycle.
    pub fn are_there(&self) -> bool {
        !self.faults.is_empty() || !self.transferred.is_empty()
    }

    /// Moves those of other tiles here.
    pub fn append(&mut self, others: &mut Reports) {
        self.faults.append(&mut others.faults);
        self.transferred.append(&mut others.transferred);
        self.progress = self.progress.max(others.progress);
    }
}

/// The host, as tiles reach it.
pub enum HostPort<'a> {
    /// They call it, one after the other.
    Calls(&'a mut Host),
    /// They only ask it, while zones of the chip run side by side.
    Asks(&'a Host),
}

impl HostPort<'_> {
    /// The host, if it can be called now.
    #[inline]
    pub fn to_call(&mut self) -> Option<&mut Host> {
        match self {
            HostPort::Calls(host) => Some(host),
            HostPort::Asks(_) => None,
        }
    }
}

impl std::ops::Deref for HostPort<'_> {
    type Target = Host;

    #[inline]
    fn deref(&self) -> &Host {
        match self {
            HostPort::Calls(host) => host,
            HostPort::Asks(host) => host,
        }
    }
}

/// Everything outside a tile that it can reach in a cycle. The scheduler makes it once a cycle, and
/// turns it to each tile that it visits.
pub struct Ports<'a> {
    pub cycle: Cycle<'a>,
    pub map: &'a Map,
    pub requests: NetworkPort<'a>,
    pub responses: NetworkPort<'a>,
    pub packets: &'a mut Packets,
    pub host: HostPort<'a>,
    pub reports: &'a mut Reports,
}

impl Ports<'_> {
    /// The ends of the networks are those of this endpoint from now on.
    #[inline]
    pub fn turn_to(&mut self, endpoint: u16) {
        self.requests.turn_to(endpoint);
        self.responses.turn_to(endpoint);
    }
}

/// What the cores of a tile reach with an instruction that they cannot execute alone.
pub struct CorePorts<'a, 'chip> {
    pub chip: &'a mut Ports<'chip>,
    pub interfaces: &'a mut [NetworkInterface],
    pub devices: &'a mut Devices,
}

impl CorePorts<'_, '_> {
    /// The network interface that a core uses.
    #[inline]
    pub fn ni(&mut self, core: usize) -> &mut NetworkInterface {
        let interface = match self.interfaces.len() {
            1 => 0,
            interfaces => core % interfaces,
        };
        &mut self.interfaces[interface]
    }
}

/// What the network interface of a tile reaches: the cores with their memory and the devices on one
/// side, the chip on the other.
pub struct InterfacePorts<'a, 'chip> {
    pub chip: &'a mut Ports<'chip>,
    pub cores: &'a mut CoreComplex,
    pub devices: &'a mut Devices,
    /// The tile's interfaces before and behind this one.
    pub others: [&'a mut [NetworkInterface]; 2],
}

/// The network interfaces of a tile, while one of them may be at work.
pub struct Interfaces<'a> {
    pub before: &'a mut [NetworkInterface],
    pub this: &'a mut NetworkInterface,
    pub behind: &'a mut [NetworkInterface],
}

impl<'a> Interfaces<'a> {
    /// All of a tile, none of which is at work.
    pub fn of_tile(all: &'a mut [NetworkInterface]) -> Interfaces<'a> {
        let (this, behind) = all.split_first_mut().expect("a tile has an interface");
        Interfaces {
            before: &mut [],
            this,
            behind,
        }
    }

    /// The one that a core of the tile uses, or by which requests of a core with this number on
    /// the chip come.
    #[inline]
    pub fn of_core(&mut self, core: usize) -> &mut NetworkInterface {
        let before = self.before.len();
        match before + 1 + self.behind.len() {
            1 => self.this,
            interfaces => match core % interfaces {
                interface if interface < before => &mut self.before[interface],
                interface if interface == before => self.this,
                interface => &mut self.behind[interface - before - 1],
            },
        }
    }
}

/// What the devices of a tile reach when they serve a request.
pub struct DevicePorts<'a> {
    pub cycle: Cycle<'a>,
    pub map: &'a Map,
    pub cores: &'a mut CoreComplex,
    pub interfaces: Interfaces<'a>,
    pub packets: &'a mut Packets,
}

impl InterfacePorts<'_, '_> {
    /// Lets the devices serve a request that has come to the network interface `ni`.
    pub fn serve(&mut self, request: &mut Request, ni: &mut NetworkInterface) -> Reply {
        let [before, behind] = &mut self.others;
        let mut ports = DevicePorts {
            cycle: self.chip.cycle,
            map: self.chip.map,
            cores: self.cores,
            interfaces: Interfaces {
                before,
                this: ni,
                behind,
            },
            packets: self.chip.packets,
        };
        self.devices.serve(request, &mut ports)
    }

    /// What the circuits of the network interface reach.
    pub fn of_circuits(&mut self) -> CircuitPorts<'_> {
        CircuitPorts {
            cycle: self.chip.cycle,
            cores: self.cores,
            priorities: &self.devices.priorities,
            packets: self.chip.packets,
        }
    }
}

/// What the circuits of a network interface reach: the cores that they belong to, and how packets
/// of these are served.
pub struct CircuitPorts<'a> {
    pub cycle: Cycle<'a>,
    pub cores: &'a mut CoreComplex,
    pub priorities: &'a Priorities,
    pub packets: &'a mut Packets,
}
