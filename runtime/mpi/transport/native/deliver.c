/* Receives of noncontiguous data. A small message is unpacked from the inbox; a large one is
 * fetched block by block. */
#include "mpi/transport/transport.h"
#include "mpi/type/copy.h"
#include "mpi/type/fetch.h"
#include "mpi/type/message.h"
#include "mpi/type/staging.h"

void oc_type_deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                     const void *body) {
    struct oc_staging *staging = receive->staging;
    size_t bytes = envelope->bytes;
    if (bytes > staging->bytes) {
        bytes = staging->bytes;
        receive->error = MPI_ERR_TRUNCATE;
    }
    if (envelope->offered) {
        oc_type_fetch(staging->type, staging->buffer, staging->count, body, bytes);
        if (envelope->offered > 0)
            oc_transport_fetch(receive, body);
        else
            oc_transport_fetch_unusual(receive, body);
    } else {
        oc_type_unpack(staging->type, staging->buffer, staging->count, body, bytes);
        receive->pending = 0;
    }
}

int oc_type_detach(struct oc_request *request) {
    return oc_staging_end(request);
}
