#include <stdlib.h>

#include "mpi/collective/collective.h"
#include "mpi/topology/dist_graph.h"

struct edge {
    int source;
    int destination;
    int weight;
};

/* The number of edges that are sent at a time, so that no process has to store all edges of the
 * others. */
#define PIECE 32

/* The edges that begin or end at this process. */
struct kept {
    struct edge *edges;
    size_t count;
    size_t room;
    bool no_memory;
};

static void keep(struct kept *kept, struct edge edge) {
    if (kept->count == kept->room) {
        size_t room = 2 * kept->room + 8;
        struct edge *larger = realloc(kept->edges, room * sizeof *larger);
        if (!larger) {
            kept->no_memory = true;
            return;
        }
        kept->edges = larger;
        kept->room = room;
    }
    kept->edges[kept->count++] = edge;
}

/* The next edge that this process sends, as a position in its lists. */
struct cursor {
    const struct oc_edge_lists *lists;
    int node;
    int edge;  /* index in the node's list */
    int ahead; /* number of edges before this one, in all lists together */
};

static struct edge next_edge(struct cursor *cursor) {
    const struct oc_edge_lists *lists = cursor->lists;
    while (cursor->edge == lists->degrees[cursor->node]) {
        cursor->node++;
        cursor->edge = 0;
    }
    cursor->edge++;
    int at = cursor->ahead++;
    bool weighted = lists->weights != MPI_UNWEIGHTED && lists->weights != MPI_WEIGHTS_EMPTY;
    return (struct edge){lists->sources[cursor->node], lists->destinations[at],
                         weighted ? lists->weights[at] : 1};
}

/* Broadcasts `count` edges of rank `root`, which takes them from `cursor`. Each rank keeps the
 * edges that begin or end there. */
static void broadcast_edges(const struct oc_communicator *comm, int root, int count,
                            struct cursor *cursor, struct kept *kept) {
    oc_bcast_binomial(comm, &count, sizeof count, root);
    while (count > 0) {
        struct edge piece[PIECE];
        int length = count < PIECE ? count : PIECE;
        for (int i = 0; i < length && root == comm->rank; i++)
            piece[i] = next_edge(cursor);
        oc_bcast_binomial(comm, piece, (size_t)length * sizeof *piece, root);
        for (int i = 0; i < length; i++)
            if (piece[i].source == comm->rank || piece[i].destination == comm->rank)
                keep(kept, piece[i]);
        count -= length;
    }
}

static struct oc_topology *sort(const struct kept *kept, int rank, bool weighted) {
    int in = 0, out = 0;
    for (size_t i = 0; i < kept->count; i++) {
        in += kept->edges[i].destination == rank;
        out += kept->edges[i].source == rank;
    }
    struct oc_topology *topology = oc_dist_graph_new(in, out, weighted);
    if (!topology)
        return NULL;
    for (size_t i = kept->count; i-- > 0;) {
        struct edge edge = kept->edges[i];
        if (edge.destination == rank) {
            topology->dist.sources[--in] = edge.source;
            topology->dist.source_weights[in] = edge.weight;
        }
        if (edge.source == rank) {
            topology->dist.destinations[--out] = edge.destination;
            topology->dist.destination_weights[out] = edge.weight;
        }
    }
    return topology;
}

struct oc_topology *oc_dist_graph_collect(const struct oc_communicator *comm,
                                          const struct oc_edge_lists *lists) {
    struct cursor cursor = {.lists = lists};
    struct kept kept = {0};
    int count = 0;
    for (int i = 0; i < lists->count; i++)
        count += lists->degrees[i];
    for (int root = 0; root < comm->size; root++)
        broadcast_edges(comm, root, count, &cursor, &kept);
    struct oc_topology *topology =
        kept.no_memory ? NULL : sort(&kept, comm->rank, lists->weights != MPI_UNWEIGHTED);
    free(kept.edges);
    return topology;
}
