/* What regions call of the subsystems above them, which define it. */
#ifndef OMP_REGION_HOOKS_H
#define OMP_REGION_HOOKS_H

#include "link/variant.h"

struct oc_team;
struct oc_thread;

/* At the end of an outermost region, by thread 0: its worksharing constructs leave nothing behind
 * (loop/share.c). */
void oc_shares_clear(struct oc_thread *self);

/* At the end of a region with doacross loops, by the thread that started it (loop/doacross.c).
 * Linked only with such loops. */
void oc_doacross_clear(const struct oc_team *team) OC_OPTIONAL;

/* When a thread has got its position in a team, before any thread below it begins: reductions
 * forget what a cancelled team, or one of another size, has left behind (reduction/position.c).
 * Linked only with reductions by messages. */
void oc_reduction_reset(struct oc_thread *self);

#endif
