#ifndef MPI_API_ON_STACK_H
#define MPI_API_ON_STACK_H

/* Marks a function that ends with a call. The function stays on the stack during this call, so that
 * the report of a deadlock finds the user's line above it. */
#define OC_ON_STACK __attribute__((optimize("no-optimize-sibling-calls")))

#endif
