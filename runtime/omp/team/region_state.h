/* The fields for regions (`region/`) in a thread's block, and the groups of the tree
 * (region/tree.h). */
#ifndef OMP_TEAM_REGION_STATE_H
#define OMP_TEAM_REGION_STATE_H

#include <stdint.h>

#include "hal/hal.h"

/* The number of words in a pointer. Other threads access a pointer as a whole, so the pointers here
 * are aligned to their size. */
#define OC_POINTER_WORDS (sizeof(uintptr_t) / sizeof(uint32_t))

/* The most active regions that may be nested. */
#define OC_MOST_ACTIVE 8

/* The number of threads in a group, which is the number of threads that a counter can notify. */
#define OC_GROUP HAL_NOTIFICATIONS
#define OC_MOST_LEVELS 5 /* enough for 1,024 threads */
#define OC_MOST_CHILDREN (OC_MOST_LEVELS * (OC_GROUP - 1))

/* A special value of the first word of `team`. It is not the address of any team. */
#define OC_PASSES_ON 1u

struct oc_region_words {
    /* The region to run. On a machine whose pointers have one word, one store writes both fields.
     * Otherwise `function` is written last. Its first word is never 0, because no function has an
     * address whose lower word is 0. */
    _Alignas(2 * sizeof(uint32_t)) volatile uint32_t data[OC_POINTER_WORDS];
    _Alignas(uintptr_t) volatile uint32_t function[OC_POINTER_WORDS];
    /* The team that the thread joins before it runs the region, and its position in this team. If
     * the first word of `team` is 0 or OC_PASSES_ON, the thread stays in its team. OC_PASSES_ON
     * says that it has children in the tree, to which it passes the region on; 0 says that it has
     * none. */
    _Alignas(uintptr_t) volatile uint32_t team[OC_POINTER_WORDS];
    volatile uint32_t position;
    /* A word is 1 if a barrier is over. There is one word for each active level, because a thread
     * that waits at a barrier may run a task with an active region, which has barriers of its
     * own. */
    volatile uint32_t released[OC_MOST_ACTIVE];
    /* A word is 1 if all other threads have finished the region that this thread has started at
     * this active level. */
    volatile uint32_t finished[OC_MOST_ACTIVE];
    /* 1 if a task has allowed nested active regions. */
    volatile uint32_t may_nest;
    /* Used with barrier=mutex. `asleep_before` is 1 + the number of the thread that went to sleep
     * before this one. `over` is 1 once the barrier is over. */
    volatile uint32_t asleep_before, over;
    /* Used with end=flags. `ended` has a word for each child, which is 1 once the child has
     * finished. `slot` contains the index of the word in `ended` for each child of this thread. */
    volatile uint32_t ended[OC_MOST_CHILDREN];
    uint32_t slot[OC_MOST_CHILDREN];
    /* Used with region=queue: the ring of the queue of regions, the region that this thread is
     * passing on, and whether the queue is open. */
    uint64_t regions[4], sent[2];
    volatile uint32_t is_open;
};

#endif
