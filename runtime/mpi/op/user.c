#include "mpi/op/user.h"

#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"

static struct oc_op *ops;

MPI_Op oc_op_new(MPI_User_function *function, bool commutative) {
    struct oc_op *op = malloc(sizeof *op);
    if (!op)
        return MPI_OP_NULL;
    *op = (struct oc_op){ops, function, commutative};
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

static int apply(const struct oc_reduction *reduction, const void *in, void *inout, size_t count,
                 size_t bytes) {
    MPI_Datatype type = reduction->type;
    int length = (int)count;
    if (!is_plain(type))
        return oc_derived.reduce(reduction->user->function, in, inout, length, bytes, type);
    if (length)
        reduction->user->function((void *)in, inout, &length, &type);
    return MPI_SUCCESS;
}

const struct oc_user_op oc_user_op = {.find = find, .apply = apply};
