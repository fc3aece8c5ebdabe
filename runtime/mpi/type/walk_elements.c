#include "mpi/type/walk.h"

bool oc_type_walk_elements(const struct oc_type *type, char *base, size_t count,
                           oc_visit_elements *visit, void *context) {
    if (!type->size || !count)
        return true;
    if (!type->parts)
        return visit(context, type, base, count);
    for (; count--; base += oc_type_extent(type))
        for (size_t i = 0; i < type->parts; i++) {
            const struct oc_part *part = &type->part[i];
            char *row = base + part->at;
            for (size_t j = 0; j < part->rows; j++, row += part->stride)
                if (!oc_type_walk_elements(part->of, row, part->length, visit, context))
                    return false;
        }
    return true;
}
