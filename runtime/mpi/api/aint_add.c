#include <stdint.h>

#include <mpi.h>

/* The sum of signed values could overflow, so it is computed with unsigned ones. */
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint displacement) {
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)displacement);
}
