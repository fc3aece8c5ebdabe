//! Deadlocks of a single job while others run.

use crate::chip::{Chip, Ending};
use crate::tile::cores::State;
use crate::tile::Tile;

/// Number of cycles between two checks.
pub const PERIOD: u64 = 4096;

impl Chip {
    /// Finds, after a cycle, the jobs that wait for ever while other jobs continue.
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

    /// Notes that all jobs are deadlocked, because nothing will ever happen, or nothing has
    /// happened for too long. While other jobs are active, the job that starts jobs does not count
    /// as deadlocked. If a user attends the chip, and several jobs are active or more jobs will
    /// start, the chip goes on, and the user ends the deadlocked jobs. Otherwise the chip comes to
    /// rest.
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

    /// Brings the chip to rest between two cycles, because the processes have made no progress for
    /// `cycles` cycles.
    pub fn give_up(&mut self, cycles: u64) {
        if self.ending.is_none() && self.now > 0 {
            self.come_to_rest(Ending::Livelock(cycles), self.now - 1);
        }
    }

    /// Whether no core of a job will do anything by itself, and each packet of the job is refused
    /// by a queue or waits at a queue. Jobs cannot access each other, so such a job waits for ever.
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
