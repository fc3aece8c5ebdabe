/* Graph and distributed graph topologies. */
#include "check.h"

#define MOST 64 /* ranks */
#define EDGES 256

static uint32_t seed = 0x7f4a7c15u; /* equal on all ranks */

static int draw(int below) {
    return (int)(random_next(&seed) % (uint32_t)below);
}

static void check_graph(MPI_Comm comm, int nodes, const int index[], const int edges[]) {
    int kind, got_nodes, got_edges, members, ends[MOST], all[EDGES];
    CHECK_EQUAL(MPI_Topo_test(comm, &kind), MPI_SUCCESS);
    CHECK_EQUAL(kind, MPI_GRAPH);
    MPI_Comm_size(comm, &members);
    CHECK_EQUAL(members, nodes);
    CHECK_EQUAL(MPI_Graphdims_get(comm, &got_nodes, &got_edges), MPI_SUCCESS);
    CHECK_EQUAL(got_nodes, nodes);
    CHECK_EQUAL(got_edges, index[nodes - 1]);
    CHECK_EQUAL(MPI_Graph_get(comm, MOST, EDGES, ends, all), MPI_SUCCESS);
    CHECK(!memcmp(ends, index, (size_t)nodes * sizeof *index));
    CHECK(!memcmp(all, edges, (size_t)got_edges * sizeof *edges));
    for (int node = 0; node < nodes; node++) {
        int first = node ? index[node - 1] : 0, count = -1;
        CHECK_EQUAL(MPI_Graph_neighbors_count(comm, node, &count), MPI_SUCCESS);
        CHECK_EQUAL(count, index[node] - first);
        CHECK_EQUAL(MPI_Graph_neighbors(comm, node, EDGES, all), MPI_SUCCESS);
        CHECK(!memcmp(all, edges + first, (size_t)count * sizeof *edges));
    }
}

static void random_graphs(void) {
    int index[MOST], edges[EDGES];
    for (int i = 0; i < 8; i++) {
        int nodes = 1 + draw(size), count = 0, mapped = -1;
        for (int node = 0; node < nodes; node++) {
            for (int k = draw(5); k > 0 && count < EDGES; k--)
                edges[count++] = draw(nodes);
            index[node] = count;
        }
        MPI_Comm comm, copy;
        CHECK_EQUAL(MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 1, &comm), MPI_SUCCESS);
        CHECK_EQUAL(MPI_Graph_map(MPI_COMM_WORLD, nodes, index, edges, &mapped), MPI_SUCCESS);
        CHECK_EQUAL(mapped, rank < nodes ? rank : MPI_UNDEFINED);
        CHECK_EQUAL(comm == MPI_COMM_NULL, rank >= nodes);
        if (comm == MPI_COMM_NULL)
            continue;
        check_graph(comm, nodes, index, edges);
        MPI_Comm_dup(comm, &copy);
        MPI_Comm_free(&comm);
        check_graph(copy, nodes, index, edges);
        MPI_Comm_free(&copy);
    }
    MPI_Comm none = MPI_COMM_WORLD;
    CHECK_EQUAL(MPI_Graph_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &none), MPI_SUCCESS);
    CHECK(none == MPI_COMM_NULL);
}

/* Makes the graph from adjacency lists: the neighbours keep the order of the lists. */
static void adjacent(void) {
    for (int weighted = 0; weighted < 2; weighted++) {
        int from[2] = {(rank + size - 1) % size, (rank + size - 2 % size) % size};
        int to[2] = {(rank + 1) % size, (rank + 2) % size};
        int from_weights[2] = {from[0] * 10 + 1, from[1] * 10 + 2};
        int to_weights[2] = {rank * 10 + 1, rank * 10 + 2};
        MPI_Comm comm, copy;
        CHECK_EQUAL(MPI_Dist_graph_create_adjacent(
                        MPI_COMM_WORLD, 2, from, weighted ? from_weights : MPI_UNWEIGHTED, 2, to,
                        weighted ? to_weights : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm),
                    MPI_SUCCESS);
        MPI_Comm_dup(comm, &copy);
        MPI_Comm_free(&comm);
        int kind = -1, in = -1, out = -1, has_weights = -1, got[4], weights[4] = {-1, -1, -1, -1};
        MPI_Topo_test(copy, &kind);
        CHECK_EQUAL(kind, MPI_DIST_GRAPH);
        CHECK_EQUAL(MPI_Dist_graph_neighbors_count(copy, &in, &out, &has_weights), MPI_SUCCESS);
        CHECK(in == 2 && out == 2 && !has_weights == !weighted);
        CHECK_EQUAL(MPI_Dist_graph_neighbors(copy, 2, got, weights, 2, got + 2, weights + 2),
                    MPI_SUCCESS);
        for (int i = 0; i < 2; i++) {
            CHECK_EQUAL(got[i], from[i]);
            CHECK_EQUAL(got[2 + i], to[i]);
            CHECK_EQUAL(weights[i], weighted ? from_weights[i] : -1);
            CHECK_EQUAL(weights[2 + i], weighted ? to_weights[i] : -1);
        }
        MPI_Comm_free(&copy);
    }
}

static int ascending(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other;
}

/* Any rank may pass an edge; the ranks at both ends of the edge learn of it, and of its weight. */
static void told_by_anybody(void) {
    static int teller[EDGES], source[EDGES], destination[EDGES];
    for (int i = 0; i < 6; i++) {
        int count = draw(EDGES);
        for (int k = 0; k < count; k++) {
            teller[k] = draw(size);
            source[k] = draw(size);
            destination[k] = draw(size);
        }
        /* Weights identify the edges. */
        static int sources[EDGES], degrees[EDGES], destinations[EDGES], weights[EDGES];
        int nodes = 0, edges = 0, ins = 0, outs = 0;
        for (int k = 0; k < count; k++) {
            ins += destination[k] == rank;
            outs += source[k] == rank;
            if (teller[k] != rank)
                continue;
            if (nodes == 0 || sources[nodes - 1] != source[k]) {
                sources[nodes] = source[k];
                degrees[nodes++] = 0;
            }
            degrees[nodes - 1]++;
            destinations[edges] = destination[k];
            weights[edges++] = k;
        }
        MPI_Comm comm;
        CHECK_EQUAL(MPI_Dist_graph_create(MPI_COMM_WORLD, nodes, sources, degrees, destinations,
                                          weights, MPI_INFO_NULL, 0, &comm),
                    MPI_SUCCESS);
        int in = -1, out = -1, weighted = -1;
        CHECK_EQUAL(MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted), MPI_SUCCESS);
        CHECK(weighted);
        CHECK_EQUAL(in, ins);
        CHECK_EQUAL(out, outs);
        static int from[EDGES], from_weights[EDGES], to[EDGES], to_weights[EDGES];
        CHECK_EQUAL(MPI_Dist_graph_neighbors(comm, in, from, from_weights, out, to, to_weights),
                    MPI_SUCCESS);
        for (int k = 0; k < in; k++)
            CHECK(destination[from_weights[k]] == rank && source[from_weights[k]] == from[k]);
        for (int k = 0; k < out; k++)
            CHECK(source[to_weights[k]] == rank && destination[to_weights[k]] == to[k]);
        qsort(from_weights, (size_t)in, sizeof *from_weights, ascending);
        qsort(to_weights, (size_t)out, sizeof *to_weights, ascending);
        for (int k = 1; k < in; k++)
            CHECK(from_weights[k] != from_weights[k - 1]);
        for (int k = 1; k < out; k++)
            CHECK(to_weights[k] != to_weights[k - 1]);
        MPI_Comm_free(&comm);
    }
}

static void no_edges(void) {
    MPI_Comm comm;
    int in = -1, out = -1, weighted = -1;
    CHECK_EQUAL(MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, MPI_WEIGHTS_EMPTY,
                                      MPI_INFO_NULL, 0, &comm),
                MPI_SUCCESS);
    CHECK_EQUAL(MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted), MPI_SUCCESS);
    CHECK(in == 0 && out == 0 && weighted);
    MPI_Comm_free(&comm);
}

static void wrong_arguments(void) {
    MPI_Comm comm, self = MPI_COMM_SELF;
    int down[2] = {2, 1}, one[1] = {1}, zero[1] = {0}, less[1] = {-1}, value, other;
    CHECK_CLASS(MPI_Graph_create(self, 2, down, zero, 0, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Graph_create(self, 1, one, one, 0, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Graph_create(self, 1, less, zero, 0, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Graph_create(self, -1, one, zero, 0, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Graphdims_get(self, &value, &other), MPI_ERR_TOPOLOGY);
    CHECK_CLASS(MPI_Graph_create(self, 1, one, zero, 0, &comm), MPI_SUCCESS);
    CHECK_CLASS(MPI_Graph_neighbors(comm, 1, 1, &value), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Graph_neighbors(comm, 0, 0, &value), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Graph_get(comm, 1, 0, &value, &other), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Dist_graph_neighbors_count(comm, &value, &value, &other), MPI_ERR_TOPOLOGY);
    MPI_Comm_free(&comm);
    CHECK_CLASS(MPI_Dist_graph_create_adjacent(self, 1, one, MPI_UNWEIGHTED, 0, NULL,
                                               MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm),
                MPI_ERR_RANK);
    CHECK_CLASS(MPI_Dist_graph_create_adjacent(self, -1, zero, MPI_UNWEIGHTED, 0, NULL,
                                               MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm),
                MPI_ERR_ARG);
    CHECK_CLASS(
        MPI_Dist_graph_create(self, 1, zero, less, zero, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm),
        MPI_ERR_ARG);
    CHECK_CLASS(
        MPI_Dist_graph_create(self, 1, zero, one, one, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm),
        MPI_ERR_RANK);
}

static const struct test tests[] = {
    {"graphs: random graphs", random_graphs},     {"graphs: adjacent", adjacent},
    {"graphs: told by anybody", told_by_anybody}, {"graphs: no edges", no_edges},
    {"graphs: wrong arguments", wrong_arguments}, {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("seed 0x%x\n", (unsigned)seed);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
