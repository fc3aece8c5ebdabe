#include "mpi/type/walk.h"

/* Visits a part of an element at `base`. If each row is contiguous, all rows are visited together,
 * as one run. This is also so if a row is a single contiguous element with gaps around its data. */
static bool walk_part(const struct oc_part *part, char *base, oc_visit *visit, void *context) {
    const struct oc_type *of = part->of;
    char *row = base + part->at;
    if (oc_type_is_block(of, (MPI_Count)part->length)) {
        struct oc_run run = {row + of->true_lb, part->length * (size_t)of->size, part->stride,
                             part->rows};
        return visit(context, &run);
    }
    for (size_t i = 0; i < part->rows; i++, row += part->stride)
        if (!oc_type_walk(of, row, part->length, visit, context))
            return false;
    return true;
}

bool oc_type_walk(const struct oc_type *type, char *base, size_t count, oc_visit *visit,
                  void *context) {
    size_t size = (size_t)type->size;
    MPI_Aint extent = (MPI_Aint)oc_type_extent(type);
    if (!size || !count)
        return true;
    if (type->dense) {
        struct oc_run run = {base + type->true_lb, size, extent, count};
        if (oc_type_is_block(type, (MPI_Count)count))
            run = (struct oc_run){run.at, size * count, 0, 1};
        return visit(context, &run);
    }
    for (; count--; base += extent)
        for (size_t i = 0; i < type->parts; i++)
            if (!walk_part(&type->part[i], base, visit, context))
                return false;
    return true;
}
