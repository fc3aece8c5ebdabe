#include "mpi/world/agreement.h"

#include "mpi/core/request.h"
#include "mpi/transport/shared_block.h"

/* Waits until a word of the own block, written by `place`, is not 0; gives it. */
static uint32_t await_word(const volatile uint32_t *word, int place) {
    struct oc_request why;
    oc_request_fill(&why, &oc_comm_world, OC_CONTEXT_COLLECTIVE, NULL, 0, place, 0);
    oc_await(word, 0, &why);
    return *word;
}

/* The same word of somebody else's block. */
static hal_address there(int place, const uint32_t *word) {
    return hal_shared_of(place) + (size_t)((const char *)word - (const char *)oc_shared_block());
}

int oc_agree_on_tree(int occasion, int *size) {
    struct oc_tree_words *own = &oc_shared_block()->tree[occasion];
    int place = hal_place(), places = hal_places(), bit = 1;
    uint32_t *child = own->arrived, subtree = 1;
    for (; bit < places && !(place & bit); bit <<= 1, child++)
        if (place + bit < places)
            subtree += await_word(child, place + bit);

    uint32_t answer = (subtree - 1) << 16;
    if (place) {
        hal_store(there(place - bit, child), subtree);
        answer = await_word(&own->answer, place - bit);
    }
    /* The largest subtree first: its way is the longest. */
    uint32_t next = answer + subtree;
    while (bit >>= 1)
        if (*--child) {
            next -= *child;
            hal_store(there(place + bit, &own->answer), next);
        }
    *size = (int)(answer >> 16) + 1;
    return (int)(answer & 0xffff);
}

extern __typeof__(oc_agree) oc_agree __attribute__((weak, alias("oc_agree_on_tree")));
