/* Doorbells: flags of the synchronisation module, one for each peer whose line has changed. So a
 * process polls its own tile instead of a line of every peer, or sleeps, and adds no traffic. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_DOORBELL_H
#define MPI_TRANSPORT_RENDEZVOUS_DOORBELL_H

#include "hal/hal.h"

/* Peers with the same number modulo this share one. */
#define OC_DOORBELL_PEERS 32

static inline uint32_t oc_doorbell_bit(int place) {
    return 1u << (place & (OC_DOORBELL_PEERS - 1));
}

/* Takes the doorbells that have rung, and clears them. */
static inline uint32_t oc_doorbell_take(void) {
    return hal_sync_take(UINT32_MAX);
}

#endif
