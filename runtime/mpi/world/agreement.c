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

/* Address of a word of somebody's tree. */
static hal_address word_of(int place, int occasion, size_t member) {
    return hal_shared_of(place) + OC_SHARED(tree) +
           (size_t)occasion * sizeof(struct oc_tree_words) + member;
}

int oc_agree_on_tree(int occasion, int *size) {
    struct oc_tree_words *own = &oc_shared_block()->tree[occasion];
    int place = hal_place(), places = hal_places();
    uint32_t subtree = 1;
    int level = 0;
    for (; !(place >> level & 1) && place + (1 << level) < places; level++)
        subtree += await_word(&own->arrived[level], place + (1 << level));

    uint32_t members = subtree, first = 0;
    if (place) {
        /* Where the tree is cut off at the right, the lowest set bit is above the last child. */
        int up = level;
        while (!(place >> up & 1))
            up++;
        int parent = place - (1 << up);
        size_t arrived = offsetof(struct oc_tree_words, arrived) + 4 * (size_t)up;
        hal_store(word_of(parent, occasion, arrived), subtree);
        first = await_word(&own->released, parent) - 1;
        members = own->size;
    }
    /* The largest subtree first: its way is the longest. */
    uint32_t end = first + subtree;
    while (level-- > 0) {
        int child = place + (1 << level);
        end -= own->arrived[level];
        hal_store(word_of(child, occasion, offsetof(struct oc_tree_words, size)), members);
        hal_store(word_of(child, occasion, offsetof(struct oc_tree_words, released)), 1 + end);
    }
    *size = (int)members;
    return (int)first;
}

extern __typeof__(oc_agree) oc_agree __attribute__((weak, alias("oc_agree_on_tree")));
