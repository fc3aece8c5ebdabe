#include <stdint.h>

#include <mpi.h>

/* The result is computed unsigned, because the sum of signed values could overflow. */
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint displacement) {
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)displacement);
}
