#include "omp/loop/common.h"

#include <stdlib.h>

#include "hal/hal.h"
#include "omp/loop/share.h"
#include "omp/team/message.h"
#include "omp/team/thread.h"

/* The value of a share's `common` while a thread allocates the oc_common structure. */
#define BEING_MADE ((uintptr_t)1)

static struct oc_common *make(uintptr_t *reductions, uintptr_t bytes) {
    struct oc_common *common = calloc(1, sizeof *common + bytes);
    if (!common) {
        oc_message("OpenMP", ": no memory for the shared state of a loop");
        hal_abort(1);
    }
    common->reductions = reductions;
    if (reductions)
        oc_reduction_enter(reductions, NULL);
    return common;
}

static void join(uintptr_t *reductions, const struct oc_common *common) {
    if (reductions)
        oc_reduction_enter(reductions, common->reductions);
}

static struct oc_common *find(struct oc_share *share, uintptr_t *reductions, uintptr_t bytes) {
    uintptr_t found = 0;
    if (__atomic_compare_exchange_n(&share->common, &found, BEING_MADE, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_ACQUIRE)) {
        struct oc_common *common = make(reductions, bytes);
        __atomic_store_n(&share->common, (uintptr_t)common, __ATOMIC_RELEASE);
        return common;
    }
    for (; found == BEING_MADE; found = __atomic_load_n(&share->common, __ATOMIC_ACQUIRE))
        oc_pause();
    join(reductions, (struct oc_common *)found);
    return (struct oc_common *)found;
}

void oc_common_enter(uintptr_t *reductions, void **memory) {
    if (!reductions && !memory)
        return;
    struct oc_loop *loop = &oc_thread.loop;
    uintptr_t bytes = memory ? (uintptr_t)*memory : 0;
    loop->common = loop->share ? find(loop->share, reductions, bytes) : make(reductions, bytes);
    if (memory)
        *memory = loop->common->memory;
}

void oc_common_leave(struct oc_thread *self) {
    struct oc_share *share = self->loop.share;
    if (share && !oc_share_is_last(share, self->size))
        return;
    free(self->loop.common);
    if (share) {
        share->common = 0;
        oc_share_renew(share);
    }
}
