#include "mpi/type/copy.h"

#define OC_PACKS false
#include "mpi/type/move.h"

struct source {
    const char *packed;
    size_t bytes; /* bytes left */
};

/* Unpacks the blocks of a run until the packed data end, which may be in the middle of a block. */
static bool unpack_run(void *context, const struct oc_run *run) {
    struct source *source = context;
    struct oc_run whole = *run;
    if (source->bytes < run->bytes * run->count)
        whole.count = source->bytes / run->bytes;
    oc_run_unpack(&whole, source->packed);
    source->packed += whole.bytes * whole.count;
    source->bytes -= whole.bytes * whole.count;
    if (whole.count == run->count)
        return source->bytes;
    memcpy(run->at + (MPI_Aint)whole.count * run->stride, source->packed, source->bytes);
    return false;
}

void oc_type_unpack(const struct oc_type *type, void *buffer, size_t count, const void *packed,
                    size_t bytes) {
    size_t size = (size_t)type->size, whole = count;
    if (!bytes || !size || !count)
        return;
    if (bytes < size * count)
        whole = bytes / size;
    char *rest = oc_move_elements(type, buffer, whole, (char *)packed);
    struct source source = {rest, bytes - size * whole};
    if (whole < count && source.bytes)
        oc_type_walk(type, (char *)buffer + (MPI_Aint)whole * (MPI_Aint)oc_type_extent(type), 1,
                     unpack_run, &source);
}
