#ifndef MPI_API_ON_STACK_H
#define MPI_API_ON_STACK_H

/* For a function that ends with a call. Keeps the function on the stack during this call, so that
 * the report of a deadlock can find the user's source line. */
#define OC_ON_STACK __attribute__((optimize("no-optimize-sibling-calls")))

#endif
