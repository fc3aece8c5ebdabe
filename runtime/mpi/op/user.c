#include "mpi/op/user.h"

#include <limits.h>
#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"

static struct oc_op *ops;

MPI_Op oc_op_new(struct oc_op values) {
    struct oc_op *op = malloc(sizeof *op);
    if (!op)
        return MPI_OP_NULL;
    *op = values;
    op->next = ops;
    ops = op;
    return (MPI_Op)op;
}

static struct oc_op **place_of(MPI_Op handle) {
    struct oc_op **at = &ops;
    while (*at && (MPI_Op)*at != handle)
        at = &(*at)->next;
    return at;
}

bool oc_op_free(MPI_Op handle) {
    struct oc_op **at = place_of(handle), *op = *at;
    if (!op)
        return false;
    *at = op->next;
    free(op);
    return true;
}

static const struct oc_op *find(MPI_Op handle) {
    return *place_of(handle);
}

static bool is_plain(MPI_Datatype type) {
    return oc_datatype_extent(type) || oc_datatype_padded_extent(type);
}

void oc_op_call(const struct oc_op *op, const void *in, void *inout, size_t count, MPI_Aint extent,
                MPI_Datatype type) {
    if (op->function_c) {
        MPI_Count length = (MPI_Count)count;
        op->function_c((void *)in, inout, &length, &type);
        return;
    }
    /* More than an int can say are as many calls as it takes. */
    for (MPI_Aint offset = 0; count;) {
        int length = count < INT_MAX ? (int)count : INT_MAX;
        op->function((char *)in + offset, (char *)inout + offset, &length, &type);
        count -= (size_t)length;
        offset += length * extent;
    }
}

static int apply(const struct oc_reduction *reduction, const void *in, void *inout, size_t count,
                 size_t bytes) {
    MPI_Datatype type = reduction->type;
    if (!is_plain(type))
        return oc_derived.reduce(reduction->user, in, inout, count, bytes, type);
    if (count)
        oc_op_call(reduction->user, in, inout, count, (MPI_Aint)(bytes / count), type);
    return MPI_SUCCESS;
}

const struct oc_user_op oc_user_op = {.find = find, .apply = apply};
