/* Doorbells: flags in each process, one for each peer, which the peers set (hal_sync_set()). A peer
 * sets its doorbell when it has changed its line. A waiting process therefore sleeps, or polls only
 * its own tile. If it polled a line of each peer, it would add traffic. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_DOORBELL_H
#define MPI_TRANSPORT_RENDEZVOUS_DOORBELL_H

#include "hal/hal.h"

/* The number of doorbells. Peers whose places are equal modulo this number share a doorbell. */
#define OC_DOORBELL_PEERS 32

static inline uint32_t oc_doorbell_bit(int place) {
    return 1u << (place & (OC_DOORBELL_PEERS - 1));
}

/* Returns the doorbells that have rung and clears them. */
static inline uint32_t oc_doorbell_take(void) {
    return hal_sync_take(UINT32_MAX);
}

#endif
