//! The memory map: which endpoint of the network a global address belongs to.

use crate::config::ChipConfig;

/// Code and constants of the core's program.
pub const CODE: u32 = 0x0000_1000;
/// The data window of the core's process.
pub const DATA: u32 = 0x1000_0000;
/// Every tile's memory, from anywhere.
pub const TILES: u32 = 0x8000_0000;
/// DRAM, in equal contiguous shares of its controllers.
pub const DRAM: u32 = 0xC000_0000;

/// Resolves global addresses.
#[derive(Debug, Clone)]
pub struct Map {
    shift: u32,
    tiles: u32,
    /// Bytes of DRAM behind each controller; 0 if there is none.
    share: u64,
    controllers: u32,
}

impl Map {
    pub fn new(config: &ChipConfig) -> Map {
        let controllers = config.dram.switches.len() as u32;
        let dram = u64::from(config.dram.size_mb) << 20;
        Map {
            shift: config.tile_shift(),
            tiles: config.tiles(),
            share: dram.checked_div(u64::from(controllers)).unwrap_or(0),
            controllers,
        }
    }

    /// First global address of a tile's memory.
    pub fn tile_base(&self, tile: u32) -> u32 {
        TILES + (tile << self.shift)
    }

    /// Bytes of DRAM on the chip, cut to what a register can hold.
    pub fn dram_bytes(&self) -> u32 {
        (self.share * u64::from(self.controllers)) as u32
    }

    /// Bytes of DRAM behind each controller.
    pub fn share(&self) -> u64 {
        self.share
    }

    /// Endpoint and byte offset of the memory that holds `bytes` from `address`, if it exists.
    pub fn resolve(&self, address: u32, bytes: u32) -> Option<(u16, u32)> {
        let last = u64::from(address) + u64::from(bytes.max(1)) - 1;
        if address >= DRAM {
            if self.share == 0 {
                return None;
            }
            let offset = u64::from(address - DRAM);
            let controller = offset / self.share;
            let inside = last - u64::from(DRAM) < (controller + 1) * self.share;
            (controller < u64::from(self.controllers) && inside).then(|| {
                (
                    (u64::from(self.tiles) + controller) as u16,
                    (offset % self.share) as u32,
                )
            })
        } else if address >= TILES {
            let tile = (address - TILES) >> self.shift;
            let same = (last - u64::from(TILES)) >> self.shift == u64::from(tile);
            (tile < self.tiles && same)
                .then(|| (tile as u16, (address - TILES) & ((1 << self.shift) - 1)))
        } else {
            None
        }
    }

    /// The global address of a byte behind an endpoint.
    pub fn global(&self, endpoint: u16, offset: u32) -> u32 {
        let endpoint = u32::from(endpoint);
        if endpoint < self.tiles {
            self.tile_base(endpoint) + offset
        } else {
            DRAM + (u64::from(endpoint - self.tiles) * self.share) as u32 + offset
        }
    }
}
