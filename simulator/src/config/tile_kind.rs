//! Tiles that differ from the other tiles of their chip, and the numbering of cores.

use super::ChipConfig;

/// The parts of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileParts {
    pub cores: u32,
    /// The number of cores that are reserved for the kernel: the last ones of the tile.
    pub resource_managers: u32,
    pub memory_kb: u32,
    pub banks: u32,
    pub interfaces: u32,
}

impl ChipConfig {
    /// The parts of the tile with this number.
    pub fn tile_parts(&self, tile: u32) -> TileParts {
        let kind = self
            .tile_kind
            .iter()
            .find(|kind| kind.tiles.contains(&tile));
        match kind {
            Some(kind) => TileParts {
                cores: kind.cores,
                resource_managers: kind.resource_managers.min(kind.cores),
                memory_kb: kind.memory_kb,
                banks: kind.banks,
                interfaces: kind.interfaces,
            },
            None => TileParts {
                cores: self.tile.cores,
                resource_managers: self.tile.resource_managers.min(self.tile.cores),
                memory_kb: self.tile.memory_kb,
                banks: self.tile.banks,
                interfaces: self.tile.interfaces,
            },
        }
    }

    /// Number of cores on the chip.
    pub fn cores(&self) -> u32 {
        (0..self.tiles())
            .map(|tile| self.tile_parts(tile).cores)
            .sum()
    }

    /// All network interfaces except the first one of each tile, in the order of the tiles. An
    /// element is the tile of the interface.
    pub fn further_interfaces(&self) -> Vec<u32> {
        let of_tile = |tile| (1..self.tile_parts(tile).interfaces).map(move |_| tile);
        (0..self.tiles()).flat_map(of_tile).collect()
    }

    /// The numbers of the cores.
    pub fn core_numbers(&self) -> CoreNumbers {
        let mut starts = vec![0];
        for tile in 0..self.tiles() {
            starts.push(starts[tile as usize] + self.tile_parts(tile).cores);
        }
        CoreNumbers { starts }
    }
}

/// The numbering of a chip's cores, tile by tile.
#[derive(Debug, Clone)]
pub struct CoreNumbers {
    /// The chip-wide number of each tile's first core. The last element is the total number of
    /// cores.
    starts: Vec<u32>,
}

impl CoreNumbers {
    /// The chip-wide number of the core with this index in a tile.
    pub fn number(&self, tile: u32, index: u32) -> u32 {
        self.starts[tile as usize] + index
    }

    /// The tile of a core, and the core's index in the tile.
    pub fn locate(&self, core: u32) -> (usize, usize) {
        let tile = self.starts.partition_point(|&start| start <= core) - 1;
        (tile, (core - self.starts[tile]) as usize)
    }

    /// Number of cores in a tile.
    pub fn of_tile(&self, tile: usize) -> u32 {
        self.starts[tile + 1] - self.starts[tile]
    }
}

#[cfg(test)]
mod tests {
    use crate::config::ChipConfig;
    use std::path::Path;

    #[test]
    fn numbers_and_positions_are_inverse() {
        let text = "[mesh]\ncolumns = 5\nrows = 1\n[tile]\ncores = 3\nmemory_kb = 64\n\
                    [[tile_kind]]\nname = \"a\"\ntiles = [1, 4]\ncores = 17\n\
                    resource_managers = 2\nmemory_kb = 16\nbanks = 1\n\
                    [[tile_kind]]\nname = \"b\"\ntiles = [0]\ncores = 1\n\
                    resource_managers = 4\nmemory_kb = 256\nbanks = 8\n";
        let chip = ChipConfig::from_toml(text, Path::new("x.toml")).unwrap();
        let numbers = chip.core_numbers();
        let mut next = 0;
        for (tile, cores) in [1, 17, 3, 3, 17].into_iter().enumerate() {
            assert_eq!(numbers.of_tile(tile), cores);
            for index in 0..cores {
                assert_eq!(numbers.number(tile as u32, index), next);
                assert_eq!(numbers.locate(next), (tile, index as usize));
                next += 1;
            }
        }
        assert_eq!(chip.cores(), next);
        assert_eq!(chip.tile_shift(), 18, "that of the largest");
        assert_eq!(
            chip.tile_parts(0).resource_managers,
            1,
            "no more than cores"
        );
    }
}
