/* Ranks pass different types to the same call: in collectives, windows and partitioned messages.
 * Lengths are equal everywhere, so that each call returns. The number in a comment is the rank that
 * is reported. */
#include <mpi.h>

#define WORLD MPI_COMM_WORLD
#define NO_INFO MPI_INFO_NULL
#define IGNORED MPI_STATUS_IGNORE

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

/* clang-format off */
/* The calls that initialise persistent collectives match each other. A function with MPI_Count
 * matches the function without it. */
static void persistent(void) {
    int in[8] = {0}, out[8], parts[8], sums[2];
    MPI_Count counts[] = {1, 1, 1};
    MPI_Aint at[] = {0, 1, 2};
    MPI_Request request[3];
    MPI_Bcast_init(in, 2, of(1), 0, WORLD, NO_INFO, &request[0]); /* found: 1 */
    MPI_Gather_init(in + 2, 1, of(2), parts, 1, MPI_INT, 1, WORLD, NO_INFO, request + 1); /* found: 2 */
    MPI_Allreduce_init_c(in + 3, sums, 2, of(0), MPI_SUM, WORLD, NO_INFO, request + 2); /* found: 0 */
    MPI_Startall(3, request);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&request[i]);
    MPI_Bcast_c(in, 2, of(2), 0, WORLD); /* found: 2 */
    if (rank)
        MPI_Bcast_c(in, 2, of(1), 0, WORLD); /* found: 1 */
    else
        MPI_Bcast(in, 2, MPI_INT, 0, WORLD);
    MPI_Scatterv_c(in, counts, at, MPI_INT, out, 1, of(1), 2, WORLD); /* found: 1 */
    MPI_Iallreduce_c(in, out, 2, of(2), MPI_SUM, WORLD, request); /* found: 2 */
    MPI_Wait(request, IGNORED);
}

/* Rank 0 is one group, and ranks 1 and 2 are the other. */
static void between_groups(void) {
    int in[8] = {0}, out[8], counts[] = {1, 1, 1}, at[] = {0, 1, 2};
    int root = rank ? 0 : MPI_ROOT, back = rank == 2 ? MPI_ROOT : rank == 1 ? MPI_PROC_NULL : 1;
    MPI_Comm own, both;
    MPI_Comm_split(WORLD, rank > 0, 0, &own);
    MPI_Intercomm_create(own, 0, WORLD, !rank, 1, &both);
    MPI_Bcast(in, 2, of(2), root, both); /* found: 2 */
    MPI_Bcast(in, 2, of(0), back, both); /* found: 0 */
    MPI_Reduce(in, out, 2, of(1), MPI_SUM, root, both); /* found: 1 */
    MPI_Allreduce(in, out, 2, of(1), MPI_SUM, both); /* found: 1 */
    MPI_Gather(in, 1, of(2), out, 1, MPI_INT, root, both); /* found: 2 */
    MPI_Gatherv(in, 1, of(2), out, counts, at, MPI_INT, root, both); /* found: 0 */
    MPI_Scatter(in, 1, MPI_INT, out, 1, of(1), root, both); /* found: 1 */
    MPI_Allgather(in, 1, MPI_INT, out, 1, of(1), both); /* found: 1 */
    MPI_Allgather(in, 1, of(0), out, 1, rank ? MPI_FLOAT : MPI_INT, both);
    MPI_Alltoall(in, 1, of(1), out, 1, MPI_INT, both); /* found: 1 */
    MPI_Alltoallv(in, counts, at, MPI_INT, out, counts, at, of(0), both); /* found: 0 */
    MPI_Reduce_scatter_block(in, out, rank ? 1 : 2, of(2), MPI_SUM, both); /* found: 2 */
    MPI_Barrier(both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&own);
}

/* In a ring, each rank has two neighbours. */
static void neighbors(void) {
    int in[8] = {0}, out[8], counts[] = {1, 1}, at[] = {0, 1}, ring = 1;
    MPI_Aint bytes[] = {0, 4};
    MPI_Datatype here[] = {MPI_INT, MPI_INT}, there[] = {of(0), MPI_INT};
    MPI_Comm comm;
    MPI_Request request;
    MPI_Cart_create(WORLD, 1, &size, &ring, 0, &comm);
    MPI_Neighbor_allgather(in, 1, MPI_INT, out, 1, of(1), comm); /* found: 1 1 */
    MPI_Neighbor_alltoall(in, 1, MPI_INT, out, 1, of(2), comm); /* found: 2 2 */
    MPI_Neighbor_alltoallw(in, counts, bytes, here, out, counts, bytes, there, comm); /* found: 0 */
    MPI_Ineighbor_alltoallv(in, counts, at, MPI_INT, out, counts, at, of(1), comm, &request); /* found: 1 1 */
    MPI_Wait(&request, IGNORED);
    MPI_Neighbor_allgatherv_init(in, 1, MPI_INT, out, counts, at, of(0), comm, NO_INFO, &request); /* found: 0 0 */
    MPI_Start(&request);
    MPI_Wait(&request, IGNORED);
    MPI_Request_free(&request);
    MPI_Comm_free(&comm);
}
/* clang-format on */

/* Both parts of a split have the same context number, which later communicators get again. */
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
    persistent();
    between_groups();
    neighbors();
    communicators();
    windows();
    partitioned();
    MPI_Finalize();
    return 0;
}
