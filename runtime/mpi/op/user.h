/* The user's reduction operations and their handles. */
#ifndef MPI_OP_USER_H
#define MPI_OP_USER_H

#include "mpi/op/op.h"

struct oc_op {
    struct oc_op *next;
    MPI_User_function *function;     /* function passed to MPI_Op_create, or null */
    MPI_User_function_c *function_c; /* function passed to MPI_Op_create_c, or null */
    bool commutative;
    bool freed;     /* the user has freed the operation */
    unsigned holds; /* number of collectives that still need the operation */
};

/* Makes an operation and returns its handle, or MPI_OP_NULL if there is no memory. */
MPI_Op oc_op_new(struct oc_op values);

/* Frees the user's handle of an operation. Returns false if no operation has this handle. */
bool oc_op_free(MPI_Op handle);

/* Calls the user's function on `count` elements. The distance between elements is `extent`
 * bytes. */
void oc_op_call(const struct oc_op *op, const void *in, void *inout, size_t count, MPI_Aint extent,
                MPI_Datatype type);

#endif
