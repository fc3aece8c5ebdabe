/* Finds the blocks of a team's threads. The data of a team are in the tile of one thread, and far
 * from most other threads. These functions therefore do not read the data of the outermost team. */
#ifndef OMP_LOOP_MEMBER_H
#define OMP_LOOP_MEMBER_H

#include "omp/team/team.h"

/* The block of a thread of a team. */
static inline hal_address oc_member_block(const struct oc_team *team, int number) {
    if (team == &oc_team)
        return hal_thread_block(number);
    /* Positions 0 and 1 are exchanged: the thread that has started the region is thread 0 at
     * position 1 (region/tree.h). */
    return hal_thread_block(team->cores[number < 2 ? 1 - number : number]);
}

/* The nesting depth of a team; 0 is the outermost team. It selects one of several words, because a
 * thread may be inside a construct of each of its nested teams. */
static inline uint32_t oc_depth(const struct oc_team *team) {
    return team == &oc_team ? 0 : (uint32_t)team->active_level - 1;
}

#endif
