#include "mpi/comm/split_type.h"

#include <string.h>

#include "hal/hal.h"
#include "mpi/comm/split.h"

static const char resource_key[] = "mpi_hw_resource_type";

static bool names_tile(const struct oc_info *hints) {
    const struct oc_pair *pair = hints ? oc_info_pair(hints, resource_key) : NULL;
    return pair && (!strcmp(pair->value, "tile") || !strcmp(pair->value, "onchip://tile") ||
                    !strcmp(pair->value, "mpi_shared_memory"));
}

int oc_split_type(const struct oc_communicator *comm, int type, int key, struct oc_info *hints,
                  struct oc_communicator **made) {
    bool by_tile = type == MPI_COMM_TYPE_SHARED || type == MPI_COMM_TYPE_HW_UNGUIDED ||
                   (type != MPI_UNDEFINED && names_tile(hints));
    int error = oc_split(comm, by_tile ? hal_tile_of(hal_place()) : MPI_UNDEFINED, key, made);
    if (error || type != MPI_COMM_TYPE_HW_UNGUIDED || !*made)
        return error;
    /* If the new communicator is as large as the old one, nothing has been split, and the user gets
     * none. */
    if ((*made)->size == comm->size && (*made)->peers == comm->peers) {
        oc_communicator_free(*made);
        *made = NULL;
    } else if (hints && !oc_info_set(hints, resource_key, "tile")) {
        return MPI_ERR_NO_MEM;
    }
    return MPI_SUCCESS;
}
