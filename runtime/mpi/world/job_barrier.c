#include "mpi/world/job_barrier.h"

#include "hal/store.h"
#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

/* Waits until `place` has written the word at `offset` of this process' block. This is what
 * oc_await() does, in fewer instructions. */
static void await_word(size_t offset, int place) {
    struct oc_request why; /* what the wait record shows of it */
    why.comm = &oc_comm_world;
    why.context = OC_CONTEXT_COLLECTIVE;
    why.bytes = 0;
    why.peer = place;
    why.tag = 0;
    oc_transport_arm_by_call();
    const uint32_t *word = (const uint32_t *)(const void *)((char *)oc_transport_block + offset);
    while (!hal_observe(word))
        if (!oc_transport_progress() && !hal_observe(word))
            oc_sleep(HAL_NEVER, &why);
}

/* Sets the word at `offset` of another process' block. */
static void set_word(size_t offset, int place) {
    hal_store(hal_shared_of(place) + offset, 1);
}

void oc_job_barrier_on_tree(int occasion) {
    size_t child = OC_SHARED(tree) + (size_t)occasion * sizeof(struct oc_tree_words);
    size_t all = child + offsetof(struct oc_tree_words, all);
    int place = hal_place(), places = hal_places(), bit = 1;
    for (; bit < places && !(place & bit); bit <<= 1, child += sizeof(uint32_t))
        if (place + bit < places)
            await_word(child, place + bit);
    if (place) {
        set_word(child, place - bit);
        await_word(all, place - bit);
    }
    /* Notify the largest subtree first, because its notifications travel farthest. */
    while (bit >>= 1)
        if (place + bit < places)
            set_word(all, place + bit);
}
