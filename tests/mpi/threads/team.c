/* All threads of a team of OpenMP send and receive at once, and meet in between. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int level, rank, size, sum, wrong = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel reduction(+ : wrong)
    for (int round = 0; round < 200; round++) {
        int tag = omp_get_thread_num(), next = (rank + 1) % size, before = (rank + size - 1) % size;
        int out[2] = {rank, round}, in[2];
        MPI_Status status;
        MPI_Request request;
        MPI_Isend(out, 2, MPI_INT, next, tag, MPI_COMM_WORLD, &request);
        MPI_Recv(in, 2, MPI_INT, before, tag, MPI_COMM_WORLD, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        wrong += in[0] != before || in[1] != round || status.MPI_TAG != tag;
#pragma omp barrier
#pragma omp critical
        wrong += level != MPI_THREAD_MULTIPLE;
#pragma omp master
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Allreduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!rank)
        printf("%d wrong\n", sum);
    MPI_Finalize();
    return 0;
}
