/* Fills in records with the data that a call describes by a count and a datatype. */
#include <stdint.h>

#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/core/process.h"
#include "mpi/watch/watch.h"

static bool measure(size_t *bytes, ptrdiff_t count, MPI_Datatype type) {
    MPI_Count size, extent;
    if (!&oc_derived) {
        size = (MPI_Count)oc_datatype_extent(type);
        if (!size)
            size = (MPI_Count)oc_datatype_padded_extent(type);
        if (!size)
            return false;
    } else if (oc_derived.measure(type, &size, &extent)) {
        return false;
    }
    return count >= 0 && !__builtin_mul_overflow((size_t)size, (size_t)count, bytes);
}

bool oc_watch_fill(struct oc_watch_record *record, enum oc_watch_kind kind,
                   struct oc_watch_data data, size_t most) {
    size_t bytes;
    if (oc_process.phase != OC_ACTIVE || !measure(&bytes, data.count, data.type))
        return false;
    oc_watch_begin(record, kind, oc_noted.call);
    record->bytes = bytes < most ? bytes : most;
    oc_signature_of(&record->signature, data.type, (size_t)data.count, record->bytes);
    return true;
}
