#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_CHAIN_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_CHAIN_H

#include <stddef.h>

struct oc_communicator;

/* Collectives in which data pass from rank to rank, in segments of OC_CHAIN_SEGMENT bytes. Each
 * rank fetches a segment from the buffer of the previous rank as soon as the segment is there. So
 * each link carries each byte once. The ranks must be able to expose data (exposure.h). */
#define OC_CHAIN_SEGMENT 512

/* The chain begins at the root. */
int oc_bcast_chain(const struct oc_communicator *comm, void *data, size_t bytes, int root);

/* The chain is a ring. `all` has a block of `bytes` bytes for each rank; this rank's block is
 * filled in. */
int oc_allgather_chain(const struct oc_communicator *comm, void *all, size_t bytes);

#endif
