#include "mpi/comm/contexts.h"

#include "mpi/core/communicator.h"

/* The first two bits: MPI_COMM_WORLD and MPI_COMM_SELF. */
static uint32_t used[OC_CONTEXT_WORDS] = {3};

uint32_t oc_context_offer(int word, uint32_t mask) {
    uint32_t offered = ~used[word] & mask;
    used[word] |= offered;
    return offered;
}

void oc_context_withdraw(int word, uint32_t offered) {
    used[word] &= ~offered;
}

void oc_context_take(uint32_t context) {
    uint32_t number = context / OC_CONTEXTS;
    used[number / 32] |= UINT32_C(1) << number % 32;
}

void oc_context_free(uint32_t context) {
    uint32_t number = context / OC_CONTEXTS;
    used[number / 32] &= ~(UINT32_C(1) << number % 32);
}
