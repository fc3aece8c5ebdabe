/* Collectives on one group. In each call all type signatures that the standard compares are equal
 * (MPI 4.1, chapter 6): what a rank gives, what the root or all ranks take. So each rank tells its
 * own, with the number of the call; of the functions with counts for each rank those between
 * neighbours.
 *
 * python/onchip/mpi_check/entries.py makes MPI_X go through oc_watch_MPI_X and from there to
 * oc_below_MPI_X, which is PMPI_X. */
#include <stdlib.h>
#include <string.h>

#include "mpi/core/communicator.h"
#include "mpi/core/process.h"
#include "mpi/watch/watch.h"

struct call {
    const struct oc_communicator *comm;
    const char *name;
    uint32_t number;
    uint64_t members;
};

/* Calls of a function so far, on communicators with this context and these members: of which there
 * is one at a time. */
static struct calls {
    struct calls *next;
    const char *name;
    uint64_t members;
    uint32_t context, count;
} * all;

static uint64_t members_of(const struct oc_communicator *comm) {
    uint64_t hash = 0;
    for (int rank = 0; rank < comm->size; rank++)
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) +
               (uint64_t)oc_communicator_world_rank(comm, rank) + 1;
    return hash;
}

static struct calls *calls_of(const struct call *call) {
    struct calls *calls = all;
    while (calls && (strcmp(calls->name, call->name) || calls->members != call->members ||
                     calls->context != call->comm->context))
        calls = calls->next;
    if (!calls && (calls = malloc(sizeof *calls))) {
        *calls = (struct calls){all, call->name, call->members, call->comm->context, 0};
        all = calls;
    }
    return calls;
}

/* Whether a call is one to tell. Its arguments are not checked yet. */
static bool begins(struct call *call, const char *name, MPI_Comm handle) {
    if (oc_process.phase != OC_ACTIVE)
        return false;
    *call = (struct call){.comm = oc_communicator_find(handle), .name = name};
    if (!call->comm || call->comm->local)
        return false;
    call->members = members_of(call->comm);
    struct calls *calls = calls_of(call);
    if (!calls)
        oc_watch_no_memory();
    else
        call->number = ++calls->count;
    return calls;
}

/* `block`: the rank whose data these are, where those of each rank have another length. */
static void tell(const struct call *call, enum oc_watch_side side, int block, const void *buffer,
                 ptrdiff_t count, MPI_Datatype type) {
    struct oc_watch_record record;
    size_t bytes;
    if (buffer == MPI_IN_PLACE || !oc_watch_measure(&bytes, count, type))
        return;
    oc_watch_begin(&record, OC_WATCH_COLLECTIVE);
    strncpy(record.call, call->name, sizeof record.call - 1);
    record.peer = block;
    record.context = call->comm->context;
    record.number = call->number;
    record.request = call->members;
    record.flags = side;
    record.bytes = bytes;
    oc_signature_of(&record.signature, type, (size_t)count, bytes);
    oc_watch_end(&record);
}

enum { SAME = -1 }; /* a block of the same length for each rank */

static void give(const struct call *call, const void *buffer, ptrdiff_t count, MPI_Datatype type) {
    tell(call, OC_WATCH_GIVES, SAME, buffer, count, type);
}

static void take(const struct call *call, ptrdiff_t count, MPI_Datatype type) {
    tell(call, OC_WATCH_TAKES, SAME, NULL, count, type);
}

static bool is_root(const struct call *call, int root) {
    return call->comm->rank == root;
}

static int total(const struct call *call, const int counts[]) {
    int sum = 0;
    for (int rank = 0; rank < call->comm->size; rank++)
        sum += counts[rank];
    return sum;
}

static int next(const struct call *call) {
    return (call->comm->rank + 1) % call->comm->size;
}

static int previous(const struct call *call) {
    return (call->comm->rank + call->comm->size - 1) % call->comm->size;
}

/* A function and its nonblocking form: PARAMETERS begin after the parenthesis. */
#define WATCH_ONE(NAME, NOTE, PARAMETERS, ARGUMENTS)                                               \
    OC_OPTIONAL int oc_below_MPI_##NAME PARAMETERS;                                                \
    int oc_watch_MPI_##NAME PARAMETERS;                                                            \
    int oc_watch_MPI_##NAME PARAMETERS {                                                           \
        struct call of, *call = &of;                                                               \
        if (begins(call, "MPI_" #NAME, comm)) {                                                    \
            NOTE                                                                                   \
        }                                                                                          \
        return oc_below_MPI_##NAME ARGUMENTS;                                                      \
    }
#define WITHOUT(...) (__VA_ARGS__)
#define WITH_REQUEST(...) (__VA_ARGS__, MPI_Request * request)
#define ARGUMENTS_REQUEST(...) (__VA_ARGS__, request)
#define WATCH(NAME, I_NAME, PARAMETERS, ARGUMENTS, NOTE)                                           \
    WATCH_ONE(NAME, NOTE, WITHOUT PARAMETERS, WITHOUT ARGUMENTS)                                   \
    WATCH_ONE(I_NAME, NOTE, WITH_REQUEST PARAMETERS, ARGUMENTS_REQUEST ARGUMENTS)

/* clang-format off */
WATCH(Bcast, Ibcast,
      (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
      (buffer, count, type, root, comm),
      if (is_root(call, root)) give(call, buffer, count, type); else take(call, count, type);)

WATCH(Reduce, Ireduce,
      (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
      (in, out, count, type, op, root, comm),
      give(call, NULL, count, type);)

WATCH(Allreduce, Iallreduce,
      (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      give(call, NULL, count, type);)

WATCH(Scan, Iscan,
      (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      give(call, NULL, count, type);)

WATCH(Exscan, Iexscan,
      (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      give(call, NULL, count, type);)

WATCH(Reduce_scatter_block, Ireduce_scatter_block,
      (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      give(call, NULL, count, type);)

WATCH(Reduce_scatter, Ireduce_scatter,
      (const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, counts, type, op, comm),
      if (counts) give(call, NULL, total(call, counts), type);)

WATCH(Gather, Igather,
      (const void *in, int count, MPI_Datatype type, void *out, int out_count,
       MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, root, comm),
      give(call, in, count, type);
      if (is_root(call, root)) take(call, out_count, out_type);)

WATCH(Scatter, Iscatter,
      (const void *in, int count, MPI_Datatype type, void *out, int out_count,
       MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, root, comm),
      if (is_root(call, root)) give(call, in, count, type);
      if (out != MPI_IN_PLACE) take(call, out_count, out_type);)

WATCH(Allgather, Iallgather,
      (const void *in, int count, MPI_Datatype type, void *out, int out_count,
       MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, comm),
      give(call, in, count, type);
      take(call, out_count, out_type);)

WATCH(Alltoall, Ialltoall,
      (const void *in, int count, MPI_Datatype type, void *out, int out_count,
       MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, comm),
      give(call, in, count, type);
      take(call, out_count, out_type);)

WATCH(Gatherv, Igatherv,
      (const void *in, int count, MPI_Datatype type, void *out, const int out_counts[],
       const int out_displs[], MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, count, type, out, out_counts, out_displs, out_type, root, comm),
      tell(call, OC_WATCH_GIVES, call->comm->rank, in, count, type);
      for (int rank = 0; is_root(call, root) && out_counts && rank < call->comm->size; rank++)
          tell(call, OC_WATCH_TAKES, rank, NULL, out_counts[rank], out_type);)

WATCH(Scatterv, Iscatterv,
      (const void *in, const int counts[], const int displs[], MPI_Datatype type, void *out,
       int out_count, MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, counts, displs, type, out, out_count, out_type, root, comm),
      for (int rank = 0; is_root(call, root) && counts && rank < call->comm->size; rank++)
          tell(call, OC_WATCH_GIVES, rank, NULL, counts[rank], type);
      tell(call, OC_WATCH_TAKES, call->comm->rank, out, out_count, out_type);)

WATCH(Allgatherv, Iallgatherv,
      (const void *in, int count, MPI_Datatype type, void *out, const int out_counts[],
       const int out_displs[], MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_counts, out_displs, out_type, comm),
      tell(call, OC_WATCH_GIVES, call->comm->rank, in, count, type);
      if (out_counts)
          tell(call, OC_WATCH_TAKES, previous(call), NULL, out_counts[previous(call)], out_type);)

WATCH(Alltoallv, Ialltoallv,
      (const void *in, const int counts[], const int displs[], MPI_Datatype type, void *out,
       const int out_counts[], const int out_displs[], MPI_Datatype out_type, MPI_Comm comm),
      (in, counts, displs, type, out, out_counts, out_displs, out_type, comm),
      if (in != MPI_IN_PLACE && counts)
          tell(call, OC_WATCH_GIVES, call->comm->rank, in, counts[next(call)], type);
      if (out_counts)
          tell(call, OC_WATCH_TAKES, previous(call), NULL, out_counts[previous(call)], out_type);)

WATCH(Alltoallw, Ialltoallw,
      (const void *in, const int counts[], const int displs[], const MPI_Datatype types[],
       void *out, const int out_counts[], const int out_displs[], const MPI_Datatype out_types[],
       MPI_Comm comm),
      (in, counts, displs, types, out, out_counts, out_displs, out_types, comm),
      if (in != MPI_IN_PLACE && counts && types)
          tell(call, OC_WATCH_GIVES, call->comm->rank, in, counts[next(call)], types[next(call)]);
      if (out_counts && out_types)
          tell(call, OC_WATCH_TAKES, previous(call), NULL, out_counts[previous(call)],
               out_types[previous(call)]);)
/* clang-format on */
