//! The memory map. It determines to which endpoint of the network a global address belongs, and
//! whether the address is in the endpoint's memory or belongs to one of its devices.

use crate::config::{ChipConfig, Controller};
use crate::noc::Rectangle;

/// Start address of the code and constants of the core's own program.
pub const CODE: u32 = 0x0000_1000;
/// Start address of the data window of the core's own process.
pub const DATA: u32 = 0x1000_0000;
/// Start address of the windows for devices: those of tiles, then those of memory controllers. The
/// addresses are the same for all cores.
pub const DEVICES: u32 = 0x4000_0000;
/// The window of an endpoint has `1 << DEVICES_SHIFT` bytes.
pub const DEVICES_SHIFT: u32 = 19;
/// Start address of the tiles' memories. The addresses are the same for all cores.
pub const TILES: u32 = 0x8000_0000;
/// Start address of DRAM, which is divided equally among its controllers. Other memories with
/// controllers of their own follow.
pub const DRAM: u32 = 0xC000_0000;

/// The memory or device to which a global address belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Number of the endpoint. Tiles have the lower numbers, then come memory controllers.
    pub endpoint: u16,
    /// Byte offset in the memory of the endpoint, or in the window of its devices.
    pub offset: u32,
    /// Whether the address belongs to a device of the endpoint, and not to its memory.
    pub device: bool,
}

/// A word that a network interface will write for a core of its tile: the counter of a transfer, or
/// the word of a counter's notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Destination {
    /// No word is written.
    #[default]
    None,
    /// A word in the memory of the core's own tile, by its byte offset there.
    Own(u32),
    /// A word in another memory, which a packet must write, or a register of a device.
    Remote(Target),
    /// For each tile of a rectangle, the word at this byte offset in the tile's memory.
    Many(Rectangle, u32),
}

impl Destination {
    /// Whether the network interface of `tile` can write the word without a packet, because the
    /// word belongs to the memory or to a device of this tile.
    pub fn is_at(&self, tile: u16) -> bool {
        match self {
            Destination::None | Destination::Many(..) => false,
            Destination::Own(_) => true,
            Destination::Remote(target) => target.device && target.endpoint == tile,
        }
    }
}

/// The memory map of a chip, which finds the memory or device for a global address.
#[derive(Debug, Clone)]
pub struct Map {
    shift: u32,
    /// Bytes of each tile's memory.
    tiles: Vec<u32>,
    /// Number of bytes of DRAM that each of its controllers has. 0 if there is no DRAM.
    share: u64,
    /// Bytes of all DRAM.
    dram: u64,
    /// Number of DRAM controllers. They come first in `controllers`.
    dram_controllers: u32,
    controllers: Vec<Controller>,
}

impl Map {
    pub fn new(config: &ChipConfig) -> Map {
        let shares = config.dram.routers.len();
        let controllers = config.controllers();
        let dram = &controllers[..shares];
        Map {
            shift: config.tile_shift(),
            tiles: (0..config.tiles())
                .map(|tile| config.tile_parts(tile).memory_kb * 1024)
                .collect(),
            share: dram.first().map_or(0, |share| share.bytes),
            dram: dram.last().map_or(0, Controller::end),
            dram_controllers: shares as u32,
            controllers,
        }
    }

    /// Global address of the first byte of a tile's memory.
    pub fn tile_base(&self, tile: u32) -> u32 {
        TILES + (tile << self.shift)
    }

    /// Number of tiles on the chip.
    pub fn tiles(&self) -> usize {
        self.tiles.len()
    }

    /// Bytes of DRAM on the chip.
    pub fn dram_bytes(&self) -> u32 {
        self.dram as u32
    }

    /// Number of DRAM controllers. They come before the controllers of other memories.
    pub fn dram_controllers(&self) -> u32 {
        self.dram_controllers
    }

    /// All memory controllers of the chip.
    pub fn controllers(&self) -> &[Controller] {
        &self.controllers
    }

    /// The number of the controller whose memory contains the byte at this offset from `DRAM`.
    fn controller_at(&self, offset: u64) -> Option<usize> {
        if offset < self.dram {
            return Some((offset / self.share) as usize);
        }
        let memories = &self.controllers[self.dram_controllers as usize..];
        let holds = |memory: &Controller| (memory.start..memory.end()).contains(&offset);
        let number = memories.iter().position(holds)?;
        Some(self.dram_controllers as usize + number)
    }

    /// Whether all addresses from `address` on exist in memory. There are `bytes` of them, at least
    /// one. They may belong to several tiles or controllers.
    pub fn is_memory(&self, address: u32, bytes: u32) -> bool {
        let Some(last) = address.checked_add(bytes - 1) else {
            return false;
        };
        if last < DRAM {
            let exists = |address| address >= TILES && self.resolve(address, 1).is_some();
            // If the addresses reach from one tile to the next, the memory must fill the address
            // space of each tile before the last one.
            let tile = |address: u32| ((address - TILES) >> self.shift) as usize;
            return exists(address)
                && exists(last)
                && (self.tiles[tile(address)..tile(last)].iter()).all(|b| b >> self.shift == 1);
        }
        let Some(mut next) = address.checked_sub(DRAM).map(u64::from) else {
            return false;
        };
        while let Some(number) = self.controller_at(next) {
            next = self.controllers[number].end();
            if u64::from(last - DRAM) < next {
                return true;
            }
        }
        false
    }

    /// The endpoint whose memory or devices contain all the bytes. There are `bytes` bytes from
    /// `address` on.
    pub fn resolve(&self, address: u32, bytes: u32) -> Option<Target> {
        let last = u64::from(address) + u64::from(bytes.max(1)) - 1;
        if address >= DRAM {
            let offset = u64::from(address - DRAM);
            let number = self.controller_at(offset)?;
            let controller = &self.controllers[number];
            (last - u64::from(DRAM) < controller.end()).then(|| Target {
                endpoint: (self.tiles.len() + number) as u16,
                offset: (offset - controller.start) as u32,
                device: false,
            })
        } else if address >= TILES {
            let tile = (address - TILES) >> self.shift;
            let start = self.tile_base(tile);
            let bytes = *self.tiles.get(tile as usize)?;
            (last - u64::from(start) < bytes.into()).then(|| Target {
                endpoint: tile as u16,
                offset: address - start,
                device: false,
            })
        } else if address >= DEVICES {
            let endpoint = (address - DEVICES) >> DEVICES_SHIFT;
            let same = (last - u64::from(DEVICES)) >> DEVICES_SHIFT == u64::from(endpoint);
            let endpoints = self.tiles.len() + self.controllers.len();
            ((endpoint as usize) < endpoints && same).then(|| Target {
                endpoint: endpoint as u16,
                offset: (address - DEVICES) & ((1 << DEVICES_SHIFT) - 1),
                device: true,
            })
        } else {
            None
        }
    }

    /// The global address that belongs to a target.
    pub fn global(&self, target: Target) -> u32 {
        let (endpoint, offset) = (u32::from(target.endpoint), target.offset);
        if target.device {
            DEVICES + (endpoint << DEVICES_SHIFT) + offset
        } else if (endpoint as usize) < self.tiles.len() {
            self.tile_base(endpoint) + offset
        } else {
            let controller = &self.controllers[endpoint as usize - self.tiles.len()];
            DRAM + controller.start as u32 + offset
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const MB: u32 = 1 << 20;

    /// A map with two controllers that have a MB of DRAM each, and then memories of 1 and of 4 kB.
    fn map() -> Map {
        let text = "[mesh]\ncolumns = 4\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 16\n\
                    [dram]\nrouters = [0, 1]\nsize_mb = 2\n\
                    [[memory]]\nname = \"small\"\nrouter = 2\nsize_kb = 1\n\
                    [[memory]]\nname = \"large\"\nrouter = 3\nsize_kb = 4\n";
        Map::new(&ChipConfig::from_toml(text, Path::new("map.toml")).unwrap())
    }

    #[test]
    fn memories_follow_the_dram_with_gaps() {
        let at = |offset, endpoint| {
            let found = map().resolve(DRAM + offset, 4);
            assert_eq!(found.map(|target| target.endpoint), endpoint, "{offset:#x}");
            if let Some(target) = found {
                assert_eq!(map().global(target), DRAM + offset);
            }
        };
        at(0, Some(4));
        at(MB - 4, Some(4));
        at(MB - 2, None);
        at(MB, Some(5));
        at(2 * MB, Some(6));
        at(2 * MB + 1020, Some(6));
        at(2 * MB + 1024, None);
        at(2 * MB + 4096, Some(7));
        at(2 * MB + 8188, Some(7));
        at(2 * MB + 8192, None);
        at(0x3fff_fffc, None);
    }

    #[test]
    fn transfers_cross_controllers_but_no_gaps() {
        let is_memory = |offset, bytes| map().is_memory(DRAM + offset, bytes);
        assert!(is_memory(0, 2 * MB + 1024));
        assert!(is_memory(MB - 1, 2) && is_memory(2 * MB - 1, 1025));
        assert!(!is_memory(2 * MB - 1, 1026));
        assert!(!is_memory(2 * MB, 8192), "both ends are there");
        assert!(is_memory(2 * MB + 4096, 4096) && !is_memory(2 * MB + 4096, 4097));
        assert!(!is_memory(0x3fff_ffff, 1) && !is_memory(0x3fff_ffff, 2));
        // Tiles have 16 kB each, and end before the DRAM begins.
        assert!(map().is_memory(TILES, 4 << 14) && !map().is_memory(TILES, (4 << 14) + 1));
        assert!(!map().is_memory(TILES, DRAM - TILES + 4) && !map().is_memory(TILES - 1, 1));
    }
}
