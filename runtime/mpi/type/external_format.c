#include "mpi/type/external_format.h"

/* The size in bytes of a number in external form, which may differ from that in memory (MPI 4.1,
 * table 14.2). */
static size_t external_bytes(MPI_Datatype named, size_t native) {
    switch ((uintptr_t)named) {
    case (uintptr_t)MPI_WCHAR:
        return 2;
    case (uintptr_t)MPI_LONG:
    case (uintptr_t)MPI_UNSIGNED_LONG:
        return 4;
    case (uintptr_t)MPI_AINT:
        return 8;
    default:
        return native;
    }
}

struct oc_external_format oc_external_format(const struct oc_type *named) {
    MPI_Datatype handle = named->handle;
    size_t values = oc_named_is_complex(handle) ? 2 : 1;
    size_t native = (size_t)named->size / values;
    return (struct oc_external_format){
        .values = values,
        .native = native,
        .bytes = external_bytes(handle, native),
        .is_signed = handle == MPI_LONG || handle == MPI_AINT,
        .is_extended = handle == MPI_LONG_DOUBLE || handle == MPI_C_LONG_DOUBLE_COMPLEX ||
                       handle == MPI_CXX_LONG_DOUBLE_COMPLEX,
    };
}
