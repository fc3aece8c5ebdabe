/* What reductions do when a thread has got its place in a team, before any other thread of the team
 * begins that it leads there. */
#ifndef OMP_REDUCTION_RESET_H
#define OMP_REDUCTION_RESET_H

struct oc_thread;

/* Forgets what a team has left behind that was cancelled, or of another size. */
void oc_reduction_reset(struct oc_thread *self);

#endif
