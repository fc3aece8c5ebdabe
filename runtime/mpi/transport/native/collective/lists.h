/* Collectives whose blocks have different lengths and places. Only the rank that has a list of
 * blocks knows where each block is, so it exposes a table of places, with an entry for each rank.
 * Each other rank looks up its entry, and moves the data. A noncontiguous block, or one of constant
 * data, cannot be reached by other ranks; its entry has the address 0. */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_LISTS_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_LISTS_H

#include "mpi/collective/blocks.h"
#include "mpi/transport/native/collective/exposure.h"

/* The length of a table in bytes. */
static inline size_t oc_table_bytes(const struct oc_communicator *comm) {
    return (size_t)comm->size * sizeof(struct oc_place);
}

/* Fills in the entries of the other ranks. Returns whether the other ranks can reach all blocks. */
bool oc_table_fill(struct oc_exposure *exposure, const struct oc_rank_blocks *blocks,
                   struct oc_place *table);

#endif
