/* An agreement on a context while other agreements are in progress, which may have reserved
 * contexts that are free. */
#ifndef MPI_COMM_AGREE_SLOTS_H
#define MPI_COMM_AGREE_SLOTS_H

#include "mpi/comm/agree.h"
#include "mpi/comm/contexts.h"

/* The number of contexts that an agreement reserves at a time (a slot), so that free contexts are
 * left for other agreements. Agreements begin at different slots. */
#define OC_SLOT_BITS 4
#define OC_SLOTS_OF_WORD (32 / OC_SLOT_BITS)
#define OC_STATIC_SLOTS (OC_STATIC_WORDS * OC_SLOTS_OF_WORD)
#define OC_CONTEXT_SLOTS (OC_CONTEXT_WORDS * OC_SLOTS_OF_WORD)

_Static_assert((OC_CONTEXT_SLOTS & (OC_CONTEXT_SLOTS - 1)) == 0 &&
                   (OC_STATIC_SLOTS & (OC_STATIC_SLOTS - 1)) == 0,
               "an odd step comes past all slots");

/* Tries one slot after the other until all participants agree on a context, and gives up after the
 * last slot. `number` and the context of the communicator `parent` identify the agreement. If
 * `take` is set, the function also marks the context as used.
 *
 * A slot fails if other agreements have reserved its contexts. The order of the slots depends on
 * the communicator and on the number of the operation, because agreements that try slots in one
 * order would collide again and again. The slots of static words, which need no memory, come
 * first. */
static inline int oc_context_agree_on_slot(const struct oc_participants *participants,
                                           uint32_t number, uint32_t parent, bool take,
                                           uint32_t *context) {
    parent /= OC_CONTEXTS;
    uint32_t slot = number + parent, step = 2 * (number * 7 + parent) + 1;
    for (int round = 0; round < OC_STATIC_SLOTS + OC_CONTEXT_SLOTS; round++, slot += step) {
        uint32_t slots = round < OC_STATIC_SLOTS ? OC_STATIC_SLOTS : OC_CONTEXT_SLOTS;
        int word = (int)(slot % slots / OC_SLOTS_OF_WORD);
        int shift = (int)(slot % OC_SLOTS_OF_WORD) * OC_SLOT_BITS;
        uint32_t offered = oc_context_offer(word, ((UINT32_C(1) << OC_SLOT_BITS) - 1) << shift);
        uint32_t agreed = offered;
        int error = oc_participants_and(participants, &agreed, 1);
        oc_context_withdraw(word, offered);
        if (error)
            return error;
        if (agreed) {
            *context = (uint32_t)(word * 32 + __builtin_ctz(agreed)) * OC_CONTEXTS;
            if (take)
                oc_context_take(*context);
            return MPI_SUCCESS;
        }
    }
    return oc_context_none();
}

#endif
