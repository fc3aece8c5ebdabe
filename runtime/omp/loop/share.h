/* What the threads of a team share of a worksharing construct. A team has several of these, which
 * take turns: threads may be in different constructs where they do not wait for each other. */
#ifndef OMP_LOOP_SHARE_H
#define OMP_LOOP_SHARE_H

#include <stdint.h>

#define OC_SHARES 8

struct oc_share {
    uint32_t round;     /* constructs that have used it up */
    uint32_t left;      /* threads that have left the present one */
    unsigned long next; /* first iteration that nobody has */
    unsigned long turn; /* ordered: first iteration that is not over */
};

struct oc_thread;

/* The share of the construct that the thread enters now. */
struct oc_share *oc_share_enter(struct oc_thread *self);
void oc_share_leave(struct oc_share *share, int size);

/* At the end of a region in which there were so many constructs. */
void oc_shares_clear(uint32_t constructs);

/* Lets time pass before a word elsewhere is looked at again. */
void oc_pause(void);

#endif
