//! Worksharing constructs of OpenMP, which divide work among the threads of a region (`single`,
//! sections, loops), and the teams of leagues.

use super::*;

/// A league of OpenMP teams. The process runs its teams one after the other.
#[derive(Debug)]
pub(super) struct League {
    /// `base` is the clock at the start of the league, which comes before each team. `threads` is
    /// the clock when the current team last began a parallel region, which comes before the team's
    /// further threads.
    pub(super) base: Snapshot,
    pub(super) threads: Snapshot,
    /// Numbers of vector clocks: `own` has those of the current team's threads that have ended, and
    /// `others` those of earlier teams.
    pub(super) own: Vec<usize>,
    pub(super) others: Vec<usize>,
}

impl Races {
    /// Notes that a process begins a league. Its teams run one after the other, but the standard
    /// does not order them (OpenMP 5.2, 10.2).
    pub fn begin_league(&mut self, core: u32, process: u32) {
        self.has_one_core = false;
        let base = self.clock(core).release();
        let league = League {
            threads: base.clone(),
            base,
            own: Vec::new(),
            others: Vec::new(),
        };
        self.tasks.leagues.insert(process, league);
    }

    pub fn end_league(&mut self, process: u32) {
        self.tasks.leagues.remove(&process);
    }

    /// Notes that a core begins a parallel region. Has an effect only in a team of a league.
    pub fn fork(&mut self, core: u32) {
        let Some(process) = self.tasks.process_in_league(core) else {
            return;
        };
        let now = self.clock(core).release();
        if let Some(league) = self.tasks.leagues.get_mut(&process) {
            league.threads = now;
        }
    }

    /// Notes that a core begins to execute a team's first thread (`is_first`) or another thread of
    /// the team. Returns false if the process runs no league.
    pub fn begin_team(&mut self, core: u32, process: u32, is_first: bool) -> bool {
        let begin = match self.tasks.leagues.get(&process) {
            Some(league) if is_first => league.base.clone(),
            Some(league) => league.threads.clone(),
            None => return false,
        };
        let Some(strand) = self.tasks.take_strand(&begin, &mut self.clocks) else {
            return false;
        };
        self.clocks[strand].begin(&begin);
        self.tasks.running[core as usize].push(Running {
            strand,
            owns_strand: true,
            league: Some(process),
            ..Running::default()
        });
        true
    }

    /// Whether a core executes a team of a league.
    pub fn is_in_team(&self, core: u32) -> bool {
        self.tasks.league(core).is_some()
    }

    /// Notes that a core has ended a team's first thread (`is_first`) or another thread of the
    /// team. Returns false if the core executes no team.
    pub fn end_team(&mut self, core: u32, is_first: bool) -> bool {
        let Some(team) = self.tasks.running[core as usize].pop_if(|it| it.league.is_some()) else {
            return false;
        };
        let clock = &mut self.clocks[team.strand];
        clock.forget_release();
        let end = clock.release();
        self.tasks.ended_at[team.strand - self.tasks.cores] = end[team.strand];
        self.clock(core).acquire(&end);
        let league = team.league.and_then(|it| self.tasks.leagues.get_mut(&it));
        if let Some(league) = league {
            league.own.push(team.strand);
            if is_first {
                league.others.append(&mut league.own);
            }
        }
        true
    }

    /// Notes that a thread begins a parallel region. If it does so in a worksharing construct,
    /// another thread of its team might have begun the region instead. All threads of the new
    /// region may use the variables of the thread that begins it, so that thread's earlier accesses
    /// to its own variables come before the region.
    pub fn begin_region(&mut self, core: u32) {
        let before = match (
            self.tasks.outer_strand(core),
            &self.tasks.innermost(core).thread,
        ) {
            (Some(outer), _) => Some(self.clocks[outer].release()),
            (None, Some(thread)) => Some(thread.before.clone()),
            (None, None) => None,
        };
        if let Some(before) = before {
            self.clock(core).acquire(&before);
        }
        self.tasks.innermost_mut(core).program_has_number = false;
        self.begin_phase(core);
    }

    /// Notes that a core begins the part of a parallel region that follows a barrier.
    pub fn begin_phase(&mut self, core: u32) {
        if self.has_one_core {
            return;
        }
        let now = self.clock(core).release();
        let running = self.tasks.innermost_mut(core);
        running.base = Some(now);
        running.shared_strands.clear();
    }

    /// Returns the memory of the thread that made a core's current task, or an ancestor of the
    /// task, inside a worksharing construct. Returns none if none of them was made inside such a
    /// construct.
    pub fn thread_memory(&self, core: u32) -> Option<&ThreadMemory> {
        Some(&self.tasks.innermost(core).thread.as_ref()?.memory)
    }

    /// Whether the action of a core or task (`strand`) at its time `time` comes before the next
    /// action of `core`, provided that both access memory of that core's thread. A thread uses its
    /// own memory in the order in which it executes its parts of the region.
    pub(in super::super) fn thread_has_seen(&self, core: u32, strand: usize, time: u32) -> bool {
        match (
            self.tasks.outer_strand(core),
            &self.tasks.innermost(core).thread,
        ) {
            (Some(outer), _) => self.clocks[outer].has_seen(strand, time),
            (None, Some(thread)) => has_seen(&thread.before, strand, time),
            (None, None) => false,
        }
    }

    /// Whether a core executes a part of a worksharing construct, which another thread of its team
    /// might have executed.
    pub fn is_in_share(&self, core: u32) -> bool {
        self.tasks.outer_strand(core).is_some()
    }

    /// Notes that a core begins a part of a worksharing construct, such as a `single` or a section.
    /// Another thread might have executed this part, so it does not come after what this core has
    /// done since the last barrier.
    pub fn begin_share(&mut self, core: u32) {
        self.end_share(core);
        let running = self.tasks.innermost(core);
        let (Some(base), false) = (running.base.clone(), self.has_one_core) else {
            return;
        };
        let outer = running.strand;
        let own: Vec<usize> = running
            .shared_strands
            .iter()
            .copied()
            .chain([outer])
            .collect();
        let now = self.clocks[outer].release();
        let mut begin = now.to_vec();
        for strand in own {
            if let Some(time) = begin.get_mut(strand) {
                *time = base.get(strand).copied().unwrap_or(0);
            }
        }
        let begin: Snapshot = begin.into();
        let Some(strand) = self.tasks.take_strand(&begin, &mut self.clocks) else {
            return;
        };
        self.clocks[strand].begin(&begin);
        let running = self.tasks.innermost_mut(core);
        running.outer = Some((outer, now[outer]));
        running.strand = strand;
        running.shared_strands.push(strand);
    }

    /// Notes that a core has ended its part of a worksharing construct. Does nothing if it executes
    /// none.
    pub fn end_share(&mut self, core: u32) {
        let running = self.tasks.innermost_mut(core);
        let Some((outer, _)) = running.outer.take() else {
            return;
        };
        let strand = std::mem::replace(&mut running.strand, outer);
        let clock = &mut self.clocks[strand];
        clock.forget_release();
        let end = clock.release();
        self.tasks.ended_at[strand - self.tasks.cores] = end[strand];
        self.clocks[outer].acquire(&end);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{make, run, write};
    use super::*;

    #[test]
    fn shared_work_may_be_another_threads() {
        for has_barrier in [true, false] {
            let mut all = Races::new(2);
            all.begin_region(0);
            assert!(!write(&mut all, 0));
            if has_barrier {
                all.begin_phase(0);
            }
            all.begin_share(0);
            assert_eq!(write(&mut all, 0), !has_barrier);
            all.end_share(0);
            assert!(!write(&mut all, 0));
            all.begin_share(0);
            assert!(write(&mut all, 0));
        }
    }

    #[test]
    fn tasks_of_shared_work_are_waited_for() {
        let mut all = Races::new(2);
        all.begin_region(0);
        all.begin_share(0);
        let task = make(&mut all, &[]);
        all.end_share(0);
        assert!(!run(&mut all, 0, task));
        all.wait_for_all(0, 0);
        assert!(!write(&mut all, 0));
    }

    #[test]
    fn teams_are_not_ordered() {
        let mut all = Races::new(2);
        assert!(!all.begin_team(0, 0, true));
        assert!(!write(&mut all, 0));
        all.begin_league(0, 0);
        for is_first in [true, false] {
            assert!(all.begin_team(0, 0, true));
            assert_eq!(write(&mut all, 0), !is_first);
            all.fork(0);
            assert!(all.begin_team(1, 0, false));
            assert_eq!(write(&mut all, 1), !is_first);
            assert!(all.end_team(1, false));
            all.release(1, (0, false, 400));
            all.acquire_in_library(0, (0, false, 400));
            assert!(all.end_team(0, true));
        }
        all.end_league(0);
        assert!(!all.end_team(0, true) && !write(&mut all, 0));
    }
}
