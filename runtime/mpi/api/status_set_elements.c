#include "mpi/core/sized.h"
#include "mpi/core/status.h"
#include "mpi/type/check.h"
#include "mpi/type/elements.h"

#ifdef OC_LARGE
#define MOST_BYTES ((MPI_Count)sizeof(long double _Complex)) /* of a predefined element */

/* The status of a generalized request may have more elements than fit into memory, such as those of
 * a file. Their length in bytes must still fit into the status. If elements have more than one
 * byte, the limit for the count assumes the longest predefined element. */
static int check_elements(const struct oc_type *type, MPI_Count count) {
    if (count >= 0 && (count <= INT64_MAX / MOST_BYTES || type->size == type->elements))
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_COUNT, "a count is negative or too large for a status", 0, 0);
}
#else
static int check_elements(const struct oc_type *type, int count) {
    (void)type;
    return oc_check_count(NULL, count);
}
#endif

int OC_SIZED(PMPI_Status_set_elements)(MPI_Status *status, MPI_Datatype datatype, oc_int count) {
    struct oc_type *type;
    int error = oc_enter(OC_CALL("MPI_Status_set_elements"));
    if (error || (error = oc_check_result(NULL, status)) ||
        (error = oc_check_type(NULL, datatype, &type)) || (error = check_elements(type, count)))
        return error;
    oc_status_set_bytes(status, oc_type_bytes_of(type, count));
    return MPI_SUCCESS;
}
OC_OLD_NAME(MPI_Status_set_elements);
