/* Operations: predefined ones on predefined datatypes (MPI 4.1, section 6.9.2), and those of the
 * user. */
#ifndef MPI_OP_OP_H
#define MPI_OP_OP_H

#include <mpi.h>
#include <stdbool.h>

#include "link/variant.h"

/* Computes inout[i] = in[i] op inout[i] for `count` elements; `in` is the operand of the lower
 * ranks. */
typedef void oc_fold(const void *in, void *inout, size_t count);

/* The function for a predefined operation on a datatype. Null if the standard does not define the
 * operation for the datatype. */
oc_fold *oc_op_find(MPI_Op op, MPI_Datatype type);

/* An operation on a datatype. */
struct oc_reduction {
    MPI_Datatype type;
    oc_fold *fold; /* null: the user's operation */
    const struct oc_op *user;
};

/* Functions for the user's operations. They are in user.c, which is linked only into programs that
 * create operations. */
struct oc_user_op {
    /* The operation with this handle, or null. */
    const struct oc_op *(*find)(MPI_Op op);
    /* Reduces as oc_reduce() does, for `count` elements that take `bytes` bytes. */
    int (*apply)(const struct oc_reduction *reduction, const void *in, void *inout, size_t count,
                 size_t bytes);
    /* Adds (if `more` is 1) or drops (if it is -1) a reference to an operation. With a reference,
     * the operation stays valid if the user frees it. For predefined operations the function does
     * nothing. */
    void (*hold)(MPI_Op op, int more);
};

/* The table of the functions for the user's operations. The address of the table is null if user.c
 * is not linked. */
extern const struct oc_user_op oc_user_op OC_OPTIONAL;

/* Computes inout = in op inout for `count` elements, which take `bytes` bytes in total and lie as
 * in a view (core/derived.h). Returns an error class. */
static inline int oc_reduce(const struct oc_reduction *reduction, const void *in, void *inout,
                            size_t count, size_t bytes) {
    if (!reduction->fold)
        return oc_user_op.apply(reduction, in, inout, count, bytes);
    reduction->fold(in, inout, count);
    return MPI_SUCCESS;
}

#endif
