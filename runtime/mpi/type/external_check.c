#include "mpi/type/external_check.h"

#include <stdint.h>
#include <string.h>

#include "mpi/error/raise.h"
#include "mpi/type/external.h"

int oc_check_representation(const char *name) {
    if (name && !strcmp(name, "external32"))
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_UNSUPPORTED_DATAREP, "no such data representation|\"external32\"",
                    0, 0);
}

int oc_check_external(const struct oc_type *type, MPI_Count count, MPI_Count *bytes) {
    MPI_Count one;
    if (oc_external_size(type, &one) && !__builtin_mul_overflow(one, count, bytes) &&
        *bytes <= PTRDIFF_MAX)
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_COUNT, "# elements are more than the memory can hold",
                    (long)count, 0);
}

int oc_check_exact(bool exact) {
    if (exact)
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_CONVERSION, "a value does not fit the other representation", 0,
                    0);
}
