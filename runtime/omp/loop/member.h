/* The threads of a team, as they reach each other. Most threads are far from what the team shares,
 * so of the team that is inside no other one nothing is read. */
#ifndef OMP_LOOP_MEMBER_H
#define OMP_LOOP_MEMBER_H

#include "omp/team/team.h"

/* The block of a thread of a team. */
static inline hal_address oc_member_block(const struct oc_team *team, int number) {
    if (team == &oc_team)
        return hal_thread_block(number);
    /* The thread that has started the region is thread 0, at position 1. */
    return hal_thread_block(team->cores[number < 2 ? 1 - number : number]);
}

/* A thread may be in constructs of several teams that are inside each other: which, from 0 on. */
static inline uint32_t oc_depth(const struct oc_team *team) {
    return team == &oc_team ? 0 : (uint32_t)team->active_level - 1;
}

#endif
