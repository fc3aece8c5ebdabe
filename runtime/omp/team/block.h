/* The block of a thread: what others write for it. */
#ifndef OMP_TEAM_BLOCK_H
#define OMP_TEAM_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "hal/hal.h"
#include "omp/loop/share.h"
#include "omp/team/flavour.h"
#include "omp/team/tree.h"

#define OC_POINTER_WORDS (sizeof(uintptr_t) / sizeof(uint32_t))

/* Regions with several threads that are inside each other at most. */
#define OC_MOST_ACTIVE 8

/* Threads that tell a thread of tasks (task/neighbour.h). */
#define OC_NEIGHBOURS 15

/* Readers that wait in the queue of a lock at most; others ask again. */
#define OC_LOCK_READERS 64

/* Addresses of tasks that are handed to a thread at most. */
#define OC_HANDED 128

/* What a thread notes of mutexes that it has: places, of which so many are of locks. */
#define OC_HELD_LOCKS 8
#define OC_HELD (OC_HELD_LOCKS + 2)

/* A value of a reduction (reduction/reduction.h). */
struct oc_slot {
    volatile uint32_t words[2];
    volatile uint32_t is_full;
};

struct oc_block {
    /* The region to be run. `function` is written last; its first word is not 0: no function begins
     * where its address would have 0 there. (Pointers are written and read as a whole, so they lie
     * at a multiple of their size.) */
    _Alignas(uintptr_t) volatile uint32_t function[OC_POINTER_WORDS];
    _Alignas(uintptr_t) volatile uint32_t data[OC_POINTER_WORDS];
    /* Where the thread stands in another team than before; 0 in the first word of `team`: nowhere
     * else. */
    _Alignas(uintptr_t) volatile uint32_t team[OC_POINTER_WORDS];
    volatile uint32_t position;
    /* lock/word.h: who came before the thread to the lock that it waits for, and whether it has it.
     */
    volatile uint32_t before, given;
    /* Of the teams inside each other that the thread is in: 1 when a barrier is over. Who waits at
     * one may run a task with a region of several threads, which has barriers of its own. */
    volatile uint32_t released[OC_MOST_ACTIVE];
    /* Of regions that the thread has started, of which those with several threads are inside each
     * other: 1 when all others have finished it. */
    volatile uint32_t finished[OC_MOST_ACTIVE];
    volatile uint32_t roused;  /* 1 when what it waits for among tasks may have happened */
    volatile uint32_t tidings; /* 1 when one of these has been written: */
    /* Where a neighbour has tasks that it tells of: its struct oc_tasks, or 0 in the first word. */
    _Alignas(uintptr_t) volatile uint32_t told[OC_NEIGHBOURS][OC_POINTER_WORDS];
    /* Of reductions: what those below have sent, as slots, of each of the teams that the thread is
     * in, or as elements of a queue; 1 when the own value has been taken, or
     * none has been sent. */
    struct oc_slot slots[OC_MOST_ACTIVE][OC_MOST_CHILDREN];
    uint64_t reduced[OC_MOST_CHILDREN];
    volatile uint32_t reduced_taken;
    /* Of barriers and locks of mutexes: who sleeps at a barrier since before this one, its number
     * + 1, and 1 when that is over; the mutexes that the thread has, and 1 when one may be free
     * that it waits for (mechanism/lock-mutex/held.h). */
    volatile uint32_t asleep_before, over;
    volatile uint32_t held[OC_HELD], retry;
    /* Of mechanisms beside the default ones: the end of those below, and of which of them each word
     * is; regions that have come, whether they can, and the one that is passed on. */
    volatile uint32_t ended[OC_MOST_CHILDREN];
    uint32_t slot[OC_MOST_CHILDREN];
    uint64_t regions[4], sent[2];
    volatile uint32_t is_open;
    /* Of the constructs of each of the teams that are inside each other: */
    volatile uint32_t turn[OC_MOST_ACTIVE][OC_SHARES]; /* loop/ordered.h */
    volatile uint32_t posted[OC_MOST_ACTIVE]; /* loop/doacross.h: position of the thread, */
    volatile uint32_t hasty[OC_MOST_ACTIVE];  /* who wants to know of the next position, as bits, */
    volatile uint32_t patient[OC_MOST_ACTIVE]; /* and who, of one that it says: */
    volatile uint32_t wanted[OC_MOST_ACTIVE];
    uint32_t known[OC_MOST_ACTIVE], alarm[OC_MOST_ACTIVE]; /* these, and their first position */
    volatile uint32_t called; /* 1 when it is the turn of a thread that has said where it waits */
    volatile uint32_t woken;  /* 1 when a thread has come further that this one waits for */
    /* 1 when a task has set that active regions may be inside others. */
    volatile uint32_t deep;
    /* Of mechanisms beside the default one: tasks that have been handed to the thread, in a ring or
     * in the ring of a queue; how many have come and have been taken; the size of the team, all of
     * which are threads of the process, whose tasks it takes, or 0. */
    _Alignas(uintptr_t) uint32_t handed[OC_HANDED][OC_POINTER_WORDS];
    volatile uint32_t put __attribute__((aligned(2 * sizeof(uint32_t))));
    volatile uint32_t got;
    volatile uint32_t handing;
    volatile uint32_t taken[OC_NEIGHBOURS]; /* how many have been taken out of a queue, of each */
    /* Here end the words that wake a thread with tasks. */
    uint32_t ring[HAL_THREAD_QUEUES][OC_LOCK_READERS];
    uint32_t handed_lock[OC_LOCK_READERS];
};
_Static_assert(sizeof(struct oc_block) <= HAL_SHARED_BYTES, "fits into the block of a thread");

#define OC_IN_BLOCK(member) offsetof(struct oc_block, member)

typedef uintptr_t oc_posted_pointer __attribute__((may_alias));

/* A pointer in the own block, as a whole: it may be written at any time. */
static inline uintptr_t oc_pointer_of(const volatile uint32_t *words) {
    return __atomic_load_n((const volatile oc_posted_pointer *)words, __ATOMIC_RELAXED);
}

/* Writes a pointer into another thread's block, as a whole. */
static inline void oc_post(hal_address words, uintptr_t pointer) {
    if (OC_POINTER_WORDS == 1)
        hal_store(words, (uint32_t)pointer);
    else
        hal_store_two(words, (uint32_t)pointer, (uint32_t)(pointer >> 16 >> 16));
}

/* What the thread has stored anywhere has arrived there: for who is told of it next. */
static inline void oc_flush(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* What others write to tell a thread of something, of tasks or of what else it waits for. */
static inline void oc_tasks_arm(struct oc_block *block) {
    hal_arm(block, offsetof(struct oc_block, ring));
}

#endif
