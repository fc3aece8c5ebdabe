//! What a tile sees beyond itself: networks, packets in flight, the host.

use super::fault::Fault;
use super::map::Map;
use super::packet::Packets;
use super::packing::Packing;
use crate::config::{ChipConfig, CircuitConflict, Circuits};
use crate::host::Host;
use crate::noc::Networks;

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
    pub tile_cores: u32,
    pub tile_shift: u32,
    /// 0 if the tiles do not stand in a grid.
    pub columns: u32,
    pub clock_mhz: u32,
    /// Endpoints of a network: tiles, then memory controllers.
    pub endpoints: u32,
    /// How many words a flit carries.
    pub packing: Packing,
    /// Priority levels of the networks.
    pub levels: u32,
    /// Circuits can be opened.
    pub circuits: bool,
    /// What meets another circuit is tried again until it stands.
    pub circuits_wait: bool,
    /// Cores come before the network interface in a cycle.
    pub cores_first: bool,
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
            tile_cores: config.tile.cores,
            tile_shift: config.tile_shift(),
            columns: config.grid().map_or(0, |(columns, _)| columns),
            clock_mhz: config.core.clock_mhz,
            endpoints: config.tiles() + config.controllers().len() as u32,
            packing: Packing::new(config.network.link_bits),
            levels: config.network.levels,
            circuits: config.network.circuits != Circuits::None,
            circuits_wait: config.network.circuit_conflict == CircuitConflict::Wait,
            cores_first: config.tile.bank_priority == crate::config::BankPriority::Core,
        }
    }
}

impl Costs {
    /// When a core that the network interface releases in this cycle can try again: still in this
    /// cycle, unless the cores' turn is over.
    pub fn retry(&self, now: u64) -> u64 {
        now + u64::from(self.cores_first)
    }
}

/// Everything outside a tile that its cores and its NI can reach.
#[derive(Debug)]
pub struct Outside {
    pub costs: Costs,
    pub map: Map,
    pub packets: Packets,
    pub requests: Networks,
    pub responses: Networks,
    /// The cycle of the last answer that has told somebody of something done.
    pub progress: u64,
    pub host: Host,
    /// In the order in which they happened.
    pub faults: Vec<Fault>,
}
