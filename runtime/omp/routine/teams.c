/* Leagues (OpenMP 5.2, 18.4). */
#include "omp.h"
#include "omp/settings/league.h"
#include "omp/team/team.h"

/* Whether the calling thread is in a target region that is inside a parallel region. Such a target
 * region is in no league. Its team has level 0 (target/target.c). */
static bool is_apart(void) {
    const struct oc_team *team = oc_thread.team;
    while (team->level)
        team = team->outer;
    return team != &oc_team_initial;
}

int omp_get_num_teams(void) {
    return is_apart() ? 1 : oc_league.teams;
}

int omp_get_team_num(void) {
    return is_apart() ? 0 : oc_league.team;
}

int omp_get_max_teams(void) {
    return oc_league.most_teams;
}

void omp_set_num_teams(int teams) {
    oc_league.most_teams = teams > 0 ? teams : 1;
}

int omp_get_teams_thread_limit(void) {
    return oc_league.limit;
}

void omp_set_teams_thread_limit(int limit) {
    oc_league.limit = limit > 0 ? limit : 1;
}
