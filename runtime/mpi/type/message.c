/* Messages with noncontiguous data. A send's data are packed before it starts. A receive has a
 * length of 0, so every message that it matches, unless it is empty, goes to deliver.c. */
#include "mpi/type/message.h"

#include "mpi/error/raise.h"
#include "mpi/type/copy.h"
#include "mpi/type/staging.h"

int oc_type_attach(struct oc_request *request, size_t count, struct oc_type *type, bool receive) {
    void *buffer = request->buffer;
    size_t bytes = request->bytes;
    if (oc_type_is_block(type, (MPI_Count)count) || !bytes || request->peer == MPI_PROC_NULL) {
        request->buffer = (char *)buffer + type->true_lb;
        return MPI_SUCCESS;
    }
    struct oc_staging *staging = oc_staging_new(type, buffer, count, bytes, receive ? 0 : bytes);
    if (!staging)
        return oc_raise(request->comm, MPI_ERR_NO_MEM, "no memory for a message of # bytes",
                        (long)bytes, 0);
    if (!receive)
        oc_type_pack(type, buffer, count, staging->packed);
    request->staging = staging;
    request->buffer = receive ? buffer : staging->packed;
    request->bytes = receive ? 0 : bytes;
    request->error = OC_STAGED;
    return MPI_SUCCESS;
}
