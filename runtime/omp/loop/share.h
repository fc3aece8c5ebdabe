/* What the threads of a team share of a worksharing construct. A team has several of these, which
 * take turns: threads may be in different constructs where they do not wait for each other. */
#ifndef OMP_LOOP_SHARE_H
#define OMP_LOOP_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#define OC_SHARES 8

/* Threads sleep until the next round. */
#define OC_ROUND_SOUGHT 0x80000000u

struct oc_share {
    uint32_t round;     /* constructs that have used it up; perhaps with OC_ROUND_SOUGHT */
    uint32_t left;      /* threads that have left the present one */
    unsigned long next; /* first iteration that nobody has; ordered: chunk */
    uintptr_t common;   /* a struct oc_common, or 0 (omp/loop/common.h) */
};

struct oc_thread;

/* The share of the construct that the thread enters now. */
struct oc_share *oc_share_enter(struct oc_thread *self);
void oc_share_leave(struct oc_share *share, int size);

/* Of those who leave: whether all others have left. Then the share is to be made fit for the next
 * construct. */
bool oc_share_is_last(struct oc_share *share, int size);
void oc_share_renew(struct oc_share *share);

/* At the end of a region of threads 0 and more, by thread 0: what its constructs leave is as at
 * first.
 */
void oc_shares_clear(struct oc_thread *self);

/* Lets time pass before a word elsewhere is looked at again. */
void oc_pause(void);

#endif
