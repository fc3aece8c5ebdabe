/* Reduction operations: predefined ones on predefined datatypes (MPI 4.1, section 6.9.2), and those
 * of the user. */
#ifndef MPI_OP_OP_H
#define MPI_OP_OP_H

#include <mpi.h>
#include <stdbool.h>

#include "link/variant.h"

/* Computes inout[i] = in[i] op inout[i] for `count` elements. `in` contains the operand of the
 * lower ranks. */
typedef void oc_fold(const void *in, void *inout, size_t count);

/* Returns the function for a predefined operation on a datatype, or null if the standard does not
 * define the operation for the datatype. */
oc_fold *oc_op_find(MPI_Op op, MPI_Datatype type);

/* A reduction operation with the datatype on which it works. */
struct oc_reduction {
    MPI_Datatype type;
    oc_fold *fold; /* null: the user's operation */
    const struct oc_op *user;
};

/* Functions for the user's reduction operations. They are in user.c, which is linked only into
 * programs that create operations. */
struct oc_user_op {
    /* The operation with this handle, or null. */
    const struct oc_op *(*find)(MPI_Op op);
    /* Does what oc_reduce() does, for an operation of the user. */
    int (*apply)(const struct oc_reduction *reduction, const void *in, void *inout, size_t count,
                 size_t bytes);
    /* Adds a reference to an operation if `more` is 1, and drops one if it is -1. While there is a
     * reference, the operation stays valid even if the user frees it. The function does nothing for
     * predefined operations. */
    void (*hold)(MPI_Op op, int more);
};

/* The functions for the user's operations. If user.c is not linked, the address of this object is
 * null. */
extern const struct oc_user_op oc_user_op OC_OPTIONAL;

/* Computes inout = in op inout for `count` elements, which have `bytes` bytes in total and the
 * layout of a view (core/derived.h). Returns an error class. */
static inline int oc_reduce(const struct oc_reduction *reduction, const void *in, void *inout,
                            size_t count, size_t bytes) {
    if (!reduction->fold)
        return oc_user_op.apply(reduction, in, inout, count, bytes);
    reduction->fold(in, inout, count);
    return MPI_SUCCESS;
}

#endif
