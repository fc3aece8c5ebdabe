//! Finds leaks: blocks of the heap to which no pointer leads when their process has ended.

use crate::check::{Block, Checker, Finding, Kind};
use crate::chip::Chip;
use crate::memory;
use crate::memory::Place;
use crate::program::Program;
use crate::protocol::map::{Target, TILES};
use std::ops::Range;
use std::sync::Arc;

/// Library functions that give a block to the program, which must free it.
const GIVERS: [&str; 10] = [
    "strdup",
    "strndup",
    "asprintf",
    "vasprintf",
    "getline",
    "getdelim",
    "realpath",
    "getcwd",
    "operator new",
    "operator new[]",
];

/// Heap blocks by their global addresses, and for each block whether a pointer leads to it.
struct Blocks {
    ranges: Vec<Range<u32>>,
    places: Vec<Place>,
    reached: Vec<bool>,
    /// Blocks to which a pointer leads and whose own words have not been examined yet.
    left: Vec<usize>,
}

impl Blocks {
    /// Marks the block to which `word` points, if it is a pointer. A pointer to just after a
    /// block's last byte also counts, because a program that goes through an array backwards may
    /// have no other pointer.
    fn reach(&mut self, word: u32) {
        if word < TILES {
            return;
        }
        let behind = self.ranges.partition_point(|range| range.start <= word);
        let Some(index) = behind.checked_sub(1) else {
            return;
        };
        if word <= self.ranges[index].end && !std::mem::replace(&mut self.reached[index], true) {
            self.left.push(index);
        }
    }
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes
        .chunks_exact(4)
        .map(|word| memory::read(word, 0, 4) as u32)
}

/// The memory behind an endpoint: that of a tile or of a controller.
fn memory_of(chip: &mut Chip, endpoint: u16) -> &[u8] {
    let endpoint = usize::from(endpoint);
    match endpoint.checked_sub(chip.tiles.len()) {
        None => &chip.tiles[endpoint].cores.memory,
        Some(controller) => chip.controllers[controller].memory(),
    }
}

/// Whether a block to which no pointer leads counts as a leak. Its process must have ended by
/// itself, and freeing the block must be up to the program, not the library.
fn is_of_concern(chip: &Chip, programs: &[Arc<Program>], checker: &Checker, block: &Block) -> bool {
    let point = block.allocated;
    let Some(process) = chip.shared.host.processes().get(point.process as usize) else {
        return false;
    };
    let symbols = &programs[process.program].symbols;
    let mut at = symbols.locate(point.pc);
    let mut calls = point.calls;
    while at.is_in_library()
        && at
            .function
            .as_deref()
            .is_some_and(|it| GIVERS.contains(&it.trim_start_matches("__oc_")))
    {
        let Some((above, pc)) = checker.calls.caller(calls) else {
            return false;
        };
        calls = above;
        at = symbols.locate(pc);
    }
    process.ended.is_some() && at.line.is_some() && !at.is_in_library()
}

/// The blocks that were lost.
pub(super) fn leaks(chip: &mut Chip, programs: &[Arc<Program>], checker: &Checker) -> Vec<Finding> {
    let mut all: Vec<(Place, Block)> = checker
        .blocks()
        .map(|(place, block)| (place, *block))
        .collect();
    let concerns = |(_, block): &(Place, Block)| is_of_concern(chip, programs, checker, block);
    if !all.iter().any(concerns) {
        return Vec::new();
    }
    let global = |(endpoint, offset): Place| {
        chip.shared.map.global(Target {
            endpoint,
            offset,
            device: false,
        })
    };
    all.sort_by_key(|(place, _)| global(*place));
    let mut blocks = Blocks {
        ranges: (all.iter())
            .map(|(place, block)| global(*place)..global(*place) + block.bytes)
            .collect(),
        places: all.iter().map(|(place, _)| *place).collect(),
        reached: vec![false; all.len()],
        left: Vec::new(),
    };
    reach_from_roots(chip, checker, &mut blocks);
    while let Some(index) = blocks.left.pop() {
        let (endpoint, start) = blocks.places[index];
        let bytes = blocks.ranges[index].end - blocks.ranges[index].start;
        let memory = memory_of(chip, endpoint);
        let end = (start + bytes) as usize;
        let inside = memory.get(start.next_multiple_of(4) as usize..end);
        let found: Vec<u32> = words(inside.unwrap_or_default()).collect();
        found.into_iter().for_each(|word| blocks.reach(word));
    }
    let lost = all.iter().zip(&blocks.reached);
    lost.filter(|(block, reached)| !**reached && is_of_concern(chip, programs, checker, &block.1))
        .map(|((_, block), _)| Finding {
            block: Some((*block, 0)),
            ..Finding::new(Kind::Leak, block.allocated, block.address, block.bytes)
        })
        .collect()
}

/// Follows the pointers in all memory that is in use and is not part of a heap block: variables,
/// stacks and registers.
fn reach_from_roots(chip: &mut Chip, checker: &Checker, blocks: &mut Blocks) {
    let mut unused: Vec<Range<u32>> = Vec::new();
    let mut kept: Vec<u32> = Vec::new();
    for process in chip.shared.host.processes() {
        for core in process.cores() {
            let (tile, index) = chip.locate(core);
            let (words, stack) = chip.tiles[tile].cores.last_words(index);
            kept.extend(words);
            if process.ended.is_some() {
                unused.push(process.stack_on(core)..stack);
            }
        }
    }
    kept.into_iter().for_each(|word| blocks.reach(word));
    let endpoints = chip.tiles.len() + chip.controllers.len();
    for endpoint in 0..endpoints as u16 {
        let base = chip.shared.map.global(Target {
            endpoint,
            offset: 0,
            device: false,
        });
        let memory = memory_of(chip, endpoint);
        let found: Vec<u32> = words(memory)
            .enumerate()
            .filter(|&(_, word)| word >= TILES)
            .map(|(index, word)| (4 * index as u32, word))
            .filter(|&(offset, _)| checker.is_root((endpoint, offset)))
            .filter(|&(offset, _)| !unused.iter().any(|range| range.contains(&(base + offset))))
            .map(|(_, word)| word)
            .collect();
        found.into_iter().for_each(|word| blocks.reach(word));
    }
}
