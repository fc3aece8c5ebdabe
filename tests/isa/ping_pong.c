/* Messages of many lengths in both directions, with numbers computed in floating point. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, wrong = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    static double out[1000], in[1000];
    for (int count = 1; count <= 1000 && rank < 2; count = count * 3 + 1) {
        for (int i = 0; i < count; i++)
            out[i] = i / 3.0 + rank;
        if (rank == 0) {
            MPI_Send(out, count, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
            MPI_Recv(in, count, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, count, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, count, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
        }
        for (int i = 0; i < count; i++)
            wrong += in[i] != i / 3.0 + (1 - rank);
    }
    double sum, mine = rank + 0.25;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d: %d wrong, sum %.2f\n", rank, wrong, sum);
    MPI_Finalize();
    return wrong;
}
