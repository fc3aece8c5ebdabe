/* Sample sort: splitters are chosen from samples of all ranks, and each number goes to its rank. */
#include <string.h>

#include "serial.h"

#define COUNT 300 /* numbers of each rank */

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static void draw(int rank, int *numbers) {
    unsigned state = 12345u + 777u * (unsigned)rank;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (int)(state >> 12) % 100000;
    }
}

int main(int argc, char **argv) {
    int rank, size, own[COUNT];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    draw(rank, own);
    qsort(own, COUNT, sizeof *own, compare);

    /* Each rank's samples, taken at equal steps, go to all ranks; every size-th of all samples is a
     * splitter. */
    int *samples = malloc(sizeof(int) * (size_t)(size * size));
    int *mine = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; i++)
        mine[i] = own[i * COUNT / size];
    MPI_Allgather(mine, size, MPI_INT, samples, size, MPI_INT, MPI_COMM_WORLD);
    qsort(samples, (size_t)(size * size), sizeof *samples, compare);

    int *counts = calloc(4 * (size_t)size + 2, sizeof *counts), *places = counts + size;
    int *coming = places + size, *coming_places = coming + size;
    for (int i = 0, to = 0; i < COUNT; i++) {
        while (to < size - 1 && own[i] >= samples[(to + 1) * size])
            to++;
        counts[to]++;
    }
    MPI_Alltoall(counts, 1, MPI_INT, coming, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 1; i < size; i++) {
        places[i] = places[i - 1] + counts[i - 1];
        coming_places[i] = coming_places[i - 1] + coming[i - 1];
    }
    int length = coming_places[size - 1] + coming[size - 1];
    int *sorted = malloc(sizeof(int) * ((size_t)length + 1));
    MPI_Alltoallv(own, counts, places, MPI_INT, sorted, coming, coming_places, MPI_INT,
                  MPI_COMM_WORLD);
    qsort(sorted, (size_t)length, sizeof *sorted, compare);

    /* Gathers the sorted numbers at rank 0, next to the result of a serial sort. */
    int *lengths = calloc(2 * (size_t)size, sizeof *lengths), *starts = lengths + size;
    int *all = malloc(sizeof(int) * (size_t)(size * COUNT)), *serial = NULL;
    MPI_Gather(&length, 1, MPI_INT, lengths, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 1; i < size; i++)
        starts[i] = starts[i - 1] + lengths[i - 1];
    MPI_Gatherv(sorted, length, MPI_INT, all, lengths, starts, MPI_INT, 0, MPI_COMM_WORLD);
    int is_right = 1;
    if (rank == 0) {
        serial = malloc(sizeof(int) * (size_t)(size * COUNT));
        for (int i = 0; i < size; i++)
            draw(i, serial + i * COUNT);
        qsort(serial, (size_t)(size * COUNT), sizeof *serial, compare);
        is_right = memcmp(all, serial, sizeof(int) * (size_t)(size * COUNT)) == 0;
    }
    free(samples);
    free(mine);
    free(counts);
    free(sorted);
    free(lengths);
    free(all);
    free(serial);
    return end("sort", is_right);
}
