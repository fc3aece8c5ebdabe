#include "mpi/comm/contexts.h"

#include <stdlib.h>

#include "mpi/core/communicator.h"

#define MORE_WORDS (OC_CONTEXT_WORDS - OC_STATIC_WORDS)

_Static_assert(OC_COMMUNICATORS *OC_CONTEXTS == 1 << 16, "a context has 16 bits (oc_sender())");

/* Words of the bit map of used contexts. The two lowest bits belong to MPI_COMM_WORLD and
 * MPI_COMM_SELF. */
static uint32_t first[OC_STATIC_WORDS] = {3};

/* Further words of the bit map, on the heap. Null if none has been needed yet, or if there was no
 * memory. */
static uint32_t *more;

/* Returns word number `word` of the bit map of used contexts, or null if there is no memory for the
 * words on the heap. The last bit of the map is always set, so that no context gives the value
 * OC_VOID (transport/native/native.h). */
static uint32_t *used(int word) {
    if (word < OC_STATIC_WORDS)
        return &first[word];
    if (!more && (more = calloc(MORE_WORDS, sizeof *more)))
        more[MORE_WORDS - 1] = UINT32_C(1) << 31;
    return more ? &more[word - OC_STATIC_WORDS] : NULL;
}

uint32_t oc_context_offer(int word, uint32_t mask) {
    uint32_t *bits = used(word), offered = bits ? ~*bits & mask : 0;
    if (offered)
        *bits |= offered;
    return offered;
}

void oc_context_withdraw(int word, uint32_t offered) {
    if (offered)
        *used(word) &= ~offered;
}

void oc_context_take(uint32_t context) {
    uint32_t number = context / OC_CONTEXTS;
    *used((int)(number / 32)) |= UINT32_C(1) << number % 32;
}

void oc_context_free(uint32_t context) {
    uint32_t number = context / OC_CONTEXTS;
    *used((int)(number / 32)) &= ~(UINT32_C(1) << number % 32);
}

int oc_context_none(void) {
    return more ? MPI_ERR_OTHER : MPI_ERR_NO_MEM;
}
