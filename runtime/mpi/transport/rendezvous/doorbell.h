/* Doorbells: flags that other processes set (hal_sync_set()), one for each peer. A doorbell says
 * that the peer's line has changed. A waiting process therefore polls its own tile or sleeps. It
 * need not poll a line of every peer, which would add traffic. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_DOORBELL_H
#define MPI_TRANSPORT_RENDEZVOUS_DOORBELL_H

#include "hal/hal.h"

/* Peers whose numbers are equal modulo this share a doorbell. */
#define OC_DOORBELL_PEERS 32

static inline uint32_t oc_doorbell_bit(int place) {
    return 1u << (place & (OC_DOORBELL_PEERS - 1));
}

/* Returns the doorbells that have rung and clears them. */
static inline uint32_t oc_doorbell_take(void) {
    return hal_sync_take(UINT32_MAX);
}

#endif
