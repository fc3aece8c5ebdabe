#include <stdint.h>

#include <mpi.h>

/* The difference of two addresses can exceed the largest signed value, so it is computed with
 * unsigned ones. */
MPI_Aint PMPI_Aint_diff(MPI_Aint address, MPI_Aint base) {
    return (MPI_Aint)((uintptr_t)address - (uintptr_t)base);
}
