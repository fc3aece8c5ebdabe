#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_BCAST_CHAIN_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_BCAST_CHAIN_H

#include <stddef.h>

struct oc_communicator;

/* Broadcasts from rank to rank, in segments of OC_BCAST_SEGMENT bytes: each rank fetches a segment
 * from the buffer of the rank before it, as soon as the segment is there. The ranks must be able to
 * expose data (exposure.h). */
int oc_bcast_chain(const struct oc_communicator *comm, void *data, size_t bytes, int root);
#define OC_BCAST_SEGMENT 512

#endif
