#include "mpi/comm/agree.h"

#include "hal/hal.h"
#include "mpi/comm/agree_slots.h"
#include "mpi/comm/contexts.h"

/* Offers the free contexts of OC_PARTICIPANTS_WORDS words at a time. Each word is for 32 contexts.
 * A short message has room for no more words. */
int oc_context_agree_blocking(const struct oc_participants *participants, uint32_t *context) {
    for (int from = 0; from < OC_CONTEXT_WORDS; from += OC_PARTICIPANTS_WORDS) {
        uint32_t offered[OC_PARTICIPANTS_WORDS], unused[OC_PARTICIPANTS_WORDS];
        for (int i = 0; i < OC_PARTICIPANTS_WORDS; i++)
            unused[i] = offered[i] = oc_context_offer(from + i, UINT32_MAX);
        int error = oc_participants_and(participants, unused, OC_PARTICIPANTS_WORDS);
        for (int i = 0; i < OC_PARTICIPANTS_WORDS; i++)
            oc_context_withdraw(from + i, offered[i]);
        if (error)
            return error;
        for (int i = 0; i < OC_PARTICIPANTS_WORDS; i++)
            if (unused[i]) {
                int number = (from + i) * 32 + __builtin_ctz(unused[i]);
                *context = (uint32_t)number * OC_CONTEXTS;
                return MPI_SUCCESS;
            }
    }
    if (!HAL_TURNS)
        return oc_context_none();
    /* All contexts that were free may be reserved by the agreements of other threads. Try again
     * with few contexts at a time. */
    return oc_context_agree_on_slot(participants, (uint32_t)participants->tag,
                                    participants->comm->context, false, context);
}
