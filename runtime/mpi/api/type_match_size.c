#include "mpi/error/raise.h"
#include "mpi/type/check.h"

#define FIRST                                                                                      \
    0x2c0 /* first handle of Fortran's types by size; bits 3 to 5 are the size's logarithm */

/* The lowest three bits of the handle of a Fortran type. They distinguish integer, real and complex
 * types of one size. 0 if there is no such class. */
static uintptr_t kind_of(int typeclass) {
    switch (typeclass) {
    case MPI_TYPECLASS_INTEGER:
        return 1;
    case MPI_TYPECLASS_REAL:
        return 2;
    case MPI_TYPECLASS_COMPLEX:
        return 3;
    default:
        return 0;
    }
}

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) {
    int error = oc_enter("MPI_Type_match_size");
    if (error || (error = oc_check_result(NULL, datatype)))
        return error;
    uintptr_t kind = kind_of(typeclass);
    bool is_power = size > 0 && size <= 128 && !(size & (size - 1));
    uintptr_t exponent = is_power ? (uintptr_t)__builtin_ctz((unsigned)size) : 0;
    MPI_Datatype found = (MPI_Datatype)(FIRST + 8 * exponent + kind);
    if (!kind || !is_power || !oc_type_find(found))
        return oc_raise(NULL, MPI_ERR_ARG, "no datatype of class # has # bytes", typeclass, size);
    *datatype = found;
    return MPI_SUCCESS;
}
