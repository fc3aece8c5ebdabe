/* A message of data with gaps goes to the other rank and back: packed and unpacked by hand, and by
 * a datatype. Prints, for each layout of the data, the fewest cycles of each of the two ways. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cycles.h"
#include "layouts.h"

enum { N = 256, ROUNDS = 6 };

struct row {
    int first, others[16], last;
};

static int rank, places[N], indexed[8 * N], matrix[64][64], packed[4 * N];
static double vector[2 * N], packed_doubles[N];
static struct row rows[64];

static void vector_by_hand(bool unpacks) {
    for (int i = 0; i < N; i++)
        if (unpacks)
            vector[2 * i] = packed_doubles[i];
        else
            packed_doubles[i] = vector[2 * i];
}

static void indexed_by_hand(bool unpacks) {
    for (int i = 0; i < N; i++)
        if (unpacks)
            indexed[places[i]] = packed[i];
        else
            packed[i] = indexed[places[i]];
}

static void struct_by_hand(bool unpacks) {
    int *at = packed;
    for (struct row *row = rows; row < rows + 64; row++, at += 9)
        if (unpacks) {
            row->first = at[0];
            for (int i = 0; i < 8; i++)
                row->others[2 * i] = at[i + 1];
        } else {
            at[0] = row->first;
            for (int i = 0; i < 8; i++)
                at[i + 1] = row->others[2 * i];
        }
}

static void matrix_by_hand(bool unpacks) {
    for (int i = 0; i < 32; i++)
        if (unpacks)
            memcpy(&matrix[4 + i][3], packed + 32 * i, 32 * sizeof(int));
        else
            memcpy(packed + 32 * i, &matrix[4 + i][3], 32 * sizeof(int));
}

/* Returns the fewest cycles of a few rounds in which `data` go to the other rank and back.
 * `by_hand`, if not null, packs before each send and unpacks after each receive. */
static unsigned there_and_back(void *data, int count, MPI_Datatype type, void (*by_hand)(bool)) {
    unsigned fewest = -1u;
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        unsigned start = cycles();
        for (int step = 0; step < 2; step++)
            if (step == rank) {
                if (by_hand)
                    by_hand(false);
                MPI_Send(data, count, type, 1 - rank, 0, MPI_COMM_WORLD);
            } else {
                MPI_Recv(data, count, type, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                if (by_hand)
                    by_hand(true);
            }
        unsigned taken = cycles() - start;
        fewest = taken < fewest ? taken : fewest;
    }
    return fewest;
}

static void measure(const char *name, void (*by_hand)(bool), void *packed_data, size_t bytes,
                    void *data, int count, MPI_Datatype type) {
    MPI_Type_commit(&type);
    unsigned hand = there_and_back(packed_data, (int)bytes, MPI_BYTE, by_hand);
    unsigned typed = there_and_back(data, count, type, NULL);
    if (rank == 0)
        printf("%s %u %u\n", name, hand, typed);
    MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    MPI_Datatype type;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        places[i] = i * 7 % (8 * N - 8);
    MPI_Type_vector(N, 1, 2, MPI_DOUBLE, &type);
    measure("vector", vector_by_hand, packed_doubles, sizeof packed_doubles, vector, 1, type);
    MPI_Type_create_indexed_block(N, 1, places, MPI_INT, &type);
    measure("indexed", indexed_by_hand, packed, N * sizeof(int), indexed, 1, type);
    measure("struct", struct_by_hand, packed, 64 * 9 * sizeof(int), rows, 64,
            row_type(sizeof(struct row)));
    measure("matrix", matrix_by_hand, packed, 32 * 32 * sizeof(int), matrix, 1, matrix_type());
    MPI_Finalize();
}
