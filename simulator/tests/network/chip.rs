//! Chips for the tests, and distances on them.

use onchip_simulator::config::{ChipConfig, Dram, Mesh, Network, NetworkInterface, Tile};

/// The keys that decide how long a flit takes.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    pub delay: u32,
    pub router: u32,
    pub link: u32,
    pub credit: u32,
    pub buffer: u32,
}

/// The default values of the keys of a chip file.
pub const REFERENCE: Keys = Keys {
    delay: 1,
    router: 1,
    link: 1,
    credit: 1,
    buffer: 4,
};

impl Keys {
    /// Number of cycles that a flit takes over `links` links between routers, without other
    /// packets.
    pub fn latency(&self, links: u32) -> u64 {
        (2 * self.delay + (links + 1) * self.router + links * self.link) as u64
    }

    /// The number of slots that a buffer needs so that a packet moves at one flit a cycle: a slot
    /// can be used again after a round trip.
    pub fn enough_slots(&self) -> u32 {
        self.router + self.link.max(self.delay) + self.credit
    }
}

/// A mesh with memory controllers on the routers `memory`.
pub fn chip(columns: u32, rows: u32, memory: &[u32], keys: Keys) -> ChipConfig {
    ChipConfig {
        name: format!("test{columns}x{rows}"),
        mesh: Some(Mesh { columns, rows }),
        tile: Tile {
            cores: 1,
            memory_kb: 64,
            ..Tile::default()
        },
        ni: NetworkInterface {
            delay: keys.delay,
            ..NetworkInterface::default()
        },
        network: Network {
            router: keys.router,
            link: keys.link,
            credit: keys.credit,
            buffer_flits: keys.buffer,
            ..Network::default()
        },
        dram: Dram {
            routers: memory.to_vec(),
            size_mb: memory.len() as u32,
            ..Dram::default()
        },
        ..ChipConfig::default()
    }
}
