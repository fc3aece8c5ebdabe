/* Functions that do without their parameters. */
#ifndef MPI_CORE_STANDS_FOR_H
#define MPI_CORE_STANDS_FOR_H

/* NAME, which mpi.h declares, is the function BODY, which has none of its parameters, or only the
 * first ones: callers pass them in registers or clear the stack themselves on all machines here. */
#define OC_STANDS_FOR(BODY, NAME) extern __typeof__(NAME) NAME __attribute__((alias(#BODY)))

#pragma GCC diagnostic ignored "-Wattribute-alias"

#endif
