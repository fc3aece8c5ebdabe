//! The ports of a tile: its inputs and outputs in a cycle. A tile uses nothing else of the chip.
//!
//! The scheduler makes the ports ([`Ports`]). Some parts of them are shared by all tiles. These
//! parts are constant ([`Cycle`], the map) or used by one tile at a time (packets, the host,
//! reports). The other parts are the tile's own ends of the networks ([`NetworkPort`]).
//!
//! Inside the tile, dependencies go one way. Cores depend on neither devices nor network
//! interfaces, devices depend on cores, and network interfaces depend on both. If a part needs
//! functions of another one on which it must not depend, it declares them as a trait:
//! [`Surroundings`](super::cores::Surroundings) for cores,
//! [`Interfaces`](super::devices::Interfaces) for devices.

use crate::config::{ChipConfig, CircuitConflict, Circuits, CoreNumbers, Perturb, Prefetch};
use crate::host::Host;
use crate::protocol::{Entrances, Fault, Map, NetworkPort, Packets, Packing, PAYLOAD_BYTES};

/// Costs and limits from the chip file, in the form in which tiles use them. Durations are in
/// cycles.
#[derive(Debug, Clone)]
pub struct Costs {
    pub alu: u64,
    pub store: u64,
    pub fence: u64,
    pub load: u64,
    pub load_use: u64,
    pub atomic: u64,
    pub branch_taken: u64,
    pub register: u64,
    pub dma_start: u64,
    pub wakeup: u64,
    pub perturb: Perturb,
    pub host_call: u64,
    /// Number of additional cycles that a call of the kernel takes on the caller's core.
    pub kernel_call: u32,
    /// Cycles from a refusal (of a request by a queue, or of a circuit) to the next attempt.
    pub retry_delay: u64,
    /// Largest number of unacknowledged stores that a core may have.
    pub stores: u32,
    /// How many command buffers, counters, accumulators and queues each core has.
    pub command_buffers: u32,
    pub counters: u32,
    pub accumulators: u32,
    pub queues: u32,
    /// The lines that an instruction cache fetches in addition to the missing one.
    pub prefetch: Prefetch,
    /// Line size in bytes, a power of two. Transfers are cut into packets at multiples of this
    /// size. An element of a queue has at most this size.
    pub line: u32,
    /// The largest number of bytes in a packet of a multicast, a power of two; 0 if the chip has no
    /// multicasts. Multicasts are cut into packets at multiples of this size.
    pub multicast_line: u32,
    /// Number of mutexes of each DRAM controller.
    pub mutexes: u32,
    pub tiles: u32,
    /// The numbering of the chip's cores.
    pub cores: CoreNumbers,
    pub tile_shift: u32,
    /// Columns of the grid of tiles; 0 if the tiles form no grid.
    pub columns: u32,
    pub clock_mhz: u32,
    /// Number of endpoints: tiles and memory controllers.
    pub endpoints: u32,
    /// For tiles with several network interfaces, the endpoint at which a packet enters the tile.
    pub entrances: Entrances,
    /// How words are packed into flits.
    pub packing: Packing,
    /// Number of priority levels of the networks.
    pub levels: u32,
    /// Whether the chip has circuits.
    pub circuits: bool,
    /// What happens if a circuit needs a link that another circuit holds. If set, the circuit keeps
    /// trying, or waits in the network, until it is open. Otherwise it is refused.
    pub circuits_wait: bool,
    /// Whether waiting circuits are served in the order of their priorities.
    pub circuits_queue: bool,
    /// Whether cores have their turns before the network interfaces in a cycle.
    pub cores_first: bool,
    /// Whether a misaligned access is split into aligned parts.
    pub splits: bool,
}

impl Costs {
    pub fn new(config: &ChipConfig) -> Costs {
        let payload = (4 * config.network.payload_flits).min(PAYLOAD_BYTES as u32);
        Costs {
            alu: config.core.alu.into(),
            store: config.core.store().into(),
            fence: config.core.fence().into(),
            load: config.core.load.into(),
            load_use: config.core.load_use.into(),
            atomic: config.core.atomic.into(),
            branch_taken: config.core.branch_taken.into(),
            register: config.ni.register.into(),
            dma_start: config.ni.dma_start.into(),
            wakeup: config.ni.wakeup.into(),
            perturb: config.perturb.clone(),
            host_call: config.host.call.into(),
            kernel_call: config.kernel.call,
            retry_delay: config.ni.retry.into(),
            stores: config.ni.stores,
            command_buffers: config.ni.command_buffers,
            counters: config.ni.counters,
            accumulators: config.ni.accumulators,
            queues: config.ni.queues,
            prefetch: config.instruction_cache.prefetch,
            line: 1 << payload.ilog2(),
            multicast_line: config.multicast_line().unwrap_or(0),
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
            circuits_wait: config.network.circuit_conflict != CircuitConflict::Refuse,
            circuits_queue: config.network.circuit_conflict == CircuitConflict::Queue,
            cores_first: config.tile.bank_priority == crate::config::BankPriority::Core,
            splits: config.core.misaligned == crate::config::Misaligned::Split,
        }
    }
}

/// The cycle that is simulated, and what actions cost.
#[derive(Debug, Clone, Copy)]
pub struct Cycle<'a> {
    pub now: u64,
    pub costs: &'a Costs,
}

impl Cycle<'_> {
    /// The cycle in which a core can repeat an access that the network interface has unblocked.
    /// This is the present cycle, or the next one if the cores have already had their turns.
    pub fn retry(self) -> u64 {
        self.now + u64::from(self.costs.cores_first)
    }
}

/// What tiles report to the chip.
#[derive(Debug, Default)]
pub struct Reports {
    /// Faults, in the order in which they happened.
    pub faults: Vec<Fault>,
    /// The cores that are being loaded, by chip-wide number: an entry for each transfer of theirs
    /// that is complete.
    pub transferred: Vec<u32>,
    /// The cycle in which the chip last made progress: an answer completed an access or a transfer,
    /// or an interface handed over a multicast.
    pub progress: u64,
    /// Whether a core of the visited tile is about to call the host but cannot do so now. Its
    /// instruction has not been issued, and the cores after it have not had their turns.
    pub call: bool,
}

impl Reports {
    /// Whether there are reports on which the chip must act after this cycle.
    pub fn are_there(&self) -> bool {
        !self.faults.is_empty() || !self.transferred.is_empty()
    }

    /// Moves the reports of other tiles here.
    pub fn append(&mut self, others: &mut Reports) {
        self.faults.append(&mut others.faults);
        self.transferred.append(&mut others.transferred);
        self.progress = self.progress.max(others.progress);
    }
}

/// The host, as far as tiles may access it.
pub enum HostPort<'a> {
    /// Tiles may call the host, one after the other.
    Calls(&'a mut Host),
    /// Tiles may only query the host and not call it, because zones of the chip run at the same
    /// time.
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

/// Everything outside a tile that the tile may use in a cycle. The scheduler makes the ports once
/// in a cycle, and sets them to the endpoint of each tile that it visits.
pub struct Ports<'a> {
    pub cycle: Cycle<'a>,
    pub map: &'a Map,
    pub requests: NetworkPort<'a>,
    pub responses: NetworkPort<'a>,
    pub packets: &'a mut Packets,
    pub host: HostPort<'a>,
    pub reports: &'a mut Reports,
    /// Before this cycle, nothing happens on the chip except in this tile's cores. 0 if no such
    /// cycle is known, or if it is too near to be useful.
    pub quiet_until: u64,
}

impl Ports<'_> {
    /// Selects the endpoint whose ends of the networks are used.
    #[inline]
    pub fn turn_to(&mut self, endpoint: u16) {
        self.requests.turn_to(endpoint);
        self.responses.turn_to(endpoint);
    }
}
