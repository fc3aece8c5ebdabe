/* Operations on a window of 3 ranks that must not overlap in time; the program's argument selects
 * them. The report must name the lines with the comments `found ARGUMENT` and `other ARGUMENT`. */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 4 };

static int memory[COUNT], in[COUNT], out[COUNT] = {1, 2, 3, 4};

/* A flush of MPI_PROC_NULL completes nothing. */
static void flush_nothing(MPI_Win win) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(out, 2, MPI_INT, 0, 0, 2, MPI_INT, win); /* found 5 */
    MPI_Win_flush_local(MPI_PROC_NULL, win);
    out[1]++;
    MPI_Win_unlock(0, win);
}

static void meet(int how, int rank, MPI_Win win) {
    switch (how) {
    case 0:
        if (rank == 1)
            MPI_Put(out, 3, MPI_INT, 0, 0, 3, MPI_INT, win); /* other 0 */
        if (rank == 2)
            MPI_Put(out, 2, MPI_INT, 0, 2, 2, MPI_INT, win); /* found 0 */
        break;
    case 1:
        if (rank == 1)
            MPI_Get(in, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, win); /* other 1 */
        if (rank == 2)
            MPI_Accumulate(out, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win); /* found 1 */
        break;
    case 2:
        if (rank == 2) {
            MPI_Put(out, 2, MPI_INT, 0, 0, 2, MPI_INT, win); /* found 2 */
            out[1]++;
        }
        break;
    case 3:
        if (rank == 2) {
            MPI_Get(in, 2, MPI_INT, 0, 0, 2, MPI_INT, win);     /* other 3 */
            MPI_Get(in + 1, 2, MPI_INT, 1, 0, 2, MPI_INT, win); /* found 3 */
        }
        break;
    default: /* nothing is wrong */
        MPI_Accumulate(out, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, MPI_SUM, win);
        MPI_Put(out, 1, MPI_INT, 1, rank, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        out[0]++;
        MPI_Get(in, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, win);
        if (rank == 1)
            MPI_Put(out, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, win);
        MPI_Win_fence(0, win);
        MPI_Put(in, COUNT, MPI_INT, rank, 0, COUNT, MPI_INT, win);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Win win;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int how = atoi(argv[1]);
    if (how == 5) {
        if (rank == 2)
            flush_nothing(win);
    } else {
        MPI_Win_fence(0, win);
        meet(how, rank, win);
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
