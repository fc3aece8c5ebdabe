#include "mpi/type/construct.h"

/* Makes a type of the part's elements in one dimension: rows of whole blocks, and a last row that
 * may be shorter. */
static struct oc_type *along(const struct oc_dimension *dimension, MPI_Count unit,
                             struct oc_type *of) {
    struct oc_type *type = oc_type_new(2);
    if (!type)
        return NULL;
    MPI_Count left = dimension->size - dimension->first;
    MPI_Count rows = left <= 0 ? 0 : (left - 1) / dimension->step + 1;
    /* Number of elements from the beginning of the last block on. */
    MPI_Count last = left - (rows - 1) * dimension->step;
    bool cut = rows && last < dimension->block;
    struct oc_part whole = {
        .rows = (size_t)(rows - cut), .length = (size_t)dimension->block, .of = of};
    struct oc_part rest = {.rows = cut, .length = (size_t)last, .of = of};
    bool fits = oc_construct_scale(dimension->first, unit, &whole.at) &&
                oc_construct_scale(rows > 1 ? dimension->step : 0, unit, &whole.stride) &&
                oc_construct_scale(cut ? dimension->size - last : 0, unit, &rest.at);
    type->part[0] = whole;
    type->part[1] = rest;
    if (!fits) {
        type->parts = 0;
        oc_type_release(type);
        return NULL;
    }
    return oc_type_finish(type) ? type : NULL;
}

/* Returns a copy of a type whose extent is `unit` bytes. Drops the caller's reference to the
 * original. */
static struct oc_type *spaced(struct oc_type *type, MPI_Count unit) {
    struct oc_type *copy = type ? oc_type_copy(type, true, 0, unit) : NULL;
    if (type)
        oc_type_release(type);
    return copy;
}

struct oc_type *oc_construct_array(const struct oc_dimension *dimension, int dimensions,
                                   struct oc_type *old) {
    MPI_Count unit = oc_type_extent(old);
    struct oc_type *type = oc_type_retain(old);
    for (int i = 0; i < dimensions && type; i++) {
        struct oc_type *of = type;
        MPI_Count whole;
        type = along(&dimension[i], unit, of);
        oc_type_release(of);
        if (__builtin_mul_overflow(unit, dimension[i].size, &whole)) {
            if (type)
                oc_type_release(type);
            return NULL;
        }
        unit = whole;
        type = spaced(type, unit);
    }
    return type;
}
