#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_PIPELINE_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_PIPELINE_H

#include <stddef.h>

struct oc_communicator;

/* A broadcast in which data pass from rank to rank, in segments of OC_PIPELINE_SEGMENT bytes, from
 * buffer to buffer. Requests and answers have separate networks, so a rank receives both halves of
 * the data at the same time: the previous rank puts the first half into its memory, and it fetches
 * the second half from the previous rank. The hardware counts completed transfers, so a rank can
 * pass on a segment as soon as its count shows that the segment has arrived.
 *
 * The ranks follow each other along the rows of the mesh, forth and back, so that no two of them
 * share a link. They must be able to expose data (exposure.h), and to use DMA lanes
 * (hal/store.h). */
#define OC_PIPELINE_SEGMENT 256
int oc_bcast_pipeline(const struct oc_communicator *comm, void *data, size_t bytes, int root);

#endif
