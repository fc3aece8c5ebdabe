#include "omp/loop/share.h"

#include "omp/loop/doacross.h"
#include "omp/team/team.h"

#define PAUSE 32 /* cycles; on Linux, nanoseconds */

void oc_pause(void) {
    hal_wait(hal_cycles() + PAUSE);
}

struct oc_share *oc_share_enter(struct oc_thread *self) {
    uint32_t number = self->shares++;
    struct oc_share *share = &self->team->shares[number % OC_SHARES];
    while (__atomic_load_n(&share->round, __ATOMIC_ACQUIRE) != number / OC_SHARES)
        oc_pause();
    return share;
}

bool oc_share_is_last(struct oc_share *share, int size) {
    return __atomic_fetch_add(&share->left, 1, __ATOMIC_ACQ_REL) == (uint32_t)size - 1;
}

void oc_share_renew(struct oc_share *share) {
    share->left = 0;
    share->next = 0;
    __atomic_fetch_add(&share->round, 1, __ATOMIC_RELEASE);
}

void oc_share_leave(struct oc_share *share, int size) {
    if (oc_share_is_last(share, size))
        oc_share_renew(share);
}

void oc_shares_clear(struct oc_thread *self) {
    for (uint32_t i = 0; i < OC_SHARES && i < self->shares; i++)
        oc_team.shares[i].round = 0;
    if (self->positions)
        oc_doacross_clear(&oc_team);
}
