#include "mpi/world/job_barrier.h"

#include "hal/store.h"
#include "mpi/core/request.h"
#include "mpi/transport/shared_block.h"

/* Waits until `place` has written a word of this process' block. */
static void await_word(const volatile uint32_t *word, int place) {
    struct oc_request why;
    oc_request_fill(&why, &oc_comm_world, OC_CONTEXT_COLLECTIVE, NULL, 0, place, 0);
    oc_await(word, 0, &why);
}

/* Sets a word in another process' shared block. `word` is the word at the same offset in this
 * process' block. */
static void set_word(int place, const uint32_t *word) {
    hal_store(hal_shared_of(place) + (size_t)((const char *)word - (const char *)oc_shared_block()),
              1);
}

void oc_job_barrier_on_tree(int occasion) {
    struct oc_tree_words *own = &oc_shared_block()->tree[occasion];
    int place = hal_place(), places = hal_places(), bit = 1;
    uint32_t *child = own->arrived;
    for (; bit < places && !(place & bit); bit <<= 1, child++)
        if (place + bit < places)
            await_word(child, place + bit);
    if (place) {
        set_word(place - bit, child);
        await_word(&own->all, place - bit);
    }
    /* Notify the largest subtree first, because its notifications travel farthest. */
    while (bit >>= 1)
        if (place + bit < places)
            set_word(place + bit, &own->all);
}
