#include "mpi/comm/contexts.h"

#include "mpi/core/fibre.h"

#define WORDS OC_CONTEXT_WORDS

/* The first two bits: MPI_COMM_WORLD and MPI_COMM_SELF. */
static uint32_t used[WORDS] = {3};

uint32_t oc_context_offer(int word, uint32_t mask) {
    uint32_t offered = ~used[word] & mask;
    used[word] |= offered;
    return offered;
}

void oc_context_withdraw(int word, uint32_t offered) {
    used[word] &= ~offered;
}

/* As many words at a time as a short message carries. */
int oc_context_agree(const struct oc_circle *circle, uint32_t *context) {
    if (oc_on_fibre())
        return oc_context_agree_beside(circle, context);
    for (int from = 0; from < WORDS; from += OC_CIRCLE_WORDS) {
        uint32_t offered[OC_CIRCLE_WORDS], unused[OC_CIRCLE_WORDS];
        for (int i = 0; i < OC_CIRCLE_WORDS; i++)
            unused[i] = offered[i] = oc_context_offer(from + i, UINT32_MAX);
        int error = oc_circle_and(circle, unused, OC_CIRCLE_WORDS);
        for (int i = 0; i < OC_CIRCLE_WORDS; i++)
            oc_context_withdraw(from + i, offered[i]);
        if (error)
            return error;
        for (int i = 0; i < OC_CIRCLE_WORDS; i++)
            if (unused[i]) {
                int number = (from + i) * 32 + __builtin_ctz(unused[i]);
                *context = (uint32_t)number * OC_CONTEXTS;
                return MPI_SUCCESS;
            }
    }
    return MPI_ERR_OTHER;
}

void oc_context_take(uint32_t context) {
    uint32_t number = context / OC_CONTEXTS;
    used[number / 32] |= UINT32_C(1) << number % 32;
}

void oc_context_free(uint32_t context) {
    uint32_t number = context / OC_CONTEXTS;
    used[number / 32] &= ~(UINT32_C(1) << number % 32);
}
