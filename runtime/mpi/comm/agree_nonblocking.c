#include "mpi/collective/nonblocking/operation.h"
#include "mpi/comm/agree.h"
#include "mpi/comm/contexts.h"
#include "mpi/core/fibre.h"

/* An agreement takes a slot of few contexts at a time, so that several agreements find free ones.
 * Each begins at a different slot. */
#define BITS 4
#define SLOTS_OF_WORD (32 / BITS)
#define STATIC_SLOTS (OC_STATIC_WORDS * SLOTS_OF_WORD)
#define SLOTS (OC_CONTEXT_WORDS * SLOTS_OF_WORD)

_Static_assert((SLOTS & (SLOTS - 1)) == 0 && (STATIC_SLOTS & (STATIC_SLOTS - 1)) == 0,
               "an odd step comes past all slots");

/* A round fails if other agreements have reserved the slot. The order of slots differs between
 * communicators and between their operations; otherwise members that collide once would always
 * collide. Slots that need no memory come first. Gives up after all slots. */
int oc_context_agree_nonblocking(const struct oc_participants *participants, uint32_t *context) {
    if (!oc_on_fibre())
        return oc_context_agree_blocking(participants, context);
    uint32_t number = (uint32_t)oc_operation_running->tag >> OC_TAG_BITS;
    uint32_t parent = oc_operation_running->request->core.comm->context / OC_CONTEXTS;
    uint32_t slot = number + parent, step = 2 * (number * 7 + parent) + 1;
    for (int round = 0; round < STATIC_SLOTS + SLOTS; round++, slot += step) {
        uint32_t slots = round < STATIC_SLOTS ? STATIC_SLOTS : SLOTS;
        int word = (int)(slot % slots / SLOTS_OF_WORD), shift = (int)(slot % SLOTS_OF_WORD) * BITS;
        uint32_t offered = oc_context_offer(word, ((UINT32_C(1) << BITS) - 1) << shift);
        uint32_t agreed = offered;
        int error = oc_participants_and(participants, &agreed, 1);
        oc_context_withdraw(word, offered);
        if (error)
            return error;
        if (agreed) {
            *context = (uint32_t)(word * 32 + __builtin_ctz(agreed)) * OC_CONTEXTS;
            oc_context_take(*context);
            return MPI_SUCCESS;
        }
    }
    return oc_context_none();
}
