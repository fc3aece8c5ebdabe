//! Memories that belong to no tile, and the controllers in front of them.

use super::{ChipConfig, SharedFloat};

/// A memory controller and its memory: a share of the DRAM, or the memory of a `[[memory]]` table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Controller {
    /// Name in the `[[memory]]` table; none for a share of the DRAM.
    pub name: Option<String>,
    pub router: u32,
    /// Offset of the memory's first byte in the part of the memory map for DRAM and other memories.
    pub start: u64,
    pub bytes: u64,
    pub latency: u32,
    pub outstanding: u32,
    pub mutexes: u32,
    pub mutex_latency: u32,
    /// The tiles whose cores may use the memory; empty for all tiles.
    pub tiles: Vec<u32>,
    pub fpu: SharedFloat,
}

impl Controller {
    /// Whether the cores of a tile may use the memory.
    pub fn admits(&self, tile: u32) -> bool {
        self.tiles.is_empty() || self.tiles.contains(&tile)
    }

    /// Offset of the first byte after the memory.
    pub fn end(&self) -> u64 {
        self.start + self.bytes
    }
}

impl ChipConfig {
    /// The memory controllers in the order of their endpoints. The controllers of the DRAM come
    /// first, each with an equal share, then those of the `[[memory]]` tables. Each of the latter
    /// memories begins at a multiple of its size.
    pub fn controllers(&self) -> Vec<Controller> {
        let dram = &self.dram;
        let bytes = u64::from(dram.size_mb) << 20;
        let share = bytes.checked_div(dram.routers.len() as u64).unwrap_or(0);
        let shares = dram
            .routers
            .iter()
            .zip(0..)
            .map(|(&router, number)| Controller {
                name: None,
                router,
                start: number * share,
                bytes: share,
                latency: dram.latency,
                outstanding: dram.outstanding,
                mutexes: dram.mutexes,
                mutex_latency: dram.mutex_latency,
                tiles: vec![],
                fpu: SharedFloat::None,
            });
        let mut controllers: Vec<_> = shares.collect();
        for memory in &self.memory {
            let bytes = u64::from(memory.size_kb) << 10;
            let end = controllers.last().map_or(0, Controller::end);
            controllers.push(Controller {
                name: Some(memory.name.clone()),
                router: memory.router,
                start: end.next_multiple_of(bytes),
                bytes,
                latency: memory.latency,
                outstanding: memory.outstanding,
                mutexes: memory.mutexes,
                mutex_latency: memory.mutex_latency,
                tiles: memory.tiles.clone(),
                fpu: memory.fpu,
            });
        }
        controllers
    }
}
