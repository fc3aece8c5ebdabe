/* Ranks that take part in the same call with other types: in collectives, windows and partitioned
 * messages. Lengths are the same everywhere, so that each call returns. The number in a comment is
 * the rank that is told. */
#include <mpi.h>

static int rank, size;

static MPI_Datatype of(int odd) {
    return rank == odd ? MPI_FLOAT : MPI_INT;
}

static void collectives(void) {
    int in[8] = {0}, out[8], counts[] = {1, 1, 1}, at[] = {0, 1, 2};
    MPI_Datatype types[] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Request request;
    MPI_Bcast(in, 2, of(1), 0, MPI_COMM_WORLD);            /* found: 1 */
    MPI_Ibcast(in, 2, of(2), 0, MPI_COMM_WORLD, &request); /* found: 2 */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gather(in, 1, of(2), out, 1, MPI_INT, 1, MPI_COMM_WORLD);                   /* found: 2 */
    MPI_Scatter(in, 1, MPI_INT, out, 1, of(0), 1, MPI_COMM_WORLD);                  /* found: 0 */
    MPI_Gatherv(in, 1, of(2), out, counts, at, MPI_INT, 0, MPI_COMM_WORLD);         /* found: 0 */
    MPI_Scatterv(in, counts, at, MPI_INT, out, 1, of(1), 2, MPI_COMM_WORLD);        /* found: 1 */
    MPI_Allgather(in, 1, of(2), out, 1, MPI_INT, MPI_COMM_WORLD);                   /* found: 2 */
    MPI_Allgatherv(in, 1, of(1), out, counts, at, MPI_INT, MPI_COMM_WORLD);         /* found: 2 */
    MPI_Alltoall(in, 1, of(0), out, 1, MPI_INT, MPI_COMM_WORLD);                    /* found: 0 */
    MPI_Alltoallv(in, counts, at, MPI_INT, out, counts, at, of(1), MPI_COMM_WORLD); /* found: 1 */
    types[1] = of(0);
    MPI_Alltoallw(in, counts, at, types, out, counts, at, types, MPI_COMM_WORLD); /* found: 1 */
    MPI_Reduce(in, out, 2, of(1), MPI_SUM, 0, MPI_COMM_WORLD);                    /* found: 1 */
    MPI_Allreduce(in, out, 2, of(2), MPI_SUM, MPI_COMM_WORLD);                    /* found: 2 */
    MPI_Scan(in, out, 1, of(0), MPI_SUM, MPI_COMM_WORLD);                         /* found: 0 */
    MPI_Exscan(in, out, 1, of(1), MPI_SUM, MPI_COMM_WORLD);                       /* found: 1 */
    MPI_Reduce_scatter(in, out, counts, of(2), MPI_SUM, MPI_COMM_WORLD);          /* found: 2 */
    MPI_Reduce_scatter_block(in, out, 1, of(2), MPI_SUM, MPI_COMM_WORLD);         /* found: 2 */
}

/* Halves with the same context, then another communicator with it. */
static void communicators(void) {
    int word = 0;
    for (int i = 0; i < 2; i++) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, i ? rank == 0 : rank == 2, 0, &part);
        MPI_Bcast(&word, 1, rank == 2 - 2 * i ? MPI_FLOAT : MPI_INT, 0, part);
        MPI_Bcast(&word, 1, of(1), 0, part); /* found: 1 2 */
        MPI_Comm_free(&part);
    }
}

static void windows(void) {
    int memory[4] = {0}, words[4] = {0};
    MPI_Win window;
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(words, 2, MPI_INT, (rank + 1) % size, 0, 2, MPI_FLOAT, window); /* found: 0 1 2 */
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

static void partitioned(void) {
    double values[2] = {0};
    MPI_Request request;
    if (rank == 0)
        MPI_Psend_init(values, 2, 1, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else if (rank == 1) /* clang-format off */
        MPI_Precv_init(values, 1, 2, MPI_LONG_LONG, 0, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* found: 1 */
    /* clang-format on */
    if (rank > 1)
        return;
    MPI_Start(&request);
    if (rank == 0)
        MPI_Pready_range(0, 1, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    collectives();
    communicators();
    windows();
    partitioned();
    MPI_Finalize();
    return 0;
}
