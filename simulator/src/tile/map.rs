//! The memory map: which endpoint of the network a global address belongs to, and whether it names
//! the memory there or the devices.

use crate::config::ChipConfig;

/// Code and constants of the core's program.
pub const CODE: u32 = 0x0000_1000;
/// The data window of the core's process.
pub const DATA: u32 = 0x1000_0000;
/// The devices of every endpoint, tiles and then memory controllers, from anywhere.
pub const DEVICES: u32 = 0x4000_0000;
/// An endpoint's window is `1 << DEVICES_SHIFT` bytes.
pub const DEVICES_SHIFT: u32 = 19;
/// Every tile's memory, from anywhere.
pub const TILES: u32 = 0x8000_0000;
/// DRAM, in equal contiguous shares of its controllers.
pub const DRAM: u32 = 0xC000_0000;

/// What a global address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Tiles, then memory controllers.
    pub endpoint: u16,
    /// In bytes: in the memory behind the endpoint, or in the window of its devices.
    pub offset: u32,
    /// The devices of the endpoint, not its memory.
    pub device: bool,
}

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

    /// Memory controllers of the chip.
    pub fn controllers(&self) -> u32 {
        self.controllers
    }

    /// Bytes of DRAM behind each controller.
    pub fn share(&self) -> u64 {
        self.share
    }

    /// The endpoint whose memory, or the window of whose devices, holds `bytes` from `address`.
    pub fn resolve(&self, address: u32, bytes: u32) -> Option<Target> {
        let last = u64::from(address) + u64::from(bytes.max(1)) - 1;
        if address >= DRAM {
            if self.share == 0 {
                return None;
            }
            let offset = u64::from(address - DRAM);
            let controller = offset / self.share;
            let inside = last - u64::from(DRAM) < (controller + 1) * self.share;
            (controller < u64::from(self.controllers) && inside).then(|| Target {
                endpoint: (u64::from(self.tiles) + controller) as u16,
                offset: (offset % self.share) as u32,
                device: false,
            })
        } else if address >= TILES {
            let tile = (address - TILES) >> self.shift;
            let same = (last - u64::from(TILES)) >> self.shift == u64::from(tile);
            (tile < self.tiles && same).then(|| Target {
                endpoint: tile as u16,
                offset: (address - TILES) & ((1 << self.shift) - 1),
                device: false,
            })
        } else if address >= DEVICES {
            let endpoint = (address - DEVICES) >> DEVICES_SHIFT;
            let same = (last - u64::from(DEVICES)) >> DEVICES_SHIFT == u64::from(endpoint);
            (endpoint < self.tiles + self.controllers && same).then(|| Target {
                endpoint: endpoint as u16,
                offset: (address - DEVICES) & ((1 << DEVICES_SHIFT) - 1),
                device: true,
            })
        } else {
            None
        }
    }

    /// The global address of what `resolve` has given.
    pub fn global(&self, target: Target) -> u32 {
        let (endpoint, offset) = (u32::from(target.endpoint), target.offset);
        if target.device {
            DEVICES + (endpoint << DEVICES_SHIFT) + offset
        } else if endpoint < self.tiles {
            self.tile_base(endpoint) + offset
        } else {
            DRAM + (u64::from(endpoint - self.tiles) * self.share) as u32 + offset
        }
    }
}
