/* Notes the buffers of nonblocking and persistent collectives. The program may use them again when
 * the request is complete (MPI 4.1, section 6.12), even if the data have arrived earlier. */
#include <string.h>

#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/core/datatype.h"
#include "mpi/core/process.h"
#include "mpi/watch/buffers.h"

OC_EVENT(oc_operation_launch);

static void begin_block(const struct oc_operation *operation, const char *start, MPI_Count count,
                        MPI_Datatype type, bool is_received) {
    size_t bytes = oc_datatype_extent(type) * (size_t)count;
    oc_watch_piece_begins(&operation->request->core, start, bytes, is_received);
}

/* Notes the buffer of one side, which has a count, and perhaps a displacement, for each block. */
static void begin_blocks(const struct oc_operation *operation, const struct oc_side *side,
                         int blocks, bool is_received) {
    for (int i = 0; side->counts.first && side->displacements.first && i < blocks; i++) {
        size_t which = (size_t)i;
        MPI_Datatype type = side->types ? side->types[which] : side->type;
        size_t unit = side->types ? 1 : oc_datatype_extent(type);
        MPI_Count at = oc_list_at(side->displacements, which) * (MPI_Count)unit;
        begin_block(operation, (const char *)side->buffer + at, oc_list_at(side->counts, which),
                    type, is_received);
    }
}

static MPI_Count sum_of(struct oc_list counts, int blocks) {
    MPI_Count sum = 0;
    for (int i = 0; i < blocks; i++)
        sum += oc_list_at(counts, (size_t)i);
    return sum;
}

/* Notes the operands or the result of MPI_Ireduce_scatter, whose blocks follow each other in
 * memory. */
static void begin_operands(const struct oc_operation *operation, const struct oc_side *side,
                           bool is_received) {
    const struct oc_communicator *comm = operation->request->core.comm;
    MPI_Count count = is_received ? oc_list_at(side->counts, (size_t)comm->rank)
                                  : sum_of(side->counts, comm->size);
    begin_block(operation, side->buffer, count, side->type, is_received);
}

/* Whether one side of a collective has a single count that applies to each peer's block. Such sides
 * are the operands of MPI_Reduce_scatter_block, and the data that a root scatters or gathers. */
static bool is_for_each(const struct oc_operation *operation, bool is_received) {
    const struct oc_arguments *of = &operation->arguments;
    if (of->op)
        return !is_received && strstr(operation->call, "educe_scatter_block");
    if (of->rooted != OC_NO_ROOT)
        return of->rooted == (is_received ? OC_ROOT_RECEIVES : OC_ROOT_SENDS);
    return is_received || strstr(operation->call, "lltoall");
}

static void begin_side(const struct oc_operation *operation, bool is_received, bool is_written) {
    const struct oc_arguments *of = &operation->arguments;
    const struct oc_side *side = is_received ? &of->to : &of->from;
    int peers = operation->request->core.comm->peers;
    int blocks = !of->neighbors ? peers : is_received ? of->sources : of->destinations;
    if (side->buffer == MPI_IN_PLACE || side->buffer == MPI_BOTTOM || (!side->type && !side->types))
        return;
    if (side->many && of->op)
        begin_operands(operation, side, is_received);
    else if (side->many)
        begin_blocks(operation, side, blocks, is_written);
    else
        begin_block(operation, side->buffer,
                    side->count * (is_for_each(operation, is_received) ? blocks : 1), side->type,
                    is_written);
}

bool __wrap_oc_operation_launch(struct oc_operation *operation) {
    const struct oc_communicator *comm = operation->request->core.comm;
    const struct oc_arguments *of = &operation->arguments;
    bool is_launched = __real_oc_operation_launch(operation);
    /* An operation without stored arguments, such as that of MPI_Comm_idup, has no buffers. */
    if (!is_launched || operation->request->core.error || !operation->held)
        return is_launched;
    bool is_root = of->root == (comm->local ? MPI_ROOT : comm->rank);
    bool is_leaf = !comm->local || of->root >= 0;
    if (of->rooted != OC_ROOT_SENDS ? of->rooted != OC_ROOT_RECEIVES || is_leaf : is_root)
        begin_side(operation, false, false);
    if (of->rooted == OC_NO_ROOT || (is_leaf && of->rooted != OC_ROOT_RECEIVES) || is_root)
        begin_side(operation, true, of->rooted != OC_ROOT || !is_root);
    return is_launched;
}
