//! The cycles of a run by rank, function and source line.

use crate::chip::Chip;
use crate::program::{Location, Program};
use crate::tile::cores::{Spendings, State};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The cycles that all cores of a process have spent on a source line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileLine {
    /// Index of the process on the chip.
    pub process: u32,
    pub location: Location,
    pub spendings: Spendings,
}

/// The cycles of the processes up to the chip's current cycle, in the order of processes, files and
/// lines. Empty if the chip makes no profile. Call it at rest or after `interrupt`.
pub fn profile(chip: &Chip, programs: &[Arc<Program>]) -> Vec<ProfileLine> {
    let mut of_processes: BTreeMap<u32, HashMap<u32, Spendings>> = BTreeMap::new();
    let mut add = |process, lines: HashMap<u32, Spendings>| {
        let sums = of_processes.entry(process).or_default();
        for (pc, spendings) in lines {
            *sums.entry(pc).or_default() += spendings;
        }
    };
    for cores in chip.tiles.iter().map(|tile| &tile.cores) {
        for (process, lines) in cores.past_profiles() {
            add(*process, lines.clone());
        }
        for hart in &cores.harts {
            let end = match hart.state {
                State::Ended => hart.counts.ended,
                _ => chip.cycles(),
            };
            if let Some(profile) = &hart.profile {
                add(hart.process, profile.until(end));
            }
        }
    }
    let processes = chip.shared.host.processes();
    let mut found = Vec::new();
    for (process, lines) in of_processes {
        let Some(program) = processes.get(process as usize) else {
            continue;
        };
        let symbols = &programs[program.program].symbols;
        let pcs: Vec<u32> = lines.keys().copied().collect();
        let mut by_location: BTreeMap<_, (Location, Spendings)> = BTreeMap::new();
        for (pc, location) in pcs.iter().zip(symbols.locate_all(&pcs)) {
            let key = (
                location.file.clone(),
                location.line,
                location.function.clone(),
            );
            let entry = by_location
                .entry(key)
                .or_insert((location, Spendings::default()));
            entry.1 += lines[pc];
        }
        found.extend(
            (by_location.into_values()).map(|(location, spendings)| ProfileLine {
                process,
                location,
                spendings,
            }),
        );
    }
    found
}
