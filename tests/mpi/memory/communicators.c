/* Prints how much heap rank 0 uses for communicators, one line for each way of making one. */
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>

static void report(const char *what, MPI_Comm comm) {
    int rank, size, sum, one = 1, members;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_size(comm, &members);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (sum != members)
        MPI_Abort(MPI_COMM_WORLD, 2);
    if (rank == 0)
        printf("%s %u\n", what, (unsigned)mallinfo().uordblks);
}

int main(int argc, char **argv) {
    int rank, size, dims[2] = {0, 0}, periods[2] = {1, 1}, row[2] = {0, 1};
    MPI_Comm comm, grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    report("dup", comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 4, rank, &comm);
    report("every fourth", comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, -rank, &comm);
    report("halves, backwards", comm);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    report("grid", grid);
    MPI_Cart_sub(grid, row, &comm);
    report("row", comm);
    MPI_Finalize();
    return 0;
}
