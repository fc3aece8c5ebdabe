#include "mpi/type/construct.h"

/* Extends `last` by a part that follows it without a gap. Returns false if there is a gap. */
static bool join(struct oc_part *last, const struct oc_part *next) {
    const struct oc_type *of = last->of;
    if (!oc_type_is_block(of, 2) ||
        next->at != last->at + (MPI_Aint)(last->length * (size_t)of->size))
        return false;
    last->length += next->length;
    return true;
}

struct oc_type *oc_construct_blocks(const struct oc_blocks *blocks, struct oc_type *old) {
    struct oc_type *type = oc_type_new(blocks->count);
    if (!type)
        return NULL;
    size_t parts = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        struct oc_part part = {
            .rows = 1,
            .length =
                (size_t)(blocks->lengths.first ? oc_list_at(blocks->lengths, i) : blocks->length),
            .of = old,
        };
        if (!part.length) /* an empty part has no position */
            continue;
        if (!oc_construct_scale(oc_list_at(blocks->at, i), blocks->unit, &part.at)) {
            type->parts = 0;
            oc_type_release(type);
            return NULL;
        }
        if (!parts || !join(&type->part[parts - 1], &part))
            type->part[parts++] = part;
    }
    type->parts = parts;
    return oc_type_finish(type) ? type : NULL;
}
