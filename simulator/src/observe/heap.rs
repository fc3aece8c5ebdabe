//! A heap that was full, as a cause of a bad end.

use super::report::process_name;
use crate::chip::Chip;
use crate::config::{ChipConfig, MOST_TILE_MEMORY_KB};

/// Largest memory of a tile that a chip file may give, in kB (config/keys.rs).
const MOST_KB: u64 = 65_536;

/// Which heap was full, and what helps.
pub(super) fn heap_full(chip: &Chip) -> Option<String> {
    let processes = chip.shared.host.processes();
    let mut full = processes
        .iter()
        .filter_map(|process| Some((process, process.heap_full?)));
    let (process, request) = full.next()?;
    let others = match full.count() {
        0 => String::new(),
        1 => ", and that of another process".to_string(),
        more => format!(", and those of {more} other processes"),
    };
    let larger = larger_tiles(&chip.config, request.asked)
        .map_or(String::new(), |kb| format!("--set tile.memory_kb={kb}, "));
    Some(format!(
        "the heap of {} was full{others}: it has {} bytes, and malloc asked for {} more and \
         returned NULL. What helps: {larger}a smaller stack (--stack KB), large arrays in DRAM \
         (onchip_dram())",
        process_name(process),
        request.heap,
        request.asked,
    ))
}

/// Memory per tile, in kB, with which a heap has room for `asked` bytes more, if that can be.
fn larger_tiles(config: &ChipConfig, asked: u32) -> Option<u64> {
    let more = (u64::from(asked) * u64::from(config.tile.cores)).div_ceil(1024);
    let kb = (u64::from(config.tile.memory_kb) + more).next_power_of_two();
    (kb <= MOST_KB && kb * u64::from(config.tiles()) <= MOST_TILE_MEMORY_KB).then_some(kb)
}
