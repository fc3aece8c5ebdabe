#include <stdint.h>

#include <mpi.h>

/* Unsigned, because a sum may run past the largest address on its way. */
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint displacement) {
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)displacement);
}
