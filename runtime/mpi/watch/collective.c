#include "mpi/watch/collective.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/process.h"

/* The number of calls of a function on a communicator. At any time, a context and a hash of members
 * belong to at most one communicator. */
static struct calls {
    struct calls *next;
    const char *function;
    uint64_t members;
    uint32_t context, count;
} * all;

uint64_t oc_watch_members_of(const struct oc_communicator *comm, int count) {
    uint64_t hash = 0;
    for (int rank = 0; rank < count; rank++)
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) +
               (uint64_t)oc_communicator_world_rank(comm, rank) + 1;
    return hash;
}

uint32_t *oc_watch_calls_of(const char *function, uint64_t members, uint32_t context) {
    struct calls *calls = all;
    while (calls && (strcmp(calls->function, function) || calls->members != members ||
                     calls->context != context))
        calls = calls->next;
    if (!calls && (calls = malloc(sizeof *calls))) {
        *calls = (struct calls){all, function, members, context, 0};
        all = calls;
    }
    return calls ? &calls->count : NULL;
}

bool oc_watch_call_begins(struct oc_watch_call *call, const char *function, MPI_Comm handle) {
    if (oc_process.phase != OC_ACTIVE)
        return false;
    *call = (struct oc_watch_call){.comm = oc_communicator_find(handle)};
    if (!call->comm)
        return false;
    call->members = oc_watch_members_of(call->comm, call->comm->peers);
    if (call->comm->local) {
        uint64_t own = oc_watch_members_of(call->comm->local, call->comm->size);
        call->is_second = own > call->members;
        call->members += own;
    }
    uint32_t *calls = oc_watch_calls_of(function, call->members, call->comm->context);
    uint32_t *any = oc_watch_calls_of("", call->members, call->comm->context);
    if (!calls || !any) {
        oc_watch_no_memory();
        return false;
    }
    call->number = ++*calls;
    call->collective_number = ++*any;
    return true;
}

void oc_watch_call_ends(const struct oc_watch_call *call) {
    struct oc_watch_record record;
    oc_watch_begin(&record, OC_WATCH_JOIN, oc_noted.call);
    record.context = call->comm->context;
    record.comm = (uintptr_t)call->comm->handle;
    record.number = call->collective_number;
    record.request = call->members;
    record.flags = call->flags;
    record.tag = call->root;
    record.bytes = (uintptr_t)call->operation;
    oc_watch_end(&record);
}

static void record_data(const struct oc_watch_call *call, enum oc_watch_side side, int part,
                        const void *buffer, ptrdiff_t count, MPI_Datatype type) {
    struct oc_watch_record record;
    if (buffer == MPI_IN_PLACE ||
        !oc_watch_fill(&record, OC_WATCH_COLLECTIVE, (struct oc_watch_data){count, type}, SIZE_MAX))
        return;
    record.peer = part;
    record.context = call->comm->context;
    record.number = call->number;
    record.request = call->members;
    record.flags = side;
    oc_watch_end(&record);
}

/* Returns the number of a part for the records. On an intercommunicator there are two parts with
 * each number, one for each group that gives data. */
static int part_from(const struct oc_watch_call *call, int part, bool is_second) {
    return call->comm->local ? 2 * part + is_second : part;
}

void oc_watch_gives(const struct oc_watch_call *call, int part, const void *buffer, ptrdiff_t count,
                    MPI_Datatype type) {
    record_data(call, OC_WATCH_GIVES, part_from(call, part, call->is_second), buffer, count, type);
}

void oc_watch_takes(const struct oc_watch_call *call, int part, const void *buffer, ptrdiff_t count,
                    MPI_Datatype type) {
    record_data(call, OC_WATCH_TAKES, part_from(call, part, !call->is_second), buffer, count, type);
}

void oc_watch_agrees(const struct oc_watch_call *call, ptrdiff_t count, MPI_Datatype type) {
    record_data(call, OC_WATCH_GIVES, OC_WATCH_SAME, NULL, count, type);
}
