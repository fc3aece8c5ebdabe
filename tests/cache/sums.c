/* Works on memory of malloc(), and exchanges some of it. It computes sums, sorts, sends messages,
 * and stores with release order, both near the fence and far from it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 600 };

static volatile int sink;

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    MPI_Init(NULL, NULL);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *numbers = malloc(COUNT * sizeof *numbers), *others = malloc(COUNT * sizeof *others);
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = (i * 7919 + rank) % 1009;
        others[i] = -1;
    }
    qsort(numbers, COUNT, sizeof *numbers, compare);
    for (int round = 0; round < 3; round++) {
        MPI_Sendrecv(numbers + round, COUNT - 7, MPI_INT, 1 - rank, 0, others + 3, COUNT - 7,
                     MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < COUNT - 7; i++)
            numbers[i] = (numbers[i] + others[i + 3]) % 1009;
    }
    for (int i = 0; i < 100; i++) {
        sink = numbers[i * 5];
        __asm__ volatile("fence rw, w" ::: "memory");
        for (int wait = i % 12; wait > 0; wait--)
            __asm__ volatile("");
        numbers[i * 5] = i;
        others[i * 5 + 1]++;
    }
    long sum = 0, all;
    for (int i = 0; i < COUNT; i++)
        sum += numbers[i] * (i % 5) + others[i];
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld\n", all);
    free(numbers);
    free(others);
    MPI_Finalize();
}
