#include "mpi/type/check.h"

#include "mpi/error/raise.h"

/* No program has data below: the first addresses are unmapped, so that null pointers with a small
 * displacement are found out. With MPI_BOTTOM, displacements are addresses. */
#define FIRST_ADDRESS 0x1000

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
        return oc_raise(comm, MPI_ERR_BUFFER, "buffer 0x$ is no address|that of # elements or more",
                        (long)(intptr_t)buffer, (long)count);
    return MPI_SUCCESS;
}

int oc_check_entries(const void *array, MPI_Count count) {
    if (array || count <= 0)
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_ARG, "an array is null|one of # entries", (long)count, 0);
}

int oc_check_lengths(struct oc_list lengths, MPI_Count count) {
    int error = oc_check_entries(lengths.first, count);
    for (MPI_Count i = 0; i < count && !error; i++) {
        MPI_Count length = oc_list_at(lengths, (size_t)i);
        if (length < 0 || length > PTRDIFF_MAX)
            return oc_raise(NULL, MPI_ERR_ARG,
                            "length # of block # is negative or beyond the memory|0 or more",
                            (long)length, (long)i);
    }
    return error;
}

int oc_check_constructor(MPI_Datatype *result, MPI_Count count, MPI_Datatype handle,
                         struct oc_type **old) {
    int error = oc_check_result(NULL, result);
    if (error || (error = oc_check_count(NULL, count)))
        return error;
    return oc_check_type(NULL, handle, old);
}

int oc_check_order(int order) {
    if (order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN)
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_ARG, "order # is none|MPI_ORDER_C or MPI_ORDER_FORTRAN", order,
                    0);
}
