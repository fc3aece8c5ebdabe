/* Observers of MPI_Psend_init and MPI_Precv_init. */
#include <stdint.h>

#include "mpi/core/communicator.h"
#include "mpi/watch/watch.h"

/* The n-th call with one peer, tag and communicator belongs to the n-th such call at the peer (MPI
 * 4.1, section 4.2). */
#define WATCH_PARTITIONED(NAME, KIND, POINTER)                                                     \
    OC_OPTIONAL int oc_below_MPI_##NAME(POINTER buffer, int partitions, MPI_Count count,           \
                                        MPI_Datatype type, int peer, int tag, MPI_Comm comm,       \
                                        MPI_Info info, MPI_Request *request);                      \
    int oc_watch_MPI_##NAME(POINTER buffer, int partitions, MPI_Count count, MPI_Datatype type,    \
                            int peer, int tag, MPI_Comm comm, MPI_Info info,                       \
                            MPI_Request *request);                                                 \
    int oc_watch_MPI_##NAME(POINTER buffer, int partitions, MPI_Count count, MPI_Datatype type,    \
                            int peer, int tag, MPI_Comm comm, MPI_Info info,                       \
                            MPI_Request *request) {                                                \
        report_partitioned(KIND, (struct oc_watch_data){(ptrdiff_t)count * partitions, type},      \
                           peer, tag, comm);                                                       \
        return oc_below_MPI_##NAME(buffer, partitions, count, type, peer, tag, comm, info,         \
                                   request);                                                       \
    }

static void report_partitioned(enum oc_watch_kind kind, struct oc_watch_data data, int peer,
                               int tag, MPI_Comm handle) {
    struct oc_watch_record record;
    if (!oc_watch_fill(&record, kind, data, SIZE_MAX))
        return;
    const struct oc_communicator *comm = oc_communicator_find(handle);
    if (!comm || peer < 0 || peer >= comm->peers)
        return;
    record.peer = oc_communicator_world_rank(comm, peer);
    record.context = comm->context;
    record.tag = tag;
    oc_watch_end(&record);
}

WATCH_PARTITIONED(Psend_init, OC_WATCH_PARTS_SEND, const void *)
WATCH_PARTITIONED(Precv_init, OC_WATCH_PARTS_RECEIVE, void *)
