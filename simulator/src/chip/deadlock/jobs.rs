//! Detection of deadlocks of a single job while others run.

use crate::chip::{Chip, Ending};
use crate::tile::cores::State;
use crate::tile::Tile;

/// Number of cycles between two checks for deadlocked jobs.
pub const PERIOD: u64 = 4096;

impl Chip {
    /// Called after a cycle. Finds the jobs that wait for ever while other jobs continue.
    pub(in crate::chip) fn check_jobs(&mut self, cycle: u64) {
        let jobs = &self.shared.host.jobs;
        if !self.jobs.attended || !cycle.is_multiple_of(PERIOD) || !jobs.are_several() {
            return;
        }
        let stuck: Vec<u16> = (jobs.active())
            .filter(|&job| !jobs.may_start(job) && self.is_stuck_job(job))
            .collect();
        for job in stuck {
            self.note(job, Ending::Deadlock, cycle);
        }
    }

    /// Records that all jobs are deadlocked: nothing will ever happen, or there has been no
    /// progress for too long. While other jobs are active, the job that starts jobs does not count
    /// as deadlocked. If several jobs are active or more will start, and the simulation handles
    /// single jobs (see `attend`), the chip continues and the caller ends the deadlocked jobs.
    /// Otherwise the simulation of the chip ends.
    pub(in crate::chip) fn come_to_deadlock(&mut self, ending: Ending, cycle: u64) {
        let jobs = &self.shared.host.jobs;
        let active: Vec<u16> = jobs.active().collect();
        let waits = |job| active.len() > 1 && jobs.may_start(job);
        let stuck: Vec<u16> = active.iter().copied().filter(|&job| !waits(job)).collect();
        for job in stuck {
            self.note(job, ending.clone(), cycle);
        }
        let goes_on = active.len() > 1 || self.jobs.are_to_come();
        if !self.jobs.attended || !goes_on {
            self.come_to_rest(ending, cycle);
        }
    }

    /// Ends the simulation between two cycles, because the processes have made no progress for
    /// `cycles` cycles.
    pub fn give_up(&mut self, cycles: u64) {
        if self.ending.is_none() && self.now > 0 {
            self.come_to_rest(Ending::Livelock(cycles), self.now - 1);
        }
    }

    /// Whether a job is deadlocked: none of its cores will do anything by itself, and a queue
    /// refuses each of its packets or lets it wait. Jobs cannot access each other, so no other job
    /// can help.
    fn is_stuck_job(&self, job: u16) -> bool {
        let own = |tile: &&Tile| {
            let mut harts = tile.cores.harts.iter();
            harts.any(|hart| hart.job == job && hart.state != State::Off)
        };
        let mut harts = self.tiles.iter().flat_map(|tile| &tile.cores.harts);
        harts.all(|hart| hart.job != job || hart.is_still())
            && (self.tiles.iter().filter(own)).all(|tile| self.only_retries(tile))
            && (self.shared.packets.all())
                .filter(|(_, packet)| packet.job == job)
                .all(|(id, packet)| self.is_stuck(id, packet))
    }
}
