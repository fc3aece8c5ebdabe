#include "mpi/window/operand.h"

MPI_Datatype oc_operand_type(const struct oc_type *type) {
    if (oc_type_is_predefined(type))
        return type->handle;
    MPI_Datatype all = MPI_DATATYPE_NULL;
    for (size_t i = 0; i < type->parts; i++) {
        MPI_Datatype one = oc_operand_type(type->part[i].of);
        if (one == MPI_DATATYPE_NULL || (i && one != all))
            return MPI_DATATYPE_NULL;
        all = one;
    }
    return all;
}

size_t oc_operand_count(const struct oc_type *type) {
    size_t count = 0;
    if (oc_type_is_predefined(type))
        return 1;
    for (size_t i = 0; i < type->parts; i++)
        count += type->part[i].rows * type->part[i].length * oc_operand_count(type->part[i].of);
    return count;
}

void oc_operand_walk(const struct oc_type *type, char *base, size_t count, oc_visit_operands *visit,
                     void *context) {
    if (oc_type_is_predefined(type)) {
        visit(context, base, count);
        return;
    }
    for (; count--; base += oc_type_extent(type))
        for (size_t i = 0; i < type->parts; i++) {
            const struct oc_part *part = &type->part[i];
            char *row = base + part->at;
            for (size_t j = 0; j < part->rows; j++, row += part->stride)
                oc_operand_walk(part->of, row, part->length, visit, context);
        }
}
