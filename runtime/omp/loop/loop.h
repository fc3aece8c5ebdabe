/* Loops that are shared out at run time (OpenMP 5.2, 11.5). Iterations are counted from 0; every
 * thread knows how they map to values of the loop's variable. */
#ifndef OMP_LOOP_LOOP_H
#define OMP_LOOP_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "omp/loop/share.h"

struct oc_thread;
struct oc_loop;
struct oc_common;

/* Gives the next iterations of the calling thread, from *first to before *end; false: there are no
 * more. */
typedef bool oc_hand_out(struct oc_loop *loop, unsigned long *first, unsigned long *end);

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
    oc_hand_out *hand_out;          /* null: the thread is in no loop */
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

/* How iterations are handed out; a chunk of 0 is one that the schedule chooses. */
oc_hand_out oc_hand_out_static, oc_hand_out_dynamic, oc_hand_out_guided;

/* Iterations of a loop with a variable that is long. */
unsigned long oc_iterations(long start, long end, long step);

/* The calling thread enters a loop, and leaves it. */
void oc_loop_enter(oc_hand_out *hand_out, unsigned long long start, unsigned long long step,
                   unsigned long count, unsigned long chunk);
void oc_loop_leave(void);

/* As its entry points have it: enters a loop, or not, and gives the first values. */
bool oc_loop_next(long *first, long *end);

/* What the program, or OMP_SCHEDULE, has set for schedule(runtime). */
oc_hand_out *oc_runtime_schedule(unsigned long *chunk);

#endif
