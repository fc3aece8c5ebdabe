#include "mpi/core/large.h"

#include <stdint.h>

#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"

ptrdiff_t oc_large_fit(MPI_Count count, MPI_Datatype type) {
    MPI_Count size = (MPI_Count)oc_datatype_extent(type), extent, bytes;
    if (!size)
        size = (MPI_Count)oc_datatype_padded_extent(type);
    /* A later check reports invalid datatypes, so use any size for them. */
    if (!size && (!&oc_derived || oc_derived.measure(type, &size, &extent)))
        size = 1;
    bool overflow = __builtin_mul_overflow(count, size, &bytes);
    return overflow || bytes != (ptrdiff_t)bytes || count != (ptrdiff_t)count ? PTRDIFF_MIN
                                                                              : (ptrdiff_t)count;
}
