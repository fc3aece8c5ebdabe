/* Collectives without messages: who has come when. */
#include "mpi/advise/record.h"
#include "mpi/collective/collective.h"

__typeof__(oc_barrier_counters) __real_oc_barrier_counters, __wrap_oc_barrier_counters;
__typeof__(oc_bcast_cells) __real_oc_bcast_cells, __wrap_oc_bcast_cells;
__typeof__(oc_reduce_cells) __real_oc_reduce_cells, __wrap_oc_reduce_cells;
__typeof__(oc_allreduce_cells) __real_oc_allreduce_cells, __wrap_oc_allreduce_cells;

/* `root`: who alone is waited for, a rank of the communicator; or OC_EVERYBODY. */
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

int __wrap_oc_barrier_counters(const struct oc_communicator *comm) {
    struct oc_record record = begin(comm, OC_TAG_BARRIER, OC_EVERYBODY, 0);
    return end(record, __real_oc_barrier_counters(comm));
}

int __wrap_oc_bcast_cells(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    struct oc_record record = begin(comm, OC_TAG_BCAST, root, bytes);
    return end(record, __real_oc_bcast_cells(comm, data, bytes, root));
}

int __wrap_oc_reduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                           size_t count, size_t bytes, const struct oc_reduction *reduction,
                           int root) {
    struct oc_record record = begin(comm, OC_TAG_REDUCE, OC_EVERYBODY, bytes);
    return end(record, __real_oc_reduce_cells(comm, mine, result, count, bytes, reduction, root));
}

int __wrap_oc_allreduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                              size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_record record = begin(comm, OC_TAG_ALLREDUCE, OC_EVERYBODY, bytes);
    return end(record, __real_oc_allreduce_cells(comm, mine, result, count, bytes, reduction));
}
