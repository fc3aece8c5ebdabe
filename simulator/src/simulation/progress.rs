//! Livelocks: processes that run without progress, for instance those that poll a flag that no
//! process sets.
//!
//! Only the user knows how long a program may compute without communication, so an option gives the
//! number of cycles after which a run counts as a livelock.

use crate::chip::Chip;

/// Longest time between two checks, in cycles, so that the host gets its turn in between.
const LONGEST: u64 = 1 << 16;

/// Checks from time to time whether the processes have done anything that other processes can see.
#[derive(Debug)]
pub struct ProgressWatch {
    /// Number of cycles without progress that ends the run.
    patience: u64,
    /// The number of visible actions at the last check that found progress, and the cycle of that
    /// check.
    done: u64,
    seen: u64,
}

impl ProgressWatch {
    pub fn new(patience: u64) -> ProgressWatch {
        ProgressWatch {
            patience: patience.max(1),
            done: 0,
            seen: 0,
        }
    }

    /// The cycle of the next check.
    pub fn next(&self, now: u64) -> u64 {
        let step = (self.patience / 2).clamp(1, LONGEST);
        (now / step + 1) * step
    }

    /// Ends the run if there has been no progress for too long. Remote stores, DMA transfers and
    /// calls of the host are progress. Loads, atomic accesses and attempts to lock a file are not,
    /// because processes poll by them.
    pub fn look(&mut self, chip: &mut Chip) {
        let harts = chip.tiles.iter().flat_map(|tile| &tile.cores.harts);
        let counts = harts.map(|hart| &hart.counts);
        let done = counts
            .map(|c| c.remote_stores + c.transfers + c.host_calls - c.lock_polls)
            .sum();
        let now = chip.cycles();
        if done != self.done {
            (self.done, self.seen) = (done, now);
        } else if now - self.seen >= self.patience {
            chip.give_up(self.patience);
        }
    }
}
