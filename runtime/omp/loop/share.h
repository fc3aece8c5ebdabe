/* The data that the threads of a team share in a worksharing construct. A team has several such
 * shares and uses them in turn, because threads that do not wait for each other may be in different
 * constructs. */
#ifndef OMP_LOOP_SHARE_H
#define OMP_LOOP_SHARE_H

#include "omp/team/loop_state.h"

struct oc_thread;

/* oc_share_enter() returns the share of the construct that the thread enters now. */
struct oc_share *oc_share_enter(struct oc_thread *self);
void oc_share_leave(struct oc_share *share, int size);

/* oc_share_is_last() notes that a thread leaves, and returns whether it is the last one. That
 * thread then calls oc_share_renew() for the next construct. */
bool oc_share_is_last(struct oc_share *share, int size);
void oc_share_renew(struct oc_share *share);

#endif
