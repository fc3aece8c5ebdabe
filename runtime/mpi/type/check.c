#include "mpi/type/check.h"

#include "mpi/error/raise.h"

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
    return oc_raise(NULL, MPI_ERR_ARG, "order # does not exist|MPI_ORDER_C or MPI_ORDER_FORTRAN",
                    order, 0);
}
