#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_PIPELINE_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_PIPELINE_H

#include <stddef.h>

struct oc_communicator;

/* A broadcast in which data pass from rank to rank, in segments, straight from buffer to buffer.
 * Requests and answers have networks of their own, so a rank receives both halves of the data at
 * the same time: the previous rank puts the first half into its memory, and it fetches the second
 * half from the previous rank. The hardware counts transfers at their ends: a rank issues the
 * command for a segment as soon as the count shows that the segment has arrived.
 *
 * Ranks follow each other along the rows of the mesh, to and fro, so that no two of them share a
 * link. They must be able to expose data (exposure.h), and to use lanes (hal/store.h). */
#define OC_PIPELINE_SEGMENT 256
int oc_bcast_pipeline(const struct oc_communicator *comm, void *data, size_t bytes, int root);

#endif
