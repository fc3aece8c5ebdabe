/* teams (OpenMP 5.2, 10.2). */
#ifndef OMP_SETTINGS_LEAGUE_H
#define OMP_SETTINGS_LEAGUE_H

#include "omp/team/team.h"

struct oc_league {
    int teams, team; /* how many, and which of them runs; outside, one is as good as none */
    /* What was set for leagues that do not say it themselves; 0: nothing. */
    int most_teams, limit;
};

extern struct oc_league oc_league;

#endif
