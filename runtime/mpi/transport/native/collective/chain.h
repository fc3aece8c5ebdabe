#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_CHAIN_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_CHAIN_H

#include <stddef.h>

struct oc_communicator;

/* The length in bytes of a segment in the following collectives, in which data pass from rank to
 * rank. Each rank fetches a segment from the buffer of the previous rank as soon as the segment is
 * there. So each link carries each byte once. The ranks must be able to expose data
 * (exposure.h). */
#define OC_CHAIN_SEGMENT 512

/* A broadcast along a chain of ranks, which begins at the root. */
int oc_bcast_chain(const struct oc_communicator *comm, void *data, size_t bytes, int root);

/* An allgather along a ring of ranks. `all` has a block of `bytes` bytes for each rank. The caller
 * has filled in this rank's block. */
int oc_allgather_chain(const struct oc_communicator *comm, void *all, size_t bytes);

#endif
