/* Section of `loop/` in a thread's block, and what a thread and a team keep of a worksharing
 * construct. */
#ifndef OMP_TEAM_LOOP_STATE_H
#define OMP_TEAM_LOOP_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "omp/team/region_state.h"

#define OC_SHARES 8

/* Threads sleep until the next round. */
#define OC_ROUND_AWAITED 0x80000000u

struct oc_share {
    uint32_t round;     /* constructs that have used it up; perhaps with OC_ROUND_AWAITED */
    uint32_t left;      /* threads that have left the present one */
    unsigned long next; /* first iteration that nobody has; ordered: chunk */
    uintptr_t common;   /* a struct oc_common, or 0 (omp/loop/common.h) */
};

/* What each thread keeps about loops, for each active level. */
struct oc_loop_words {
    volatile uint32_t turn[OC_MOST_ACTIVE][OC_SHARES]; /* loop/ordered.h */
    /* loop/doacross.h: the thread's position; bits of threads that wait for its next position, and
     * of threads that wait for a later one, which they have written into `awaited` of their own;
     * the latter that the thread knows already, and the first position among theirs. */
    volatile uint32_t posted[OC_MOST_ACTIVE];
    volatile uint32_t next_waiters[OC_MOST_ACTIVE], later_waiters[OC_MOST_ACTIVE];
    volatile uint32_t awaited[OC_MOST_ACTIVE];
    uint32_t known_waiters[OC_MOST_ACTIVE], first_awaited[OC_MOST_ACTIVE];
    volatile uint32_t has_turn; /* 1: it is the turn of a thread that has said where it waits */
    volatile uint32_t woken;    /* 1: a thread for which this one waits has got further */
};

struct oc_loop;
struct oc_common;

/* Gives the next iterations of the calling thread, from *first to before *end; false: there are no
 * more. */
typedef bool oc_next_chunk(struct oc_loop *loop, unsigned long *first, unsigned long *end);

/* What a thread knows of an ordered loop (omp/loop/ordered.h). */
struct oc_order {
    uint32_t number; /* of its chunk, from 0 on */
    uint32_t seat;   /* the thread whose block has the word that gives the chunk its turn */
    uint32_t slot;   /* which of its words */
    bool is_fixed;   /* seats are those of the chunks' own threads */
    bool has_turn, has_passed;
    unsigned long left; /* iterations of the chunk, less ordered regions that are over */
    /* guided: the number and first iteration of the first of the chunks that are as long as this
     * one, and their length. */
    uint32_t round;
    unsigned long long from;
    unsigned long part;
};

/* Loops of a nest that iterations may wait in. */
#define OC_DOACROSS_LOOPS 8

/* What a thread knows of a doacross loop (omp/loop/doacross.h). */
struct oc_doacross {
    uint32_t base;                      /* position of the first iteration */
    uint32_t inner;                     /* positions of an iteration of the outermost loop */
    unsigned loops;                     /* in the nest; */
    uint32_t counts[OC_DOACROSS_LOOPS]; /* their iterations */
    unsigned long previous;             /* first iteration of the chunk before the thread's own */
    uint32_t seen;                      /* how far the thread was that has it */
};

/* A loop, as one thread of its team sees it. */
struct oc_loop {
    oc_next_chunk *next_chunk;      /* null: the thread is in no loop */
    struct oc_share *share;         /* null in a team of one */
    struct oc_common *common;       /* what the compiler has asked for, or null */
    unsigned long long start, step; /* of its variable */
    unsigned long count, chunk;     /* iterations */
    unsigned long trip;             /* static: of the thread, so far */
    unsigned long first, end;       /* sections, ordered, doacross: the iterations it has */
    unsigned long long total; /* of loops whose variable does not fit into a long: iterations, */
    unsigned grain;           /* which are handed out by 2 to the power of so many */
    bool is_ordered, is_doacross; /* and has several threads */
    union {
        struct oc_order order;
        struct oc_doacross doacross;
    };
};

#endif
