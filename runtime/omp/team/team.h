/* The data that the threads of a team share. They are in the memory of the thread that has started
 * the region. */
#ifndef OMP_TEAM_TEAM_H
#define OMP_TEAM_TEAM_H

#include <stdint.h>

#include "omp/team/thread.h"

struct oc_settings;

/* The body of a region, or of a task. */
typedef void oc_region(void *data);

struct oc_team {
    /* The number of single constructs of the region that at least one thread has entered. */
    uint32_t singles;
    /* Used by barriers with a mutex: the number of threads that have arrived, and the sense, which
     * each barrier reverses. */
    uint32_t arrived, sense;
    /* The address of the values of a construct with copyprivate, in the thread that ran the
     * construct. */
    void *copied;
    struct oc_share shares[OC_SHARES];
    /* Used by region/cancel.h. is_cancelled says whether the region has been cancelled.
     * cancelled_loop is 1 + the number of barriers before the last loop or sections construct that
     * was cancelled. waiting is the number of threads that wait at a barrier. */
    uint32_t is_cancelled, cancelled_loop, waiting;
    /* Used only in oc_team: the team's size if its next region can start without further set-up,
     * otherwise 0. */
    int ready;
    /* The members below do not change while the region runs. */
    int size;
    int starter; /* number, in `outer`, of the thread that has started the region */
    /* The enclosing team. Null in the team that represents the program outside all regions. */
    struct oc_team *outer;
    /* `level` is the number of regions, including this one, that enclose the thread's code within
     * its initial task. `active_level` is the number of active ones among them and the regions
     * around the `target` construct. */
    int level, active_level;
    /* The settings that the task that started the region had at the region's start, or null. */
    const struct oc_settings *settings;
    /* Maps a position in the tree to the number of a core. Null if each thread's number, position
     * and core are equal. */
    const uint16_t *cores;
    hal_address finished; /* the word that becomes 1 when all other threads have finished */
    /* Used in a team of one thread: where to save the state of the loop around the region when the
     * thread enters another loop. Null once that state has been saved. */
    struct oc_loop *loop;
};

/* The outermost team: threads 0 to size - 1 of the process, in a region that is not nested. */
extern struct oc_team oc_team;
/* The team outside all regions: thread 0. */
extern struct oc_team oc_team_initial;

/* Returns the active level of a team. The memory of oc_team may be in another tile, so the function
 * does not read it. */
static inline int oc_active_level(const struct oc_team *team) {
    return team == &oc_team ? 1 : team->active_level;
}

/* The offset in a thread's block of the word that becomes 1 when a barrier of this team is over. */
static inline uint32_t oc_released_of(const struct oc_team *team) {
    return OC_IN_BLOCK(region.released) + sizeof(uint32_t) * (uint32_t)(oc_active_level(team) - 1);
}

/* The number of threads that a region gets if it requests `asked` threads. `asked` is at least
 * 1. */
int oc_team_size(unsigned asked);
OC_VARIANTS(oc_team_size, oc_team_size_within_limit, oc_team_size_of_guest);

/* Reports on stderr, only once, that a nested region gets fewer threads than it asks for, because
 * other regions have the rest. */
void oc_team_is_short(unsigned asked, int given);

#endif
