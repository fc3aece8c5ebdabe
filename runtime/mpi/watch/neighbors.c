/* Observers of neighbourhood collectives. The two ends of each edge in the topology must use equal
 * type signatures (MPI 4.1, section 8.6). */
#include "mpi/topology/neighbors.h"
#include "mpi/core/sized.h"
#include "mpi/watch/collective.h"

/* The largest number of edges from one process to another that are compared. Additional edges are
 * not compared. */
#define PARALLEL 8

/* The blocks of a rank, one for each of its edges. `counts` and `types` have an element for each
 * edge. If one of them is null, `count` or `type` applies to all edges. */
struct blocks {
    const void *buffer;
    const oc_int *counts;
    const MPI_Datatype *types;
    oc_int count;
    MPI_Datatype type;
};

static struct oc_watch_data data_of(const struct blocks *blocks, int which) {
    MPI_Datatype type = blocks->types ? blocks->types[which] : blocks->type;
    oc_int count = blocks->counts ? blocks->counts[which] : blocks->count;
    return (struct oc_watch_data){oc_fit(count, type), type};
}

static int part_of(const struct oc_watch_call *call, int source, int destination, int parallel) {
    return (source * call->comm->size + destination) * PARALLEL + parallel;
}

static void gives(const struct oc_watch_call *call, const struct blocks *blocks) {
    struct oc_neighbors neighbors = oc_neighbors_of(call->comm);
    for (int i = 0; i < neighbors.destinations; i++) {
        int peer = neighbors.destination[i], parallel = 0;
        for (int before = 0; before < i; before++)
            parallel += neighbors.destination[before] == peer;
        struct oc_watch_data data = data_of(blocks, i);
        if (peer >= 0 && parallel < PARALLEL)
            oc_watch_gives(call, part_of(call, call->comm->rank, peer, parallel), blocks->buffer,
                           data.count, data.type);
    }
}

static void takes(const struct oc_watch_call *call, const struct blocks *blocks) {
    struct oc_neighbors neighbors = oc_neighbors_of(call->comm);
    for (int turn = 0; turn < neighbors.sources; turn++) {
        int i = oc_source_in_turn(&neighbors, turn), peer = neighbors.source[i], parallel = 0;
        for (int before = 0; before < turn; before++)
            parallel += neighbors.source[oc_source_in_turn(&neighbors, before)] == peer;
        struct oc_watch_data data = data_of(blocks, i);
        if (peer >= 0 && parallel < PARALLEL)
            oc_watch_takes(call, part_of(call, peer, call->comm->rank, parallel), blocks->buffer,
                           data.count, data.type);
    }
}

static void exchange(const struct oc_watch_call *call, struct blocks from, struct blocks to) {
    if (!call->comm->topology)
        return;
    gives(call, &from);
    takes(call, &to);
}

/* clang-format off */
#define SAME(BUFFER, COUNT, TYPE) (struct blocks){BUFFER, NULL, NULL, COUNT, TYPE}
#define EACH(BUFFER, COUNTS, TYPE) (struct blocks){BUFFER, COUNTS, NULL, 0, TYPE}
#define TYPES(BUFFER, COUNTS, TYPES) (struct blocks){BUFFER, COUNTS, TYPES, 0, MPI_DATATYPE_NULL}

OC_WATCH(Neighbor_allgather, Ineighbor_allgather,
      (const void *in, oc_int count, MPI_Datatype type, void *out, oc_int out_count,
       MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, comm),
      exchange(call, SAME(in, count, type), SAME(out, out_count, out_type));)

OC_WATCH(Neighbor_alltoall, Ineighbor_alltoall,
      (const void *in, oc_int count, MPI_Datatype type, void *out, oc_int out_count,
       MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, comm),
      exchange(call, SAME(in, count, type), SAME(out, out_count, out_type));)

OC_WATCH(Neighbor_allgatherv, Ineighbor_allgatherv,
      (const void *in, oc_int count, MPI_Datatype type, void *out, const oc_int out_counts[],
       const oc_displ out_displs[], MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_counts, out_displs, out_type, comm),
      if (out_counts) exchange(call, SAME(in, count, type), EACH(out, out_counts, out_type));)

OC_WATCH(Neighbor_alltoallv, Ineighbor_alltoallv,
      (const void *in, const oc_int counts[], const oc_displ displs[], MPI_Datatype type, void *out,
       const oc_int out_counts[], const oc_displ out_displs[], MPI_Datatype out_type,
       MPI_Comm comm),
      (in, counts, displs, type, out, out_counts, out_displs, out_type, comm),
      if (counts && out_counts)
          exchange(call, EACH(in, counts, type), EACH(out, out_counts, out_type));)

OC_WATCH(Neighbor_alltoallw, Ineighbor_alltoallw,
      (const void *in, const oc_int counts[], const MPI_Aint displs[], const MPI_Datatype types[],
       void *out, const oc_int out_counts[], const MPI_Aint out_displs[],
       const MPI_Datatype out_types[], MPI_Comm comm),
      (in, counts, displs, types, out, out_counts, out_displs, out_types, comm),
      if (counts && types && out_counts && out_types)
          exchange(call, TYPES(in, counts, types), TYPES(out, out_counts, out_types));)
/* clang-format on */
