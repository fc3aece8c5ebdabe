/* Bells: a word of each process with a bit for each peer whose line has changed, so that it polls
 * one word and not a line of every peer. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_BELL_H
#define MPI_TRANSPORT_RENDEZVOUS_BELL_H

#include "mpi/transport/transport.h"

/* Peers with the same number modulo this share a bit. */
#define OC_BELL_PEERS 16

/* In a memory that wakes nobody: its process has gone to sleep, and is to be woken. */
#define OC_BELL_ASLEEP 0x80000000u

/* Flag of the synchronisation module that wakes it. */
#define OC_BELL_WAKE 1u

static inline uint32_t oc_bell_bit(int place) {
    return 1u << (place & (OC_BELL_PEERS - 1));
}

/* In a shared block: a word of the native transport's, since others than a transport write `bell`.
 */
#define OC_SHARED_BELL OC_SHARED(spared)

extern uint32_t oc_own_bell_bit;
extern hal_address oc_own_bell; /* in the own shared block */

/* All bits that are set, which are cleared; of bells in memories. */
uint32_t oc_bell_take_memories(void);

static inline uint32_t oc_bell_take(void) {
    return hal_observe(oc_transport_block->spared) ? hal_swap(oc_own_bell, 0) : 0;
}

/* Called when nothing has happened: the caller may go to sleep next. Memories that wake nobody are
 * polled for a while; then this process asks to be woken. */
void oc_bell_rest(void);

#endif
