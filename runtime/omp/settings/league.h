/* The teams construct (OpenMP 5.2, 10.2). */
#ifndef OMP_SETTINGS_LEAGUE_H
#define OMP_SETTINGS_LEAGUE_H

#include "omp/team/team.h"

struct oc_league {
    int teams, team; /* number of teams, and the team that runs; outside of a league, 1 and 0 */
    /* Defaults for leagues without clauses of their own; 0: not set. */
    int most_teams, limit;
};

extern struct oc_league oc_league;

#endif
