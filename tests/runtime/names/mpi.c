/* A program that uses much of MPI; see tests/test_names.py. */
#include <mpi.h>

#include "work.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, sum = 0, length, next, buffer[300] = {0};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check("sum", sum == size * (size - 1) / 2);
    next = (rank + 1) % size;
    MPI_Sendrecv_replace(buffer, 300, MPI_INT, next, 0, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_name(copy, "copy");
    MPI_Comm_get_name(copy, name, &length);
    check("name", !strcmp(name, "copy"));
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_free(&info);
    int *memory;
    MPI_Win window;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, copy, &memory, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    check("put", *memory == (rank + size - 1) % size);
    MPI_Win_free(&window);
    MPI_Comm_free(&copy);
    /* one after the other, because all use the same files */
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank)
            use_library();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    check_names();
    MPI_Finalize();
    if (rank == 0)
        printf("done %.1f\n", 1.5);
    return 0;
}
