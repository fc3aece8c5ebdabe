/* Messages of data with gaps. A send's data are packed before it starts. A receive has no room for
 * plain bytes, so that every message that it meets, unless it is empty, comes to deliver.c. */
#include "mpi/type/message.h"

#include "mpi/error/raise.h"
#include "mpi/type/check.h"
#include "mpi/type/copy.h"
#include "mpi/type/staging.h"

int oc_type_measure(MPI_Datatype handle, MPI_Count *size, MPI_Count *extent) {
    const struct oc_type *type = oc_type_find(handle);
    if (!type)
        return MPI_ERR_TYPE;
    *size = type->size;
    *extent = oc_type_extent(type);
    return MPI_SUCCESS;
}

MPI_Datatype oc_type_stands_for(MPI_Datatype handle) {
    const struct oc_type *type = oc_type_find(handle);
    return type && type->stands_for ? type->stands_for : MPI_DATATYPE_NULL;
}

int oc_type_attach(struct oc_request *request, ptrdiff_t count, MPI_Datatype handle, bool receive) {
    struct oc_type *type;
    size_t bytes;
    void *buffer = request->buffer;
    int error = oc_check_elements(request->comm, buffer, count, handle, &type, &bytes);
    if (error)
        return error;
    if (oc_type_is_block(type, count) || !bytes || request->peer == MPI_PROC_NULL) {
        request->buffer = (char *)buffer + type->true_lb;
        request->bytes = bytes;
        return MPI_SUCCESS;
    }
    struct oc_staging *staging =
        oc_staging_new(type, buffer, (size_t)count, bytes, receive ? 0 : bytes);
    if (!staging)
        return oc_raise(request->comm, MPI_ERR_NO_MEM, "no memory for a message of # bytes",
                        (long)bytes, 0);
    if (!receive)
        oc_type_pack(type, buffer, (size_t)count, staging->packed);
    request->staging = staging;
    request->buffer = receive ? buffer : staging->packed;
    request->bytes = receive ? 0 : bytes;
    request->error = OC_STAGED;
    return MPI_SUCCESS;
}
