/* A reduction without messages in which ranks put their data into each other's memory. */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_HALVES_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_HALVES_H

#include "mpi/collective/collective.h"

/* The most bytes of operands. A rank needs as much memory for those of others. */
#define OC_HALVES_BYTES 16384

/* Recursive halving, then doubling, as oc_allreduce_halving() does over messages. Cells (cells.h),
 * which the communicator must have, say where the memory is and when the data are there. This needs
 * a power of two of ranks and an operation that commutes, because a rank combines in the memory of
 * the operand that it has got. `result` may be null at ranks that do not need it. */
int oc_allreduce_halves(const struct oc_communicator *comm, const char *mine, char *result,
                        size_t count, size_t bytes, const struct oc_reduction *reduction);

#endif
