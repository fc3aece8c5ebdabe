/* Each rank's numbers go once round a ring, sent and received at the same time. */
#include "serial.h"

#define COUNT 50

int main(int argc, char **argv) {
    int rank, size, wrong = 0, all;
    int here[COUNT], coming[COUNT], sum[COUNT] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < COUNT; i++)
        here[i] = rank * i + 1;
    for (int step = 0; step < size; step++) {
        MPI_Request requests[2];
        MPI_Irecv(coming, COUNT, MPI_INT, left, step, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(here, COUNT, MPI_INT, right, step, MPI_COMM_WORLD, &requests[1]);
        for (int i = 0; i < COUNT; i++)
            sum[i] += here[i];
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < COUNT; i++)
            here[i] = coming[i];
    }
    for (int i = 0; i < COUNT; i++)
        wrong += sum[i] != size * (size - 1) / 2 * i + size;
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return end("ring", !all);
}
