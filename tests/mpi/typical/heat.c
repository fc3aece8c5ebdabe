/* Heat on a plate: a grid of ranks, columns as a derived datatype, edges by MPI_Sendrecv. */
#include "serial.h"

#define N 24 /* points on each side of the plate */
#define STEPS 20

static double next(double here, double up, double down, double left, double right) {
    return here + 0.2 * (up + down + left + right - 4 * here);
}

/* The first point of a part if the N points of a side are divided among `parts` parts. */
static int begin(int part, int parts) {
    return part * N / parts;
}

static double start_value(int row, int column) {
    return row == 0 ? 100 : column == 0 ? 50 : (row * 7 + column * 3) % 10;
}

static double serial[2][N][N];

static double (*compute_serially(void))[N] {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            serial[0][i][j] = serial[1][i][j] = start_value(i, j);
    for (int step = 0; step < STEPS; step++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                double(*old)[N] = serial[step % 2];
                serial[!(step % 2)][i][j] =
                    next(old[i][j], old[i - 1][j], old[i + 1][j], old[i][j - 1], old[i][j + 1]);
            }
    return serial[STEPS % 2];
}

int main(int argc, char **argv) {
    int size, rank, dims[2] = {0, 0}, periods[2] = {0, 0}, at[2], up, down, left, right;
    MPI_Comm grid;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);

    /* The rank's own part, with a frame for the neighbours' points. */
    int top = begin(at[0], dims[0]), rows = begin(at[0] + 1, dims[0]) - top;
    int first = begin(at[1], dims[1]), columns = begin(at[1] + 1, dims[1]) - first;
    int width = columns + 2;
    double *old = malloc(sizeof(double) * (size_t)((rows + 2) * width));
    double *new = malloc(sizeof(double) * (size_t)((rows + 2) * width));
    for (int i = 0; i < rows + 2; i++)
        for (int j = 0; j < width; j++)
            old[i * width + j] = new[i * width + j] = start_value(top + i - 1, first + j - 1);
    MPI_Type_vector(rows, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);

    for (int step = 0; step < STEPS; step++) {
        MPI_Sendrecv(&old[width + 1], columns, MPI_DOUBLE, up, 0, &old[(rows + 1) * width + 1],
                     columns, MPI_DOUBLE, down, 0, grid, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&old[rows * width + 1], columns, MPI_DOUBLE, down, 1, &old[1], columns,
                     MPI_DOUBLE, up, 1, grid, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&old[width + 1], 1, column, left, 2, &old[width + columns + 1], 1, column,
                     right, 2, grid, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&old[width + columns], 1, column, right, 3, &old[width], 1, column, left, 3,
                     grid, MPI_STATUS_IGNORE);
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j <= columns; j++) {
                int here = i * width + j, row = top + i - 1, place = first + j - 1;
                if (row > 0 && row < N - 1 && place > 0 && place < N - 1)
                    new[here] = next(old[here], old[here - width], old[here + width], old[here - 1],
                                     old[here + 1]);
            }
        double *swap = old;
        old = new;
        new = swap;
    }

    double(*right_result)[N] = compute_serially();
    int wrong = 0, sum;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++)
            wrong += old[i * width + j] != right_result[top + i - 1][first + j - 1];
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    free(old);
    free(new);
    return end("heat", rank > 0 || sum == 0);
}
