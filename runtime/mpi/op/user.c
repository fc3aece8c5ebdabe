#include "mpi/op/user.h"

#include <limits.h>
#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/core/fibre.h"

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

/* Frees the operation to which *at points, if the user has freed it and no collective needs it any
 * more. */
static void end_at(struct oc_op **at) {
    struct oc_op *op = *at;
    if (!op->freed || op->holds)
        return;
    *at = op->next;
    free(op);
}

bool oc_op_free(MPI_Op handle) {
    struct oc_op **at = place_of(handle);
    if (!*at || (*at)->freed)
        return false;
    (*at)->freed = true;
    end_at(at);
    return true;
}

static void hold(MPI_Op handle, int more) {
    struct oc_op **at = place_of(handle);
    if (!*at)
        return;
    (*at)->holds += (unsigned)more;
    end_at(at);
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
    /* If the count does not fit into an int, call the function several times. */
    for (MPI_Aint offset = 0; count;) {
        int length = count < INT_MAX ? (int)count : INT_MAX;
        op->function((char *)in + offset, (char *)inout + offset, &length, &type);
        count -= (size_t)length;
        offset += length * extent;
    }
}

struct application {
    const struct oc_reduction *reduction;
    const void *in;
    void *inout;
    size_t count;
    size_t bytes;
    int error;
};

static void carry_out(void *context) {
    struct application *apply = context;
    const struct oc_op *op = apply->reduction->user;
    MPI_Datatype type = apply->reduction->type;
    size_t count = apply->count;
    if (!is_plain(type))
        apply->error = oc_derived.reduce(op, apply->in, apply->inout, count, apply->bytes, type);
    else if (count)
        oc_op_call(op, apply->in, apply->inout, count, (MPI_Aint)(apply->bytes / count), type);
}

static int apply(const struct oc_reduction *reduction, const void *in, void *inout, size_t count,
                 size_t bytes) {
    struct application application = {reduction, in, inout, count, bytes, MPI_SUCCESS};
    oc_call_on_main(carry_out, &application);
    return application.error;
}

const struct oc_user_op oc_user_op = {.find = find, .apply = apply, .hold = hold};
