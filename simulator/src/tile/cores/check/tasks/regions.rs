//! Tracks where a core begins and ends parallel regions, worksharing constructs within them, and
//! the teams of leagues.

use super::*;

impl CoreComplex {
    /// Records that a core begins to execute a team of a league, as the team's primary thread or as
    /// another thread of the team. The team ends when the stack pointer is `stack` again in the
    /// library.
    pub(super) fn begin_team(
        &self,
        core: usize,
        stack: u32,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let races = &mut checker.races;
        if follower.team.is_none() && races.begin_team(by.core, by.process, by.thread == 0) {
            follower.team = Some(stack);
            let Range { start, end } = follower.variables_of_teams;
            let variables = self.place_of(core, start, end - start, map);
            let variables = variables.map(|place| (place, end - start));
            self.forget(core, variables, follower, checker, map);
        }
    }

    pub(super) fn end_team(
        &self,
        core: usize,
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        if follower.team.is_some() && checker.races.end_team(by.core, by.thread == 0) {
            follower.team = None;
            self.forget(core, None, follower, checker, map);
        }
    }

    /// Tracks where a thread enters a parallel region, and where its `single` construct ends. The
    /// end is an address: after the call of `GOMP_single_start`, a branch leads there if another
    /// thread executes the `single`.
    pub(super) fn follow_shares(
        &self,
        core: usize,
        (last, link): (u32, Link),
        by: Point,
        follower: &mut Follower,
        checker: &mut Checker,
        map: &Map,
    ) {
        let hart = &self.harts[core];
        let stack = hart.core.x(SP);
        let of_program = follower.landmarks.role(by.pc) == Role::Program;
        let was_library = follower.landmarks.role(last) == Role::Library;
        if matches!(link, Link::Call(_)) && of_program && was_library {
            follower.called_at = stack;
            let begins_region = by.thread != 0 && follower.inside.is_empty();
            if begins_region {
                follower.block = Single::None;
                checker.races.end_share(by.core);
                self.begin_team(core, stack, by, follower, checker, map);
                follower.regions.clear();
                self.begin_region(by, stack, follower, checker);
            }
        }
        if link == Link::Return && !of_program && follower.landmarks.role(last) == Role::Program {
            // The region has ended, perhaps inside a `single`.
            follower.block = Single::None;
            checker.races.end_share(by.core);
            if follower.team == Some(stack) {
                self.end_team(core, by, follower, checker, map);
            }
        }
        match follower.block {
            Single::None => {}
            Single::Begins => {
                if let Some(ways) = branch_at(&hart.code, by.pc) {
                    follower.block = Single::Branches(ways, stack);
                }
            }
            Single::Branches((next, target), stack) => {
                let end = if by.pc == next { target } else { next };
                follower.block = Single::Until(end, stack);
            }
            Single::Until(end, at) if (end, at) == (by.pc, stack) => {
                follower.block = Single::None;
                checker.races.end_share(by.core);
            }
            Single::Until(..) => {}
        }
    }

    /// Records that a thread begins a parallel region with stack pointer `stack`.
    pub(super) fn begin_region(
        &self,
        by: Point,
        stack: u32,
        follower: &mut Follower,
        checker: &mut Checker,
    ) {
        follower.regions.push((stack, by.cycle));
        checker.races.begin_region(by.core);
    }
}
