/* Finds the types of datatype handles, and implements core/derived.h for these handles. */
#include "mpi/core/datatype.h"
#include "mpi/error/raise.h"
#include "mpi/type/check.h"
#include "mpi/type/message.h"
#include "mpi/type/slot.h"
#include "mpi/type/type.h"

/* The lowest address of a program's data. Lower addresses are unmapped, so that an access by a null
 * pointer with a small displacement is detected. With MPI_BOTTOM, displacements are addresses. */
#define FIRST_ADDRESS 0x1000

__attribute__((noinline)) struct oc_type *oc_type_find(MPI_Datatype handle) {
    return oc_slot_may_have(handle) ? oc_slot_find(handle) : oc_type_named(handle);
}

bool oc_type_publish(struct oc_type *type) {
    if (type->handle)
        oc_type_retain(type);
    else if (!oc_slot_take(type))
        return false;
    type->handles++;
    return true;
}

void oc_type_unpublish(struct oc_type *type) {
    type->handles--;
    oc_type_release(type);
}

/* ---- Checks ---- */

int oc_check_type(const struct oc_communicator *comm, MPI_Datatype handle, struct oc_type **type) {
    if ((*type = oc_type_find(handle)))
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_TYPE,
                    "datatype 0x$ is invalid|a predefined datatype, or one that was made and "
                    "has not been freed",
                    (long)(intptr_t)handle, 0);
}

int oc_check_committed(const struct oc_communicator *comm, MPI_Datatype handle,
                       struct oc_type **type) {
    int error = oc_check_type(comm, handle, type);
    if (error || (*type)->committed)
        return error;
    return oc_raise(comm, MPI_ERR_TYPE, "datatype 0x$ is not committed|MPI_Type_commit first",
                    (long)(intptr_t)handle, 0);
}

int oc_check_count(const struct oc_communicator *comm, MPI_Count count) {
    if (count >= 0 && count <= PTRDIFF_MAX)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_COUNT,
                    count < 0 ? "count # is negative|0 or more"
                              : "a count is more than memory can hold|0 to #",
                    count < 0 ? (long)count : (long)PTRDIFF_MAX, 0);
}

int oc_check_elements(const struct oc_communicator *comm, const void *buffer, MPI_Count count,
                      MPI_Datatype handle, struct oc_type **type, size_t *bytes) {
    MPI_Count total;
    int error = oc_check_committed(comm, handle, type);
    if (error || (error = oc_check_count(comm, count)))
        return error;
    if (__builtin_mul_overflow(count, (*type)->size, &total) || total > PTRDIFF_MAX)
        return oc_raise(comm, MPI_ERR_COUNT,
                        "# elements of datatype 0x$ are more than the memory can hold", (long)count,
                        (long)(intptr_t)handle);
    *bytes = (size_t)total;
    uintptr_t first = (uintptr_t)buffer + (uintptr_t)(*type)->true_lb;
    if (total && (first < FIRST_ADDRESS || buffer == MPI_IN_PLACE))
        return oc_raise(comm, MPI_ERR_BUFFER,
                        "buffer 0x$ is invalid|the address of # elements or more",
                        (long)(intptr_t)buffer, (long)count);
    return MPI_SUCCESS;
}

/* ---- Implementation of core/derived.h ---- */

static int measure(MPI_Datatype handle, MPI_Count *size, MPI_Count *extent) {
    const struct oc_type *type = oc_type_find(handle);
    if (!type)
        return MPI_ERR_TYPE;
    *size = type->size;
    *extent = oc_type_extent(type);
    return MPI_SUCCESS;
}

static void hold(MPI_Datatype handle, int more) {
    struct oc_type *type = oc_type_find(handle);
    if (!type || !type->contents)
        return;
    type->holds += (unsigned)more;
    if (more > 0)
        oc_type_retain(type);
    else
        oc_type_release(type);
}

static MPI_Datatype stands_for(MPI_Datatype handle) {
    const struct oc_type *type = oc_type_find(handle);
    return type && type->stands_for ? type->stands_for : MPI_DATATYPE_NULL;
}

int oc_request_attach(struct oc_request *request, ptrdiff_t count, MPI_Datatype handle,
                      bool receive) {
    struct oc_type *type;
    if (oc_datatype_extent(handle))
        return oc_check_data(request->comm, request->buffer, count, handle, &request->bytes);
    int error =
        oc_check_elements(request->comm, request->buffer, count, handle, &type, &request->bytes);
    return error ? error : oc_type_attach(request, (size_t)count, type, receive);
}

static int view(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                MPI_Count count, MPI_Datatype handle, int access) {
    struct oc_type *type;
    int error = oc_check_elements(comm, buffer, count, handle, &type, &view->bytes);
    return error ? error : oc_type_view(view, comm, buffer, (size_t)count, type, access);
}

static int reduce(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                  MPI_Datatype handle) {
    struct oc_type *type = oc_type_find(handle);
    return type ? oc_type_reduce(op, in, inout, count, bytes, type) : MPI_ERR_TYPE;
}

/* This file defines oc_derived, because every program with derived datatypes links it. */
const struct oc_derived oc_derived = {
    .measure = measure,
    .hold = hold,
    .stands_for = stands_for,
    .deliver = oc_type_deliver,
    .detach = oc_type_detach,
    .view = view,
    .close_view = oc_type_close_view,
    .reduce = reduce,
};
