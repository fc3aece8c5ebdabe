/* The teams construct (OpenMP 5.2, 10.2). */
#ifndef OMP_SETTINGS_LEAGUE_H
#define OMP_SETTINGS_LEAGUE_H

#include "omp/team/team.h"

struct oc_league {
    int teams; /* number of teams; 1 outside of a league */
    int team;  /* number of the team that runs now, from 0 */
    /* The defaults for a league without its own clauses num_teams and thread_limit; 0: not set. */
    int most_teams, limit;
};

extern struct oc_league oc_league;

#endif
