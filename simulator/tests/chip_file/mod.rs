//! Chip files: those of the project, their documentation, and messages about wrong ones.

mod aliases;
mod chips;
mod documentation;
mod drawn;
mod errors;
mod fuzz;
mod link;
mod memory;
mod multicast;
mod shape;
mod tile_kinds;

use onchip_simulator::config::{ChipConfig, ChipError};
use std::path::{Path, PathBuf};

/// The shortest correct file.
const SHORTEST: &str = "[mesh]\ncolumns = 4\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 1024\n";

fn parse(text: &str) -> Result<ChipConfig, ChipError> {
    ChipConfig::from_toml(text, Path::new("a/chip.toml"))
}

/// A path of the project.
fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The files in `chips/`, with their text.
fn chip_files() -> Vec<(PathBuf, String)> {
    let folder = std::fs::read_dir(project("chips")).expect("chips/ is there");
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files.into_iter().map(read).collect()
}
