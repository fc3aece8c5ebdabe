/* Bells: a word of each process with a bit for each peer whose line has changed, so that it polls
 * one word and not a line of every peer. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_BELL_H
#define MPI_TRANSPORT_RENDEZVOUS_BELL_H

#include "hal/hal.h"

/* Peers with the same number modulo this share a bit. */
#define OC_BELL_BITS 16

/* In a memory that wakes nobody: its process has gone to sleep, and is to be woken. */
#define OC_BELL_ASLEEP 0x80000000u

/* Flag of the synchronisation module that wakes it. */
#define OC_BELL_WAKE 1u

static inline uint32_t oc_bell_bit(int place) {
    return 1u << (place & (OC_BELL_BITS - 1));
}

/* All bits that are set, which are cleared. */
uint32_t oc_bell_take(void);

/* Called when nothing has happened: the caller may go to sleep next. Memories that wake nobody are
 * polled for a while; then this process asks to be woken. */
void oc_bell_rest(void);

#endif
