/* Observers of collectives on intracommunicators and intercommunicators. All type signatures that
 * the standard compares must be equal in a call (MPI 4.1, chapter 6): those of the data that a rank
 * gives, and of the data that the root or all ranks take. So each rank records its own signatures,
 * with the number of the call. If a function has a count for each rank, only signatures of
 * neighbouring ranks are compared. A persistent call is recorded where it is initialised. */
#include "mpi/core/sized.h"
#include "mpi/watch/collective.h"

#define ROOT(RANK) oc_watch_has_root(call, RANK)
#define OPERATION(OP) oc_watch_has_operation(call, OP)
#define GIVES(PART, BUFFER, COUNT, TYPE)                                                           \
    oc_watch_gives(call, PART, BUFFER, oc_fit(COUNT, TYPE), TYPE)
#define TAKES(PART, BUFFER, COUNT, TYPE)                                                           \
    oc_watch_takes(call, PART, BUFFER, oc_fit(COUNT, TYPE), TYPE)
#define AGREES_ON(COUNT, TYPE) oc_watch_agrees(call, COUNT, TYPE)
#define AGREES(COUNT, TYPE) AGREES_ON(oc_fit(COUNT, TYPE), TYPE)

static ptrdiff_t total(const struct oc_watch_call *call, const oc_int counts[], MPI_Datatype type) {
    ptrdiff_t sum = 0;
    for (int rank = 0; rank < call->comm->size; rank++)
        sum += oc_fit(counts[rank], type);
    return sum;
}

/* Returns the next rank. The data that this rank gives are compared with those that the next rank
 * takes. The data that this rank takes are compared with those that the previous rank gives. On an
 * intercommunicator, both are the rank of the other group with this rank's number, if there is
 * one. */
static int next(const struct oc_watch_call *call) {
    return call->comm->local ? call->comm->rank : (call->comm->rank + 1) % call->comm->size;
}

static int previous(const struct oc_watch_call *call) {
    int size = call->comm->size;
    return call->comm->local ? call->comm->rank : (call->comm->rank + size - 1) % size;
}

static bool has_next(const struct oc_watch_call *call) {
    return next(call) < call->comm->peers;
}

static bool has_previous(const struct oc_watch_call *call) {
    return previous(call) < call->comm->peers;
}

/* clang-format off */
OC_WATCH(Bcast, Ibcast,
      (void *buffer, oc_int count, MPI_Datatype type, int root, MPI_Comm comm),
      (buffer, count, type, root, comm),
      ROOT(root);
      if (oc_watch_is_root(call, root)) GIVES(OC_WATCH_SAME, buffer, count, type);
      else if (oc_watch_is_leaf(call, root)) TAKES(OC_WATCH_SAME, buffer, count, type);)

OC_WATCH(Reduce, Ireduce,
      (const void *in, void *out, oc_int count, MPI_Datatype type, MPI_Op op, int root,
       MPI_Comm comm),
      (in, out, count, type, op, root, comm),
      ROOT(root); OPERATION(op);
      if (oc_watch_is_root(call, root) || oc_watch_is_leaf(call, root)) AGREES(count, type);)

OC_WATCH(Allreduce, Iallreduce,
      (const void *in, void *out, oc_int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      OPERATION(op);
      AGREES(count, type);)

OC_WATCH(Scan, Iscan,
      (const void *in, void *out, oc_int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      OPERATION(op);
      AGREES(count, type);)

OC_WATCH(Exscan, Iexscan,
      (const void *in, void *out, oc_int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      OPERATION(op);
      AGREES(count, type);)

OC_WATCH(Reduce_scatter_block, Ireduce_scatter_block,
      (const void *in, void *out, oc_int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (in, out, count, type, op, comm),
      OPERATION(op);
      if (!call->comm->local) AGREES(count, type);
      else AGREES_ON(call->comm->size * oc_fit(count, type), type);)

OC_WATCH(Reduce_scatter, Ireduce_scatter,
      (const void *in, void *out, const oc_int counts[], MPI_Datatype type, MPI_Op op,
       MPI_Comm comm),
      (in, out, counts, type, op, comm),
      OPERATION(op);
      if (counts) AGREES_ON(total(call, counts, type), type);)

OC_WATCH(Gather, Igather,
      (const void *in, oc_int count, MPI_Datatype type, void *out, oc_int out_count,
       MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, root, comm),
      ROOT(root);
      if (oc_watch_is_leaf(call, root)) GIVES(OC_WATCH_SAME, in, count, type);
      if (oc_watch_is_root(call, root)) TAKES(OC_WATCH_SAME, NULL, out_count, out_type);)

OC_WATCH(Scatter, Iscatter,
      (const void *in, oc_int count, MPI_Datatype type, void *out, oc_int out_count,
       MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, root, comm),
      ROOT(root);
      if (oc_watch_is_root(call, root)) GIVES(OC_WATCH_SAME, in, count, type);
      if (oc_watch_is_leaf(call, root)) TAKES(OC_WATCH_SAME, out, out_count, out_type);)

OC_WATCH(Allgather, Iallgather,
      (const void *in, oc_int count, MPI_Datatype type, void *out, oc_int out_count,
       MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, comm),
      GIVES(OC_WATCH_SAME, in, count, type);
      TAKES(OC_WATCH_SAME, NULL, out_count, out_type);)

OC_WATCH(Alltoall, Ialltoall,
      (const void *in, oc_int count, MPI_Datatype type, void *out, oc_int out_count,
       MPI_Datatype out_type, MPI_Comm comm),
      (in, count, type, out, out_count, out_type, comm),
      GIVES(OC_WATCH_SAME, in, count, type);
      TAKES(OC_WATCH_SAME, NULL, out_count, out_type);)

OC_WATCH(Gatherv, Igatherv,
      (const void *in, oc_int count, MPI_Datatype type, void *out, const oc_int out_counts[],
       const oc_displ out_displs[], MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, count, type, out, out_counts, out_displs, out_type, root, comm),
      ROOT(root);
      if (oc_watch_is_leaf(call, root)) GIVES(call->comm->rank, in, count, type);
      for (int rank = 0; oc_watch_is_root(call, root) && out_counts && rank < call->comm->peers;
           rank++)
          TAKES(rank, NULL, out_counts[rank], out_type);)

OC_WATCH(Scatterv, Iscatterv,
      (const void *in, const oc_int counts[], const oc_displ displs[], MPI_Datatype type, void *out,
       oc_int out_count, MPI_Datatype out_type, int root, MPI_Comm comm),
      (in, counts, displs, type, out, out_count, out_type, root, comm),
      ROOT(root);
      for (int rank = 0; oc_watch_is_root(call, root) && counts && rank < call->comm->peers; rank++)
          GIVES(rank, NULL, counts[rank], type);
      if (oc_watch_is_leaf(call, root)) TAKES(call->comm->rank, out, out_count, out_type);)

OC_WATCH(Allgatherv, Iallgatherv,
      (const void *in, oc_int count, MPI_Datatype type, void *out, const oc_int out_counts[],
       const oc_displ out_displs[], MPI_Datatype out_type,
       MPI_Comm comm),
      (in, count, type, out, out_counts, out_displs, out_type, comm),
      GIVES(call->comm->rank, in, count, type);
      if (out_counts && has_previous(call))
          TAKES(previous(call), NULL, out_counts[previous(call)], out_type);)

OC_WATCH(Alltoallv, Ialltoallv,
      (const void *in, const oc_int counts[], const oc_displ displs[], MPI_Datatype type, void *out,
       const oc_int out_counts[], const oc_displ out_displs[], MPI_Datatype out_type,
       MPI_Comm comm),
      (in, counts, displs, type, out, out_counts, out_displs, out_type, comm),
      if (in != MPI_IN_PLACE && counts && has_next(call))
          GIVES(call->comm->rank, in, counts[next(call)], type);
      if (out_counts && has_previous(call))
          TAKES(previous(call), NULL, out_counts[previous(call)], out_type);)

OC_WATCH(Alltoallw, Ialltoallw,
      (const void *in, const oc_int counts[], const oc_displ displs[], const MPI_Datatype types[],
       void *out, const oc_int out_counts[], const oc_displ out_displs[],
       const MPI_Datatype out_types[],
       MPI_Comm comm),
      (in, counts, displs, types, out, out_counts, out_displs, out_types, comm),
      if (in != MPI_IN_PLACE && counts && types && has_next(call))
          GIVES(call->comm->rank, in, counts[next(call)], types[next(call)]);
      if (out_counts && out_types && has_previous(call))
          TAKES(previous(call), NULL, out_counts[previous(call)], out_types[previous(call)]);)

#ifndef OC_LARGE
OC_WATCH(Barrier, Ibarrier, (MPI_Comm comm), (comm),)

OC_WATCH_ONE(MPI_Comm_dup, , (MPI_Comm comm, MPI_Comm *copy), (comm, copy))
OC_WATCH_ONE(MPI_Comm_split, , (MPI_Comm comm, int color, int key, MPI_Comm *part),
             (comm, color, key, part))
OC_WATCH_ONE(MPI_Comm_create, , (MPI_Comm comm, MPI_Group group, MPI_Comm *part),
             (comm, group, part))
#endif
/* clang-format on */
