#include "omp/loop/share.h"

#include "hal/store.h"
#include "omp/loop/member.h"
#include "omp/region/hooks.h"

static bool is_at(uint32_t seen, uint32_t round) {
    return (seen & ~OC_ROUND_AWAITED) == round;
}

/* Sleeps until another thread of the team may have renewed the share, or returns at once if this
 * has already happened. The caller tests the share again. */
static __attribute__((noinline)) void await_share(const struct oc_thread *self,
                                                  struct oc_share *share, uint32_t round) {
    struct oc_block *block = self->block;
    HAL_WRITE(&block->loop.woken, 0);
    oc_flush();
    uint32_t seen = __atomic_fetch_or(&share->round, OC_ROUND_AWAITED, __ATOMIC_ACQ_REL);
    if (!is_at(seen, round))
        oc_await(&block->loop.woken);
}

struct oc_share *oc_share_enter(struct oc_thread *self) {
    uint32_t number = self->shares++, round = number / OC_SHARES;
    struct oc_share *share = &self->team->shares[number % OC_SHARES];
    while (!is_at(__atomic_load_n(&share->round, __ATOMIC_ACQUIRE), round))
        await_share(self, share, round);
    return share;
}

bool oc_share_is_last(struct oc_share *share, int size) {
    return __atomic_fetch_add(&share->left, 1, __ATOMIC_ACQ_REL) == (uint32_t)size - 1;
}

/* The share does not record which threads sleep, so all threads of the team are woken. */
static __attribute__((noinline)) void wake(const struct oc_team *team, struct oc_share *share) {
    __atomic_fetch_and(&share->round, ~OC_ROUND_AWAITED, __ATOMIC_RELAXED);
    for (int i = 0; i < team->size; i++)
        hal_store(oc_member_block(team, i) + OC_IN_BLOCK(loop.woken), 1);
}

void oc_share_renew(struct oc_share *share) {
    share->left = 0;
    share->next = 0;
    if (__atomic_fetch_add(&share->round, 1, __ATOMIC_RELEASE) & OC_ROUND_AWAITED)
        wake(oc_thread.team, share);
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
