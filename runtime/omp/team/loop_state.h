/* The fields for loops (`loop/`) in a thread's block, and the state of worksharing constructs in
 * threads and teams. */
#ifndef OMP_TEAM_LOOP_STATE_H
#define OMP_TEAM_LOOP_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "omp/team/region_state.h"

#define OC_SHARES 8

/* A bit of `round` in struct oc_share. It is set while threads sleep until the next round of the
 * share. */
#define OC_ROUND_AWAITED 0x80000000u

struct oc_share {
    /* The number of constructs for which this share has been used, without the current one; also
     * contains the bit OC_ROUND_AWAITED. */
    uint32_t round;
    uint32_t left;      /* number of threads that have left the current construct */
    unsigned long next; /* first iteration, or for ordered loops the first chunk, not taken yet */
    uintptr_t common;   /* a struct oc_common, or 0 (omp/loop/common.h) */
};

/* The words of each thread for loops, one for each active level. */
struct oc_loop_words {
    /* Each word becomes 1 when it is its chunk's turn in an ordered loop (loop/ordered.h). */
    volatile uint32_t turn[OC_MOST_ACTIVE][OC_SHARES];
    /* Used by loop/doacross.h. `posted` is the thread's position. `next_waiters` has a bit for each
     * thread that waits for this thread's next position; `later_waiters` has one for each thread
     * that waits for a later position, which that thread has written into its own `awaited`.
     * `known_waiters` has the bits of the latter threads that this thread has examined and that
     * still wait. `first_awaited` is the lowest position for which one of these waits. */
    volatile uint32_t posted[OC_MOST_ACTIVE];
    volatile uint32_t next_waiters[OC_MOST_ACTIVE], later_waiters[OC_MOST_ACTIVE];
    volatile uint32_t awaited[OC_MOST_ACTIVE];
    uint32_t known_waiters[OC_MOST_ACTIVE], first_awaited[OC_MOST_ACTIVE];
    /* 1 if it is the turn of this thread's chunk. Used if the word for the turn is in the block of
     * another thread: this thread has stored its number there, and the thread that ends its turn
     * writes this word. */
    volatile uint32_t has_turn;
    volatile uint32_t woken; /* 1: another thread, for which this one waits, has advanced */
};

struct oc_loop;
struct oc_common;

/* Takes the next iterations, from *first to *end - 1, for the calling thread. Returns false if
 * there are no more. */
typedef bool oc_next_chunk(struct oc_loop *loop, unsigned long *first, unsigned long *end);

/* The state of an ordered loop in a thread (omp/loop/ordered.h). */
struct oc_order {
    uint32_t number; /* number of the thread's chunk, from 0 */
    uint32_t seat;   /* the thread whose block contains the word of the chunk's turn */
    uint32_t slot;   /* index of this word */
    bool is_fixed;   /* each chunk's word is in the block of the thread that runs it */
    bool has_turn, has_passed;
    unsigned long left; /* ordered regions that are still to come in the chunk */
    /* With a guided schedule: the number and the first iteration of the round's first chunk, and
     * the length of the round's chunks. */
    uint32_t round;
    unsigned long long from;
    unsigned long part;
};

/* The largest depth of a loop nest with the clause ordered(n), whose iterations may wait for each
 * other. */
#define OC_DOACROSS_LOOPS 8

/* The state of a doacross loop in a thread (omp/loop/doacross.h). */
struct oc_doacross {
    uint32_t base;                      /* position of the first iteration */
    uint32_t inner;                     /* positions per iteration of the outermost loop */
    unsigned loops;                     /* number of loops in the nest */
    uint32_t counts[OC_DOACROSS_LOOPS]; /* number of iterations of each loop */
    unsigned long previous;             /* first iteration of the chunk before the thread's own */
    /* last known position of the thread that has the previous chunk */
    uint32_t seen;
};

/* A loop, as a thread of its team sees it. */
struct oc_loop {
    oc_next_chunk *next_chunk;      /* null: the thread is in no loop */
    struct oc_share *share;         /* null in a team of one */
    struct oc_common *common;       /* memory and reductions that the threads share, or null */
    unsigned long long start, step; /* values of the loop variable */
    unsigned long count, chunk;     /* numbers of iterations */
    unsigned long trip;             /* static: chunks that the thread has run so far */
    /* Used for sections and for ordered and doacross loops: the thread's present iterations. */
    unsigned long first, end;
    /* Used for loops whose variable does not fit into a long: the number of iterations. */
    unsigned long long total;
    unsigned grain;               /* iterations are handed out in units of 2 to the power of this */
    bool is_ordered, is_doacross; /* set only if the team has several threads */
    union {
        struct oc_order order;
        struct oc_doacross doacross;
    };
};

#endif
