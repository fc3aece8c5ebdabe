/* What the program, or its environment, has set. One for the whole process: a setting that is made
 * inside a parallel region holds for all threads. */
#ifndef OMP_TEAM_SETTINGS_H
#define OMP_TEAM_SETTINGS_H

#include <stdbool.h>

#include "omp.h"

struct oc_settings {
    int threads; /* of regions that ask for no number: what was set, */
    int team;    /* and what they get */
    int limit;   /* most threads of a region */
    int most_active_levels;
    bool is_dynamic;
    omp_sched_t schedule;
    int chunk; /* 0: the schedule's own */
};

/* Set up before main. */
extern struct oc_settings oc_settings;

/* After `threads` has been set. */
void oc_settings_apply(void);

#endif
