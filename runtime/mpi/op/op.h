/* Predefined operations on predefined datatypes (MPI 4.1, section 6.9.2). */
#ifndef MPI_OP_OP_H
#define MPI_OP_OP_H

#include <mpi.h>

/* inout[i] = in[i] op inout[i] for `count` elements: `in` is the lower ranks' operand. */
typedef void oc_reduction(const void *in, void *inout, size_t count);

/* The function for an operation on a datatype, or null if the standard does not define it. */
oc_reduction *oc_op_find(MPI_Op op, MPI_Datatype type);

#endif
