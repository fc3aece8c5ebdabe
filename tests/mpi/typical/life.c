/* The game of life on a torus: each rank has some rows; the neighbours' rows come by persistent
 * requests on a ring of the ranks. */
#include <string.h>

#include "serial.h"

#define ROWS 48
#define WIDTH 30
#define GENERATIONS 12

static int is_born_alive(int row, int column) {
    return (row * row + 3 * column + row * column) % 5 < 2;
}

/* The new row from the row above, the row itself and the row below. */
static void step(char *new, const char *above, const char *own, const char *below) {
    for (int j = 0; j < WIDTH; j++) {
        int l = (j + WIDTH - 1) % WIDTH, r = (j + 1) % WIDTH;
        int n = above[l] + above[j] + above[r] + own[l] + own[r] + below[l] + below[j] + below[r];
        new[j] = n == 3 || (n == 2 && own[j]);
    }
}

static char serial[2][ROWS][WIDTH];

static int is_serial_result(char (*all)[WIDTH]) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < WIDTH; j++)
            serial[0][i][j] = (char)is_born_alive(i, j);
    for (int generation = 0; generation < GENERATIONS; generation++) {
        char(*old)[WIDTH] = serial[generation % 2], (*new)[WIDTH] = serial[!(generation % 2)];
        for (int i = 0; i < ROWS; i++)
            step(new[i], old[(i + ROWS - 1) % ROWS], old[i], old[(i + 1) % ROWS]);
    }
    return memcmp(all, serial[GENERATIONS % 2], sizeof *serial) == 0;
}

int main(int argc, char **argv) {
    static char world[2][ROWS + 2][WIDTH], all[ROWS][WIDTH];
    int size, rank, periodic = 1, above, below, counts[ROWS], starts[ROWS];
    MPI_Comm ring;
    MPI_Request requests[2][4];
    MPI_Datatype row;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Comm_rank(ring, &rank);
    MPI_Cart_shift(ring, 0, 1, &above, &below);
    MPI_Type_contiguous(WIDTH, MPI_CHAR, &row);
    MPI_Type_commit(&row);
    for (int i = 0; i < size; i++) {
        starts[i] = i * ROWS / size;
        counts[i] = (i + 1) * ROWS / size - starts[i];
    }
    int n = counts[rank];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < WIDTH; j++)
            world[0][i + 1][j] = (char)is_born_alive(starts[rank] + i, j);
    for (int side = 0; side < 2; side++) {
        char(*here)[WIDTH] = world[side];
        MPI_Recv_init(here[0], 1, row, above, 0, ring, &requests[side][0]);
        MPI_Recv_init(here[n + 1], 1, row, below, 1, ring, &requests[side][1]);
        MPI_Send_init(here[n], 1, row, below, 0, ring, &requests[side][2]);
        MPI_Send_init(here[1], 1, row, above, 1, ring, &requests[side][3]);
    }
    for (int generation = 0; generation < GENERATIONS; generation++) {
        char(*old)[WIDTH] = world[generation % 2], (*new)[WIDTH] = world[!(generation % 2)];
        MPI_Startall(4, requests[generation % 2]);
        for (int i = 2; i < n; i++)
            step(new[i], old[i - 1], old[i], old[i + 1]);
        MPI_Waitall(4, requests[generation % 2], MPI_STATUSES_IGNORE);
        step(new[1], old[0], old[1], old[2]);
        step(new[n], old[n - 1], old[n], old[n + 1]);
    }
    MPI_Gatherv(world[GENERATIONS % 2][1], n, row, all, counts, starts, row, 0, ring);
    for (int i = 0; i < 8; i++)
        MPI_Request_free(&requests[i / 4][i % 4]);
    MPI_Type_free(&row);
    MPI_Comm_free(&ring);
    return end("life", rank > 0 || is_serial_result(all));
}
