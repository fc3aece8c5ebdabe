/* What the threads of a team share: in the data of the process, next to thread 0. There is one team
 * of several threads at a time; regions inside its regions have teams of one. */
#ifndef OMP_TEAM_TEAM_H
#define OMP_TEAM_TEAM_H

#include <stdint.h>

#include "omp/loop/share.h"
#include "omp/team/thread.h"

struct oc_team {
    /* Single constructs that somebody has entered. */
    uint32_t singles;
    /* What the thread that was in one tells the others. */
    void *copied;
    struct oc_share shares[OC_SHARES];
};

extern struct oc_team oc_team;

/* Threads that a region gets which asks for so many, at least 1. */
int oc_team_size(unsigned asked);

#endif
