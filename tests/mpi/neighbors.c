/* Neighbourhood collectives on grids, graphs and distributed graphs. The expected contents of each
 * block are computed from the neighbours of all ranks, which each rank knows here. */
#include "check.h"

#define MOST 64   /* ranks */
#define DEGREE 12 /* the largest number of neighbours of a rank */
#define LONGEST 700
#define ROOM (DEGREE * (LONGEST + 1))

static uint32_t seed = 0x2545f491u; /* equal on all ranks */

static int draw(int below) {
    return (int)(random_next(&seed) % (uint32_t)below);
}

/* For each rank, the ranks from which it receives and those to which it sends, in order. These
 * orders determine which block of a source a rank gets. */
static int sources[MOST][DEGREE], source_count[MOST];
static int destinations[MOST][DEGREE], destination_count[MOST];
static int got_block[DEGREE];

static MPI_Comm comm;
static int me;
static int in[ROOM], out[ROOM];
static int in_counts[DEGREE], in_places[DEGREE], out_counts[DEGREE], out_places[DEGREE];

/* If several edges lead from one process to another, the k-th one in the source's list is the k-th
 * one in the target's list. */
static void pair_in_order(void) {
    for (int i = 0; i < source_count[me]; i++) {
        int from = sources[me][i], nth = 0, block = -1;
        for (int k = 0; k < i; k++)
            nth += sources[me][k] == from;
        while (nth >= 0)
            nth -= destinations[from][++block] == me;
        got_block[i] = block;
    }
}

static int element(int from, int block, int index) {
    return from * 1009 + block * 31 + index * 7;
}

static int length(int from, int block) {
    return (from * 3 + block * 5) % 9;
}

static void clear(void) {
    memset(in, 0xee, sizeof in);
}

static void fill(int at, int block, int n) {
    for (int k = 0; k < n; k++)
        out[at + k] = element(me, block, k);
}

/* Checks the data received from a source, and that nothing was written after them. If `block` is
 * -1, the data must be the block that the source had for this edge. */
static void check_block(int at, int source, int block, int n) {
    int from = sources[me][source];
    for (int k = 0; k < n; k++)
        CHECK_EQUAL(in[at + k], from == MPI_PROC_NULL
                                    ? (int)0xeeeeeeee
                                    : element(from, block < 0 ? got_block[source] : block, k));
}

static void check_unwritten(int at) {
    CHECK_EQUAL(in[at], (int)0xeeeeeeee);
}

static const int lengths[] = {0, 1, 20, LONGEST};

static void allgather(void) {
    int all = source_count[me];
    for (int l = 0; l < 4; l++) {
        int n = lengths[l];
        clear();
        fill(0, 0, n);
        CHECK_EQUAL(MPI_Neighbor_allgather(out, n, MPI_INT, in, n, MPI_INT, comm), MPI_SUCCESS);
        for (int i = 0; i < all; i++)
            check_block(i * n, i, 0, n);
        check_unwritten(all * n);
    }
    for (int i = 0, at = 0; i < all; i++, at += in_counts[i - 1] + 1) {
        in_counts[i] = sources[me][i] == MPI_PROC_NULL ? 2 : length(sources[me][i], 0);
        in_places[i] = at;
    }
    clear();
    fill(0, 0, length(me, 0));
    CHECK_EQUAL(MPI_Neighbor_allgatherv(out, length(me, 0), MPI_INT, in, in_counts, in_places,
                                        MPI_INT, comm),
                MPI_SUCCESS);
    for (int i = 0; i < all; i++) {
        check_block(in_places[i], i, 0, in_counts[i]);
        check_unwritten(in_places[i] + in_counts[i]);
    }
}

static void alltoall(void) {
    int all = source_count[me], to = destination_count[me];
    for (int l = 0; l < 4; l++) {
        int n = lengths[l];
        clear();
        for (int i = 0; i < to; i++)
            fill(i * n, i, n);
        CHECK_EQUAL(MPI_Neighbor_alltoall(out, n, MPI_INT, in, n, MPI_INT, comm), MPI_SUCCESS);
        for (int i = 0; i < all; i++)
            check_block(i * n, i, -1, n);
        check_unwritten(all * n);
    }
}

static void place_blocks(void) {
    for (int i = 0, at = 0; i < source_count[me]; i++, at += in_counts[i - 1] + 1) {
        in_counts[i] = sources[me][i] == MPI_PROC_NULL ? 2 : length(sources[me][i], got_block[i]);
        in_places[i] = at;
    }
    for (int i = 0, at = 0; i < destination_count[me]; i++, at += out_counts[i - 1]) {
        out_counts[i] = length(me, i);
        out_places[i] = at;
        fill(at, i, out_counts[i]);
    }
}

static void alltoallv(void) {
    place_blocks();
    clear();
    CHECK_EQUAL(MPI_Neighbor_alltoallv(out, out_counts, out_places, MPI_INT, in, in_counts,
                                       in_places, MPI_INT, comm),
                MPI_SUCCESS);
    for (int i = 0; i < source_count[me]; i++) {
        check_block(in_places[i], i, -1, in_counts[i]);
        check_unwritten(in_places[i] + in_counts[i]);
    }
}

/* The receiving side uses every other element of a row. Displacements are in bytes, or are
 * addresses. */
static void alltoallw_of(void *send, void *receive) {
    MPI_Datatype every_other, in_types[DEGREE], out_types[DEGREE];
    MPI_Aint in_bytes[DEGREE], out_bytes[DEGREE];
    int ones[DEGREE];
    place_blocks();
    clear();
    for (int i = 0; i < source_count[me]; i++) {
        MPI_Type_vector(in_counts[i], 1, 2, MPI_INT, &every_other);
        MPI_Type_commit(&every_other);
        in_types[i] = every_other;
        in_bytes[i] = (char *)(in + 2 * in_places[i]) - (char *)receive;
        ones[i] = 1;
    }
    for (int i = 0; i < destination_count[me]; i++) {
        out_types[i] = MPI_INT;
        out_bytes[i] = (char *)(out + out_places[i]) - (char *)send;
    }
    CHECK_EQUAL(MPI_Neighbor_alltoallw(send, out_counts, out_bytes, out_types, receive, ones,
                                       in_bytes, in_types, comm),
                MPI_SUCCESS);
    for (int i = 0; i < source_count[me]; i++) {
        for (int k = 0; k < in_counts[i]; k++) {
            int at = 2 * (in_places[i] + k), from = sources[me][i];
            CHECK_EQUAL(in[at],
                        from == MPI_PROC_NULL ? (int)0xeeeeeeee : element(from, got_block[i], k));
            check_unwritten(at + 1);
        }
        MPI_Type_free(&in_types[i]);
    }
}

static void alltoallw(void) {
    alltoallw_of(out, in);
    alltoallw_of(MPI_BOTTOM, MPI_BOTTOM);
}

static void all_of_them(void) {
    allgather();
    alltoall();
    alltoallv();
    alltoallw();
    MPI_Comm_free(&comm);
}

/* Makes a grid with these dimensions, if there are enough ranks. In a grid, a rank receives from
 * above what is sent down. */
static void grid(int count, const int dims[], const int periods[]) {
    int nodes = 1;
    for (int d = 0; d < count; d++)
        nodes *= dims[d];
    if (nodes > size)
        return;
    MPI_Cart_create(MPI_COMM_WORLD, count, dims, periods, 0, &comm);
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &me);
    source_count[me] = destination_count[me] = 2 * count;
    for (int d = 0, step = nodes; d < count; d++) {
        step /= dims[d]; /* distance of neighbours in this dimension */
        int at = me / step % dims[d];
        for (int up = 0; up < 2; up++) {
            int to = up ? at + 1 : at - 1, wrapped = (to + dims[d]) % dims[d];
            int neighbor = to == wrapped || periods[d] ? me + (wrapped - at) * step : MPI_PROC_NULL;
            sources[me][2 * d + up] = destinations[me][2 * d + up] = neighbor;
            got_block[2 * d + up] = 2 * d + !up;
        }
    }
    all_of_them();
}

static void grids(void) {
    grid(1, (int[]){size}, (int[]){1});
    grid(1, (int[]){size}, (int[]){0});
    grid(1, (int[]){2}, (int[]){1});
    grid(1, (int[]){1}, (int[]){1});
    grid(2, (int[]){2, size / 2 ? size / 2 : 1}, (int[]){1, 0});
    grid(2, (int[]){1, size}, (int[]){1, 1});
    grid(3, (int[]){2, 1, 2}, (int[]){1, 1, 0});
    grid(3, (int[]){2, 2, 3}, (int[]){0, 1, 1});
    grid(3, (int[]){1, 1, 1}, (int[]){1, 0, 1});
    MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &comm);
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &me);
    source_count[me] = destination_count[me] = 0;
    all_of_them();
}

/* The edges go in both directions. Some of them are double, and some lead from a rank to itself. */
static void graphs(void) {
    for (int trial = 0; trial < 4; trial++) {
        int index[MOST], edges[MOST * DEGREE], all = 0;
        memset(source_count, 0, sizeof source_count);
        for (int i = 0; i < size; i++) {
            int one = draw(size), other = draw(size);
            if (source_count[one] > DEGREE - 2 || source_count[other] > DEGREE - 2)
                continue;
            sources[one][source_count[one]++] = other;
            sources[other][source_count[other]++] = one;
        }
        for (int i = 0; i < size; i++) {
            memcpy(edges + all, sources[i], (size_t)source_count[i] * sizeof *edges);
            index[i] = all += source_count[i];
        }
        memcpy(destinations, sources, sizeof sources);
        memcpy(destination_count, source_count, sizeof source_count);
        MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &comm);
        MPI_Comm_rank(comm, &me);
        pair_in_order();
        all_of_them();
    }
}

/* Edges have one direction. Receivers list them in a different order than senders. */
static void distributed_graphs(void) {
    for (int trial = 0; trial < 4; trial++) {
        memset(source_count, 0, sizeof source_count);
        memset(destination_count, 0, sizeof destination_count);
        for (int i = 0; i < 3 * size; i++) {
            int from = draw(size), to = draw(size);
            if (destination_count[from] == DEGREE || source_count[to] == DEGREE)
                continue;
            destinations[from][destination_count[from]++] = to;
            memmove(sources[to] + 1, sources[to], (size_t)source_count[to]++ * sizeof(int));
            sources[to][0] = from;
        }
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, source_count[rank], sources[rank],
                                       MPI_UNWEIGHTED, destination_count[rank], destinations[rank],
                                       MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
        MPI_Comm_rank(comm, &me);
        pair_in_order();
        all_of_them();
    }
}

/* Each error is found before anything is sent. */
static void wrong_arguments(void) {
    MPI_Comm world = MPI_COMM_WORLD, none = MPI_COMM_NULL;
    MPI_Aint bytes[2] = {0, 4};
    MPI_Datatype types[2] = {MPI_INT, MPI_DATATYPE_NULL};
    int counts[2] = {1, -1}, places[2] = {0, 1};
    CHECK_CLASS(MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, world), MPI_ERR_TOPOLOGY);
    CHECK_CLASS(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, world), MPI_ERR_TOPOLOGY);
    MPI_Cart_create(world, 1, &size, (int[]){1}, 0, &comm);
    CHECK_CLASS(MPI_Neighbor_allgather(out, -1, MPI_INT, in, 1, MPI_INT, comm), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Neighbor_allgather(out, 1, MPI_INT, NULL, 1, MPI_INT, comm), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Neighbor_allgather(in, 1, MPI_INT, in, 1, MPI_INT, comm), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Neighbor_allgather(MPI_IN_PLACE, 1, MPI_INT, in, 1, MPI_INT, comm),
                MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Neighbor_allgatherv(out, 1, MPI_INT, in, NULL, places, MPI_INT, comm),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Neighbor_allgatherv(out, 1, MPI_INT, in, counts, places, MPI_INT, comm),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Neighbor_alltoall(out, 1, MPI_DATATYPE_NULL, in, 1, MPI_INT, comm),
                MPI_ERR_TYPE);
    CHECK_CLASS(
        MPI_Neighbor_alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, comm),
        MPI_ERR_COUNT);
    CHECK_CLASS(
        MPI_Neighbor_alltoallv(out, counts, NULL, MPI_INT, in, counts, places, MPI_INT, comm),
        MPI_ERR_ARG);
    counts[1] = 1;
    CHECK_CLASS(MPI_Neighbor_alltoallw(out, counts, bytes, types, in, counts, bytes, types, comm),
                MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Neighbor_alltoallw(out, counts, bytes, NULL, in, counts, bytes, types, comm),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Neighbor_alltoallw(out, counts, NULL, types, in, counts, bytes, types, comm),
                MPI_ERR_ARG);
    /* The length of a block at its sender differs from the length at its receiver. */
    CHECK_CLASS(MPI_Neighbor_alltoall(out, 2, MPI_INT, in, 1, MPI_INT, comm), MPI_ERR_TRUNCATE);
    CHECK_CLASS(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 2, MPI_INT, comm), MPI_ERR_COUNT);
    MPI_Comm_free(&comm);
}

static const struct test tests[] = {
    {"neighbours: grids", grids},
    {"neighbours: graphs", graphs},
    {"neighbours: distributed graphs", distributed_graphs},
    {"neighbours: wrong arguments", wrong_arguments},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
