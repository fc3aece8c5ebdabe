#include <stdlib.h>
#include <string.h>

#include "mpi/collective/blocks.h"
#include "mpi/collective/exposure.h"

/* Ranks fetch in the order of rising distance, so that no rank serves all at once. A rank with a
 * wrong length still takes part, so that others do not wait for ever. */
int oc_alltoall_direct(const struct oc_communicator *comm, const struct oc_view *from,
                       const struct oc_view *to) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_ALLTOALL);
    struct oc_view sent = *from;
    size_t bytes = to->bytes / (size_t)comm->size, own = from->bytes / (size_t)comm->size;
    bool in_place = from->data == to->data && to->bytes;
    /* Received blocks would overwrite blocks that other ranks have not fetched yet. */
    if (in_place && !(sent.data = malloc(sent.bytes))) {
        oc_coll_keep_error(&exposure.call, MPI_ERR_NO_MEM);
        sent.bytes = 0;
    }
    if (in_place && sent.bytes)
        memcpy(sent.data, from->data, sent.bytes);
    oc_expose(&exposure, sent.data, sent.bytes);
    for (int distance = 1; distance < comm->size; distance++) {
        int peer = oc_rank_round(comm->rank + distance, comm->size);
        oc_fetch_exposed(&exposure, peer, (size_t)comm->rank * bytes,
                         (char *)to->data + (size_t)peer * bytes, bytes, to->bytes);
    }
    if (!in_place) {
        struct oc_view mine = {(char *)from->data + (size_t)comm->rank * own, own, NULL};
        struct oc_view place = {(char *)to->data + (size_t)comm->rank * bytes, bytes, NULL};
        oc_coll_copy(&exposure.call, &mine, &place);
    }
    int error = oc_exposure_end(&exposure);
    if (in_place)
        free(sent.data);
    return error;
}
