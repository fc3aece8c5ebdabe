/* A program of ordinary size: each rank allocates several megabytes with malloc(), sends, reduces
 * and exposes them, writes them to a file and reads them back. Prints sums of the results. */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WORDS
#define WORDS 300000 /* 1.2 MB, which are allocated twice */
#endif
#define PART 10000
#define BYTES (PART * sizeof(uint32_t))

static uint32_t *allocate(size_t words) {
    uint32_t *memory = calloc(words, sizeof *memory);
    if (!memory) {
        printf("no memory of %zu words\n", words);
        exit(1);
    }
    return memory;
}

static uint32_t sum_of(const uint32_t *data, int words) {
    uint32_t sum = 0;
    for (int i = 0; i < words; i++)
        sum = sum * 31 + data[i];
    return sum;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    uint32_t *own = allocate(WORDS), *other = allocate(WORDS);
    for (int i = 0; i < WORDS; i++)
        own[i] = (uint32_t)(i * (rank + 3)) ^ (uint32_t)i >> 3;
    MPI_Sendrecv(own, WORDS, MPI_UNSIGNED, next, 1, other, WORDS, MPI_UNSIGNED, before, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    uint32_t passed = sum_of(other, WORDS);

    MPI_Allreduce(own, other, PART, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD);
    uint32_t reduced = sum_of(other, PART);
    MPI_Bcast(other, PART, MPI_UNSIGNED, size - 1, MPI_COMM_WORLD);

    MPI_Win window;
    MPI_Win_create(other, BYTES, sizeof *other, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(own, PART / 2, MPI_UNSIGNED, next, PART / 2, PART / 2, MPI_UNSIGNED, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    uint32_t put = sum_of(other, PART);

    char name[32];
    snprintf(name, sizeof name, "part.%d", rank);
    FILE *file = fopen(name, "w+b");
    size_t written = fwrite(other, sizeof *other, PART, file);
    rewind(file);
    memset(own, 0, BYTES);
    size_t read = fread(own, sizeof *own, PART, file);
    fclose(file);
    remove(name);
    bool same = written == PART && read == PART && memcmp(own, other, BYTES) == 0;
    printf("rank %d: %08x %08x %08x %s\n", rank, (unsigned)passed, (unsigned)reduced, (unsigned)put,
           same ? "same" : "FAILED");
    free(own);
    free(other);
    MPI_Finalize();
    return 0;
}
