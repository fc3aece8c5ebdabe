//! Chip files: their keys, and the errors in a file.
//!
//! `onchip chip keys` and `docs/chip-file.md` describe the keys for users.

mod check;
mod chip;
mod error;
mod isa;
mod keys;
mod link;
mod memory;
mod nearest;
mod network;
mod perturb;
mod preset;
mod settings;
mod shape;
mod tile_kind;

pub use crate::noc::{ArbiterPolicy, Circuits, DimensionOrder, LevelBuffers};
pub use chip::{
    BankPriority, ChipConfig, CircuitConflict, CoreCosts, DataCache, Dram, Drawn, Energy, Host,
    InstructionCache, Kernel, Link, Memory, Mesh, Misaligned, Network, NetworkInterface, Perturb,
    Prefetch, Replacement, SecondLevel, ShapeSizes, SharedFloat, SharedFloatCosts, Shifter, Start,
    Tile, TileKind, Trickbox, WriteMiss, WritePolicy, KEYS,
};
pub use error::{ChipError, Problem};
pub use isa::Isa;
pub use keys::{
    Key, ValueType, LARGEST_DRAM_MB, LARGEST_TILE_KB, LONGEST_LINE, MOST_CORES, MOST_TILE_MEMORY_KB,
};
pub use memory::Controller;
pub use settings::with_settings;
pub use shape::Topology;
pub use tile_kind::{CoreNumbers, TileParts};

use std::path::Path;
pub use toml::{Table, Value};

impl ChipConfig {
    /// Reads and checks a chip file.
    pub fn from_file(path: &Path) -> Result<ChipConfig, ChipError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| ChipError::of_file(path, Problem::unreadable(&error)))?;
        ChipConfig::from_toml(&text, path)
    }

    /// Checks the text of a chip file. Error messages name `path` as the origin of the text, and
    /// the chip is named after `path` if the text gives no name. The error lists every problem
    /// found.
    pub fn from_toml(text: &str, path: &Path) -> Result<ChipConfig, ChipError> {
        let mut chip = check::check(text).map_err(|problems| ChipError::new(path, problems))?;
        if chip.name.is_empty() {
            let stem = path.file_stem().unwrap_or_default();
            chip.name = stem.to_string_lossy().into_owned();
        }
        Ok(chip)
    }

    /// The values of all keys, including defaults, by table, in the order of [`KEYS`]. A chip that
    /// is not a grid of `[mesh]` has no value of `network.routing`.
    pub fn values(&self) -> Table {
        let mut tables = Table::try_from(self).expect("keys are texts, and values have their type");
        if let (Some(_), Some(Value::Table(network))) = (&self.drawn, tables.get_mut("network")) {
            network.remove("routing");
        }
        tables
    }
}
