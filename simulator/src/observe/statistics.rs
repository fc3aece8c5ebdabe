//! The figures of a run: for each core, for each link, and in total.

use crate::chip::Chip;
use crate::host::Process;
use crate::noc::Statistics as NetworkStatistics;
use crate::tile::cores::Counts;

/// The figures of a core that has run a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreStatistics {
    /// Chip-wide number of the core.
    pub core: u32,
    pub instructions: u64,
    /// Loads and stores that have hit in the data cache.
    pub hits: u64,
    /// The number of times that the core has gone on to another line of its instruction cache, plus
    /// the number of misses of that cache.
    pub lines: u64,
    /// Largest number of bytes of the stack in use; none unless a check observes the core.
    pub stack: Option<u32>,
    pub counts: Counts,
}

/// The figures of a chip up to a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    pub cycles: u64,
    pub cores: Vec<CoreStatistics>,
    pub requests: NetworkStatistics,
    pub responses: NetworkStatistics,
    /// The requests and responses on the network for data. None if data have no network of their
    /// own; otherwise `requests` and `responses` count only the network for control.
    pub data: Option<[NetworkStatistics; 2]>,
    /// Number of words that each memory controller has moved.
    pub memory_words: Vec<u64>,
    /// `fpu_operations` is the number of operations of each shared floating-point unit, by number
    /// of the controller. `fpu_waiting` is the number of cycles that these operations have spent
    /// waiting for earlier operations. Both are 0 for a controller without a unit.
    pub fpu_operations: Vec<u64>,
    pub fpu_waiting: Vec<u64>,
}

impl Statistics {
    /// The figures of a chip at its current cycle. The run must have ended, or `Chip::interrupt`
    /// must have been called.
    pub fn of(chip: &Chip) -> Statistics {
        let processes = chip.shared.host.processes();
        let mut cores: Vec<u32> = processes.iter().flat_map(Process::cores).collect();
        cores.sort_unstable();
        cores.dedup();
        let fpus = chip
            .controllers
            .iter()
            .map(|controller| controller.fpu.as_ref());
        Statistics {
            cycles: chip.cycles(),
            cores: cores
                .into_iter()
                .map(|core| {
                    let (tile, index) = chip.locate(core);
                    let hart = &chip.tiles[tile].cores.harts[index];
                    CoreStatistics {
                        core,
                        instructions: hart.core.instret,
                        hits: hart.core.hits,
                        lines: hart.core.lines,
                        stack: hart.follower.as_ref().map(|it| it.stack_bytes()),
                        counts: hart.counts_until(chip.cycles()),
                    }
                })
                .collect(),
            requests: chip.shared.requests.statistics(),
            responses: chip.shared.responses.statistics(),
            data: (chip.shared.requests.data_statistics())
                .zip(chip.shared.responses.data_statistics())
                .map(Into::into),
            memory_words: chip.controllers.iter().map(|c| c.words).collect(),
            fpu_operations: fpus
                .clone()
                .map(|fpu| fpu.map_or(0, |fpu| fpu.operations.all()))
                .collect(),
            fpu_waiting: fpus.map(|fpu| fpu.map_or(0, |fpu| fpu.waited)).collect(),
        }
    }

    /// Number of instructions of all cores.
    pub fn instructions(&self) -> u64 {
        self.cores.iter().map(|core| core.instructions).sum()
    }
}
