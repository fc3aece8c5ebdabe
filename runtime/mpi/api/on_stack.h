#ifndef MPI_API_ON_STACK_H
#define MPI_API_ON_STACK_H

/* Of a function that ends with a call: it stays on the stack, where a report of a deadlock finds
 * the user's line above it. */
#define OC_ON_STACK __attribute__((optimize("no-optimize-sibling-calls")))

#endif
