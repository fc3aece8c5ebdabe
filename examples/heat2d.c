/* Heat in a square plate whose upper edge is hot: each point becomes the mean of its four
 * neighbours, again and again. Each rank has some rows, and receives the rows next to them
 * from its neighbours before every step.
 * Arguments: side of the plate in points (40), steps (100). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define HOT 100.0

static int rank, size, side;

/* First row of a rank; row 0 is the upper edge, which stays as it is. */
static int first_row(int of) {
    return 1 + (int)((long)(side - 2) * of / size);
}

/* Receives the rows above and below the rank's own rows. */
static void exchange(double *rows, int count) {
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int below = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(rows + side, side, MPI_DOUBLE, above, 0, rows + (count + 1) * side, side,
                 MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(rows + count * side, side, MPI_DOUBLE, below, 1, rows, side, MPI_DOUBLE, above, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void step(const double *from, double *to, int count) {
    for (int row = 1; row <= count; row++)
        for (int column = 1; column < side - 1; column++) {
            const double *at = from + row * side + column;
            to[row * side + column] = 0.25 * (at[-side] + at[side] + at[-1] + at[1]);
        }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    side = argc > 1 ? atoi(argv[1]) : 40;
    int steps = argc > 2 ? atoi(argv[2]) : 100;
    if (side < size + 2 && rank == 0) {
        fprintf(stderr, "%d ranks need a side of %d points or more\n", size, size + 2);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    /* The rank's own rows, and a row above and below them. */
    int first = first_row(rank), count = first_row(rank + 1) - first;
    size_t points = (size_t)(count + 2) * (size_t)side;
    double *now = calloc(points, sizeof *now), *next = calloc(points, sizeof *next);
    if (!now || !next) {
        fprintf(stderr, "no memory for a plate of %d by %d points\n", side, side);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int column = 0; rank == 0 && column < side; column++)
        now[column] = next[column] = HOT;

    for (int i = 0; i < steps; i++) {
        exchange(now, count);
        step(now, next, count);
        double *swap = now;
        now = next;
        next = swap;
    }

    double heat = 0, total, hottest = 0, maximum;
    for (int i = side; i < (count + 1) * side; i++) {
        heat += now[i];
        if (now[i] > hottest)
            hottest = now[i];
    }
    MPI_Reduce(&heat, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&hottest, &maximum, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d x %d points after %d steps: mean %.6f, hottest %.6f\n", side, side, steps,
               total / (side - 2) / (side - 2), maximum);
    free(now);
    free(next);
    MPI_Finalize();
    return 0;
}
