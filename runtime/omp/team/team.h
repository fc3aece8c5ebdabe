/* The data that the threads of a team share. It is in the memory of the thread that has started the
 * region. */
#ifndef OMP_TEAM_TEAM_H
#define OMP_TEAM_TEAM_H

#include <stdint.h>

#include "omp/team/thread.h"

struct oc_settings;

/* The body of a region, or of a task. */
typedef void oc_region(void *data);

struct oc_team {
    /* The number of single constructs that any thread has entered. */
    uint32_t singles;
    /* Barriers with a mutex: how many threads have arrived, and the sense, which each barrier
     * reverses. */
    uint32_t arrived, sense;
    /* The address at which the thread that ran a construct with copyprivate has its values. */
    void *copied;
    struct oc_share shares[OC_SHARES];
    /* For region/cancel.h: whether the region has been cancelled; 1 + the number of barriers before
     * the last loop or sections construct that was cancelled; the number of threads that wait at a
     * barrier. */
    uint32_t is_cancelled, cancelled_loop, waiting;
    /* For oc_team, the team's size if its next region can start without further set-up, else 0. */
    int ready;
    /* The members below do not change while the region runs. */
    int size;
    int starter; /* number of the thread that has started the region, in its own team */
    /* The enclosing team; null if this is the program outside all regions. */
    struct oc_team *outer;
    /* `level`: the number of enclosing regions within the initial task, including this one.
     * `active_level`: the number of active ones, including those around a `target` construct. */
    int level, active_level;
    /* Settings of the task that has started the region, at its start, or null. */
    const struct oc_settings *settings;
    /* Thread by position in the tree. Null if each thread's number is that of its core and its
     * position. */
    const uint16_t *cores;
    hal_address finished; /* the word that is set when all other threads have finished */
    /* For a team of one: where to save the state of the loop around its region when its thread
     * enters another loop. Null once that state has been saved. */
    struct oc_loop *loop;
};

/* The outermost team: threads 0 to size - 1 of the process, in a region that is not nested. */
extern struct oc_team oc_team;
/* The team outside all regions: thread 0. */
extern struct oc_team oc_team_initial;

/* The active level of a team. It does not read oc_team, whose memory may be in another tile. */
static inline int oc_active_level(const struct oc_team *team) {
    return team == &oc_team ? 1 : team->active_level;
}

/* The offset in a thread's block of the word that becomes 1 when a barrier of this team is over. */
static inline uint32_t oc_released_of(const struct oc_team *team) {
    return OC_IN_BLOCK(region.released) + sizeof(uint32_t) * (uint32_t)(oc_active_level(team) - 1);
}

/* The number of threads of a region that requests `asked`, which is at least 1. */
int oc_team_size(unsigned asked);
OC_VARIANTS(oc_team_size, oc_team_size_within_limit, oc_team_size_of_guest);

/* Reports once on stderr that a nested region gets fewer threads than it asks for, because other
 * regions have the rest. */
void oc_team_is_short(unsigned asked, int given);

#endif
