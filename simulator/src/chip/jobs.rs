//! How jobs end. Each job on a chip ends by itself, by a fault, or by a deadlock of its own.
//!
//! If jobs start while the chip is simulated, the code that calls the scheduler (the chip's user)
//! *attends* the chip. This means that the scheduler returns to this caller after each cycle in
//! which a job has ended or a program has requested a job. It also returns in the cycle of the
//! alarm, when the caller will start jobs.

use super::deadlock::PERIOD_OF_JOBS;
use super::{Chip, Ending};
use crate::memory;
use crate::protocol::Fault;
use crate::tile::ports::Cycle;

/// The end of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedJob {
    pub job: u16,
    pub ending: Ending,
    pub cycle: u64,
}

/// Events of jobs since the caller of the simulation last asked for them.
#[derive(Debug, Default)]
pub(crate) struct Attendance {
    /// Whether the scheduler returns to its caller for events of jobs.
    pub(crate) attended: bool,
    /// The scheduler returns to its caller before it simulates this cycle.
    alarm: Option<u64>,
    ended: Vec<EndedJob>,
    /// The first fault of a job that ended while other jobs continued.
    pub(super) fault: Option<Fault>,
}

impl Attendance {
    /// Whether jobs will start later, in the cycle of the alarm.
    pub(super) fn are_to_come(&self) -> bool {
        self.alarm.is_some()
    }
}

impl Chip {
    /// From now on, the scheduler returns to its caller for events of jobs.
    pub fn attend(&mut self) {
        self.jobs.attended = true;
    }

    /// Makes the scheduler return to its caller at the start of this cycle, so that jobs can start
    /// in it.
    pub fn set_alarm(&mut self, cycle: Option<u64>) {
        self.jobs.alarm = cycle;
    }

    /// Whether the scheduler must return to its caller for an event of a job.
    pub(super) fn is_wanted(&self) -> bool {
        let jobs = &self.jobs;
        jobs.attended
            && (!jobs.ended.is_empty()
                || self.shared.host.jobs.has_requests()
                || jobs.alarm.is_some_and(|alarm| alarm <= self.now))
    }

    /// The jobs that have ended since the last call, in the order in which they ended. The cores of
    /// a deadlocked job keep their state until `end_deadlock`.
    pub fn take_ended(&mut self) -> Vec<EndedJob> {
        std::mem::take(&mut self.jobs.ended)
    }

    /// Ends a deadlocked job, and frees its cores.
    pub fn end_deadlock(&mut self, job: u16) {
        let cycle = self.now - 1;
        self.stop_job(job, cycle);
        let over = self.shared.host.take_over();
        self.forget(&over, cycle);
        if self.shared.host.jobs.running() == 0 && !self.jobs.are_to_come() {
            self.come_to_rest(Ending::Deadlock, cycle);
        }
    }

    /// Ends the job on a core. Does nothing if that job is over, or if it is the job that starts
    /// other jobs.
    pub fn end_job_on(&mut self, core: u32) {
        if core >= self.config.cores() {
            return;
        }
        let (tile, index) = self.locate(core);
        let job = self.tiles[tile].cores.harts[index].job;
        let host = &self.shared.host;
        if host.jobs.is_over(job) || host.jobs.may_start(job) {
            return;
        }
        let cycle = self.now - 1;
        self.note(job, Ending::Stopped, cycle);
        self.stop_job(job, cycle);
        let over = self.shared.host.take_over();
        self.forget(&over, cycle);
    }

    /// Writes a word to the memory of a core's tile between two cycles, as the network interface
    /// would.
    pub fn write_word(&mut self, core: u32, offset: u32, word: u32) {
        let (number, _) = self.locate(core);
        // If cores have their turns before the interface in a cycle, this write belongs to the
        // cycle that has just ended. Otherwise it belongs to the cycle that is about to begin.
        let cycle = Cycle {
            now: self.now - u64::from(self.shared.costs.cores_first),
            costs: &self.shared.costs,
        };
        let tile = &mut self.tiles[number];
        tile.cores.synchronize_for_interface(cycle);
        memory::write(&mut tile.cores.memory, offset, 4, word.into());
        tile.cores.written(offset, 4, None, cycle);
        self.fast.agenda.enter(number, tile);
    }

    /// Stops all cores of a job after this cycle.
    fn stop_job(&mut self, job: u16, cycle: u64) {
        self.shared.host.stop_job(job, 0, cycle);
        let stopping = self.shared.host.take_stopping();
        self.stop(stopping, cycle);
    }

    /// Records how a job has ended. If there are several reasons in a cycle, the first one counts.
    pub(super) fn note(&mut self, job: u16, ending: Ending, cycle: u64) {
        let known = self.jobs.ended.iter().any(|ended| ended.job == job);
        if self.jobs.attended && !known {
            self.jobs.ended.push(EndedJob { job, ending, cycle });
        }
    }

    /// Ends the jobs that have caused a fault in this cycle. If no other job is left, leaves the
    /// chip in its present state and returns the fault.
    pub(super) fn end_faulty_jobs(&mut self, cycle: u64) -> Option<Fault> {
        let mut faults = std::mem::take(&mut self.shared.reports.faults);
        if faults.is_empty() {
            return None;
        }
        faults.sort_by_key(|fault| (fault.cycle, fault.core));
        for fault in faults {
            let (tile, index) = self.locate(fault.core);
            let job = self.tiles[tile].cores.harts[index].job;
            // If a job is over, its packets in flight may be refused. Such a refusal is not a
            // fault.
            if self.shared.host.was_over(job) {
                continue;
            }
            self.note(job, Ending::Fault(fault.clone()), cycle);
            if !self.shared.host.jobs.are_several() && !self.jobs.are_to_come() {
                return Some(fault);
            }
            self.jobs.fault.get_or_insert(fault);
            self.stop_job(job, cycle);
        }
        // No tile has entered its next cycle in the agenda since the fault (see `Agenda::issue`).
        for (number, tile) in self.tiles.iter().enumerate() {
            self.fast.agenda.enter(number, tile);
        }
        None
    }

    /// Finishes the jobs that are over: closes their circuits, so that other jobs can use the
    /// links, and records how they have ended.
    pub(super) fn finish_jobs(&mut self, cycle: u64) {
        let over = self.shared.host.take_over();
        self.forget(&over, cycle);
        for job in over {
            let ending = match self.shared.host.abort_of(job) {
                Some(abort) => Ending::Abort(abort),
                None => Ending::Exit,
            };
            self.note(job, ending, cycle);
        }
    }

    /// Stops loading jobs that are over, and closes their circuits.
    fn forget(&mut self, over: &[u16], cycle: u64) {
        self.arrivals.retain(|arrival| !over.contains(&arrival.job));
        if over.is_empty() || !self.shared.costs.circuits {
            return;
        }
        let at = Cycle {
            now: cycle,
            costs: &self.shared.costs,
        };
        for (number, tile) in self.tiles.iter_mut().enumerate() {
            for core in 0..tile.cores.harts.len() {
                if over.contains(&tile.cores.harts[core].job) {
                    tile.abandon_circuit(core, at, &mut self.shared.packets);
                }
            }
            self.fast
                .agenda
                .note_active(number, tile.has_active_interface(cycle));
        }
    }

    /// The next cycle in which the scheduler must stop even if nothing happens: the cycle of the
    /// alarm, or of a check for deadlocked jobs.
    pub(super) fn next_stop(&self, now: u64) -> u64 {
        let check = match self.jobs.attended && self.shared.host.jobs.are_several() {
            true => (now / PERIOD_OF_JOBS + 1) * PERIOD_OF_JOBS,
            false => u64::MAX,
        };
        check.min(self.jobs.alarm.map_or(u64::MAX, |alarm| alarm.max(now + 1)))
    }
}
