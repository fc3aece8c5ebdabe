/* What the threads of a team share: next to the thread that has started the region. */
#ifndef OMP_TEAM_TEAM_H
#define OMP_TEAM_TEAM_H

#include <stdint.h>

#include "omp/team/thread.h"

struct oc_settings;

/* The body of a region, or of a task. */
typedef void oc_region(void *data);

struct oc_team {
    /* Single constructs that somebody has entered. */
    uint32_t singles;
    /* Barriers on a mutex: how many threads have arrived, and the sense, which each barrier
     * reverses. */
    uint32_t arrived, sense;
    /* What the thread that was in one tells the others. */
    void *copied;
    struct oc_share shares[OC_SHARES];
    /* region/cancel.h: whether the region has been cancelled; 1 + barriers before the last loop, or
     * sections, that has been; threads that are at a barrier. */
    uint32_t is_cancelled, cancelled_loop, waiting;
    /* In oc_team: the team's size if its next region can start with what is set up, else 0. */
    int ready;
    /* What follows stays as it is while the region runs. */
    int size;
    int starter;           /* number of the thread that has started the region, in its own team: */
    struct oc_team *outer; /* null: this is the program outside all regions */
    int level, active_level; /* regions around, this one included; those with several threads */
    const struct oc_settings *settings; /* that its task had made by then, or null */
    const uint16_t *cores; /* by position in the tree; null: each thread is the core of its number
                              and in the tree at its number */
    hal_address finished;  /* the word that is set when all other threads have finished */
    struct oc_loop *loop;  /* of a team of one: where a thread that enters another loop keeps the
                              loop  around its region; null: it is there */
};

/* The team of a region that is not nested: threads 0 to size - 1 of the process. */
extern struct oc_team oc_team;
/* Around all regions: thread 0. */
extern struct oc_team oc_team_initial;

/* The level of a team. Does not read the outermost team, whose memory may be far away. */
static inline int oc_active_level(const struct oc_team *team) {
    return team == &oc_team ? 1 : team->active_level;
}

/* Where the block of each of its threads has the word that says that a barrier is over. */
static inline uint32_t oc_released_of(const struct oc_team *team) {
    return OC_IN_BLOCK(region.released) + sizeof(uint32_t) * (uint32_t)(oc_active_level(team) - 1);
}

/* Threads that a region gets which asks for so many, at least 1. */
int oc_team_size(unsigned asked);

/* A region inside another one gets fewer than it asks for, as other regions have the rest: a line
 * on stderr, once. */
void oc_team_is_short(unsigned asked, int given);

#endif
