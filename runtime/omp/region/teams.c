/* Leagues. The teams of a league run one after the other, which the standard allows; thread 0 is
 * the initial thread of each team. */
#include "omp/region/teams.h"

#include "omp/settings/league.h"
#include "omp/settings/settings.h"
#include "omp/team/team.h"

void oc_limit_threads(int most) {
    if (most && most < oc_settings.limit)
        oc_settings.limit = most;
    oc_settings_apply(&oc_settings);
}

/* GCC calls this function in a loop for `teams` within `target`: the first call, with `is_first`,
 * begins the league, and each later call ends a team. Each call also begins the league's next team,
 * or returns false if there is none. The function is never inlined, because `--check` observes its
 * calls. */
__attribute__((noinline)) bool GOMP_teams4(unsigned least, unsigned most, unsigned limit,
                                           bool is_first) {
    (void)most;
    /* Inside a region, a league has one team, because the other threads of the region may be in
     * leagues of their own. */
    if (oc_thread.team != &oc_team_initial)
        return is_first;
    /* Each team begins with the settings from before the construct. */
    static struct oc_settings before;
    if (is_first) {
        before = oc_settings;
        oc_league.teams = least ? (int)least : oc_league.most_teams ? oc_league.most_teams : 1;
        oc_league.team = 0;
    } else {
        oc_settings = before;
        oc_league.team++;
    }
    if (oc_league.team == oc_league.teams) {
        oc_league.teams = 1;
        oc_league.team = 0;
        oc_settings_apply(&oc_settings);
        return false;
    }
    oc_limit_threads(limit ? (int)limit : oc_league.limit);
    return true;
}

void GOMP_teams_reg(oc_region *function, void *data, unsigned teams, unsigned limit,
                    unsigned flags) {
    (void)flags;
    for (bool is_first = true; GOMP_teams4(teams, teams, limit, is_first); is_first = false)
        function(data);
}
