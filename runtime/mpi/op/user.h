/* The user's operations, by their handles. */
#ifndef MPI_OP_USER_H
#define MPI_OP_USER_H

#include "mpi/op/op.h"

struct oc_op {
    struct oc_op *next;
    MPI_User_function *function;
    bool commutative;
};

/* The handle of a new one, or MPI_OP_NULL: no memory. */
MPI_Op oc_op_new(MPI_User_function *function, bool commutative);

/* False: there is none with this handle. */
bool oc_op_free(MPI_Op handle);

#endif
