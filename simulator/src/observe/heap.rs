//! Detects whether a program has failed because a heap was full, and reports this.

use super::report::process_name;
use crate::chip::Chip;
use crate::config::{ChipConfig, LARGEST_DRAM_MB};
use crate::host::{HeapFull, Process};

/// Describes which heap of these processes was full, and how to avoid this.
pub(super) fn heap_full(chip: &Chip, processes: &[&Process]) -> Option<String> {
    let mut full = processes
        .iter()
        .filter_map(|process| Some((process, process.heap_full?)));
    let (process, request) = full.next()?;
    let others = match full.count() {
        0 => String::new(),
        1 => ", and that of another process".to_string(),
        more => format!(", and those of {more} other processes"),
    };
    let helps = if request.in_dram {
        larger_dram(&chip.config, request)
    } else {
        memory_kb_for(&chip.config, request.asked)
            .map(|kb| format!("--set tile.memory_kb={kb}"))
            .into_iter()
            .chain(["a smaller stack (--stack KB)".to_string()])
            .chain((chip.config.dram.size_mb > 0).then(|| {
                "a heap in DRAM (--heap dram), large arrays in DRAM (onchip_dram())".to_string()
            }))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let location = if request.in_dram { " in DRAM" } else { "" };
    Some(format!(
        "the heap{location} of {} was full{others}: it has {} bytes, and malloc asked for {} more and \
         returned NULL. What helps: {helps}",
        process_name(process),
        request.heap,
        request.asked,
    ))
}

/// Advice for the case that a heap in DRAM is full.
fn larger_dram(config: &ChipConfig, request: HeapFull) -> String {
    let (mb, heap) = (u64::from(config.dram.size_mb), u64::from(request.heap));
    let mb = (mb * (heap + u64::from(request.asked)))
        .div_ceil(heap.max(1))
        .next_power_of_two();
    let larger = if mb <= LARGEST_DRAM_MB.into() {
        format!("--set dram.size_mb={mb}, ")
    } else {
        String::new()
    };
    format!("{larger}fewer ranks")
}

/// The memory per tile, in kB, that would make a heap larger by `asked` bytes. None if no tile can
/// have that much.
fn memory_kb_for(config: &ChipConfig, asked: u32) -> Option<u64> {
    let more = (u64::from(asked) * u64::from(config.tile.cores)).div_ceil(1024);
    let kb = (u64::from(config.tile.memory_kb) + more).next_power_of_two();
    config.may_have_tiles_of(kb).then_some(kb)
}
