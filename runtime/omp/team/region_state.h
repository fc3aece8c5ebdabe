/* Section of `region/` in a thread's block, and the groups of its tree (region/tree.h). */
#ifndef OMP_TEAM_REGION_STATE_H
#define OMP_TEAM_REGION_STATE_H

#include <stdint.h>

#include "hal/hal.h"

/* Words of a pointer. Others write and read it as a whole, so it lies at a multiple of its size. */
#define OC_POINTER_WORDS (sizeof(uintptr_t) / sizeof(uint32_t))

/* Active regions inside each other, at most. */
#define OC_MOST_ACTIVE 8

/* Threads of a group: as many as a counter can notify. */
#define OC_GROUP HAL_NOTIFICATIONS
#define OC_MOST_LEVELS 5 /* 1,024 threads */
#define OC_MOST_CHILDREN (OC_MOST_LEVELS * (OC_GROUP - 1))

struct oc_region_words {
    /* The region to run. `function` is written last. Its first word is never 0, as no function
     * begins where its address would have 0 there. */
    _Alignas(uintptr_t) volatile uint32_t function[OC_POINTER_WORDS];
    _Alignas(uintptr_t) volatile uint32_t data[OC_POINTER_WORDS];
    /* The team that the thread joins before it runs that, and its position there; 0 in the first
     * word: it stays where it is. */
    _Alignas(uintptr_t) volatile uint32_t team[OC_POINTER_WORDS];
    volatile uint32_t position;
    /* 1: a barrier is over. One word for each active level: a thread that waits at a barrier may
     * run a task with an active region, which has barriers of its own. */
    volatile uint32_t released[OC_MOST_ACTIVE];
    /* 1: all others have finished the region that the thread has started at this active level. */
    volatile uint32_t finished[OC_MOST_ACTIVE];
    /* 1: a task has allowed nested active regions. */
    volatile uint32_t may_nest;
    /* barrier=mutex: the thread that went to sleep before this one, its number + 1; 1: the
     * barrier is over. */
    volatile uint32_t asleep_before, over;
    /* end=flags: 1 for each child that has finished; which of its parent's words is the child's. */
    volatile uint32_t ended[OC_MOST_CHILDREN];
    uint32_t slot[OC_MOST_CHILDREN];
    /* region=queue: the ring of the queue of regions; 1: it is open; the region being sent on. */
    uint64_t regions[4], sent[2];
    volatile uint32_t is_open;
};

#endif
