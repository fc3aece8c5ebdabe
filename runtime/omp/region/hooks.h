/* Functions that regions call and that higher subsystems define. */
#ifndef OMP_REGION_HOOKS_H
#define OMP_REGION_HOOKS_H

#include "link/variant.h"

struct oc_team;
struct oc_thread;

/* Thread 0 calls this at the end of an outermost region, so that its worksharing constructs leave
 * nothing behind (loop/share.c). */
void oc_shares_clear(struct oc_thread *self);

/* The thread that started a region calls this function at the region's end if the region had
 * doacross loops (loop/doacross.c). Linked only with such loops. */
void oc_doacross_clear(const struct oc_team *team) OC_OPTIONAL;

/* A thread calls this function when it learns its position in a team, before any thread below it
 * begins the region. The function resets the state of reductions that a cancelled team, or a team
 * of another size, has left behind (reduction/position.c). It is linked only into programs that
 * reduce by messages. */
void oc_reduction_reset(struct oc_thread *self);

#endif
