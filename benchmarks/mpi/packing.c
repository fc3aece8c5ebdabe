/* Measures packing. Prints for each layout its name, and the cycles of a loop written by hand, of
 * MPI_Pack and of MPI_Unpack. Checks that the loop and MPI_Pack give the same bytes. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "layouts.h"

#define N 1024
#define ROUNDS 3 /* repetitions, of which the fastest one counts */

_Alignas(double) int from[4 * N + 512], by_hand[2 * N], packed[2 * N], back[4 * N + 512];
int at[N];

struct row {
    int first, values[16];
};

static uint32_t cycles(void) {
    return (uint32_t)(MPI_Wtime() / MPI_Wtick() + 0.5);
}

__attribute__((noinline)) static int vector(void) {
    const double *all = (const double *)from;
    for (int i = 0; i < N; i++)
        ((double *)by_hand)[i] = all[2 * i];
    return N * (int)sizeof(double);
}

__attribute__((noinline)) static int single(void) {
    for (int i = 0; i < N; i++)
        by_hand[i] = from[at[i]];
    return N * (int)sizeof(int);
}

__attribute__((noinline)) static int threes(void) {
    int k = 0;
    for (int i = 0; i < N / 3; i++)
        for (int j = 0; j < 3; j++)
            by_hand[k++] = from[at[i] + j];
    return k * (int)sizeof(int);
}

__attribute__((noinline)) static int structs(void) {
    const struct row *row = (const struct row *)from;
    int k = 0;
    for (int i = 0; i < 64; i++, row++) {
        by_hand[k++] = row->first;
        for (int j = 0; j < 8; j++)
            by_hand[k++] = row->values[2 * j];
    }
    return k * (int)sizeof(int);
}

__attribute__((noinline)) static int matrix(void) {
    int k = 0;
    for (int i = 4; i < 36; i++)
        for (int j = 3; j < 35; j++)
            by_hand[k++] = from[64 * i + j];
    return k * (int)sizeof(int);
}

__attribute__((noinline)) static int cube(void) {
    int k = 0;
    for (int i = 1; i < 7; i++)
        for (int j = 1; j < 13; j++)
            for (int l = 3; l < 19; l++)
                by_hand[k++] = from[512 * i + 32 * j + l];
    return k * (int)sizeof(int);
}

static uint32_t less(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void measure(const char *name, int (*hand)(void), int count, MPI_Datatype type) {
    uint32_t took[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    int bytes = 0, right = 1;
    MPI_Type_commit(&type);
    for (int i = 0; i < ROUNDS; i++) {
        int position = 0;
        uint32_t start = cycles();
        bytes = hand();
        took[0] = less(took[0], cycles() - start);
        start = cycles();
        MPI_Pack(from, count, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
        took[1] = less(took[1], cycles() - start);
        right &= position == bytes && !memcmp(packed, by_hand, (size_t)bytes);
        position = 0;
        start = cycles();
        MPI_Unpack(packed, bytes, &position, back, count, type, MPI_COMM_WORLD);
        took[2] = less(took[2], cycles() - start);
    }
    memset(packed, 0, sizeof packed);
    MPI_Pack(back, count, type, packed, sizeof packed, &(int){0}, MPI_COMM_WORLD);
    right &= !memcmp(packed, by_hand, (size_t)bytes);
    printf("%s %s %u %u %u\n", right ? "ok" : "WRONG", name, (unsigned)took[0], (unsigned)took[1],
           (unsigned)took[2]);
    MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    MPI_Datatype type;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 4 * N + 512; i++)
        from[i] = i;
    for (int i = 0; i < N; i++)
        at[i] = i * 7 % (4 * N - 8);
    MPI_Type_vector(N, 1, 2, MPI_DOUBLE, &type);
    measure("vector", vector, 1, type);
    MPI_Type_create_indexed_block(N, 1, at, MPI_INT, &type);
    measure("indexed", single, 1, type);
    MPI_Type_create_indexed_block(N / 3, 3, at, MPI_INT, &type);
    measure("threes", threes, 1, type);
    measure("struct", structs, 64, row_type(sizeof(struct row)));
    measure("matrix", matrix, 1, matrix_type());
    MPI_Type_create_subarray(3, (int[]){8, 16, 32}, (int[]){6, 12, 16}, (int[]){1, 1, 3},
                             MPI_ORDER_C, MPI_INT, &type);
    measure("cube", cube, 1, type);
    MPI_Finalize();
    return 0;
}
