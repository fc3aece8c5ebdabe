/* Loops that are shared out at run time (OpenMP 5.2, 11.5). Iterations are counted from 0; every
 * thread knows how they map to values of the loop's variable. */
#ifndef OMP_LOOP_LOOP_H
#define OMP_LOOP_LOOP_H

#include <stdbool.h>

#include "omp/loop/share.h"

struct oc_thread;
struct oc_loop;

/* Gives the next iterations of the calling thread, from *first to before *end; false: there are no
 * more. */
typedef bool oc_hand_out(struct oc_loop *loop, unsigned long *first, unsigned long *end);

/* A loop, as one thread of its team sees it. */
struct oc_loop {
    oc_hand_out *hand_out;
    struct oc_share *share;         /* null in a team of one */
    unsigned long long start, step; /* of its variable */
    unsigned long count, chunk;     /* iterations */
    unsigned long trip;             /* static: of the thread, so far */
    unsigned long first, end;       /* ordered: the iterations it has, */
    bool is_ordered, has_passed;    /* and whether the next ones may go on */
};

/* How iterations are handed out; a chunk of 0 is one that the schedule chooses. */
oc_hand_out oc_hand_out_static, oc_hand_out_dynamic, oc_hand_out_guided;

/* Iterations of a loop with a variable that is long. */
unsigned long oc_iterations(long start, long end, long step);

/* The calling thread enters a loop, and leaves it. */
void oc_loop_enter(oc_hand_out *hand_out, unsigned long long start, unsigned long long step,
                   unsigned long count, unsigned long chunk, bool is_ordered);
void oc_loop_leave(void);

/* As its entry points have it: enters a loop, or not, and gives the first values. */
bool oc_loop_next(long *first, long *end);

/* What the program, or OMP_SCHEDULE, has set for schedule(runtime). */
oc_hand_out *oc_runtime_schedule(unsigned long *chunk);

#endif
