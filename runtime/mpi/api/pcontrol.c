#include <mpi.h>

/* Does nothing. Profiling tools define their own function with this name (MPI 4.1, section
 * 15.2.4). */
int PMPI_Pcontrol(const int level, ...) {
    (void)level;
    return MPI_SUCCESS;
}
