/* Receives of noncontiguous data, in the published transports. The sender writes the data into one
 * contiguous buffer, and the receiver unpacks this buffer when it is complete. */
#include <stdlib.h>

#include "mpi/transport/transport.h"
#include "mpi/type/copy.h"
#include "mpi/type/message.h"
#include "mpi/type/staging.h"

/* Makes a receive get its data in a contiguous buffer. If there is no memory for the buffer, the
 * receive gets no data and an error. */
static void take_piece(struct oc_request *receive, size_t bytes) {
    void *piece = malloc(bytes);
    if (!piece) {
        receive->error = MPI_ERR_NO_MEM;
        return;
    }
    receive->buffer = piece;
    receive->bytes = bytes;
}

void oc_type_deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                     const void *body) {
    size_t bytes = envelope->bytes;
    if (bytes > receive->staging->bytes) {
        bytes = receive->staging->bytes;
        receive->error = MPI_ERR_TRUNCATE;
    }
    if (!envelope->offered) {
        const struct oc_staging *staging = receive->staging;
        oc_type_unpack(staging->type, staging->buffer, staging->count, body, bytes);
        receive->pending = 0;
        return;
    }
    take_piece(receive, bytes);
    oc_transport_fetch(receive, body);
}

/* Whether the request receives into a contiguous buffer from take_piece(). A send with
 * noncontiguous data has packed data instead. */
static bool has_piece(const struct oc_request *request) {
    return !request->staging->packed && request->buffer != request->staging->buffer;
}

int oc_type_detach(struct oc_request *request) {
    const struct oc_staging *staging = request->staging;
    if (has_piece(request)) {
        if (!request->pending)
            oc_type_unpack(staging->type, staging->buffer, staging->count, request->buffer,
                           request->bytes);
        free(request->buffer);
    }
    return oc_staging_end(request);
}
