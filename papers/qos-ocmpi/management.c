/* Figure 8: the cycles from entry into a function to its return, on rank 0. All ranks call the
 * functions of MPI; only rank 0 calls those for priorities. */
#include <onchip_qos.h>

#include "../../benchmarks/mpi/cycles.h"

#define MEASURE(name, call)                                                                        \
    do {                                                                                           \
        uint32_t start = 0, end = 0;                                                               \
        for (int i = 0; i <= WARM_UP; i++) {                                                       \
            start = cycles();                                                                      \
            call;                                                                                  \
            end = cycles();                                                                        \
        }                                                                                          \
        if (rank == 0)                                                                             \
            printf("%s %u\n", name, (unsigned)(end - start));                                      \
    } while (0)

int main(int argc, char **argv) {
    int rank = 0, other, more;
    volatile double time;
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MEASURE("Comm_rank", MPI_Comm_rank(MPI_COMM_WORLD, &other));
    MEASURE("Comm_size", MPI_Comm_size(MPI_COMM_WORLD, &other));
    MEASURE("Initialized", MPI_Initialized(&other));
    MEASURE("Finalized", MPI_Finalized(&other));
    MEASURE("Wtime", time = MPI_Wtime());
    MEASURE("Wtick", time = MPI_Wtick());
    MEASURE("Get_version", MPI_Get_version(&other, &more));
    MEASURE("Get_processor_name", MPI_Get_processor_name(name, &other));
    (void)time;
    if (rank == 0) {
        MEASURE("setPriority", setPriority(0, 1, 7));
        MEASURE("setPriority_far", setPriority(15, 0, 7));
        MEASURE("resetPriority", resetPriority(0, 1));
        MEASURE("resetPriorities", resetPriorities());
    }
    MPI_Finalize();
    return 0;
}
