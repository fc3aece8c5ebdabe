/* MPI_X is a weak alias of PMPI_X, so that a profiling tool can put its own in its place. */
#ifndef MPI_API_ALIAS_H
#define MPI_API_ALIAS_H

#include <mpi.h>

#define OC_ALIAS(NAME) extern __typeof__(P##NAME) NAME __attribute__((weak, alias("P" #NAME)))

/* Of a function that ends with a call: it stays on the stack, where a report of a deadlock finds
 * the user's line above it. */
#define OC_ON_STACK __attribute__((optimize("no-optimize-sibling-calls")))

#endif
