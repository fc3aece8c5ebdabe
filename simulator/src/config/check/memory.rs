//! Checks the memories of a chip that belong to no tile: `[[memory]]`.

use super::value::Correction;
use super::File;
use crate::config::error::Problem;
use crate::config::keys::MOST_MEMORY_KB;
use crate::config::{ChipConfig, Memory};

impl File<'_> {
    /// Reports conflicts of `[[memory]]` tables with the rest of the chip.
    pub fn check_memories(&self, chip: &ChipConfig) -> Vec<Problem> {
        let mut problems = vec![];
        for (item, memory) in chip.memory.iter().enumerate() {
            let before = &chip.memory[..item];
            let corrections = [
                ("name", named_again(memory, before)),
                ("router", misplaced(memory, before, chip)),
                ("mutexes", unshared_mutexes(memory)),
                ("tiles", no_tile(&memory.tiles, chip)),
            ];
            for (name, correction) in corrections {
                let problem = correction.map(|it| self.about_listed("memory", item, name, it));
                problems.extend(problem);
            }
        }
        problems.extend(self.check_room(chip));
        problems
    }

    /// Checks that all memories fit into their part of the memory map, one after the other.
    fn check_room(&self, chip: &ChipConfig) -> Option<Problem> {
        let most = u64::from(MOST_MEMORY_KB) << 10;
        let shares = chip.dram.routers.len();
        let controllers = chip.controllers();
        let over = controllers[shares.min(controllers.len())..]
            .iter()
            .position(|controller| controller.end() > most)?;
        let wrong = format!(
            "{} kB from the next multiple of that on, after the DRAM and the memories before it",
            chip.memory[over].size_kb
        );
        let right = format!("all together have room for {} MB", most >> 20);
        Some(self.about_listed("memory", over, "size_kb", (wrong, right)))
    }
}

fn named_again(memory: &Memory, before: &[Memory]) -> Option<Correction> {
    let known = before.iter().any(|other| other.name == memory.name);
    known.then(|| {
        let wrong = format!("\"{}\" is there twice", memory.name);
        (wrong, "each memory has a name of its own".into())
    })
}

fn misplaced(memory: &Memory, before: &[Memory], chip: &ChipConfig) -> Option<Correction> {
    let (router, routers) = (memory.router, chip.routers());
    if router >= routers {
        return Some((
            format!("{router} is no router of the chip"),
            format!("its routers are 0 to {}", routers - 1),
        ));
    }
    let others = before.iter().map(|other| other.router);
    let taken = others
        .chain(chip.dram.routers.iter().copied())
        .any(|other| other == router);
    (taken && chip.mesh.is_some()).then(|| {
        (
            format!("router {router} has a memory controller already"),
            "a router of a grid has one port for a controller".into(),
        )
    })
}

/// A mistake if a memory has mutexes, but only some tiles may use the memory. A program numbers the
/// mutexes of all controllers, whatever tile it runs on.
fn unshared_mutexes(memory: &Memory) -> Option<Correction> {
    (memory.mutexes > 0 && !memory.tiles.is_empty()).then(|| {
        (
            format!(
                "{}, but only some tiles may use this memory",
                memory.mutexes
            ),
            "0, or no `tiles`: any core may take any mutex of the chip".into(),
        )
    })
}

/// A mistake if `listed` contains a tile that the chip does not have.
pub(super) fn no_tile(listed: &[u32], chip: &ChipConfig) -> Option<Correction> {
    let tiles = chip.tiles();
    let outside = listed.iter().find(|&&tile| tile >= tiles)?;
    let right = format!("its tiles are 0 to {}", tiles - 1);
    Some((format!("{outside} is no tile of the chip"), right))
}
