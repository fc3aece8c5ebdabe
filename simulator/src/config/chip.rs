//! The keys of a chip file as the simulator uses them: names, units, ranges, defaults.

use super::energy::Energy;
use super::memory::Memory;
use super::shape::{Drawn, Mesh, Topology};
use super::tile_kind::TileKind;
use crate::noc::{ArbiterPolicy, Circuits, DimensionOrder, LevelBuffers};
use serde::{Deserialize, Serialize};

/// A whole chip, as read from `chips/NAME.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ChipConfig {
    /// Name shown to users, of letters, digits, `_`, `-` and `.`; the file's name without its
    /// ending if not given.
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// For a mesh or a torus; a chip has either this or `drawn`.
    pub mesh: Option<Mesh>,
    pub drawn: Option<Drawn>,
    #[serde(default)]
    pub core: CoreCosts,
    pub tile: Tile,
    #[serde(default)]
    pub tile_kind: Vec<TileKind>,
    #[serde(default)]
    pub ni: NetworkInterface,
    #[serde(default)]
    pub network: Network,
    #[serde(default)]
    pub dram: Dram,
    #[serde(default)]
    pub memory: Vec<Memory>,
    #[serde(default)]
    pub host: Host,
    /// Without it nothing is known of the chip's energy.
    pub energy: Option<Energy>,
}

/// Costs of instructions in cycles, 1 to 1,000; *extra* cycles, 0 to 1,000.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct CoreCosts {
    /// Cycles per second, for `MPI_Wtime` and reports only. In MHz, 1 to 100,000.
    pub clock_mhz: u32,
    /// ALU operation, or store to the core's own tile.
    pub alu: u32,
    /// Load from the core's own tile.
    pub load: u32,
    /// Extra cycles when the very next instruction uses the loaded register.
    pub load_use: u32,
    /// Extra cycles of a taken branch or a jump.
    pub branch_taken: u32,
    pub multiply: u32,
    /// Integer divide and remainder.
    pub divide: u32,
    /// Atomic operation (also LR and SC) in the core's own tile.
    pub atomic: u32,
    /// Floating-point add, subtract, multiply, fused multiply-add, compare, convert, move, sign,
    /// min, max, class.
    pub float: u32,
    /// Floating-point divide and square root.
    pub float_divide: u32,
    pub misaligned: Misaligned,
}

/// What becomes of a load or store whose address is not a multiple of its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Misaligned {
    #[default]
    Fault,
    /// The core carries it out as aligned accesses, one after the other.
    Split,
}

impl Default for CoreCosts {
    fn default() -> Self {
        CoreCosts {
            clock_mhz: 500,
            alu: 1,
            load: 1,
            load_use: 1,
            branch_taken: 2,
            multiply: 3,
            divide: 32,
            atomic: 3,
            float: 4,
            float_divide: 16,
            misaligned: Misaligned::Fault,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Cores in each tile, 1 to 17.
    pub cores: u32,
    /// The last so many of them are for the kernel, not for programs, 0 to 17.
    #[serde(default)]
    pub resource_managers: u32,
    /// Memory of each tile in kB: a power of two, 16 to 65,536; all tiles together at most 1 GB.
    pub memory_kb: u32,
    /// Word-interleaved banks, a power of two, 1 to 32. A bank serves one access a cycle.
    #[serde(default = "four")]
    pub banks: u32,
    /// Network interfaces of each tile, a power of two, 1 to 8.
    #[serde(default = "one")]
    pub interfaces: u32,
    /// Which of network interface and core gets a bank that both request in a cycle.
    #[serde(default)]
    pub bank_priority: BankPriority,
    /// Size of a protection page in bytes: a power of two, 256 to 4,096.
    #[serde(default = "page_bytes")]
    pub page_bytes: u32,
}

pub(super) fn one() -> u32 {
    1
}

fn four() -> u32 {
    4
}

fn page_bytes() -> u32 {
    1024
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BankPriority {
    #[default]
    Network,
    Core,
}

/// The network interface of every tile; cycles unless said otherwise.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetworkInterface {
    /// Reading or writing a register of the interface; a remote store costs the core as much. 1 to
    /// 1,000.
    pub register: u32,
    /// From the command to the first word read, 1 to 1,000.
    pub dma_start: u32,
    /// From the event to the first instruction after *wait*, 1 to 1,000.
    pub wakeup: u32,
    /// Through the interface, in each direction, 0 to 16.
    pub delay: u32,
    /// DMA command buffers of each core, 1 to 8.
    pub command_buffers: u32,
    /// Read packets that a DMA *get* keeps in flight, 1 to 16.
    pub dma_reads: u32,
    /// Remote stores that a core may have unacknowledged before the next one stalls, 1 to 64.
    pub stores: u32,
    /// Counters of each core, 0 to 64.
    pub counters: u32,
    /// Queues of each core, 0 to 32.
    pub queues: u32,
    /// From the answer that a queue is full to the next attempt, 1 to 1,000.
    pub retry: u32,
}

impl Default for NetworkInterface {
    fn default() -> Self {
        NetworkInterface {
            register: 2,
            dma_start: 4,
            wakeup: 3,
            delay: 1,
            command_buffers: 4,
            dma_reads: 4,
            stores: 8,
            counters: 32,
            queues: 8,
            retry: 16,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Network {
    /// Cycles through a router, 1 to 16.
    pub switch: u32,
    /// Cycles along a link between two routers, 0 to 16.
    pub link: u32,
    /// Cycles until a freed slot of a buffer is known upstream, 1 to 16.
    pub credit: u32,
    /// Bits that a link carries in a cycle, which are a flit: 32, 64 or 128. The words of a packet
    /// are packed into flits one after the other. A tile needs a bank for each word of a flit.
    pub link_bits: u32,
    /// Slots in the input buffer of a router, in flits, 1 to 64.
    pub buffer_flits: u32,
    /// Payload of a packet at most, in flits of 32 bits whatever `link_bits` is, 2 to 16 (a header
    /// and, for memory accesses, an address come before them): at least 2, because an access of 8
    /// bytes is one packet.
    pub payload_flits: u32,
    pub topology: Topology,
    /// For a mesh or a torus.
    pub routing: DimensionOrder,
    /// Priority levels, 1, 2, 4 or 8: the level of a packet is the upper bits of its QoS field.
    pub levels: u32,
    /// Whether the levels share the buffer of an input.
    pub buffers: LevelBuffers,
    /// Which of the packets of the same level is served first.
    pub arbiter: ArbiterPolicy,
    /// Whether circuits can be opened, and which other packets may use their links.
    pub circuits: Circuits,
    /// The network interface's reaction when an open packet meets a held output.
    pub circuit_conflict: CircuitConflict,
    /// One network, or one for control and one for data.
    pub networks: u32,
}

impl Default for Network {
    fn default() -> Self {
        Network {
            switch: 1,
            link: 1,
            credit: 1,
            link_bits: 32,
            buffer_flits: 4,
            payload_flits: 16,
            topology: Topology::Mesh,
            routing: DimensionOrder::Xy,
            levels: 8,
            buffers: LevelBuffers::Shared,
            arbiter: ArbiterPolicy::RoundRobin,
            circuits: Circuits::None,
            circuit_conflict: CircuitConflict::Wait,
            networks: 1,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CircuitConflict {
    /// Tries again until it is open.
    #[default]
    Wait,
    /// Reports it.
    Refuse,
}

/// DRAM: its controllers, each on an extra port of a named switch.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Dram {
    /// The switches that have a controller, each at most one unless the chip is drawn; may be
    /// empty. Each controller holds an equal, contiguous share.
    pub switches: Vec<u32>,
    /// All controllers together, in MB, at most 1,024; a multiple of the number of controllers; 0
    /// if there are none.
    pub size_mb: u32,
    /// Cycles from a request's arrival to its first word, 2 to 10,000; after that a word a cycle.
    pub latency: u32,
    /// Hardware mutexes of each controller, 0 to 64.
    pub mutexes: u32,
    /// Cycles from a request's arrival at a mutex to its answer, in which the controller serves no
    /// other: 1 to 10,000.
    pub mutex_latency: u32,
}

impl Default for Dram {
    fn default() -> Self {
        Dram {
            switches: vec![],
            size_mb: 0,
            latency: 30,
            mutexes: 16,
            mutex_latency: 1,
        }
    }
}

/// The simulation host behind every core: console, files, exit.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Host {
    /// Cycles that a call of the host occupies the core, 1 to 1,000,000.
    pub call: u32,
}

impl Default for Host {
    fn default() -> Self {
        Host { call: 20 }
    }
}

impl ChipConfig {
    /// The `S` of the memory map: a tile's memory is `1 << S` bytes, or fewer.
    pub fn tile_shift(&self) -> u32 {
        let kinds = self.tile_kind.iter().map(|kind| kind.memory_kb);
        let most = kinds.fold(self.tile.memory_kb, u32::max);
        (most * 1024).trailing_zeros()
    }
}
