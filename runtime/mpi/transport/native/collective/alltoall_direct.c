#include <stdlib.h>
#include <string.h>

#include "mpi/collective/blocks.h"
#include "mpi/transport/native/collective/exposure.h"

bool oc_alltoall_is_direct(struct oc_communicator *comm, size_t bytes) {
    return bytes * (size_t)comm->size <= OC_PIECE_BYTES && oc_can_expose(comm);
}

/* Exposes the blocks and fetches those of the other ranks. A rank with a wrong length still takes
 * part, so that others do not wait for ever. */
int oc_alltoall_direct(const struct oc_communicator *comm, const struct oc_view *from,
                       const struct oc_view *to, size_t bytes) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_ALLTOALL);
    struct oc_view sent = *from;
    size_t own = from->bytes == to->bytes ? bytes : from->bytes / (size_t)comm->size;
    bool in_place = from->data == to->data && to->bytes;
    /* The received data take the place of those that are sent, which are therefore copied. */
    if (in_place && !(sent.data = malloc(sent.bytes))) {
        oc_coll_keep_error(&exposure.call, MPI_ERR_NO_MEM);
        sent.bytes = 0;
    }
    if (in_place && sent.bytes)
        memcpy(sent.data, from->data, sent.bytes);
    oc_expose_both(&exposure, sent.data, sent.bytes, to->data, to->bytes);
    oc_exchange_others(&exposure,
                       &(struct oc_fetch){.count = comm->size,
                                          .own = comm->rank,
                                          .from = (size_t)comm->rank * bytes,
                                          .to = to->data,
                                          .to_step = bytes,
                                          .bytes = bytes,
                                          .limit = PTRDIFF_MAX,
                                          .expected = to->bytes},
                       &(struct oc_gift){.data = sent.data,
                                         .step = own,
                                         .bytes = own,
                                         .at = (size_t)comm->rank * own,
                                         .expected = sent.bytes});
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
