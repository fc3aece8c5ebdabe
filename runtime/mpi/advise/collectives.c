/* Collectives without messages: when each rank came. */
#include "mpi/advise/record.h"
#include "mpi/collective/collective.h"

/* `root`: the only rank of the communicator that is waited for; or OC_EVERYBODY. */
static struct oc_record begin(const struct oc_communicator *comm, int tag, int root, size_t bytes) {
    return (struct oc_record){
        .kind = OC_RECORD_COLLECTIVE,
        .peer = root < 0 ? root : oc_communicator_world_rank(comm, root),
        .context = comm->context,
        .tag = tag,
        .bytes = (uint32_t)bytes,
        .first = (uint32_t)oc_communicator_world_rank(comm, 0),
        .begin = hal_cycles(),
    };
}

static int end(struct oc_record record, int error) {
    oc_record_end(&record);
    return error;
}

int oc_barrier_counters_recorded(const struct oc_communicator *comm) {
    struct oc_record record = begin(comm, OC_TAG_BARRIER, OC_EVERYBODY, 0);
    return end(record, oc_barrier_counters_unrecorded(comm));
}

int oc_bcast_cells_recorded(const struct oc_communicator *comm, void *data, size_t bytes,
                            int root) {
    struct oc_record record = begin(comm, OC_TAG_BCAST, root, bytes);
    return end(record, oc_bcast_cells_unrecorded(comm, data, bytes, root));
}

int oc_reduce_cells_recorded(const struct oc_communicator *comm, const void *mine, void *result,
                             size_t count, size_t bytes, const struct oc_reduction *reduction,
                             int root) {
    struct oc_record record = begin(comm, OC_TAG_REDUCE, OC_EVERYBODY, bytes);
    return end(record,
               oc_reduce_cells_unrecorded(comm, mine, result, count, bytes, reduction, root));
}

int oc_allreduce_cells_recorded(const struct oc_communicator *comm, const void *mine, void *result,
                                size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_record record = begin(comm, OC_TAG_ALLREDUCE, OC_EVERYBODY, bytes);
    return end(record, oc_allreduce_cells_unrecorded(comm, mine, result, count, bytes, reduction));
}
