#include "mpi/window/shared.h"

#include <stdlib.h>

#include "mpi/collective/collective.h"
#include "mpi/error/raise.h"

/* The header of shared memory. It is in front of the memory, in a page of its own, which is not
 * shared. */
struct header {
    size_t bytes;
};

int oc_check_tile(const struct oc_communicator *comm) {
    int tile = hal_tile_of(hal_place());
    for (int rank = 0; rank < comm->size; rank++)
        if (hal_tile_of(oc_communicator_world_rank(comm, rank)) != tile)
            return oc_raise(comm, MPI_ERR_RMA_SHARED,
                            "rank # is in another tile|a communicator of one tile, as "
                            "MPI_Comm_split_type with MPI_COMM_TYPE_SHARED makes them",
                            rank, 0);
    return MPI_SUCCESS;
}

static void *allocate(size_t bytes) {
    size_t page = hal_page_bytes();
    bytes = (bytes + page - 1) / page * page;
    char *memory = aligned_alloc(page, page + bytes);
    if (!memory)
        return NULL;
    *(struct header *)memory = (struct header){bytes};
    if (bytes && !hal_share(memory + page, bytes, true)) {
        free(memory);
        return NULL;
    }
    return memory;
}

void oc_shared_close(void *memory) {
    size_t bytes = ((struct header *)memory)->bytes;
    if (bytes)
        hal_share((char *)memory + hal_page_bytes(), bytes, false);
}

/* An address that no memory has. It tells the other ranks that rank 0 has no memory. */
#define NOWHERE UINTPTR_MAX

/* Allocates the memory at rank 0. Each rank sends the next rank the sum of the sizes up to its own.
 * The last rank broadcasts the sum of all sizes; rank 0 allocates the memory and broadcasts its
 * address. */
int oc_shared_allocate(const struct oc_communicator *comm, size_t size, void **base,
                       void **memory) {
    struct oc_collective call = {comm, OC_TAG_GATHER, MPI_SUCCESS};
    size_t before = 0, all;
    uintptr_t start = NOWHERE;
    *memory = NULL;
    if (comm->rank > 0)
        oc_coll_receive(&call, comm->rank - 1, &before, sizeof before);
    all = before + size;
    if (comm->rank + 1 < comm->size)
        oc_coll_send(&call, comm->rank + 1, &all, sizeof all);
    int error = oc_bcast_binomial(comm, &all, sizeof all, comm->size - 1);
    if (comm->rank == 0 && (*memory = allocate(all)))
        start = (uintptr_t)*memory + hal_page_bytes();
    int told = oc_bcast_binomial(comm, &start, sizeof start, 0);
    *base = (char *)(start + before);
    if (start == NOWHERE)
        return MPI_ERR_NO_MEM;
    return call.error ? call.error : error ? error : told;
}
