#include "mpi/core/sized.h"
#include "mpi/core/status.h"
#include "mpi/type/check.h"
#include "mpi/type/elements.h"

/* The status of a generalized request may tell of more than the memory holds, such as of a file. */
static int check_elements(const struct oc_type *type, MPI_Datatype handle, MPI_Count count) {
    if (count < 0)
        return oc_check_count(NULL, count);
    if (!type->elements)
        return MPI_SUCCESS;
    MPI_Count bytes, elements = type->elements;
    MPI_Count most = count / elements + (count % elements != 0);
    if (!__builtin_mul_overflow(most, type->size, &bytes))
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_COUNT,
                    "the elements of datatype 0x$ are more than a status can tell of",
                    (long)(intptr_t)handle, 0);
}

int OC_SIZED(PMPI_Status_set_elements)(MPI_Status *status, MPI_Datatype datatype, oc_int count) {
    struct oc_type *type;
    int error = oc_enter(OC_CALL("MPI_Status_set_elements"));
    if (error || (error = oc_check_result(NULL, status)) ||
        (error = oc_check_type(NULL, datatype, &type)) ||
        (error = check_elements(type, datatype, count)))
        return error;
    oc_status_set_bytes(status, oc_type_bytes_of(type, count));
    return MPI_SUCCESS;
}
OC_OLD_NAME(MPI_Status_set_elements);
