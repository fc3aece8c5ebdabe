//! A profile: how many cycles were spent in which rank, function and source line.

use crate::chip::Chip;
use crate::program::{Location, Program};
use crate::tile::cores::{PathCosts, Spendings, State};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The cycles that all cores of a process have spent on a source line. A line that was reached
/// through different calls has several entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileLine {
    /// Index of the process on the chip.
    pub process: u32,
    /// The calls through which the line was reached, including those of inlined functions, the
    /// outermost first.
    pub calls: Vec<Location>,
    pub location: Location,
    pub spendings: Spendings,
}

/// The profile up to the chip's current cycle, ordered by process, calls and line. Empty if the
/// chip makes no profile. The simulation must have ended, or `Chip::interrupt` must have been
/// called.
pub fn profile(chip: &Chip, programs: &[Arc<Program>]) -> Vec<ProfileLine> {
    let mut of_processes: BTreeMap<u32, PathCosts> = BTreeMap::new();
    let mut add = |process, lines: PathCosts| {
        let sums = of_processes.entry(process).or_default();
        for (path, spendings) in lines {
            *sums.entry(path).or_default() += spendings;
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
        let pcs: BTreeSet<u32> = lines.keys().flatten().copied().collect();
        let pcs: Vec<u32> = pcs.into_iter().collect();
        let frames: HashMap<u32, Vec<Location>> =
            (pcs.iter().copied().zip(symbols.frames_all(&pcs))).collect();
        let mut by_location: BTreeMap<Vec<Location>, Spendings> = BTreeMap::new();
        for (path, spendings) in lines {
            let path = path.iter().flat_map(|pc| frames[pc].iter().rev());
            *by_location.entry(path.cloned().collect()).or_default() += spendings;
        }
        found.extend(
            (by_location.into_iter()).filter_map(|(mut calls, spendings)| {
                let location = calls.pop()?;
                Some(ProfileLine {
                    process,
                    calls,
                    location,
                    spendings,
                })
            }),
        );
    }
    found
}
