//! Checks what the keys of a chip say together; each by itself is right.

use super::File;
use crate::config::error::Problem;
use crate::config::keys::{path, MOST_TILES, MOST_TILE_MEMORY_KB};
use crate::config::ChipConfig;

impl File<'_> {
    pub fn check_sense(&self, chip: &ChipConfig) -> Vec<Problem> {
        let tiles = chip.tiles();
        if tiles > MOST_TILES {
            // The rest depends on the number of tiles.
            return vec![self.about(
                "mesh",
                "rows",
                format!(
                    "{} × {} is {tiles} tiles",
                    chip.mesh.columns, chip.mesh.rows
                ),
                format!(
                    "at most {MOST_TILES} fit; with {} columns, at most {} rows",
                    chip.mesh.columns,
                    MOST_TILES / chip.mesh.columns
                ),
            )];
        }
        let mut problems = vec![];
        problems.extend(self.check_memory(chip));
        problems.extend(self.check_switches(chip));
        problems.extend(self.check_dram_size(chip));
        problems
    }

    fn about(&self, table: &str, name: &str, wrong: String, right: String) -> Problem {
        // A default cannot be wrong by itself, so one of the keys it does not go with is there.
        let place = self.find(table, name).or_else(|| self.entry(table));
        let at = place.map_or(0..0, |(at, _)| at);
        self.problem(at, path(table, name), wrong, right)
    }

    fn check_memory(&self, chip: &ChipConfig) -> Option<Problem> {
        let tiles = chip.tiles() as u64;
        let most = MOST_TILE_MEMORY_KB / tiles;
        (chip.tile.memory_kb as u64 > most).then(|| {
            // The largest power of two that is not above.
            let right = 1 << most.ilog2();
            self.about(
                "tile",
                "memory_kb",
                format!(
                    "{tiles} tiles of {} kB are {} MB",
                    chip.tile.memory_kb,
                    tiles * chip.tile.memory_kb as u64 / 1024
                ),
                format!("all together have room for 1024 MB: at most {right} kB in each"),
            )
        })
    }

    fn check_switches(&self, chip: &ChipConfig) -> Vec<Problem> {
        let (switches, tiles) = (&chip.dram.switches, chip.tiles());
        let about = |wrong: String, right: String| self.about("dram", "switches", wrong, right);
        let mut problems = vec![];
        if let Some(outside) = switches.iter().find(|&&switch| switch >= tiles) {
            problems.push(about(
                format!("{outside} is not on the mesh"),
                format!("its switches are 0 to {}", tiles - 1),
            ));
        }
        let mut sorted = switches.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            problems.push(about(
                format!("{} is there twice", pair[0]),
                "a switch has one port for a controller".into(),
            ));
        }
        problems
    }

    fn check_dram_size(&self, chip: &ChipConfig) -> Option<Problem> {
        let (controllers, size) = (chip.dram.switches.len() as u32, chip.dram.size_mb);
        let (wrong, right) = match (controllers, size) {
            (0, 0) => return None,
            (0, _) => (
                format!("{size} MB, but no switch has a controller"),
                "name some in `switches`, or leave it out".into(),
            ),
            (_, 0) => (
                format!("0 MB for the controllers on {controllers} switches"),
                format!("a multiple of {controllers}, or no `switches`"),
            ),
            _ if size % controllers == 0 => return None,
            _ => (
                format!("{size} MB cannot be shared equally by {controllers} controllers"),
                format!("{} MB could", controllers * (size / controllers).max(1)),
            ),
        };
        Some(self.about("dram", "size_mb", wrong, right))
    }
}
