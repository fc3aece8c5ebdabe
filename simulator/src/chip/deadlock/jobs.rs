//! Deadlocks of one job of several, while the others run.

use crate::chip::{Chip, Ending};
use crate::tile::cores::State;
use crate::tile::Tile;

/// Cycles between two checks.
pub const PERIOD: u64 = 4096;

impl Chip {
    /// After a cycle: notes the jobs that wait for ever while others run.
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

    /// Nothing will ever happen, or too long nothing has: all jobs are deadlocked, but for one that
    /// waits for the ends of others. The chip comes to rest unless somebody ends them one by one,
    /// or others start later.
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

    /// Between two cycles: the processes have made no progress for so many cycles, and never will.
    pub fn give_up(&mut self, cycles: u64) {
        if self.ending.is_none() && self.now > 0 {
            self.come_to_rest(Ending::Livelock(cycles), self.now - 1);
        }
    }

    /// Whether no core of a job will do anything by itself, and whatever the job has in flight is
    /// refused by a queue, or waits in one. Jobs do not reach each other, so it waits for ever.
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
