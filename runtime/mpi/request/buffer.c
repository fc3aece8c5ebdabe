#include "mpi/request/buffer.h"

#include <string.h>

#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_attach_buffer(const struct oc_communicator *owner, void *memory, ptrdiff_t bytes) {
    int error = oc_check_result(owner, memory);
    if (error)
        return error;
    if (bytes < 0)
        return oc_raise(owner, MPI_ERR_ARG, "size # is negative or beyond the memory|0 or more",
                        (long)bytes, 0);
    if (oc_buffer_of(owner))
        return oc_raise(owner, MPI_ERR_BUFFER, "a buffer is attached already|detach it first", 0,
                        0);
    if (!oc_buffer_attach(owner, memory, (size_t)bytes))
        return oc_raise(owner, MPI_ERR_NO_MEM, "no memory to attach a buffer", 0, 0);
    return MPI_SUCCESS;
}

int oc_detach_buffer(const struct oc_communicator *owner, void *address, size_t *bytes) {
    int error = oc_check_result(owner, address);
    if (error)
        return error;
    struct oc_buffer *buffer = oc_buffer_of(owner);
    if (!buffer)
        return oc_raise(owner, MPI_ERR_BUFFER, "no buffer is attached|attach one first", 0, 0);
    void *memory = oc_buffer_detach(buffer, bytes);
    memcpy(address, &memory, sizeof memory);
    return MPI_SUCCESS;
}
