//! The statistics of a simulation: for each core, for each link, and in total.

use crate::chip::Chip;
use crate::host::Process;
use crate::noc::Statistics as NetworkStatistics;
use crate::tile::cores::Counts;

/// The statistics of a core that has executed a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreStatistics {
    /// Chip-wide number of the core.
    pub core: u32,
    pub instructions: u64,
    /// Number of loads and stores that have hit in the data cache.
    pub hits: u64,
    /// How often the core has entered another line of its instruction cache, plus the number of
    /// misses of this cache.
    pub lines: u64,
    /// Largest number of stack bytes that were in use at a time. None if programs are not checked.
    pub stack: Option<u32>,
    pub counts: Counts,
}

/// The statistics of a chip up to a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    pub cycles: u64,
    pub cores: Vec<CoreStatistics>,
    pub requests: NetworkStatistics,
    pub responses: NetworkStatistics,
    /// The statistics of requests and responses on the separate network for data. None if there is
    /// no such network. If there is one, `requests` and `responses` only cover the network for
    /// control.
    pub data: Option<[NetworkStatistics; 2]>,
    /// Number of words that each memory controller has read or written.
    pub memory_words: Vec<u64>,
    /// For the shared floating-point unit of each controller, the number of operations
    /// (`fpu_operations`), and the number of cycles in which operations waited for earlier ones
    /// (`fpu_waiting`). Both are 0 for a controller without a unit.
    pub fpu_operations: Vec<u64>,
    pub fpu_waiting: Vec<u64>,
}

impl Statistics {
    /// The statistics of a chip up to its current cycle. The simulation must have ended, or
    /// `Chip::interrupt` must have been called.
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

    /// Total number of instructions of all cores.
    pub fn instructions(&self) -> u64 {
        self.cores.iter().map(|core| core.instructions).sum()
    }
}
