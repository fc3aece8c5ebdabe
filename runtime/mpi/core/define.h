/* Definitions of MPI functions that use few of their parameters, or none. */
#ifndef MPI_CORE_DEFINE_H
#define MPI_CORE_DEFINE_H

/* Defines the MPI function PMPI_NAME, which returns the int RESULT. mpi.h declares PMPI_NAME with
 * all its parameters. PARAMETERS lists only the first ones, as many as RESULT uses. In the calling
 * conventions of all machines on which this library runs, a function may be called with more
 * arguments than it reads. */
#define OC_DEFINE(NAME, PARAMETERS, RESULT)                                                        \
    static int result_of_##NAME PARAMETERS {                                                       \
        return RESULT;                                                                             \
    }                                                                                              \
    extern __typeof__(PMPI_##NAME) PMPI_##NAME __attribute__((alias("result_of_" #NAME)))

#pragma GCC diagnostic ignored "-Wattribute-alias"

#endif
