/* What the threads of a team share of a worksharing construct. A team has several of these, which
 * take turns: threads may be in different constructs where they do not wait for each other. */
#ifndef OMP_LOOP_SHARE_H
#define OMP_LOOP_SHARE_H

#include "omp/team/loop_state.h"

struct oc_thread;

/* The share of the construct that the thread enters now. */
struct oc_share *oc_share_enter(struct oc_thread *self);
void oc_share_leave(struct oc_share *share, int size);

/* A thread leaves: whether all others have left. Then it prepares the share for the next construct.
 */
bool oc_share_is_last(struct oc_share *share, int size);
void oc_share_renew(struct oc_share *share);

#endif
