#include "mpi/collective/exposure.h"

#include <stdlib.h>
#include <string.h>

#include "hal/store.h"

static void meet(const struct oc_communicator *comm) {
    oc_barrier_complete(comm);
    oc_barrier_counters(comm);
}

static void *reachable(struct oc_exposure *exposure, const void *data, size_t bytes) {
    if (!bytes || hal_global(data))
        return (void *)data;
    free(exposure->copy);
    if (!(exposure->copy = malloc(bytes)))
        oc_coll_keep_error(&exposure->call, MPI_ERR_NO_MEM);
    return exposure->copy ? memcpy(exposure->copy, data, bytes) : NULL;
}

void oc_expose(struct oc_exposure *exposure, const void *data, size_t bytes) {
    struct oc_exposed *own = &oc_shared_block()->exposed[++exposure->step & 1];
    data = reachable(exposure, data, bytes);
    *own = (struct oc_exposed){data ? hal_global(data) : 0, data ? bytes : 0};
    meet(exposure->call.comm);
}

int oc_exposure_end(struct oc_exposure *exposure) {
    hal_finish_all();
    meet(exposure->call.comm);
    free(exposure->copy);
    return exposure->call.error;
}

size_t oc_exposed_otherwise(struct oc_exposure *exposure, size_t there, size_t expected,
                            size_t offset, size_t bytes) {
    oc_coll_keep_error(&exposure->call, there > expected ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
    size_t left = there > offset ? there - offset : 0;
    return bytes < left ? bytes : left;
}
