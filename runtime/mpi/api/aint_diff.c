#include <stdint.h>

#include <mpi.h>

/* The result is computed unsigned, because addresses may be further apart than the largest signed
 * difference. */
MPI_Aint PMPI_Aint_diff(MPI_Aint address, MPI_Aint base) {
    return (MPI_Aint)((uintptr_t)address - (uintptr_t)base);
}
