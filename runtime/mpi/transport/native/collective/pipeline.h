#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_PIPELINE_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_PIPELINE_H

#include <stddef.h>

struct oc_communicator;

/* A broadcast in which data pass from rank to rank, in segments, straight from buffer to buffer.
 * Requests and answers have networks of their own, so each rank is put the first half of the data
 * by the rank before it, and fetches the second half from there, at the same time. The hardware
 * counts transfers at their ends: a rank issues a command for each segment when the count says that
 * it is there, and waits for no other one.
 *
 * Ranks follow each other along the rows of the mesh, to and fro, so that no two of them share a
 * link. They must be able to expose data (exposure.h), and to use lanes (hal/store.h). */
#define OC_PIPELINE_SEGMENT 256
int oc_bcast_pipeline(const struct oc_communicator *comm, void *data, size_t bytes, int root);

#endif
