//! What the parts of a chip take: the table `[energy]`.
//!
//! The defaults are for 45 nm at 0.9 V; `chips/mesh4x4.toml` says where each is from.

use serde::{Deserialize, Serialize};

/// Energies in femtojoules (10⁻¹⁵ J), leakage in microwatts. Whole numbers, so that parts add up
/// exactly.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Energy {
    /// A core's clock and control in each cycle in which it has a process and is not asleep.
    pub cycle: u32,
    /// Fetching, decoding and executing an instruction, of each class: beside the other classes all
    /// integer operations, jumps and system instructions.
    pub integer: u32,
    pub branch: u32,
    pub multiply: u32,
    /// Integer divide and remainder.
    pub divide: u32,
    /// Loads, stores and atomics, without the memory that they access.
    pub load: u32,
    pub store: u32,
    pub atomic: u32,
    /// Floating-point operations but those below, comparisons and conversions included.
    pub float: u32,
    pub float_multiply: u32,
    /// Fused multiply-add.
    pub float_fused: u32,
    /// Floating-point divide and square root.
    pub float_divide: u32,
    /// A word that a bank of a tile's memory serves, for a core or for the network.
    pub bank: u32,
    /// A word that a DRAM controller moves, DRAM included.
    pub dram: u32,
    /// A word that the controller of another memory moves.
    pub memory: u32,
    /// A flit that passes a router.
    pub router: u32,
    /// A flit that passes a link between two routers.
    pub link: u32,
    /// A flit that an endpoint injects or ejects.
    pub interface: u32,
    /// A packet that a DMA engine makes.
    pub dma: u32,
    /// Leakage of a core, awake or not.
    pub core_leakage: u32,
    /// Leakage of each kB of a tile's memory.
    pub memory_leakage: u32,
    /// Leakage of a router of one of the networks.
    pub router_leakage: u32,
}

impl Default for Energy {
    fn default() -> Self {
        Energy {
            cycle: 38_900,
            integer: 31_100,
            branch: 31_100,
            multiply: 34_100,
            divide: 34_200,
            load: 31_100,
            store: 31_100,
            atomic: 31_200,
            float: 31_900,
            float_multiply: 34_700,
            float_fused: 35_600,
            float_divide: 45_400,
            bank: 28_000,
            dram: 975_000,
            memory: 28_000,
            router: 2_040,
            link: 4_320,
            interface: 2_040,
            dma: 6_100,
            core_leakage: 7_300,
            memory_leakage: 54,
            router_leakage: 150,
        }
    }
}
